import { problemAt, type Problem, refuse, worded } from '../../errors.ts';
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

/** An answer as stored: labels and points by the unit's reports, not by the texts as shown. */
export type KeptEntry = Omit<Target & VerdictInput, 'acceptable' | 'points' | 'reason'> & {
  acceptable: string[];
  reason: string | null;
  points: DimensionPoints[] | null;
};

const longestNote = 10_000;
const mostPassages = 200;

/** Checks input from a browser at run time, whatever its type claims. */
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
    problems.push(problemAt('label', worded('oneOfShown')));
  if (input.acceptable !== undefined && !(Array.isArray(input.acceptable) && input.acceptable.every(isLabel)))
    problems.push(problemAt('acceptable', worded('furtherShown')));
  if (typeof input.note !== 'string' || input.note.length > longestNote)
    problems.push(problemAt('note', worded('atMostCharacters', { most: longestNote })));
  if (
    !Array.isArray(input.passages) ||
    input.passages.length > mostPassages ||
    !input.passages.every((n) => Number.isSafeInteger(n) && (n as number) >= 0)
  )
    problems.push(problemAt('passages', worded('atMostPassages', { most: mostPassages })));
  if ('idempotencyKey' in input) {
    const key = input.idempotencyKey;
    if (typeof key !== 'string' || key === '' || key.length > 100)
      problems.push(problemAt('idempotencyKey', worded('sendKey')));
  }
  if (problems.length > 0) refuse.invalid(worded('verdictNotTaken'), problems);
}

/**
 * The entry as stored, in a study and for texts shown in `order`. Refused if an answer is none of the kind's, if a person
 * cannot judge and gives no reason, or if points that the study asks for are missing.
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
      : [problemAt('acceptable', worded('oneAnswer'))]),
    ...acceptableProblems(kind, label, acceptable, order),
    ...(label === CANNOT_JUDGE && !changed && !saysWhy(reason, input.note)
      ? [problemAt('note', worded('whyCannot'))]
      : []),
    ...(reason === null || (label === CANNOT_JUDGE && isCannotJudgeReason(reason))
      ? []
      : [problemAt('reason', worded('giveReason', { reasons: Object.keys(cannotJudgeReasons).join(', ') }))]),
    ...(asked ? pointProblems(points, order.length, asked) : [])
  ];
  if (problems.length > 0) refuse.invalid(worded('verdictNotTaken'), problems);
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
    problemAt(
      'label',
      known === '' ? worded('givePlaces', { texts: order.length }) : worded('oneOfLabels', { labels: known })
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
    : [problemAt('acceptable', worded('furtherOnce'))];
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
  return sound ? [] : [problemAt('points', worded('givePoints', { most }))];
}
