import { defined, undefinedBecause, type Estimate, type Label, type Ratings } from '../../numbers/estimate.ts';
import { valueCounts } from '../../numbers/value-counts.ts';

/** How far two values are apart: any difference, ranks between them, squared difference, squared relative difference. */
export type AlphaMetric = 'nominal' | 'ordinal' | 'interval' | 'ratio';

type KrippendorffAlpha = Estimate & {
  metric: AlphaMetric;
  /** Units with at least two values, and the values in them. */
  units: number;
  values: number;
  /** Units dropped because they carry fewer than two values. */
  dropped: number;
};

/**
 * Krippendorff's α: agreement of any number of raters, with missing values, on a scale of any level.
 *
 * Formula: α = 1 − Do/De. Over units with m_u ≥ 2 values, counts n_uc and n values in all:
 * Do = Σ_u Σ_{c<k} 2 n_uc n_uk δ_ck / (m_u − 1) / n, De = Σ_{c<k} 2 n_c n_k δ_ck / (n(n − 1)).
 * δ: nominal 1; interval (c − k)²; ratio ((c − k)/(c + k))²; ordinal (Σ_{g=c..k} n_g − (n_c + n_k)/2)².
 * 1 = perfect, 0 = what chance pairs would show, below 0 = systematic disagreement.
 *
 * @param units rows = units, columns = raters, null = missing.
 * @param categories the scale in its order; numbers for interval and ratio (not negative for ratio).
 * @returns undefined as `no-pairable-values` if no unit has two values, as `single-category` if all values in
 *   pairable units are equal (De = 0).
 * @throws if a label is not on the scale, or interval or ratio is asked of a scale that is not numeric.
 * Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability".
 */
export const krippendorffAlpha = (
  units: readonly Ratings[],
  { categories, metric }: { categories: readonly Label[]; metric: AlphaMetric }
): KrippendorffAlpha => alphaFromCounts(valueCounts(units, categories).counts, { categories, metric });

/** Krippendorff's α from units × categories counts, which is how a million ratings are done quickly. */
export const alphaFromCounts = (
  counts: readonly ArrayLike<number>[],
  { categories, metric }: { categories: readonly Label[]; metric: AlphaMetric }
): KrippendorffAlpha => {
  const k = categories.length;
  const total = new Float64Array(k);
  const coincidence = new Float64Array(k * k);
  let n = 0;
  let pairable = 0;
  for (const row of counts) {
    let m = 0;
    for (let c = 0; c < k; c++) m += row[c]!;
    if (m < 2) continue;
    pairable++;
    n += m;
    for (let c = 0; c < k; c++) {
      const count = row[c]!;
      if (count === 0) continue;
      total[c]! += count;
      for (let other = c + 1; other < k; other++) coincidence[c * k + other]! += (2 * count * row[other]!) / (m - 1);
    }
  }
  const rest = { metric, units: pairable, values: n, dropped: counts.length - pairable };
  if (pairable === 0) return { ...undefinedBecause('no-pairable-values'), ...rest };

  const value = alphaOfSums(categories, metric)(total, coincidence);
  return { ...(value === null ? undefinedBecause('single-category') : defined(value)), ...rest };
};

/**
 * α from sums over the pairable units: `total[c]` values in each category, and in the cells c < k of `coincidence`
 * Σ 2 n_uc n_uk / (m_u − 1). Null if De = 0.
 */
export const alphaOfSums =
  (categories: readonly Label[], metric: AlphaMetric) =>
  (total: Float64Array, coincidence: Float64Array): number | null => {
    const k = categories.length;
    const delta = difference(metric, categories, total);
    let n = 0;
    let observed = 0;
    let expected = 0;
    for (let c = 0; c < k; c++) {
      n += total[c]!;
      for (let other = c + 1; other < k; other++) {
        if (total[c] === 0 || total[other] === 0) continue;
        const d = delta(c, other);
        observed += coincidence[c * k + other]! * d;
        expected += 2 * total[c]! * total[other]! * d;
      }
    }
    return expected === 0 ? null : 1 - ((n - 1) * observed) / expected;
  };

const difference = (
  metric: AlphaMetric,
  categories: readonly Label[],
  total: Float64Array
): ((c: number, other: number) => number) => {
  if (metric === 'nominal') return () => 1;
  if (metric === 'ordinal') {
    const upTo = new Float64Array(total.length + 1);
    for (let c = 0; c < total.length; c++) upTo[c + 1] = upTo[c]! + total[c]!;
    return (c, other) => (upTo[other + 1]! - upTo[c]! - (total[c]! + total[other]!) / 2) ** 2;
  }
  const values = categories.map((c) => {
    if (typeof c !== 'number' || (metric === 'ratio' && c < 0))
      throw new Error(
        `krippendorffAlpha (${metric}) requires numbers${metric === 'ratio' ? ' of 0 or more' : ''}, got ${String(c)}`
      );
    return c;
  });
  return metric === 'interval'
    ? (c, other) => (values[c]! - values[other]!) ** 2
    : (c, other) => ((values[c]! - values[other]!) / (values[c]! + values[other]!)) ** 2;
};
