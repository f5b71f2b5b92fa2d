import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';
import type { DiffPart } from '../vocabulary/word-diff.ts';

export interface ReviewSubject {
  id: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  /** An annotator appended it as missing; its rating gives the reason. */
  appended: boolean;
  ratings: ReviewedRating[];
}

export interface ReviewedRating {
  ratingId: string;
  /** `A`, `B` … anew for each subject: the same letter is not the same person. */
  alias: string;
  label: RatingLabel;
  wording: string | null;
  /** The rating's wording against the subject's; null if it has none. */
  diff: DiffPart[] | null;
  comment: string;
  reasons: string[];
  review: { agrees: boolean; label: RatingLabel; wording: string | null; comment: string } | null;
  /** It was reviewed before the batch was returned, and not since. */
  again: boolean;
  draft: Record<string, unknown> | null;
  /** To be sent back with drafts and commits (`draft-basis.ts`). */
  basis: string;
}
