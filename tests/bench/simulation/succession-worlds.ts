import { bridgeOf, type Bridge, type ScoredReport } from '../../../src/lib/alignment/succession/bridge.ts';
import {
  compareSuccessor,
  confidenceAmong,
  type PairedItem,
  type SuccessorFigures
} from '../../../src/lib/alignment/succession/successor.ts';
import type { Random } from '../../../src/lib/stats/index.ts';
import { drawBeta } from './gate-worlds.ts';

/** Labelled items on which candidates are compared with the adopted judges. */
export interface LabelledWorld {
  queries: number;
  perQuery: number;
  /** Agreement of the adopted judges with people. */
  agreement: number;
  /** True difference of every candidate from it. */
  difference: number;
  /** Correlation of the errors of two items of one query. */
  correlation: number;
  /** Share of the items at which the candidate's answer is the adopted one's, apart from what `difference` changes. */
  shared: number;
  /** Candidates that are offered; their own errors are independent. */
  candidates: number;
}

export const SUCCESSION_MARGIN = 0.05;

const chanceIn = (mean: number, correlation: number, random: Random): number => {
  if (mean <= 0 || mean >= 1 || correlation === 0) return mean;
  const size = 1 / correlation - 1;
  return drawBeta(mean * size, (1 - mean) * size, random);
};

/** Each candidate's comparison in one world. */
export function comparedIn(world: LabelledWorld, random: Random): SuccessorFigures[] {
  const { queries, perQuery, agreement, difference, correlation, shared, candidates } = world;
  const lost = Math.max(0, -difference) / agreement;
  const won = Math.max(0, difference) / (1 - agreement);
  const items: PairedItem[][] = Array.from({ length: candidates }, () => []);
  for (let g = 0; g < queries; g++) {
    const right = chanceIn(agreement, correlation, random);
    const changed = items.map(() => chanceIn(lost + won, correlation, random));
    for (let i = 0; i < perQuery; i++) {
      const adopted = random.unit() < right ? 1 : 0;
      for (const [k, own] of items.entries()) {
        const same = random.unit() < shared ? adopted : random.unit() < right ? 1 : 0;
        const turns = (lost > 0 ? same === 1 : same === 0) && random.unit() < changed[k]!;
        own.push({ itemId: `${g}.${i}`, query: String(g), weight: 1, adopted, candidate: turns ? 1 - same : same });
      }
    }
  }
  return items.map((own) => compareSuccessor(own, SUCCESSION_MARGIN, confidenceAmong(candidates)));
}

/** Share of items that a judge finds, and that it says yes to though they are not there. */
interface Sight {
  found: number;
  invented: number;
}

/** Reports that both ensembles score: each the share of its items that hold. */
export interface BridgeWorld {
  name: string;
  /** True share of items that hold, by system; equal ones are tied. */
  systems: readonly number[];
  queries: number;
  perReport: number;
  adopted: Sight;
  candidate: Sight;
  /** Points of the scale that the candidate adds to every report of one system, by place; none by default. */
  favours?: { system: number; by: number };
  /** Share of the answers in which the candidate repeats the adopted judges' one, if it would not answer otherwise. */
  shared: number;
}

interface BridgeOutcome {
  bridge: Bridge;
  /** Pairs told apart by the adopted judges, and those of them whose scores have the same order under the candidate. */
  told: number;
  sameOrder: number;
  /** Intervals of a change, of all reports and of each system, and those that hold the true change. */
  allHeld: boolean;
  systemsHeld: number;
}

/** How far a query, and a report on it, are from their system's share; both are uniform. */
const SPREAD = { query: 0.15, report: 0.1 };

const uniform = (reach: number, random: Random): number => reach * (2 * random.unit() - 1);
const saysYes = ({ found, invented }: Sight, share: number): number => share * found + (1 - share) * invented;

/** @returns what the bridge says, and how far it is right. */
export function bridgedIn(world: BridgeWorld, random: Random): BridgeOutcome {
  const { systems, queries, perReport, adopted, candidate, favours, shared } = world;
  const reports: ScoredReport[] = [];
  const addedTo = (system: number): number => (favours?.system === system ? favours.by : 0);
  for (let q = 0; q < queries; q++) {
    const ofQuery = uniform(SPREAD.query, random);
    for (const [s, mean] of systems.entries()) {
      const share = mean + ofQuery + uniform(SPREAD.report, random);
      let [before, now] = [0, 0];
      for (let i = 0; i < perReport; i++) {
        const holds = random.unit() < share;
        const chance = ({ found, invented }: Sight): number => (holds ? found : invented);
        // One number for both answers if they go together.
        const luck = random.unit();
        if (luck < chance(adopted)) before++;
        if ((random.unit() < shared ? luck : random.unit()) < chance(candidate)) now++;
      }
      reports.push({
        ...{ system: String(s), query: String(q), adopted: before / perReport },
        candidate: now / perReport + addedTo(s)
      });
    }
  }
  const bridge = bridgeOf(reports);
  const changes = systems.map((mean, s) => saysYes(candidate, mean) + addedTo(s) - saysYes(adopted, mean));
  const holds = (interval: readonly [number, number] | null, truth: number): boolean =>
    interval !== null && interval[0] <= truth && truth <= interval[1];
  const scores = new Map(bridge.systems.map((one) => [one.system, one.candidate]));
  const told = bridge.adopted.pairs.filter(({ distinguishable }) => distinguishable);
  return {
    bridge,
    told: told.length,
    sameOrder: told.filter(({ better, worse }) => scores.get(better)! > scores.get(worse)!).length,
    allHeld: holds(bridge.all?.interval ?? null, changes.reduce((sum, one) => sum + one, 0) / changes.length),
    systemsHeld: bridge.systems.filter(({ system, interval }) => holds(interval, changes[Number(system)]!)).length
  };
}
