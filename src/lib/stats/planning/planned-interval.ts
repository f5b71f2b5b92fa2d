import { designEffect } from '../numbers/design-effect.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';
import {
  ONE_CANDIDATE,
  plannedCritical,
  sharePassProbability,
  type PlannedContenders
} from '../selection/planned-selection.ts';
import { assumedEffect } from '../proportions/share-lower-bound.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

/** Clusters of a planned study: how many items each has, and how alike they are. */
interface PlannedClusters {
  /** Items of a cluster, 1 or more. */
  size: number;
  /** Intra-cluster correlation in [0, 1]. */
  icc: number;
}

/** Independent items that tell as much as planned clustered ones: items / design effect. */
export const plannedEffectiveItems = (items: number, { size, icc }: PlannedClusters): number =>
  items / designEffect(size, icc);

/**
 * The interval that `clusterProportion` will give for so many items at a share of p: Wilson on the effective sample size
 * with the t quantile on clusters − 1 degrees of freedom.
 *
 * @param items planned, in `items / size` clusters.
 * @returns null with fewer than two clusters, for which there is no interval.
 * @throws if p is not in [0, 1] or a size is out of range.
 */
export const plannedInterval = (
  p: number,
  items: number,
  clusters: PlannedClusters,
  confidence = 0.95
): Interval | null => {
  if (!(p >= 0 && p <= 1)) throw new Error(`plannedInterval requires a share in [0, 1], got ${p}`);
  const count = Math.floor(items / clusters.size + 1e-9);
  if (count < 2) return null;
  const [low, high] = wilsonInterval(
    p,
    plannedEffectiveItems(items, clusters),
    studentQuantile(0.5 + confidence / 2, count - 1)
  );
  return [Math.max(0, low), Math.min(1, high)];
};

/**
 * Fewest clusters at which the lower end of `plannedInterval` reaches a target, if the share that is observed is p.
 *
 * @returns undefined (`not-attainable`) if p does not lie above the target or more than 100,000 clusters are needed.
 */
export const clustersForLowerBound = (
  p: number,
  target: number,
  clusters: PlannedClusters,
  confidence = 0.95
): Estimate => {
  const reaches = (count: number): boolean =>
    plannedInterval(p, count * clusters.size, clusters, confidence)![0] >= target;
  if (!(p > target) || !reaches(MOST_CLUSTERS)) return undefinedBecause('not-attainable');
  let low = 2;
  let high = MOST_CLUSTERS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return defined(low);
};

const MOST_CLUSTERS = 100_000;
const MOST_FOR_POWER = 20_000;

/**
 * Probability that the lower bound of the best candidate reaches a target, if its true share is p: `sharePassProbability` with
 * the design effect of the plan, the bound being that of the gate. If several are equally good, the chance is that of
 * `chanceOfLuckiest`.
 *
 * @param contenders candidates that the study will not tell apart, which raise the critical value; by default there are none.
 * @returns 0 with fewer than two clusters or less than one effective item.
 */
export const clusteredLowerBoundPower = (
  p: number,
  target: number,
  items: number,
  clusters: PlannedClusters,
  confidence = 0.95,
  contenders: PlannedContenders = ONE_CANDIDATE
): number => {
  const count = Math.floor(items / clusters.size + 1e-9);
  if (count < 2 || plannedEffectiveItems(items, clusters) < 1) return 0;
  return sharePassProbability(p, {
    ...{ items, target, clusters: count },
    designEffect: designEffect(clusters.size, clusters.icc),
    assumed: assumedEffect(clusters.size),
    critical: plannedCritical(contenders, count, confidence)
  });
};

/**
 * Fewest clusters from which on `clusteredLowerBoundPower` has the wanted value.
 *
 * @returns undefined (`not-attainable`) if p does not lie above the target, or more than 20,000 are needed.
 */
export const clustersForLowerBoundPower = (
  p: number,
  target: number,
  power: number,
  clusters: PlannedClusters,
  confidence = 0.95,
  contenders: PlannedContenders = ONE_CANDIDATE
): Estimate => {
  if (!(power > 0 && power < 1)) throw new Error(`clustersForLowerBoundPower requires a power in (0, 1), got ${power}`);
  const reaches = (count: number): boolean =>
    clusteredLowerBoundPower(p, target, count * clusters.size, clusters, confidence, contenders) >= power;
  if (!(p > target)) return undefinedBecause('not-attainable');
  let high = 2;
  while (high <= MOST_FOR_POWER && !reaches(high)) high *= 2;
  if (high > MOST_FOR_POWER) return undefinedBecause('not-attainable');
  for (let low = high / 2; high - low > 1;) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  // The power goes up and down in teeth: look downwards from well above a size that is enough.
  let count = Math.ceil(1.1 * high) + Math.ceil(200 / clusters.size);
  if (!reaches(count)) return undefinedBecause('not-attainable');
  while (count >= 2 && reaches(count)) count--;
  return defined(count + 1);
};
