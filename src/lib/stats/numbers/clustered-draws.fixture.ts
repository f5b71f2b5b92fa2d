import type { Random } from './rng.ts';

/** Draws for simulated clusters, each from the random source given. */

/** Standard normal, by Box and Muller. */
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());

/** Gamma with scale 1, by Marsaglia and Tsang. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.unit()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A cluster's own probability: beta with this mean, so that its items have this intra-cluster correlation. */
export function clusterProbability(random: Random, mean: number, icc: number): number {
  if (icc === 0 || mean === 0 || mean === 1) return mean;
  const size = 1 / icc - 1;
  const [a, b] = [gamma(random, mean * size), gamma(random, (1 - mean) * size)];
  return a + b === 0 ? Number(random.unit() < mean) : a / (a + b);
}

/** Sizes of clusters and correlations within them under which levels are simulated. */
export const clusteredWorlds = [
  { perCluster: 1, icc: 0 },
  { perCluster: 5, icc: 0 },
  { perCluster: 5, icc: 0.3 },
  { perCluster: 10, icc: 0.1 },
  { perCluster: 10, icc: 0.3 },
  { perCluster: 20, icc: 0.1 },
  { perCluster: 20, icc: 0.3 }
];

/** The largest share of so many trials that a true level allows but for two standard errors. */
export const levelWithError = (level: number, trials: number): number =>
  level + 2 * Math.sqrt((level * (1 - level)) / trials);
