import type { Settlement } from '../records/settling.ts';
import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';

/** Everything that happened to a query or item in a round, from its first wording to its last. People are pseudonyms. */
export interface Lineage {
  qid: string;
  kind: SubjectKind;
  /** The item's key; the qid for the query. */
  key: string;
  origin: 'benchmark' | 'appended';
  /** Pseudonym of the person who appended it; null if it was in the benchmark. */
  appendedBy: string | null;
  wordings: { revision: number; text: string; reason: string }[];
  ratings: LineageRating[];
  inspections: { by: string; label: RatingLabel; wording: string | null; comment: string; disagrees: boolean }[];
  /** All decisions, the last of which counts. */
  decisions: { by: string; label: RatingLabel; keep: boolean; wording: string; basis: string; comment: string }[];
  state: Settlement;
  label: RatingLabel | null;
  keep: boolean;
  finalWording: string;
}

interface LineageRating {
  by: string;
  label: RatingLabel;
  wording: string | null;
  comment: string;
  reasons: string[];
  review: { by: string; agrees: boolean; label: RatingLabel; wording: string | null; comment: string } | null;
}
