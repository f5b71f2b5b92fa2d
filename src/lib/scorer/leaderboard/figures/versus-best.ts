import { adjustPValues } from '../../../stats/index.ts';
import { LEAST_QUERIES, whyNotCompared, whyNotPaired } from './enough.ts';
import { type SeriesDifference, differenceOf, type Term } from './series.ts';

/** A system against the best one of a metric, on the queries that both have. */
export interface VersusBest {
  /** Null if no system has enough queries to be the best. */
  best: string | null;
  /** Own value less the best one's on those queries; null if the two are not compared. */
  difference: SeriesDifference | null;
  /** p value, Holm-adjusted over all pairs of systems of the metric; null if there is no difference. */
  pAdjusted: number | null;
  /** Whether the two are not distinguishable at the 5 % level; null if they cannot be compared. True of the best itself. */
  indistinguishable: boolean | null;
  /** Why the two are not compared; absent if they are, and of the best itself. */
  reason?: string;
}

export interface Competitor {
  system: string;
  value: number | null;
  /** Queries that the value rests on. */
  queries: number;
  terms: readonly Term[];
}

const LEVEL = 0.05;

/** The systems with the best value; several if they are equal. */
export const bestOf = (
  systems: readonly { system: string; value: number | null }[],
  better: 'higher' | 'lower'
): string[] => {
  const values = systems.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return [];
  const best = better === 'higher' ? Math.max(...values) : Math.min(...values);
  return systems.flatMap(({ system, value }) => (value !== null && Math.abs(value - best) <= 1e-9 ? [system] : []));
};

/**
 * Every system against the best of them, by paired t tests over common queries.
 *
 * The best was picked by looking, which tests against it alone would not account for: p values are adjusted by Holm over
 * all pairs of systems, so that the chance of any wrong "distinguishable" stays below 5 % whichever turns out best. The
 * intervals of the differences are not adjusted.
 *
 * Systems, and pairs of systems, with fewer than `LEAST_QUERIES` queries are left out of the choice of the best and of the
 * tests.
 *
 * @returns one entry for each system with a value; if several are best, the first of them is the reference.
 */
export const versusBest = (competitors: readonly Competitor[], better: 'higher' | 'lower'): Map<string, VersusBest> => {
  const valued = competitors.filter(({ value }) => value !== null);
  const ranked = valued.filter(({ queries }) => queries >= LEAST_QUERIES);
  const best = bestOf(ranked, better)[0] ?? null;
  const pairs = ranked.flatMap((one, at) =>
    ranked.slice(at + 1).map((other) => ({ one, other, difference: differenceOf(one.terms, other.terms) }))
  );
  const tested = pairs.flatMap(({ one, other, difference }) =>
    difference === null || difference.queries < LEAST_QUERIES ? [] : [{ one, other, difference }]
  );
  const adjusted = adjustPValues(
    tested.map(({ difference }) => difference.p),
    'holm'
  );
  const results = new Map<string, VersusBest>(
    valued.map(({ system, queries }) => [
      system,
      {
        ...{ best, difference: null, pAdjusted: null, indistinguishable: system === best ? true : null },
        ...(queries < LEAST_QUERIES ? { reason: whyNotCompared(queries) } : {})
      }
    ])
  );
  for (const { one, other, difference } of pairs) {
    if (best === null || (one.system !== best && other.system !== best)) continue;
    if (difference !== null && difference.queries >= LEAST_QUERIES) continue;
    const system = one.system === best ? other.system : one.system;
    const reason = whyNotPaired(difference?.queries ?? commonQueries(one, other), best);
    results.set(system, { best, difference: null, pAdjusted: null, indistinguishable: null, reason });
  }
  tested.forEach(({ one, other, difference }, at) => {
    if (one.system !== best && other.system !== best) return;
    const pAdjusted = adjusted[at] ?? 1;
    const indistinguishable = pAdjusted > LEVEL;
    const own = one.system === best ? turned(difference) : difference;
    const system = one.system === best ? other.system : one.system;
    results.set(system, { best, difference: own, pAdjusted, indistinguishable });
  });
  return results;
};

const commonQueries = (one: Competitor, other: Competitor): number => {
  const [first, ...others] = [...one.terms, ...other.terms];
  return first ? [...first.series.keys()].filter((qid) => others.every(({ series }) => series.has(qid))).length : 0;
};

const turned = (difference: SeriesDifference): SeriesDifference => ({
  ...difference,
  value: 0 - difference.value,
  interval: difference.interval && [0 - difference.interval[1], 0 - difference.interval[0]]
});
