import { deviance, stirlingError } from './gamma.ts';

/** A probability this small multiplies with no count to anything that a double can tell from 0. */
const NEXT_TO_NOTHING = 1e-290;

/** Binomial probability C(n, x) p^x q^(n−x) for real x and n; q = 1 − p is passed so that no digit is lost near 1. */
export const binomialDensity = (x: number, n: number, p: number, q: number): number => {
  if (x < 0 || x > n) return 0;
  if (n === 0) return 1;
  if (p < NEXT_TO_NOTHING) return x === 0 ? 1 : 0;
  if (q < NEXT_TO_NOTHING) return x === n ? 1 : 0;
  if (x === 0) return Math.exp(p < 0.1 ? -deviance(n, n * q) - n * p : n * Math.log(q));
  if (x === n) return Math.exp(q < 0.1 ? -deviance(n, n * p) - n * q : n * Math.log(p));
  const exponent =
    stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * (n - x)));
};

const continuedFraction = (a: number, b: number, x: number): number => {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  if (Math.abs(d) < tiny) d = tiny;
  d = 1 / d;
  let h = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    if (Math.abs(d) < tiny) d = tiny;
    c = 1 + even / c;
    if (Math.abs(c) < tiny) c = tiny;
    d = 1 / d;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    if (Math.abs(d) < tiny) d = tiny;
    c = 1 + odd / c;
    if (Math.abs(c) < tiny) c = tiny;
    d = 1 / d;
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return h;
};

/** x^a y^b / B(a, b), where y = 1 − x. */
const betaPrefix = (a: number, b: number, x: number, y: number): number =>
  (binomialDensity(a, a + b, x, y) * a * b) / (a + b);

/**
 * Regularised incomplete beta function I_x(a, b), the distribution function of the beta distribution, for a, b > 0.
 * `y` is 1 − x, to be given if the caller knows it more exactly. Continued fraction (Lentz); absolute error below 1e-13.
 */
export const betaCdf = (x: number, a: number, b: number, y = 1 - x): number => {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const prefix = betaPrefix(a, b, x, y);
  const value =
    x < (a + 1) / (a + b + 2)
      ? (prefix * continuedFraction(a, b, x)) / a
      : 1 - (prefix * continuedFraction(b, a, y)) / b;
  return Math.min(1, Math.max(0, value));
};

/**
 * Quantile of the beta distribution: the x with I_x(a, b) = p. Newton steps kept inside a shrinking bracket.
 */
export const betaQuantile = (p: number, a: number, b: number): number => {
  if (!(p >= 0 && p <= 1)) throw new Error(`betaQuantile requires p between 0 and 1, got ${p}`);
  if (p === 0 || p === 1) return p;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let i = 0; i < 200; i++) {
    const error = betaCdf(x, a, b) - p;
    if (error === 0) return x;
    if (error < 0) low = x;
    else high = x;
    const density = betaPrefix(a, b, x, 1 - x) / (x * (1 - x));
    let next = x - error / density;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - x) <= 1e-16 * x) return next;
    x = next;
  }
  return x;
};
