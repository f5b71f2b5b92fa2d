import {
  bootstrapTable,
  clusterBootstrapOf,
  clusterProportion,
  cohenKappaFromTable,
  kappaOfCells,
  meanOverClusters,
  seededRandom,
  selectEnsemble,
  wilson,
  type Clusters,
  type Interval
} from '../../../src/lib/stats/index.ts';
import { gateStudy } from './gate.ts';
import { agreements, draw, ensembles, truthOf, type Sample, type Truth, type World } from './worlds.ts';

/** δ and λ of the adoption procedure, and the agreement that the lower bound has to reach, as they are preregistered here. */
export const DELTA = 0.05;
export const TARGET = 0.8;
const SCALE = [0, 1];

/** Shares over trials that are reported of each world. */
export const measures = {
  iidWilson: 'agreement of one judge: Wilson, items as independent',
  clusterWilson: 'agreement of one judge: Wilson on n_eff with t(G − 1)',
  clusterBootstrap: 'agreement of one judge: cluster percentile bootstrap',
  iidKappa: 'κ of one judge: bootstrap of items',
  clusterKappa: 'κ of one judge: cluster bootstrap',
  naiveLower: 'chosen ensemble: lower end of its own interval',
  gateLower: 'chosen ensemble: corrected lower bound, the gate',
  outOfBagLower: 'chosen ensemble: lower end out of bag, the former gate',
  chosenWithin: 'chosen ensemble truly within δ of the best',
  cheapestWithin: 'cheapest "not worse" ensemble truly within δ of the best',
  adopted: 'adopted: the corrected lower bound reaches the target',
  adoptedWithin: 'adopted ensemble truly within δ of the best, of the studies that adopt',
  wronglyAdopted: 'adopted though truly below the target'
} as const;

export type Measure = keyof typeof measures;

export interface WorldFigures {
  world: World;
  truth: Truth;
  trials: number;
  /** Mean of each measure over the trials in which it is defined. */
  shares: Record<Measure, number>;
  /**
   * Means over trials: naive agreement of the chosen one, optimism-corrected, out of bag, and what it truly is; what the
   * cheapest "not worse" one truly is.
   */
  means: { naive: number; corrected: number; outOfBag: number; true: number; cheapest: number };
  best: number;
  /** The chosen one, against the truth behind the human labels: within δ of what is best there. */
  withinByTruth: number;
  /** Trials without a κ or interval. */
  undefinedKappa: number;
}

const covers = (interval: Interval | null, value: number): boolean | null =>
  interval && interval[0] <= value && value <= interval[1];

/** Two-by-two tables of people and the first judge, cluster by cluster. */
function tables({ cluster, clusters, human, judges }: Sample): Float64Array {
  const cells = new Float64Array(clusters * 4);
  for (let i = 0; i < human.length; i++) cells[cluster[i]! * 4 + human[i]! * 2 + judges[0]![i]!]!++;
  return cells;
}

const groupsOf = ({ cluster, clusters }: Sample): Clusters => ({
  names: Array.from({ length: clusters }, (_, g) => g),
  of: cluster,
  members: []
});

