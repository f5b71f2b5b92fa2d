import type { ForeignSummary } from '$lib/exchange/neighbours/read-foreign.ts';
import type { RatingsLayout } from '$lib/exchange/ratings/ratings-collector.ts';
import type { TakenColumn } from '$lib/exchange/ratings/ratings-preview.ts';

/** Possible roles of a column of the file, in the order of the form. */
export const columnsOfRatings: readonly TakenColumn[] = [
  'item',
  'rater',
  'cluster',
  'system',
  'category',
  'stratum',
  'probability'
];

/** `person`, `judge`, or in a wide table a column that is `neither`. */
export type RaterRole = 'person' | 'judge' | 'neither';

/** Input of a person so far, as it returns to the form. */
export interface TypedRatings {
  file: string;
  content: string;
  name: string;
  metric: string;
  layout: RatingsLayout | '';
  columns: { [Column in TakenColumn]?: string };
  labels: string[];
  roles: Record<string, RaterRole>;
  level: string;
  scale: string;
  withoutValue: string;
  /** The tool that wrote the file, with its contents and the ignored content; null for a table. */
  foreign: ForeignSummary | null;
  /** Scales of columns of labels, as they are written; empty for a table, which has one scale. */
  scales: Record<string, string>;
}
