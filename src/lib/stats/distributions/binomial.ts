import { betaCdf, binomialDensity } from './beta.ts';

/** P(X = k) of the binomial distribution. */
export const binomialPmf = (k: number, n: number, p: number): number => binomialDensity(k, n, p, 1 - p);

/** P(X ≤ k) of the binomial distribution. */
export const binomialCdf = (k: number, n: number, p: number): number =>
  k < 0 ? 0 : k >= n ? 1 : p <= 0 ? 1 : p >= 1 ? 0 : betaCdf(1 - p, n - k, k + 1, p);

/** Two-sided exact p of k successes in n trials of probability ½: 2·P(X ≤ min(k, n − k)), at most 1. */
export const symmetricBinomialP = (k: number, n: number): number => {
  const least = Math.min(k, n - k);
  if (n > EXACT_UP_TO) return Math.min(1, 2 * binomialCdf(least, n, 0.5));
  let ways = 0;
  for (let i = 0, term = 1; i <= least; i++) {
    ways += term;
    term = Math.round((term * (n - i)) / (i + 1));
  }
  return Math.min(1, ways / 2 ** (n - 1));
};

/** Up to here binomial coefficients times n are whole doubles, and the sum of them is exact. */
const EXACT_UP_TO = 48;
