import {
  clusterMean,
  effectiveUnits,
  influenceInterval,
  influenceShareInterval,
  sumOfInfluence,
  type ClusterInfluence,
  type InfluenceInterval
} from './cluster-influence.ts';
import { clusterWarnings, type ClusterWarning } from './clusters.ts';
import { weightingErrorOfMean } from './weighting-error.ts';
import { weightingEffect } from '../numbers/design-effect.ts';
import { defined, undefinedBecause, type Estimate, type Label, type Measurements } from '../numbers/estimate.ts';

/** Units that a judge scored, some of which people labelled as well. */
interface PredictedUnits {
  /** People's values; null for units that they were not asked about. */
  human: Measurements;
  /** The judge's values of the same units, without gaps. */
  judge: ArrayLike<number>;
  /** The cluster that each unit belongs to; for us its query. */
  cluster: ArrayLike<Label>;
  /** How much each unit counts in the mean; default 1 each. */
  weights?: ArrayLike<number>;
  /** The chance that each labelled unit had of being labelled; default 1. Others are not looked at. */
  inclusion?: ArrayLike<number | null>;
}

type ClusterPpiMean = Estimate &
  InfluenceInterval & {
    /** How far the judge is relied on: 0 is people's mean alone. */
    lambda: number;
    /** Weighted mean of the judge over all units; of people over those that they labelled. Null without such units. */
    judgeMean: number | null;
    humanMean: number | null;
    /** Units in all, and those labelled. */
    n: number;
    labelled: number;
    /** Clusters that have a labelled unit. */
    clusters: number;
    warnings: ClusterWarning[];
    /** Not cut, for comparing estimates from the same clusters; null if there is no estimate. */
    influence: ClusterInfluence | null;
  };

/**
 * Prediction-powered mean (PPI++) of units that nest in clusters and were labelled with unequal chances: what people would
 * give in the mean over all units, from their labels on some and a judge's scores on all.
 *
 * Formula: with v the weight of a unit and w = v ÷ its chance of being labelled, θ = λ f̄ + ē, where f̄ = Σ v f ÷ Σ v over
 * all units and ē = Σ w (y − λ f) ÷ Σ w over the labelled ones. A cluster's influence is the sum over its units of
 * λ v (f − f̄) ÷ Σ v and, if labelled, w (y − λ f − ē) ÷ Σ w. λ is the one that makes Σ influence² smallest, cut to
 * [0, 1]: 0 if the judge tells nothing, or if everything is labelled. Interval: t, or for shares Wilson's on the
 * effective number of units, which is at least that of people's mean alone; with G labelled clusters on G − 2 degrees of
 * freedom, because λ was fitted (G − 1 with a given λ). If chances are unequal, the error is at least that of as many independent
 * residuals y − λ f with these weights (`weightingError`): .37 of intervals held the truth where 5 of 65 labelled units stood for
 * .85 of all, and .93 with it.
 *
 * The labelled units are part of all units here, where `ppiMean` wants them apart: λ of the one is λ · (n + N) ÷ N of the
 * other, and the estimates are equal.
 *
 * @param options.shares values lie in [0, 1]: the estimate is cut to that, and the interval is Wilson's.
 * @param options.lambda fixed λ instead of tuning it.
 * @returns undefined as `n=0` without a labelled unit. The interval does not know of errors of the judge that no labelled unit
 *   shows: if people and judge agree on all of them it is the judge's own.
 * @throws if lengths differ, a value is not finite, a weight is not positive or a chance is outside (0, 1].
 * Source: Angelopoulos, Duchi and Zrnic 2023, "PPI++"; Särndal, Swensson and Wretman 1992, section 6 (difference estimator).
 */
