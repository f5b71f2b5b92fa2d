import { clusterProportion, type ClusterProportion, type Estimate, type UndefinedReason } from '../../stats/index.ts';
import type { Observation, Units } from './units.ts';

/**
 * A number as it is shown: with what it rests on and the items behind it. Without an interval, `intervalReason` says why.
 */
export type Figure = Estimate & {
  low: number | null;
  high: number | null;
  intervalReason: UndefinedReason | null;
  /** `wilson` and `jackknife-items` take the items as independent: they are for the items of one query. */
  interval: 'wilson-effective' | 'wilson' | 'jackknife' | 'jackknife-items';
  /** Observations; more than items if several people are seen at one item. */
  n: number;
  clusters: number;
  /** Ids of the items behind it. */
  items: readonly string[];
};

export interface Confidence {
  /** Of intervals; default .95. */
  confidence?: number;
}

/** How queries are resampled if no formula gives an error: the choice among candidates, and gates. */
export interface Resampling extends Confidence {
  resamples: number;
  seed: number;
}

/** Share or mean of observations in [0, 1], with Wilson's interval on the effective sample size. */
export function share(
  units: Units,
  observations: readonly Observation[],
  weighted = false,
  confidence = 0.95,
  independent = false
): Figure {
  const result = clusterProportion(
    observations.map(({ value }) => value),
    observations.map(({ unit }) => (independent ? unit : units.cluster[unit]!)),
    { confidence, ...weightsOf(units, observations, weighted) }
  );
  return {
    ...bareEstimate(result),
    low: result.interval?.[0] ?? null,
    high: result.interval?.[1] ?? null,
    intervalReason: result.interval ? null : (result.intervalReason ?? result.reason ?? null),
    interval: independent ? 'wilson' : 'wilson-effective',
    n: result.n,
    clusters: independent ? new Set(observations.map(({ unit }) => units.cluster[unit]!)).size : result.clusters,
    items: itemsOf(units, observations)
  };
}

function weightsOf(
  units: Units,
  observations: readonly Observation[],
  weighted: boolean
): { weights?: readonly number[] } {
  if (!weighted && observations.every(({ part }) => part === undefined)) return {};
  return { weights: observations.map(({ unit, part = 1 }) => part * (weighted ? units.weights[unit]! : 1)) };
}

/** Share of the units of the first list that the second test accepts. */
export const shareWhere = (
  units: Units,
  among: readonly number[],
  test: (unit: number) => boolean,
  { confidence }: Confidence = {}
): Figure =>
  share(
    units,
    among.map((unit) => ({ unit, value: test(unit) ? 1 : 0 })),
    false,
    confidence
  );

const bareEstimate = (result: Estimate): Estimate =>
  result.value === null ? { value: null, reason: result.reason } : { value: result.value };

const itemsOf = (units: Units, seen: readonly { unit: number }[]): string[] => [
  ...new Set(seen.map(({ unit }) => units.ids[unit]!))
];

/** A clustered proportion, such as precision or recall, as a figure of the items that it was seen on. */
export const proportionFigure = (
  units: Units,
  result: ClusterProportion,
  seen: readonly { unit: number }[]
): Figure => ({
  ...bareEstimate(result),
  low: result.interval?.[0] ?? null,
  high: result.interval?.[1] ?? null,
  intervalReason: result.interval ? null : (result.intervalReason ?? result.reason ?? null),
  interval: 'wilson-effective',
  n: result.n,
  clusters: result.clusters,
  items: itemsOf(units, seen)
});
