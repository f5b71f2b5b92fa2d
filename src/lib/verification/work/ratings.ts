import { sayingsOf } from '../../messages/sayings.ts';
import type { Saying } from '../../messages/sayings.ts';
import type { Read } from './draft-basis.ts';
import { problemAt, worded, type Problem, fieldSays } from '../../errors.ts';
import { demandsOf, isCriterionOf, isLabelOf, type RatingLabel, type SubjectKind } from '../vocabulary/labels.ts';
import { missingTexts } from '../vocabulary/missing-texts.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';

const missingSays = sayingsOf('missingTexts');
const missing = {
  ...{ writeWording: missingSays('writeWording'), sameWording: missingSays('sameWording') },
  giveReason: missingSays('giveReason')
};

/** A rating as it arrives. A null label takes the person's rating back. */
export interface RatingInput extends Read {
  assignmentId: string;
  subjectId: string;
  /** The wording's revision that the person has read. */
  wordingRevision: number;
  label: RatingLabel | null;
  /** The person's own wording; null or empty for none. */
  wording: string | null;
  comment: string;
  /** Criteria ticked as reasons. */
  reasons: readonly string[];
  /** Time on the subject; null if unknown. */
  seconds: number | null;
  /** A question to the lead, asked together with the rating. */
  question?: string;
  idempotencyKey: string;
}

/** A rating or a reviewer's own label, cleaned. */
interface RatingOpinion {
  label: RatingLabel;
  wording: string | null;
  comment: string;
}

const LONGEST_COMMENT = 10_000;

/** Reads an opinion: its faults, and the opinion as it would be stored. */
export function readOpinion(
  kind: SubjectKind,
  current: string,
  input: { label: string; wording: string | null; comment: string }
): { opinion: RatingOpinion | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const wrong = (column: string, wording: Saying): void => void problems.push(problemAt(column, wording));
  const { label } = input;
  if (!isLabelOf(kind, label))
    return {
      opinion: null,
      problems: [problemAt('label', fieldSays('notALabel', { kind }), label)]
    };
  const demands = demandsOf(kind, label);
  const given = cleanWording(input.wording ?? '');
  const comment = cleanWording(input.comment);
  const wording = given === '' || demands.wording === 'none' || sameWording(given, current) ? null : given;
  const fault = wording === null ? null : wordingFault(wording);
  if (fault) wrong('wording', fault);
  for (const [column, reason] of Object.entries(missingTexts(demands, current, input, missing))) wrong(column, reason);
  if (comment.length > LONGEST_COMMENT) wrong('comment', worded('atMostCharacters', { most: LONGEST_COMMENT }));
  return { opinion: problems.length > 0 ? null : { label, wording, comment }, problems };
}

/** Reasons that are criteria of the kind, each once, in the order given. */
export function reasonProblems(kind: SubjectKind, reasons: readonly string[]): Problem[] {
  return reasons
    .filter((name) => !isCriterionOf(kind, name))
    .map((name) => problemAt('reasons', fieldSays('notACriterion', { kind }), name));
}

export function keyProblems(idempotencyKey: string): Problem[] {
  if (typeof idempotencyKey === 'string' && idempotencyKey !== '' && idempotencyKey.length <= 100) return [];
  return [problemAt('idempotencyKey', worded('sendKey'))];
}

/** A time that can have been spent on a subject; null for what cannot. */
export const soundSeconds = (seconds: number | null): number | null =>
  seconds !== null && Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : null;
