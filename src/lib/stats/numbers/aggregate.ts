import { measurement } from './complete-pairs.ts';
import type { Label, Measurements, Ratings } from './estimate.ts';
import { quantileOfSorted } from './quantile.ts';

/**
 * One value for an item that several people rated: mean, median (of the two middle ones the mean), and mode.
 *
 * The mode is null if two labels share the highest count: the tie policy is the caller's to declare.
 *
 * @param ratings numbers, null = missing.
 * @returns all null if nothing was rated; n = ratings used.
 * @throws if a value is not finite.
 */
export const aggregateRatings = (
  ratings: Measurements
): { mean: number | null; median: number | null; mode: number | null; n: number } => {
  const values = Array.from(ratings)
    .filter((v) => v !== null)
    .map((v) => measurement('aggregateRatings', v));
  const n = values.length;
  if (n === 0) return { mean: null, median: null, mode: null, n };
  const sorted = [...values].sort((a, b) => a - b);
  const mean = values.reduce((sum, v) => sum + v, 0) / n;
  return { mean, median: quantileOfSorted(sorted, 0.5), mode: majorityLabel(values) as number | null, n };
};

/** The label given most often; null if two share the highest count, or nothing was given. */
export const majorityLabel = (labels: Ratings): Label | null => {
  const counts = new Map<Label, number>();
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const leaders = [...counts].filter(([, count]) => count === most);
  return leaders.length === 1 ? leaders[0]![0] : null;
};
