import { binomialDensity } from './beta.ts';

/**
 * P(X = x) of x defective items in a sample of n from a lot of N with D defective. By binomial densities (Loader), so
 * that large lots keep their digits.
 */
export const hypergeometricPmf = (x: number, lot: number, defects: number, sample: number): number => {
  if (x < Math.max(0, sample - (lot - defects)) || x > Math.min(sample, defects)) return 0;
  if (sample === 0 || lot === 0) return x === 0 ? 1 : 0;
  const p = sample / lot;
  const q = (lot - sample) / lot;
  const hit = binomialDensity(x, defects, p, q);
  const miss = binomialDensity(sample - x, lot - defects, p, q);
  const all = binomialDensity(sample, lot, p, q);
  return (hit * miss) / all;
};

/** P(X ≤ x) of the hypergeometric distribution: a sum of at most x + 1 terms, each from the one before. */
export const hypergeometricCdf = (x: number, lot: number, defects: number, sample: number): number => {
  const least = Math.max(0, sample - (lot - defects));
  const most = Math.min(sample, defects);
  if (x < least) return 0;
  if (x >= most) return 1;
  let term = hypergeometricPmf(x, lot, defects, sample);
  let sum = term;
  for (let k = x; k > least; k--) {
    term *= (k * (lot - defects - sample + k)) / ((defects - k + 1) * (sample - k + 1));
    sum += term;
    if (term < sum * 1e-18) break;
  }
  return Math.min(1, sum);
};
