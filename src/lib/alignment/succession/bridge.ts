import { influenceInterval, withoutRounding, type ClusterInfluence, type Interval } from '../../stats/index.ts';
import { orderSystems, type CorrectedOrder } from '../corrected/corrected-order.ts';

/** A report that both ensembles scored, in shares of the metric's scale. */
export interface ScoredReport {
  system: string;
  query: string;
  adopted: number;
  candidate: number;
}

interface Change {
  n: number;
  adopted: number;
  candidate: number;
  change: number;
  /** By query; null below two queries, and if all reports change alike. */
  interval: Interval | null;
}

/** A system's place on a leaderboard. */
export interface PlacedSystem {
  system: string;
  /** First and last rank that paired tests leave it, Holm-adjusted. */
  from: number;
  to: number;
  /** Not distinguishable from the first. */
  top: boolean;
  /** A share of the metric's scale. */
  value: number;
  interval: Interval | null;
}

/** A leaderboard: the order of its systems, the best first, with their figures. */
export interface PlacedBoard extends CorrectedOrder {
  rows: PlacedSystem[];
}

/** Leaderboards of the same systems under two ensembles. */
export interface BothBoards {
  adopted: PlacedBoard;
  candidate: PlacedBoard;
  /** Pairs of systems that both ensembles tell apart, and those of them that keep their order. */
  pairs: { both: number; kept: number; all: number };
  /** The others: `better` with the adopted ensemble. */
  turned: { better: string; worse: string }[];
}

/** How scores as judged move from one ensemble to the other, and what becomes of the order. */
export interface Bridge extends BothBoards {
  systems: (Change & { system: string })[];
  all: Change | null;
}

/** @param reports those that both scored: one of each system on a query. */
export function bridgeOf(reports: readonly ScoredReport[]): Bridge {
  const bySystem = [...Map.groupBy(reports, ({ system }) => system)];
  const sides = (['adopted', 'candidate'] as const).map((side) => {
    const scores = bySystem.map(([system, own]) => ({ system, influence: meanOf(own, (report) => report[side]) }));
    const figures = new Map(
      scores.map(({ system, influence }) => [
        system,
        { value: influence.value, interval: cut(influenceInterval(influence).interval) }
      ])
    );
    return placeSystems(orderSystems(scores), figures);
  });
  return {
    systems: bySystem
      .map(([system, own]) => ({ system, ...changeOf(own)! }))
      .sort((a, b) => withoutRounding(b.adopted) - withoutRounding(a.adopted) || (a.system < b.system ? -1 : 1)),
    all: changeOf(reports),
    ...bothBoards(sides[0]!, sides[1]!)
  };
}

/** Two leaderboards beside one another, and what becomes of the order of systems that both tell apart. */
export function bothBoards(adopted: PlacedBoard, candidate: PlacedBoard): BothBoards {
  const later = new Map(
    candidate.pairs.flatMap(({ better, worse, distinguishable }) => (distinguishable ? [[pairOf(better, worse), better]] : [])) // prettier-ignore
  );
  const both = adopted.pairs.filter(
    ({ better, worse, distinguishable }) => distinguishable && later.has(pairOf(better, worse))
  );
  const turned = both.filter(({ better, worse }) => later.get(pairOf(better, worse)) !== better);
  return {
    ...{ adopted, candidate },
    pairs: { all: adopted.pairs.length, both: both.length, kept: both.length - turned.length },
    turned: turned.map(({ better, worse }) => ({ better, worse }))
  };
}

/** A leaderboard of an order. @param figures of every system in it */
export function placeSystems(
  order: CorrectedOrder,
  figures: ReadonlyMap<string, Pick<PlacedSystem, 'value' | 'interval'>>
): PlacedBoard {
  const { systems, pairs, top } = order;
  const known = pairs.filter(({ distinguishable }) => distinguishable);
  const rows = systems.map((system): PlacedSystem => ({
    system,
    from: 1 + known.filter(({ worse }) => worse === system).length,
    to: systems.length - known.filter(({ better }) => better === system).length,
    top: top.includes(system),
    ...figures.get(system)!
  }));
  return { ...order, rows };
}

/** An interval of a share stays on the scale. */
const cut = (interval: Interval | null): Interval | null =>
  interval && [Math.max(0, interval[0]), Math.min(1, interval[1])];

const pairOf = (a: string, b: string): string => JSON.stringify([a, b].sort());

/** A system's mean over reports, each of which is on a query of its own. */
function meanOf(own: readonly ScoredReport[], of: (report: ScoredReport) => number): ClusterInfluence {
  const value = own.reduce((sum, report) => sum + of(report), 0) / own.length;
  return {
    value,
    influence: new Map(own.map((report) => [report.query, (of(report) - value) / own.length])),
    ...{ clusters: own.length, degrees: own.length - 1 }
  };
}

/** Mean change of reports, with a t interval over queries; null without a report. */
function changeOf(reports: readonly ScoredReport[]): Change | null {
  const n = reports.length;
  if (n === 0) return null;
  const mean = (of: (report: ScoredReport) => number): number => reports.reduce((sum, one) => sum + of(one), 0) / n;
  const change = mean(({ adopted, candidate }) => candidate - adopted);
  const influence = new Map(
    [...Map.groupBy(reports, ({ query }) => query)].map(([query, own]) => [
      query,
      own.reduce((sum, { adopted, candidate }) => sum + (candidate - adopted - change), 0) / n
    ])
  );
  const { interval } = influenceInterval({
    ...{ value: change, influence, clusters: influence.size, degrees: influence.size - 1 }
  });
  return {
    ...{ n, change, adopted: mean((one) => one.adopted), candidate: mean((one) => one.candidate) },
    interval
  };
}
