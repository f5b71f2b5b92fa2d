import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';
import type { Stage } from '../vocabulary/stages.ts';

/** Data of a subject, with names: for rules and for the lead. It stays on the server; pages get views of it. */
export interface SubjectRecord {
  id: string;
  roundQueryId: string;
  queryId: string;
  qid: string;
  domain: string | null;
  category: string | null;
  stage: Stage;
  batchId: string;
  kind: SubjectKind;
  itemId: string | null;
  /** Whether it is in the archive, itself or with its query: then nothing is decided about it. */
  archived: boolean;
  /** Whether annotation, review and the next inspection hand it out: not if the item itself is in the archive. */
  isHandedOut: boolean;
  key: string;
  origin: 'benchmark' | 'appended';
  appendedBy: string | null;
  wording: string;
  revision: number;
  /** Standing ratings of annotators: the last revision of each, without those taken back. */
  ratings: RatingRecord[];
  /** Inspectors' ratings, over all inspections. */
  inspections: InspectionRecord[];
  /** The last decision; null before there is one, and after the query was opened again. */
  decision: DecisionRecord | null;
  /** Number of the last decision, whether it counts or not; 0 before the first. */
  decisions: number;
}

export interface OpinionRecord {
  id: string;
  userId: string;
  label: RatingLabel;
  wording: string | null;
  comment: string;
  reasons: string[];
  seconds: number | null;
  at: number;
  /** The wording that the person read. */
  wordingRevision: number;
}

export interface InspectionRecord extends OpinionRecord {
  /** What the inspection drew of the subject: the labels of ratings after review, as they were when it was drawn. */
  drawn: RatingLabel[];
}

export interface RatingRecord extends OpinionRecord {
  /** The review of this very revision; null before there is one. */
  review: ReviewRecord | null;
}

export interface ReviewRecord {
  id: string;
  userId: string;
  agrees: boolean;
  /** The rating's own if the reviewer agrees. */
  label: RatingLabel;
  wording: string | null;
  comment: string;
  seconds: number | null;
  at: number;
}

export interface DecisionRecord {
  id: string;
  revision: number;
  userId: string;
  label: RatingLabel;
  keep: boolean;
  wording: string;
  basis: DecisionBasis;
  sources: string[];
  comment: string;
  seconds: number | null;
  at: number;
}

export const decisionBases = ['as-it-was', 'adopted', 'merged', 'own'] as const;
export type DecisionBasis = (typeof decisionBases)[number];

/** Inspectors' ratings of the present wording: those of an earlier one do not differ from what people say of this one. */
export const standingInspections = ({ inspections, revision }: SubjectRecord): InspectionRecord[] =>
  inspections.filter(({ wordingRevision }) => wordingRevision === revision);

/** A rating's label after its review. */
export const reviewedLabel = (rating: RatingRecord): RatingLabel => rating.review?.label ?? rating.label;
