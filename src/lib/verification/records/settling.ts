import { keeps, type RatingLabel } from '../vocabulary/labels.ts';
import { reviewedLabel, standingInspections, type SubjectRecord } from './records.ts';
import { sameWording } from '../vocabulary/wording.ts';

/** Why a subject is not unanimous. */
export type Conflict =
  /** Annotators gave different labels. */
  | 'labels-differ'
  /** A reviewer disagrees with a rating. */
  | 'review-disagrees'
  /** An inspector gave another label. */
  | 'inspection-disagrees'
  /** It is to be reworded, and the wordings differ. */
  | 'wordings-differ'
  /** One annotator of several found it missing. */
  | 'appended-by-one'
  /** Not everyone wanted has rated it (it was in the archive for a while), or not every rating is reviewed. */
  | 'incomplete';

/** How a subject came to its final form. `open`: a disagreement is not settled; the subject stays in as it was. */
export type Settlement = 'unanimous' | 'adjudicated' | 'open';

/** Outcome of a subject: unanimous, adjudicated, or still open. */
export interface Settled {
  state: Settlement;
  /** Null while open. */
  label: RatingLabel | null;
  /** Open subjects stay in if they were in: an appended one is included only once it is settled. */
  keep: boolean;
  /** The final wording; while open, the wording unchanged. */
  wording: string;
  conflicts: Conflict[];
  /** Share of the pairs of opinions that have the same label, in 0 … 1; null with fewer than two opinions. */
  agreement: number | null;
}

/** A subject with where it stands. */
export interface SettledSubject {
  subject: SubjectRecord;
  settled: Settled;
}

export interface SettlingRules {
  overlap: number;
  keepUnnecessary: boolean;
}

/** All labels of a subject: ratings, reviews that disagree with one, inspections. */
const opinionsOf = (subject: SubjectRecord): RatingLabel[] => [
  ...subject.ratings.map(({ label }) => label),
  ...subject.ratings.flatMap(({ review }) => (review && !review.agrees ? [review.label] : [])),
  ...standingInspections(subject).map(({ label }) => label)
];

/** Settles a subject by its decision; without one, by the unanimous opinion; without that, the subject is open. */
export function settleSubject(subject: SubjectRecord, rules: SettlingRules): Settled {
  const { decision } = subject;
  const conflicts = conflictsOf(subject, rules);
  const agreement = pairsAgreeing(opinionsOf(subject));
  if (decision) {
    const { label, keep, wording } = decision;
    return { state: 'adjudicated', label, keep, wording, conflicts, agreement };
  }
  const label = subject.ratings[0] && reviewedLabel(subject.ratings[0]);
  if (conflicts.length > 0 || label === undefined)
    return {
      state: 'open',
      label: null,
      keep: subject.origin === 'benchmark',
      wording: subject.wording,
      conflicts,
      agreement
    };
  const wording = subject.ratings.find((rating) => rating.wording !== null)?.wording ?? subject.wording;
  return { state: 'unanimous', label, keep: keeps(label, rules.keepUnnecessary), wording, conflicts, agreement };
}

function conflictsOf(subject: SubjectRecord, { overlap, keepUnnecessary }: SettlingRules): Conflict[] {
  const { ratings, origin } = subject;
  const first = ratings[0];
  if (!first || ratings.length < (origin === 'appended' ? 1 : overlap) || ratings.some(({ review }) => review === null))
    return ['incomplete'];
  const conflicts: Conflict[] = [];
  if (ratings.some(({ label }) => label !== first.label)) conflicts.push('labels-differ');
  if (ratings.some(({ review }) => review?.agrees === false)) conflicts.push('review-disagrees');
  if (standingInspections(subject).some(({ label }) => label !== first.label)) conflicts.push('inspection-disagrees');
  const wordings = ratings.map(({ wording }) => wording ?? subject.wording);
  if (keeps(first.label, keepUnnecessary) && wordings.some((wording) => !sameWording(wording, wordings[0]!)))
    conflicts.push('wordings-differ');
  if (origin === 'appended' && overlap > 1) conflicts.push('appended-by-one');
  return conflicts;
}

function pairsAgreeing(labels: readonly RatingLabel[]): number | null {
  const n = labels.length;
  if (n < 2) return null;
  const counts = new Map<RatingLabel, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
}

/** Lowest agreement first; then what has most reasons to be looked at; a single opinion counts as none agreeing. */
export const byNeed = (
  a: { agreement: number | null; conflicts: readonly Conflict[] },
  b: { agreement: number | null; conflicts: readonly Conflict[] }
): number => (a.agreement ?? 0) - (b.agreement ?? 0) || b.conflicts.length - a.conflicts.length;
