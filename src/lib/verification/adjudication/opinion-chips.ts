import type { RatingLabel } from '../vocabulary/labels.ts';
import type { SubjectRecord } from '../records/records.ts';
import { wordDiff, type DiffPart } from '../vocabulary/word-diff.ts';

/** Author of an opinion: an annotator by letter, the reviewer of that annotator's rating, or the inspector. */
export interface OpinionRole {
  role: 'annotator' | 'reviewer' | 'inspector';
  letter: string;
}

/**
 * One opinion as a chip: the label, and the role that gave it. Names are left out, so that adjudicators decide for an opinion,
 * not for a person.
 */
export interface OpinionChip {
  /** To be named as a source of the decision. */
  id: string;
  by: OpinionRole;
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
      const by: OpinionRole = { role: 'annotator', letter };
      const chips = [{ id, by, label, wording, diff: diffTo(wording), comment, reasons }];
      if (review && !review.agrees)
        chips.push({
          id: review.id,
          by: { role: 'reviewer', letter },
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
      by: { role: 'inspector', letter: '' },
      label,
      wording,
      diff: diffTo(wording),
      comment,
      reasons
    }))
  ];
}
