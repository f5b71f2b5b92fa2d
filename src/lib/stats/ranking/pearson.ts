import { completePairs, type CompletePairs } from '../numbers/complete-pairs.ts';
import { criticalZ } from '../distributions/normal.ts';
import { studentTwoSided } from '../distributions/student-t.ts';
import { defined, undefinedBecause, type Estimate, type Interval, type Measurements } from '../numbers/estimate.ts';

export type Correlation = Estimate & {
  n: number;
  dropped: number;
  /** Two-sided p of the hypothesis of no association, by t on n − 2 degrees of freedom; null below n = 3. */
  p: number | null;
  /** Fisher's interval; null below n = 4 and for −1 and 1. */
  interval: Interval | null;
};

/**
 * Pearson's product-moment correlation r.
 *
 * Formula: Σ(x − x̄)(y − ȳ) / √(Σ(x − x̄)² Σ(y − ȳ)²), in two passes, so that a shift of the data changes nothing.
 * p from t = r√((n − 2)/(1 − r²)); interval tanh(artanh r ± z/√(n − 3)).
 *
 * @param x, y measurements of the same items, null = missing (pairwise deletion).
 * @returns undefined as `n<2`, or as `zero-variance` if one of them is constant. −1 and 1 have p = 0 and no interval,
 *   which would have no width.
 * @throws if the lengths differ or a value is not finite.
 * Source: Pearson 1896; Fisher 1921.
 */
export const pearson = (x: Measurements, y: Measurements, confidence = 0.95): Correlation => {
  const pairs = completePairs('pearson', x, y);
  return correlate(pairs, confidence, () => 1 / (pairs.n - 3));
};

/** r of complete pairs, with p and an interval whose variance on Fisher's scale is given. */
export const correlate = (
  { x, y, n, dropped }: CompletePairs,
  confidence: number,
  fisherVariance: (r: number) => number
): Correlation => {
  const none = { n, dropped, p: null, interval: null };
  if (n < 2) return { ...undefinedBecause('n<2'), ...none };
  const value = product(deviations(x), deviations(y));
  if (value === null) return { ...undefinedBecause('zero-variance'), ...none };
  if (n < 3) return { ...defined(value), ...none };
  if (Math.abs(value) === 1) return { ...defined(value), ...none, p: 0 };
  const p = studentTwoSided(value * Math.sqrt((n - 2) / ((1 - value) * (1 + value))), n - 2);
  if (n < 4) return { ...defined(value), n, dropped, p, interval: null };
  const reach = criticalZ(confidence) * Math.sqrt(fisherVariance(value));
  const z = Math.atanh(value);
  return { ...defined(value), n, dropped, p, interval: [Math.tanh(z - reach), Math.tanh(z + reach)] };
};

/**
 * Deviations from the mean, scaled by a power of two (which is exact) to a largest size between 1 and 2, so that neither
 * tiny nor huge units lose digits. Null if the values are all equal.
 */
const deviations = (values: Float64Array): Float64Array | null => {
  let low = values[0]!;
  let high = low;
  for (let i = 1; i < values.length; i++) {
    const v = values[i]!;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (low === high) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! - low;
  const mean = sum / values.length;
  const scale = 2 ** -Math.max(-1000, Math.min(1000, Math.floor(Math.log2(high - low))));
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = (values[i]! - low - mean) * scale;
  return result;
};

const product = (x: Float64Array | null, y: Float64Array | null): number | null => {
  if (!x || !y) return null;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i++) {
    xy += x[i]! * y[i]!;
    xx += x[i]! * x[i]!;
    yy += y[i]! * y[i]!;
  }
  if (xx === 0 || yy === 0) return null;
  const r = xy / (Math.sqrt(xx) * Math.sqrt(yy));
  return Math.abs(r) > 1 - 1e-15 ? Math.sign(r) : r;
};
