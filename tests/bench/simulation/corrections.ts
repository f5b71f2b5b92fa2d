import {
  clusterMean,
  clusterPpiMean,
  clusterRoganGladen,
  influenceInterval,
  ppiMean,
  seededRandom,
  type Interval,
  type Random
} from '../../../src/lib/stats/index.ts';
import { normalQuantile } from '../../../src/lib/stats/distributions/normal.ts';

/** A world in which systems answer the same queries, a judge judges every item and people label some of them. */
export interface CorrectionWorld {
  name: string;
  /** The special property of the world. */
  what: string;
  queries: number;
  /** Items of each query and system. */
  items: number;
  /** Share of items that are truly yes, system by system; the first is the one that is looked at. */
  yes: readonly number[];
  /** Chance that the judge errs on the first system if the truth is yes, and if it is no; and on the others. */
  errs: readonly [onYes: number, onNo: number];
  errsOnOthers: readonly [onYes: number, onNo: number];
  /** Chance of being labelled if this judge and a second one agree, and if they differ. */
  labelled: readonly [agree: number, differ: number];
}

const usual: Omit<CorrectionWorld, 'name' | 'what'> = {
  queries: 20,
  items: 10,
  yes: [0.7, 0.6, 0.5],
  errs: [0.1, 0.15],
  errsOnOthers: [0.1, 0.15],
  labelled: [0.2, 0.2]
};

export const correctionWorlds: readonly CorrectionWorld[] = [
  { ...usual, name: 'a fifth labelled', what: 'three systems, twenty queries of ten items each' },
  {
    ...usual,
    name: 'unequal strata',
    what: 'items on which judges differ are labelled three times as often',
    labelled: [0.15, 0.45]
  },
  {
    ...usual,
    name: 'eight queries',
    what: 'eight queries, three of ten items labelled',
    queries: 8,
    labelled: [0.3, 0.3]
  },
  {
    ...usual,
    name: 'many queries',
    what: 'a hundred queries, one of twenty items labelled',
    queries: 100,
    labelled: [0.05, 0.05]
  },
  {
    ...usual,
    name: 'hardly any errors',
    what: 'the judge errs on one of a hundred items',
    errs: [0.01, 0.01],
    errsOnOthers: [0.01, 0.01]
  },
  { ...usual, name: 'good systems', what: 'nineteen of twenty items are truly yes', yes: [0.95, 0.9, 0.85] },
  {
    ...usual,
    name: 'a favourite',
    what: 'on this system the judge overlooks six times as many failures as on the others',
    errs: [0.05, 0.6],
    errsOnOthers: [0.1, 0.1]
  }
];

/** An item as it truly is and as it is judged. */
interface Item {
  query: number;
  system: number;
  truth: 0 | 1;
  judge: 0 | 1;
  chance: number;
  labelled: boolean;
}

/** How much of what makes an item a yes, and hard for the judge, its query makes up. */
const QUERY = 0.2;

export function drawItems(world: CorrectionWorld, random: Random): Item[] {
  const normal = (): number => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.unit())));
  const within = (shared: number): number => Math.sqrt(QUERY) * shared + Math.sqrt(1 - QUERY) * normal();
  const items: Item[] = [];
  for (let query = 0; query < world.queries; query++) {
    const [easy, hard] = [normal(), normal()];
    for (const [system, yes] of world.yes.entries())
      for (let item = 0; item < world.items; item++) {
        const truth = within(easy) < normalQuantile(yes) ? 1 : 0;
        const errs = (system === 0 ? world.errs : world.errsOnOthers)[truth === 1 ? 0 : 1];
        const judge = within(hard) < normalQuantile(errs) ? flip(truth) : truth;
        const other = random.unit() < 0.12 ? flip(truth) : truth;
        const chance = world.labelled[judge === other ? 0 : 1];
        items.push({ query, system, truth, judge, chance, labelled: random.unit() < chance });
      }
  }
  return items;
}

const flip = (label: 0 | 1): 0 | 1 => (label === 1 ? 0 : 1);

const estimators = ['raw', 'people', 'independent', 'ppi', 'roganGladen'] as const;
export type Estimator = (typeof estimators)[number];

/** Results of one world over many studies, for each way to estimate the first system's share of yes. */
interface CorrectionFigures {
  world: CorrectionWorld;
  /** Share of the studies whose interval holds the truth; one without an interval does not hold it. */
  holds: Record<Estimator, number>;
  /** Mean of the estimates less the truth. */
  bias: Record<Estimator, number>;
  /** Mean width of the intervals there are. */
  width: Record<Estimator, number>;
}

/** Simulates studies: the judge alone, people's labels alone, PPI++ of independent items, and both corrections by query. */
export function simulateCorrections(world: CorrectionWorld, seed: number, trials: number): CorrectionFigures {
  const random = seededRandom(seed);
  const truth = world.yes[0]!;
  const sums = Object.fromEntries(
    estimators.map((name) => [name, { held: 0, values: 0, off: 0, widths: 0, intervals: 0 }])
  ) as Record<Estimator, { held: number; values: number; off: number; widths: number; intervals: number }>;
  for (let trial = 0; trial < trials; trial++) {
    const found = estimatesOf(drawItems(world, random));
    for (const name of estimators) {
      const sum = sums[name];
      const { value, interval } = found[name];
      if (value !== null) {
        sum.values++;
        sum.off += value - truth;
      }
      if (interval === null) continue;
      sum.intervals++;
      sum.widths += interval[1] - interval[0];
      if (interval[0] <= truth && truth <= interval[1]) sum.held++;
    }
  }
  const each = (of: (name: Estimator) => number): Record<Estimator, number> =>
    Object.fromEntries(estimators.map((name) => [name, of(name)])) as Record<Estimator, number>;
  return {
    world,
    holds: each((name) => sums[name].held / trials),
    bias: each((name) => sums[name].off / sums[name].values),
    width: each((name) => sums[name].widths / sums[name].intervals)
  };
}

interface Estimated {
  value: number | null;
  interval: Interval | null;
}

function estimatesOf(all: readonly Item[]): Record<Estimator, Estimated> {
  const own = all.filter(({ system }) => system === 0);
  const asked = own.filter(({ labelled }) => labelled);
  const measured = all.filter(({ labelled }) => labelled);
  const judge = own.map((one) => one.judge);
  const cluster = own.map(({ query }) => query);
  const units = {
    ...{ judge, cluster },
    human: own.map(({ labelled, truth }) => (labelled ? truth : null)),
    inclusion: own.map(({ chance }) => chance)
  };
  const raw = clusterMean(judge, cluster)!;
  return {
    raw: { value: raw.value, interval: influenceInterval(raw).interval },
    people: clusterPpiMean(units, { shares: true, lambda: 0 }),
    independent: ppiMean(
      asked.map(({ truth }) => truth),
      asked.map((one) => one.judge),
      own.filter(({ labelled }) => !labelled).map((one) => one.judge)
    ),
    ppi: clusterPpiMean(units, { shares: true }),
    roganGladen: clusterRoganGladen(
      { judge, cluster },
      {
        positive: measured.map(({ truth }) => truth === 1),
        judge: measured.map((one) => one.judge),
        cluster: measured.map(({ query }) => query),
        weights: measured.map(({ chance }) => 1 / chance)
      }
    )
  };
}
