import { adjustPValues } from '../../stats/index.ts';
import { type Difference, differenceOf, type Term } from './series.ts';

/** A system against the best one of a metric, on the queries that both have. */
export interface VersusBest {
  best: string;
  /** Own value less the best one's on those queries; null below two of them. */
  difference: Difference | null;
  /** p of no difference, by Holm over all pairs of systems of the metric; null where there is no difference. */
  pAdjusted: number | null;
  /** Whether the two are not distinguishable at the 5 % level; null where they can not be compared. True of the best itself. */
  indistinguishable: boolean | null;
}

export interface Competitor {
  system: string;
  value: number | null;
  terms: readonly Term[];
}

const LEVEL = 0.05;

/** The systems with the best value; several where they are equal. */
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
 * @returns one entry for each system with a value; where several are best, the first of them is the reference.
 */
export const versusBest = (competitors: readonly Competitor[], better: 'higher' | 'lower'): Map<string, VersusBest> => {
  const ranked = competitors.filter(({ value }) => value !== null);
  const [best] = bestOf(ranked, better);
  if (best === undefined) return new Map();
  const pairs = ranked.flatMap((one, at) =>
    ranked.slice(at + 1).map((other) => ({ one, other, difference: differenceOf(one.terms, other.terms) }))
  );
  const tested = pairs.flatMap((pair) => (pair.difference === null ? [] : [{ ...pair, difference: pair.difference }]));
  const adjusted = adjustPValues(
    tested.map(({ difference }) => difference.p),
    'holm'
  );
  const results = new Map<string, VersusBest>(
    ranked.map(({ system }) => [
      system,
      { best, difference: null, pAdjusted: null, indistinguishable: system === best ? true : null }
    ])
  );
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

const turned = (difference: Difference): Difference => ({
  ...difference,
  value: 0 - difference.value,
  interval: difference.interval && [0 - difference.interval[1], 0 - difference.interval[0]]
});