/** One study in a world: intervals of one judge, then the choice among all ensembles. */
function trial(world: World, truth: Truth, seed: bigint, replicates: number) {
  const sample = draw(world, seededRandom(seed));
  const grouped = groupsOf(sample);
  const options = () => ({ random: seededRandom(seed + 1n), replicates });
  const all = agreements(sample, sample.human);
  const one = all[0]!;

  const proportion = clusterProportion(one, sample.cluster);
  const ofClusters = meanOverClusters(one, grouped);
  const cells = tables(sample);
  const kappa = kappaOfCells(SCALE, 'unweighted');
  const sum = new Float64Array(4);
  const kappaOf = (drawn: ArrayLike<number>): number | null => {
    sum.fill(0);
    for (let d = 0; d < drawn.length; d++) for (let c = 0; c < 4; c++) sum[c]! += cells[drawn[d]! * 4 + c]!;
    return kappa(sum);
  };
  kappaOf(Uint32Array.from({ length: sample.clusters }, (_, g) => g));
  const total = Float64Array.from(sum);
  const right = one.reduce((count, v) => count + v, 0);

  const choice = selectEnsemble(
    all.map((own, e) => ({ cost: ensembles[e]!.judges.length, agreement: meanOverClusters(own, grouped) })),
    sample.clusters,
    { ...options(), delta: DELTA }
  );
  const winner = choice.winner!;
  const sizes = new Float64Array(sample.clusters).fill(world.itemsPerQuery);
  const sums = all.map((own) => {
    const sum = new Float64Array(sample.clusters);
    for (let i = 0; i < own.length; i++) sum[sample.cluster[i]!]! += own[i]!;
    return sum;
  });
  const gate = gateStudy({ sums, sizes }, Number(seed % 1_000_003n), { delta: DELTA });
  const cheapest = ensembles.reduce(
    (least, { judges }, e) =>
      (gate.behind![e] ?? -1) >= -DELTA && judges.length < ensembles[least]!.judges.length ? e : least,
    winner
  );
  const naive = clusterProportion(all[winner]!, sample.cluster);
  const best = Math.max(...truth.withPeople);
  const adopted = gate.low >= TARGET;
  const shares: Record<Measure, boolean | null> = {
    iidWilson: covers(wilson(right, one.length).interval, truth.agreement),
    clusterWilson: covers(proportion.interval, truth.agreement),
    clusterBootstrap: covers(clusterBootstrapOf(grouped, ofClusters, options()).interval, truth.agreement),
    iidKappa: covers(bootstrapTable(total, kappa, options()).interval, truth.kappa),
    clusterKappa: covers(clusterBootstrapOf(grouped, kappaOf, options()).interval, truth.kappa),
    naiveLower: naive.interval![0] <= truth.withPeople[winner]!,
    gateLower: gate.low <= truth.withPeople[winner]!,
    outOfBagLower: choice.outOfBagLower! <= truth.withPeople[winner]!,
    chosenWithin: truth.withPeople[winner]! >= best - DELTA,
    cheapestWithin: truth.withPeople[cheapest]! >= best - DELTA,
    adopted,
    adoptedWithin: adopted ? truth.withPeople[winner]! >= best - DELTA : null,
    wronglyAdopted: adopted && truth.withPeople[winner]! < TARGET
  };
  return {
    shares,
    undefinedKappa: cohenKappaFromTable([[total[0]!, total[1]!], [total[2]!, total[3]!]]).value === null, // prettier-ignore
    withinByTruth: truth.withTruth[winner]! >= Math.max(...truth.withTruth) - DELTA,
    naive: choice.value!,
    corrected: choice.optimismCorrected!,
    outOfBag: choice.outOfBag!,
    true: truth.withPeople[winner]!,
    cheapest: truth.withPeople[cheapest]!
  };
}

/** Many studies in one world, each with a seed of its own. */
export function simulate(world: World, seed: number, trials: number, replicates: number, items?: number): WorldFigures {
  const truth = truthOf(world, seededRandom(BigInt(seed)), items);
  const names = Object.keys(measures) as Measure[];
  const hits = Object.fromEntries(names.map((name) => [name, 0])) as Record<Measure, number>;
  const counted = { ...hits };
  const sums = { naive: 0, corrected: 0, outOfBag: 0, true: 0, cheapest: 0 };
  let undefinedKappa = 0;
  let withinByTruth = 0;
  for (let t = 0; t < trials; t++) {
    const result = trial(world, truth, (BigInt(seed) << 32n) + BigInt(2 * t + 1), replicates);
    for (const name of names) {
      const hit = result.shares[name];
      if (hit === null) continue;
      counted[name]++;
      if (hit) hits[name]++;
    }
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += result[name] / trials;
    undefinedKappa += Number(result.undefinedKappa);
    withinByTruth += Number(result.withinByTruth) / trials;
  }
  return {
    ...{ world, truth, trials, means: sums, best: Math.max(...truth.withPeople), undefinedKappa, withinByTruth },
    shares: Object.fromEntries(names.map((name) => [name, hits[name] / counted[name]])) as Record<Measure, number>
  };
}
