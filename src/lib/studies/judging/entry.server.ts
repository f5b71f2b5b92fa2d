import { refuse, type Problem } from '../../errors.ts';
import type { DimensionPoints } from '../../scorer/verdict.ts';
import type { VerdictInput } from './blind/blind.ts';
import { cannotJudgeReasons, isCannotJudgeReason, saysWhy } from './cannot-judge.ts';
import { askedDimensions, type AskedDimensions } from '../planning/asked-dimensions.ts';
import { CANNOT_JUDGE, type StudyKind } from '../kinds/index.ts';
import { kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';

export interface Target {
  assignmentId: string;
  studyItemId: string;
}

/** What a person handed in, as it is kept: labels and points by the unit's reports, not by the texts as shown. */
export type KeptEntry = Omit<Target & VerdictInput, 'acceptable' | 'points' | 'reason'> & {
  acceptable: string[];
  reason: string | null;
  points: DimensionPoints[] | null;
};

const longestNote = 10_000;
const mostPassages = 200;

const wrong = (column: string, reason: string): Problem => ({ row: null, column, reason });

/** What arrives from a browser is checked whatever its type says. */
export function requireSound(input: {
  note: unknown;
  passages: readonly unknown[];
  label?: unknown;
  acceptable?: unknown;
  idempotencyKey?: unknown;
}): void {
  const problems: Problem[] = [];
  const isLabel = (label: unknown): boolean => typeof label === 'string' && label.length <= 40;
  if ('label' in input && !(input.label === null || isLabel(input.label)))
    problems.push(wrong('label', 'Answer with one of the labels shown.'));
  if (input.acceptable !== undefined && !(Array.isArray(input.acceptable) && input.acceptable.every(isLabel)))
    problems.push(wrong('acceptable', 'Name further answers by the labels shown.'));
  if (typeof input.note !== 'string' || input.note.length > longestNote)
    problems.push(wrong('note', `Write at most ${longestNote} characters.`));
  if (
    !Array.isArray(input.passages) ||
    input.passages.length > mostPassages ||
    !input.passages.every((n) => Number.isSafeInteger(n) && (n as number) >= 0)
  )
    problems.push(wrong('passages', `Mark at most ${mostPassages} blocks of the report, by their numbers.`));
  if ('idempotencyKey' in input) {
    const key = input.idempotencyKey;
    if (typeof key !== 'string' || key === '' || key.length > 100)
      problems.push(wrong('idempotencyKey', 'Send a key of 1 to 100 characters.'));
  }
  if (problems.length > 0) refuse.invalid('The verdict was not taken.', problems);
}

/**
 * The entry as it is kept, in a study and for texts shown in `order`. Refused where an answer is none of the kind's, where
 * somebody can not judge and does not say why, and where points that the study asks for are missing.
 *
 * @param changed a change of mind: the label alone counts
 */
export function keptEntry(
  input: Target & VerdictInput,
  study: StudyOfRun,
  order: readonly number[],
  { changed = false }: { changed?: boolean } = {}
): KeptEntry {
  const kind = kindOf(study);
  const { label, acceptable = [], points = null, reason = null, ...rest } = input;
  const given = label !== null && label !== CANNOT_JUDGE;
  const asked = given && !changed ? askedDimensions(study) : null;
  const problems = [
    ...labelProblems(kind, label, order),
    ...(study.settings.multiSelect === true || acceptable.length === 0
      ? []
      : [wrong('acceptable', 'This study takes one answer.')]),
    ...acceptableProblems(kind, label, acceptable, order),
    ...(label === CANNOT_JUDGE && !changed && !saysWhy(reason, input.note)
      ? [wrong('note', 'Choose why you can not judge it, or write it.')]
      : []),
    ...(reason === null || (label === CANNOT_JUDGE && isCannotJudgeReason(reason))
      ? []
      : [wrong('reason', `With “cannot judge”, give one of ${Object.keys(cannotJudgeReasons).join(', ')}.`)]),
    ...(asked ? pointProblems(points, order.length, asked) : [])
  ];
  if (problems.length > 0) refuse.invalid('The verdict was not taken.', problems);
  return {
    ...rest,
    label: label === null ? null : kind.kept(label, order),
    reason,
    acceptable: acceptable.map((one) => kind.kept(one, order)!).sort(),
    points: asked && points ? order.map((_, place) => pointsIn(asked, points[order.indexOf(place)]!)) : null
  };
}

function labelProblems(kind: StudyKind, label: string | null, order: readonly number[]): Problem[] {
  if (label === null || kind.kept(label, order) !== null) return [];
  const known = kind.options.map((option) => option.label).join(', ');
  return [
    wrong(
      'label',
      known === ''
        ? `Give each of the ${order.length} texts a place from 1; one at least has the first.`
        : `Answer with one of ${known}, or that you can not judge it.`
    )
  ];
}

function acceptableProblems(
  kind: StudyKind,
  label: string | null,
  acceptable: readonly string[],
  order: readonly number[]
): Problem[] {
  const sound = acceptable.every((one) => one !== CANNOT_JUDGE && one !== label && kind.kept(one, order) !== null);
  return sound && new Set(acceptable).size === acceptable.length
    ? []
    : [wrong('acceptable', 'Name each further answer once, and other ones than the first.')];
}

/** The points asked for and nothing that came with them. */
const pointsIn = ({ list }: AskedDimensions, points: DimensionPoints): DimensionPoints =>
  Object.fromEntries(list.map(({ name }) => [name, points[name]!]));

function pointProblems(
  points: readonly DimensionPoints[] | null,
  texts: number,
  { list, most }: AskedDimensions
): Problem[] {
  const isPoint = (one: number | undefined): boolean =>
    one !== undefined && Number.isInteger(one) && one >= 0 && one <= most;
  const sound = points?.length === texts && points.every((one) => list.every(({ name }) => isPoint(one[name])));
  return sound ? [] : [wrong('points', `Give each text 0 to ${most} points in every dimension.`)];
}
