import { betaQuantile } from '../distributions/beta.ts';
import { proportionWith, type Proportion } from './proportion.ts';

/**
 * Clopper–Pearson interval of a proportion ("exact"): never covers less than its confidence, often more.
 *
 * Formula: the α/2 quantile of Beta(k, n − k + 1) and the 1 − α/2 quantile of Beta(k + 1, n − k); 0 if k = 0, 1 if
 * k = n.
 *
 * @returns share and interval in [0, 1]; undefined (`n=0`) without trials.
 * @throws if k is not in [0, n].
 * Source: Clopper and Pearson 1934.
 */
export const clopperPearson = (k: number, n: number, confidence = 0.95): Proportion =>
  proportionWith('clopperPearson', k, n, confidence, () => {
    const tail = (1 - confidence) / 2;
    return [k === 0 ? 0 : betaQuantile(tail, k, n - k + 1), k === n ? 1 : betaQuantile(1 - tail, k + 1, n - k)];
  });

/**
 * One-sided Clopper–Pearson upper bound: the largest share not rejected at level 1 − confidence. For error rates.
 *
 * @returns a share in [0, 1]; 1 if k = n or n = 0 (nothing was ruled out).
 */
export const clopperPearsonUpper = (k: number, n: number, confidence = 0.95): number =>
  k >= n ? 1 : betaQuantile(confidence, k + 1, n - k);
