import type { Saying } from '../../messages/sayings.ts';
import { problemAt, type Problem, refuse, worded, fieldSays } from '../../errors.ts';
import { isLabelOf, keeps, type RatingLabel } from '../vocabulary/labels.ts';
import { chipsOf } from './opinion-chips.ts';
import { keyProblems } from '../work/ratings.ts';
import { decisionBases, type DecisionBasis, type SubjectRecord } from '../records/records.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';

export interface DecisionInput {
  subjectId: string;
  /** Revision of the decision that the person has seen; 0 if there was none. */
  basedOn: number;
  label: RatingLabel;
  /** Whether it stays in the dataset; null leaves it to the label and the round's setting. */
  keep: boolean | null;
  /** The final wording; null or empty for the wording as it stands. */
  wording: string | null;
  basis: DecisionBasis;
  /** Ids of the chips whose wording was adopted or merged. */
  sources: readonly string[];
  comment: string;
  seconds: number | null;
  idempotencyKey: string;
}

/** A decision as it is stored; refused with every field that is wrong. */
export function checkedDecision(subject: SubjectRecord, keepUnnecessary: boolean, input: DecisionInput) {
  const problems: Problem[] = keyProblems(input.idempotencyKey);
  const wrong = (column: string, said: Saying): void => void problems.push(problemAt(column, said));
  if (!isLabelOf(subject.kind, input.label))
    problems.push(problemAt('label', fieldSays('notALabel', { kind: subject.kind })));
  if (!decisionBases.includes(input.basis)) wrong('basis', worded('chooseBasis'));
  const given = cleanWording(input.wording ?? '');
  const wording = given === '' ? subject.wording : given;
  const fault = wordingFault(wording);
  if (fault) problems.push(problemAt('wording', fault));
  const keep = input.keep ?? (isLabelOf(subject.kind, input.label) && keeps(input.label, keepUnnecessary));
  const asItWas = sameWording(wording, subject.wording);
  const wantsNew = input.label === 'modify' || input.label === 'needs-modification';
  if (keep && wantsNew && asItWas) wrong('wording', worded('needsWording'));
  const known = new Set(chipsOf(subject).map(({ id }) => id));
  if (input.sources.some((id) => !known.has(id))) wrong('sources', worded('notOpinion'));
  if (input.basis === 'adopted' && input.sources.length !== 1) wrong('sources', worded('adoptOne'));
  if (input.basis === 'merged' && input.sources.length < 2) wrong('sources', worded('mergeTwo'));
  const comment = cleanWording(input.comment);
  if (comment.length > 10_000) wrong('comment', worded('atMostCharacters', { most: 10_000 }));
  if (problems.length > 0) refuse.invalid(worded('decisionNotSaved'), problems);
  return {
    label: input.label,
    keep,
    wording,
    basis: asItWas ? ('as-it-was' as const) : input.basis === 'as-it-was' ? ('own' as const) : input.basis,
    sources: [...new Set(input.sources)],
    comment
  };
}
