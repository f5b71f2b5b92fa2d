import { refuse, type Problem } from '../../errors.ts';
import { isLabelOf, keeps, type RatingLabel } from '../vocabulary/labels.ts';
import { chipsOf } from './opinion-chips.ts';
import { keyProblems } from '../work/ratings.ts';
import { decisionBases, type DecisionBasis, type SubjectRecord } from '../records/records.ts';
import { cleanWording, sameWording, wordingFault } from '../vocabulary/wording.ts';

export interface DecisionInput {
  subjectId: string;
  /** Revision of the decision that the person has seen; 0 where there was none. */
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
  const wrong = (column: string, reason: string): void => void problems.push({ row: null, column, reason });
  if (!isLabelOf(subject.kind, input.label)) wrong('label', `This is not a label of a ${subject.kind}.`);
  if (!decisionBases.includes(input.basis)) wrong('basis', 'Choose the source of the wording.');
  const given = cleanWording(input.wording ?? '');
  const wording = given === '' ? subject.wording : given;
  const fault = wordingFault(wording);
  if (fault) wrong('wording', fault);
  const keep = input.keep ?? (isLabelOf(subject.kind, input.label) && keeps(input.label, keepUnnecessary));
  const asItWas = sameWording(wording, subject.wording);
  const wantsNew = input.label === 'modify' || input.label === 'needs-modification';
  if (keep && wantsNew && asItWas)
    wrong('wording', 'The label requires a new wording. Adopt one, merge two or write one.');
  const known = new Set(chipsOf(subject).map(({ id }) => id));
  if (input.sources.some((id) => !known.has(id))) wrong('sources', 'A source is not an opinion on this subject.');
  if (input.basis === 'adopted' && input.sources.length !== 1) wrong('sources', 'Adopt exactly one opinion.');
  if (input.basis === 'merged' && input.sources.length < 2) wrong('sources', 'Merge at least two opinions.');
  const comment = cleanWording(input.comment);
  if (comment.length > 10_000) wrong('comment', 'Write at most 10000 characters.');
  if (problems.length > 0) refuse.invalid('The decision was not saved.', problems);
  return {
    label: input.label,
    keep,
    wording,
    basis: asItWas ? ('as-it-was' as const) : input.basis === 'as-it-was' ? ('own' as const) : input.basis,
    sources: [...new Set(input.sources)],
    comment
  };
}
