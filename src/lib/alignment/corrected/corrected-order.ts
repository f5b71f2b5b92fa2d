import { adjustPValues, influenceDifference, withoutRounding, type ClusterInfluence } from '../../stats/index.ts';

/** Two systems by one kind of score, in points. */
interface OrderedPair {
  better: string;
  worse: string;
  difference: number;
  low: number | null;
  high: number | null;
  /** p value, Holm-adjusted over all pairs; null if it cannot be tested. */
  pAdjusted: number | null;
  distinguishable: boolean | null;
}

/** The order in which one kind of score puts the systems. */
export interface CorrectedOrder {
  /** Systems that have a score, the best first; equal ones by name. */
  systems: string[];
  /** Every two of them. */
  pairs: OrderedPair[];
  /** Systems that are not distinguishable from the first, itself among them. */
  top: string[];
}

const LEVEL = 0.05;

/** Scores are cut to 0 … 1 if they are shown: two that are cut are equal. */
const shownValue = ({ value }: ClusterInfluence): number => withoutRounding(Math.min(1, Math.max(0, value)));

/** Orders systems, and says which two can be told apart: t tests over common queries, Holm over all pairs. */
export function orderSystems(
  scores: readonly { system: string; influence: ClusterInfluence | null }[]
): CorrectedOrder {
  const ranked = scores
    .flatMap(({ system, influence }) => (influence === null ? [] : [{ system, influence }]))
    .sort((a, b) => shownValue(b.influence) - shownValue(a.influence) || (a.system < b.system ? -1 : 1));
  const pairs = ranked.flatMap((better, at) =>
    ranked.slice(at + 1).map((worse) => ({
      better: better.system,
      worse: worse.system,
      found: influenceDifference(better.influence, worse.influence)
    }))
  );
  const tested = pairs.flatMap(({ found: { p } }, place) => (p === null ? [] : [{ place, p }]));
  const adjusted = adjustPValues(
    tested.map(({ p }) => p),
    'holm'
  );
  const byPlace = new Map(tested.map(({ place }, i) => [place, adjusted[i]!]));
  const shown = pairs.map(({ better, worse, found }, place): OrderedPair => {
    const pAdjusted = byPlace.get(place) ?? null;
    return {
      better,
      worse,
      difference: 100 * found.value,
      low: found.interval && 100 * found.interval[0],
      high: found.interval && 100 * found.interval[1],
      pAdjusted,
      distinguishable: pAdjusted === null ? null : pAdjusted <= LEVEL
    };
  });
  const [first] = ranked;
  return {
    systems: ranked.map(({ system }) => system),
    pairs: shown,
    top: ranked
      .map(({ system }) => system)
      .filter(
        (system) =>
          system === first!.system ||
          shown.some((pair) => pair.better === first!.system && pair.worse === system && pair.distinguishable !== true)
      )
  };
}

/** Systems whose places differ between two orders, among those that both have. */
export function movedBetween(before: CorrectedOrder, after: CorrectedOrder): string[] {
  const common = before.systems.filter((system) => after.systems.includes(system));
  const later = after.systems.filter((system) => common.includes(system));
  return common.filter((system, place) => later[place] !== system);
}
