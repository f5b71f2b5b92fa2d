import type { RatingLabel } from '../vocabulary/labels.ts';
import type { SubjectRecord } from '../records/records.ts';
import { wordDiff, type DiffPart } from '../vocabulary/word-diff.ts';

/** One opinion as a chip: what was said, and by which role. Names are left out, so that nobody decides for a person. */
export interface OpinionChip {
  /** To be named as a source of the decision. */
  id: string;
  /** `Annotator A`, `Reviewer of A`, `Inspector`. */
  by: string;
  label: RatingLabel;
  wording: string | null;
  diff: DiffPart[] | null;
  comment: string;
  reasons: string[];
}

/** Everything that was said of a subject, by role: ratings, reviews that disagree, inspections. */
export function chipsOf(subject: SubjectRecord): OpinionChip[] {
  const diffTo = (wording: string | null): DiffPart[] | null =>
    wording === null ? null : wordDiff(subject.wording, wording);
  return [
    ...subject.ratings.flatMap((rating, i): OpinionChip[] => {
      const letter = String.fromCharCode(65 + (i % 26));
      const { id, label, wording, comment, reasons, review } = rating;
      const chips = [{ id, by: `Annotator ${letter}`, label, wording, diff: diffTo(wording), comment, reasons }];
      if (review && !review.agrees)
        chips.push({
          id: review.id,
          by: `Reviewer of ${letter}`,
          label: review.label,
          wording: review.wording,
          diff: diffTo(review.wording),
          comment: review.comment,
          reasons: []
        });
      return chips;
    }),
    ...subject.inspections.map(({ id, label, wording, comment, reasons }): OpinionChip => ({
      id,
      by: 'Inspector',
      label,
      wording,
      diff: diffTo(wording),
      comment,
      reasons
    }))
  ];
}
