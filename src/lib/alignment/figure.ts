import {
  clusterBootstrapOf,
  clusterProportion,
  cohenKappaFromTable,
  groupClusters,
  gwetACFromTable,
  seededRandom,
  type Estimate,
  type UndefinedReason
} from '../stats/index.ts';
import { observe, type Codes, type Observation, type Units, type Values } from './units.ts';

/**
 * A number as it is shown: with what it rests on and the items behind it. Without an interval, `intervalReason` says why.
 */
export type Figure = Estimate & {
  low: number | null;
  high: number | null;
  intervalReason: UndefinedReason | null;
  interval: 'wilson-effective' | 'cluster-bootstrap';
  /** Observations; more than items where several people are seen at one item. */
  n: number;
  clusters: number;
  /** Resamples on which a bootstrapped figure was undefined, and which were drawn again. */
  redrawn: number;
  /** Ids of the items behind it. */
  items: readonly string[];
};

/** How intervals are resampled. Every figure starts from the same seed, so all see the same resamples of the queries. */
export interface Resampling {
  resamples: number;
  seed: number;
}

/** Share or mean of observations in [0, 1], with Wilson's interval on the effective sample size. */
export function share(units: Units, observations: readonly Observation[], weighted = false, confidence = 0.95): Figure {
  const result = clusterProportion(
    observations.map(({ value }) => value),
    observations.map(({ unit }) => units.cluster[unit]!),
    { confidence, ...(weighted ? { weights: observations.map(({ unit }) => units.weights[unit]!) } : {}) }
  );
  return {
    ...estimate(result),
    low: result.interval?.[0] ?? null,
    high: result.interval?.[1] ?? null,
    intervalReason: result.interval ? null : (result.intervalReason ?? result.reason ?? null),
    interval: 'wilson-effective',
    n: result.n,
    clusters: result.clusters,
    redrawn: 0,
    items: itemsOf(units, observations)
  };
}

export const meanOf = (units: Units, values: Values): Figure => share(units, observe(values));

/** Share of the units of the first list that the second test accepts. */
export const shareWhere = (units: Units, among: readonly number[], test: (unit: number) => boolean): Figure =>
  share(
    units,
    among.map((unit) => ({ unit, value: test(unit) ? 1 : 0 }))
  );

/** Two yes/no codes seen at one unit. */
export interface CodePair {
  unit: number;
  a: 0 | 1;
  b: 0 | 1;
}

export const pairCodes = (a: Codes, b: Codes): CodePair[] =>
  a.flatMap((left, unit) => {
    const right = b[unit] ?? null;
    return left === null || right === null ? [] : [{ unit, a: left, b: right }];
  });

/** Cohen's κ and Gwet's AC1 of two codings, with percentile intervals over resampled queries. */
export function chanceCorrected(
  units: Units,
  pairs: readonly CodePair[],
  resampling: Resampling
): { kappa: Figure; ac1: Figure } {
  const grouped = groupClusters(pairs.map(({ unit }) => units.cluster[unit]!));
  const tables = new Float64Array(grouped.names.length * 4);
  for (const [i, { a, b }] of pairs.entries()) tables[grouped.of[i]! * 4 + a * 2 + b]!++;
  const items = itemsOf(units, pairs);

  const figure = (statistic: (table: number[][]) => Estimate): Figure => {
    let reason: UndefinedReason = 'no-pairs';
    const result = clusterBootstrapOf(
      grouped,
      (drawn) => {
        let [nn, ny, yn, yy] = [0, 0, 0, 0];
        for (let i = 0; i < drawn.length; i++) {
          const at = drawn[i]! * 4;
          nn += tables[at]!;
          ny += tables[at + 1]!;
          yn += tables[at + 2]!;
          yy += tables[at + 3]!;
        }
        const value = statistic([
          [nn, ny],
          [yn, yy]
        ]);
        if (value.value === null) reason = value.reason;
        return value.value;
      },
      { random: seededRandom(resampling.seed), replicates: resampling.resamples }
    );
    return {
      ...(result.value === null ? { value: null, reason } : { value: result.value }),
      low: result.interval?.[0] ?? null,
      high: result.interval?.[1] ?? null,
      intervalReason: result.interval ? null : result.value === null ? reason : (result.intervalReason ?? null),
      interval: 'cluster-bootstrap',
      n: pairs.length,
      clusters: grouped.names.length,
      redrawn: result.redrawn,
      items
    };
  };
  return {
    kappa: figure((table) => cohenKappaFromTable(table)),
    ac1: figure((table) => gwetACFromTable(table))
  };
}

const estimate = (result: Estimate): Estimate =>
  result.value === null ? { value: null, reason: result.reason } : { value: result.value };

const itemsOf = (units: Units, seen: readonly { unit: number }[]): string[] => [
  ...new Set(seen.map(({ unit }) => units.ids[unit]!))
];
