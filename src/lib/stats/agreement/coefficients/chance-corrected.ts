import { confusion, confusionFromCounts, type Confusion } from './confusion.ts';
import { criticalZ } from '../../distributions/normal.ts';
import type { Estimate, Interval, Label, Ratings } from '../../numbers/estimate.ts';
import type { WeightScheme } from '../../numbers/scale.ts';

/**
 * A coefficient of agreement corrected for chance, (po − pe) / (1 − pe), with what it is made of. Show the weights wherever
 * the value is shown: a weighted coefficient that does not name its weights cannot be read.
 */
export type ChanceCorrected = Estimate & {
  weights: WeightScheme;
  /** Observed (weighted) agreement. */
  po: number | null;
  /** Agreement expected by chance under the coefficient's own model. */
  pe: number | null;
  /** Large-sample standard error. */
  se: number | null;
  /** value ± z·se; not cut off at 1, so that a small sample shows as one. */
  interval: Interval | null;
  n: number;
  dropped: number;
};

export interface AgreementOptions {
  /** The declared scale; numeric categories are weighted by value, others by place. */
  categories: readonly Label[];
  /** Default `unweighted`. */
  weights?: WeightScheme;
  /** Of the interval; default .95. */
  confidence?: number;
}

export type TableOptions = Omit<AgreementOptions, 'categories'> & { categories?: readonly Label[] };

/** Data from which every coefficient is computed. */
export interface AgreementData {
  table: Confusion;
  weights: WeightScheme;
  confidence: number;
}

/** The table of two raters' labels and the options with their defaults. */
export const fromRatings = (a: Ratings, b: Ratings, options: AgreementOptions): AgreementData => ({
  table: confusion(a, b, options.categories),
  weights: options.weights ?? 'unweighted',
  confidence: options.confidence ?? 0.95
});

/** A table given as counts and the options with their defaults. */
export const fromCounts = (counts: readonly (readonly number[])[], options: TableOptions): AgreementData => ({
  table: confusionFromCounts(counts, options.categories),
  weights: options.weights ?? 'unweighted',
  confidence: options.confidence ?? 0.95
});

/** value ± z·se. */
export const normalInterval = (value: number, se: number, confidence: number): Interval | null => {
  if (se <= 1e-12 * Math.max(1, Math.abs(value))) return null;
  const reach = criticalZ(confidence) * se;
  return [value - reach, value + reach];
};
