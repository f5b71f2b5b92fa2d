import { betaQuantile } from '../distributions/beta.ts';
import { proportionWith, type Proportion } from './proportion.ts';

/**
 * Jeffreys interval of a proportion: the equal-tailed posterior interval under the prior Beta(½, ½).
 *
 * Formula: the α/2 and 1 − α/2 quantiles of Beta(k + ½, n − k + ½); the end is 0 if k = 0 and 1 if k = n.
 *
 * @returns share and interval in [0, 1]; undefined (`n=0`) without trials.
 * @throws if k is not in [0, n].
 * Source: Brown, Cai and DasGupta 2001.
 */
export const jeffreys = (k: number, n: number, confidence = 0.95): Proportion =>
  proportionWith('jeffreys', k, n, confidence, () => {
    const tail = (1 - confidence) / 2;
    return [
      k === 0 ? 0 : betaQuantile(tail, k + 0.5, n - k + 0.5),
      k === n ? 1 : betaQuantile(1 - tail, k + 0.5, n - k + 0.5)
    ];
  });