export const clusterPpiMean = (
  units: PredictedUnits,
  { lambda, shares = false, confidence = 0.95 }: { lambda?: number; shares?: boolean; confidence?: number } = {}
): ClusterPpiMean => {
  const { n, labelled, chances } = checked(units, shares);
  const of = <T>(values: ArrayLike<T>): T[] => labelled.map((i) => values[i]!);
  const clusters = new Set(of(units.cluster)).size;
  const judged = clusterMean(units.judge, units.cluster, units.weights);
  const labelledWeights = labelled.map((i, m) => (units.weights?.[i] ?? 1) / chances[m]!);
  const people = clusterMean(of(units.human) as number[], of(units.cluster), labelledWeights);
  const judgedOfLabelled = clusterMean(of(units.judge), of(units.cluster), labelledWeights);
  const rest = {
    judgeMean: judged?.value ?? null,
    humanMean: people?.value ?? null,
    n,
    labelled: labelled.length,
    clusters,
    warnings: clusterWarnings(clusters)
  };
  if (!judged || !people || !judgedOfLabelled)
    return { ...undefinedBecause('n=0'), ...rest, se: null, interval: null, influence: null, lambda: lambda ?? 0 };

  // θ = ȳ + λ (f̄ of all − f̄ of the labelled).
  const beyond = {
    influence: sumOfInfluence([
      { factor: 1, of: judged },
      { factor: -1, of: judgedOfLabelled }
    ])
  };
  const used = lambda ?? tuned(people.influence, beyond.influence, largest(units.judge));
  const estimate: ClusterInfluence = {
    value: people.value + used * (judged.value - judgedOfLabelled.value),
    influence: sumOfInfluence([
      { factor: 1, of: people },
      { factor: used, of: beyond }
    ]),
    clusters,
    degrees: clusters - (lambda === undefined ? 2 : 1),
    least: weightingErrorOfMean(
      labelled.map((i) => units.human[i]! - used * units.judge[i]!),
      labelledWeights
    )
  };
  const observed = labelled.length / weightingEffect(labelledWeights);
  const least = effectiveUnits(people, { most: observed, observed }) ?? 0;
  return {
    ...defined(shares ? Math.min(1, Math.max(0, estimate.value)) : estimate.value),
    ...rest,
    ...(shares
      ? influenceShareInterval(estimate, { most: n, observed, least }, confidence)
      : influenceInterval(estimate, confidence)),
    lambda: used,
    influence: estimate
  };
};

/** The λ that minimises Σ (people + λ · beyond)² over clusters. */
const tuned = (people: ReadonlyMap<Label, number>, beyond: ReadonlyMap<Label, number>, size: number): number => {
  let [product, squares] = [0, 0];
  for (const [cluster, u] of beyond) {
    product += u * (people.get(cluster) ?? 0);
    squares += u * u;
  }
  return squares <= (1e-12 * size) ** 2 ? 0 : Math.min(1, Math.max(0, -product / squares));
};

const largest = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]!));
  return most;
};

/** Places of the labelled units and their chances of being labelled. */
const checked = (
  { human, judge, cluster, weights, inclusion }: PredictedUnits,
  shares: boolean
): { n: number; labelled: number[]; chances: number[] } => {
  const n = human.length;
  for (const { length } of [judge, cluster, weights ?? human, inclusion ?? human])
    if (length !== n) throw new Error(`clusterPpiMean requires equal lengths, got ${n} and ${length}`);
  const labelled = Array.from({ length: n }, (_, i) => i).filter((i) => human[i] !== null);
  for (const value of shares ? [...Array.from(judge), ...labelled.map((i) => human[i]!)] : [])
    if (!(value >= 0 && value <= 1)) throw new Error(`clusterPpiMean requires shares in [0, 1], got ${value}`);
  const chances = labelled.map((i) => {
    const chance = inclusion ? inclusion[i] : 1;
    if (!(typeof chance === 'number' && chance > 1e-9 && chance <= 1))
      throw new Error(`clusterPpiMean requires the chance of a labelled unit to be in (0, 1], got ${chance}`);
    return chance;
  });
  return { n, labelled, chances };
};
