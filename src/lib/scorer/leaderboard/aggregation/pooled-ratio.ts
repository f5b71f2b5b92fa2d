import { jackknifeSums, type Interval, type Jackknife } from '../../../stats/index.ts';

/** Contribution of one report to a ratio of sums. */
export interface Summand {
  /** The query, or whatever makes reports resemble each other. */
  cluster: string;
  above: number;
  below: number;
}

/**
 * Σ above / Σ below with its jackknife interval by cluster. With `below` 1 everywhere it is the mean over reports.
 *
 * @param range Least and largest possible value; value and interval stay between them. Null if there are none.
 * @returns undefined (`n=0`) if nothing is counted; see `jackknifeInterval` for the reasons why there is no interval.
 * @throws if a number is not finite or a denominator is negative
 */
export const pooledRatio = (parts: readonly Summand[], range: Interval | null = [0, 1]): Jackknife => {
  for (const { above, below, cluster } of parts)
    if (!Number.isFinite(above) || !(below >= 0 && Number.isFinite(below)))
      throw new Error(
        `pooledRatio requires finite sums with denominators from 0, got ${above} of ${below} for ${cluster}`
      );
  // Rounding of what is taken away must not leave the range.
  const inside = (value: number): number => (range ? Math.min(range[1], Math.max(range[0], value)) : value);
  return jackknifeSums(
    parts.length,
    parts.map(({ cluster }) => cluster),
    {
      size: 2,
      add: (at, sums, place) => {
        const { above, below } = parts[at]!;
        sums[place]! += above;
        sums[place + 1]! += below;
      },
      value: (sums) => (sums[1]! > 1e-12 ? inside(sums[0]! / sums[1]!) : null)
    },
    { range },
    'zero-denominator'
  );
};
