import { normalInterval } from './chance-corrected.ts';
import { defined, undefinedBecause, type Estimate, type Interval, type Label } from '../../numbers/estimate.ts';
import { agreementWeights, type WeightScheme } from '../../numbers/scale.ts';

/** A chance-corrected coefficient of any number of raters. */
export type ManyRaters = Estimate & {
  weights: WeightScheme;
  po: number | null;
  pe: number | null;
  /** Null with a single unit, which shows no spread between units. */
  se: number | null;
  interval: Interval | null;
  /** Units with at least one rating, and those with at least two, on which observed agreement rests. */
  rated: number;
  units: number;
  dropped: number;
};

/** Chance agreement of a coefficient: pe, and the part of pe that one rating in each category contributes. */
interface Chance {
  pe: Estimate;
  perRating: readonly number[];
}

/**
 * The estimator that Fleiss' κ and Gwet's AC share for raw ratings with missing values; they differ in `chance` only.
 * Source: Gwet 2014, chapters 2 to 5.
 */
export const rawAgreement = (
  counts: readonly ArrayLike<number>[],
  options: { categories?: readonly Label[]; weights?: WeightScheme; confidence?: number },
  chance: (given: { pi: number[]; w: number[][] }) => Chance
): ManyRaters => {
  const k = options.categories?.length ?? counts[0]?.length ?? 0;
  const categories = options.categories ?? Array.from({ length: k }, (_, c) => c + 1);
  const weights = options.weights ?? 'unweighted';
  if (counts.some((row) => row.length !== k)) throw new Error(`Counts over ${k} categories require ${k} columns`);
  const rows = counts.map((row) => Array.from(row));
  const bad = rows.flat().find((c) => !(Number.isFinite(c) && c >= 0));
  if (bad !== undefined) throw new Error(`Counts must be 0 or more, got ${bad}`);

  const rated = rows.filter((row) => row.some((c) => c > 0));
  const size = rated.map((row) => row.reduce((sum, c) => sum + c, 0));
  const units = size.filter((r) => r >= 2).length;
  const rest = { weights, rated: rated.length, units, dropped: rows.length - units };
  const none = { po: null, pe: null, se: null, interval: null };
  if (units === 0) return { ...undefinedBecause('no-pairable-values'), ...rest, ...none };

  const w = agreementWeights(categories, weights);
  const n = rated.length;
  const pi = categories.map((_, c) => rated.reduce((sum, row, u) => sum + row[c]! / size[u]!, 0) / n);
  const agreement = rated.map((row, u) => {
    const r = size[u]!;
    if (r < 2) return 0;
    const sum = row.reduce((s, count, c) => s + count * (row.reduce((t, other, l) => t + w[c]![l]! * other, 0) - 1), 0);
    return sum / (r * (r - 1));
  });
  const po = agreement.reduce((sum, a) => sum + a, 0) / units;
  const { pe: expected, perRating } = chance({ pi, w });
  if (expected.value === null) return { ...undefinedBecause(expected.reason), ...rest, ...none, po, pe: 1 };

  const pe = expected.value;
  const value = (po - pe) / (1 - pe);
  if (n < 2) return { ...defined(value), ...rest, ...none, po, pe };
  let squares = 0;
  for (const [u, row] of rated.entries()) {
    const own = size[u]! >= 2 ? ((n / units) * (agreement[u]! - pe)) / (1 - pe) : 0;
    const chanceOfUnit = row.reduce((sum, count, c) => sum + count * perRating[c]!, 0) / size[u]!;
    squares += (own - (2 * (1 - value) * (chanceOfUnit - pe)) / (1 - pe) - value) ** 2;
  }
  const se = Math.sqrt(squares / (n * (n - 1)));
  return { ...defined(value), ...rest, po, pe, se, interval: normalInterval(value, se, options.confidence ?? 0.95) };
};
