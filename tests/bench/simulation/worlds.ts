import { combineLabels, enumerateEnsembles, type Ensemble, type Random } from '../../../src/lib/stats/index.ts';
import { normalQuantile } from '../../../src/lib/stats/distributions/normal.ts';
import { standardNormals } from '../../../src/lib/stats/numbers/standard-normals.ts';

/** A world in which people and three judges answer yes/no items; all its shares are probabilities. */
export interface World {
  name: string;
  /** The special property of the world. */
  what: string;
  queries: number;
  itemsPerQuery: number;
  /** Share of items whose truth is yes. */
  yes: number;
  /** Chance that each judge errs if the truth is yes, and if it is no. */
  errsOnYes: readonly [number, number, number];
  errsOnNo: readonly [number, number, number];
  /** Part of the variance of a judge's liability to err that the query makes up, and of that the part that all judges share. */
  query: number;
  sharedByJudges: number;
  /** Part that the item makes up for all judges alike: judges that err on the same items. */
  item: number;
  /** Chance that the human label is not the truth. */
  humanErrs: number;
}

const usual = {
  ...{ queries: 20, itemsPerQuery: 10, yes: 0.6, query: 0.3, sharedByJudges: 0.5, item: 0.1, humanErrs: 0.03 },
  errsOnYes: [0.12, 0.12, 0.12],
  errsOnNo: [0.12, 0.12, 0.12]
} as const;

/** Twenty queries of ten items if nothing else is said. */
export const worlds: readonly World[] = [
  { ...usual, name: 'equal judges', what: 'three judges that err alike' },
  {
    ...usual,
    name: 'one best',
    what: 'one judge errs a third as often',
    errsOnYes: [0.06, 0.18, 0.18],
    errsOnNo: [0.06, 0.18, 0.18]
  },
  {
    ...usual,
    name: 'correlated judges',
    what: 'judges err on the same items',
    item: 0.6,
    query: 0.3,
    sharedByJudges: 1
  },
  { ...usual, name: 'skewed labels', what: 'of 100 items 93 are yes, and judges say yes too often', yes: 0.93, errsOnYes: [0.03, 0.04, 0.05], errsOnNo: [0.5, 0.45, 0.4] }, // prettier-ignore
  { ...usual, name: 'few clusters', what: 'eight queries of 25 items', queries: 8, itemsPerQuery: 25 },
  { ...usual, name: 'noisy humans', what: 'every eighth human label is wrong', humanErrs: 0.125 },
  { ...usual, name: 'many queries', what: 'a hundred queries of ten items', queries: 100 },
  { ...usual, name: 'independent items', what: 'queries make no difference', query: 0, item: 0 },
  {
    ...usual,
    name: 'hard queries',
    what: 'whole queries are hard for every judge',
    query: 0.6,
    sharedByJudges: 1,
    item: 0
  },
  {
    ...usual,
    name: 'published case',
    what: 'thirty queries of ten items, correlation within a query .2',
    queries: 30,
    query: 0.5,
    sharedByJudges: 1,
    item: 0
  }
];

export const JUDGES = 3;

/** Every ensemble of three judges of yes/no items: sixteen. */
export const ensembles: readonly Ensemble[] = enumerateEnsembles(JUDGES, 'binary');

/** Items of a world: labels 0 and 1, one after the other, query after query. */
export interface Sample {
  cluster: Uint32Array;
  clusters: number;
  truth: Uint8Array;
  human: Uint8Array;
  judges: readonly Uint8Array[];
}

const threshold = (p: number): number => (p <= 0 ? -Infinity : p >= 1 ? Infinity : normalQuantile(p));

/**
 * Draws a sample. A judge errs if its liability, a standard normal number made up of query, item and chance, falls below
 * the threshold that gives it its error rate; so the rates hold whatever the correlations are.
 */
export function draw(world: World, random: Random, queries = world.queries): Sample {
  const { itemsPerQuery, yes, query, sharedByJudges, item, humanErrs } = world;
  const n = queries * itemsPerQuery;
  const normal = standardNormals(random);
  const sample = {
    ...{ cluster: new Uint32Array(n), clusters: queries, truth: new Uint8Array(n), human: new Uint8Array(n) },
    judges: Array.from({ length: JUDGES }, () => new Uint8Array(n))
  };
  const limits = [world.errsOnNo.map(threshold), world.errsOnYes.map(threshold)];
  const [ofAll, ofOne] = [Math.sqrt(query * sharedByJudges), Math.sqrt(query * (1 - sharedByJudges))];
  const [ofItem, ofChance] = [Math.sqrt(item), Math.sqrt(1 - query - item)];
  const own = new Float64Array(JUDGES);
  for (let q = 0, i = 0; q < queries; q++) {
    const shared = normal();
    for (let j = 0; j < JUDGES; j++) own[j] = normal();
    for (let m = 0; m < itemsPerQuery; m++, i++) {
      const truth = Number(random.unit() < yes);
      const hard = normal();
      sample.cluster[i] = q;
      sample.truth[i] = truth;
      sample.human[i] = random.unit() < humanErrs ? 1 - truth : truth;
      for (let j = 0; j < JUDGES; j++) {
        const liability = ofAll * shared + ofOne * own[j]! + ofItem * hard + ofChance * normal();
        sample.judges[j]![i] = liability < limits[truth]![j]! ? 1 - truth : truth;
      }
    }
  }
  return sample;
}

const MASKS = 1 << JUDGES;

/** scores[ensemble][mask]: the score if judge j says yes for every bit j of the mask. */
const scores = ensembles.map(({ judges, rule }) =>
  Float64Array.from({ length: MASKS }, (_, mask) => {
    const score = combineLabels(
      rule,
      judges.map((j) => (mask >> j) & 1),
      'binary'
    );
    return score as number;
  })
);

/** Agreement of each ensemble with given labels, item by item: 1 − |score − label|. */
export function agreements({ judges }: Sample, labels: Uint8Array): Float64Array[] {
  const masks = new Uint8Array(labels.length);
  for (const [j, own] of judges.entries()) for (let i = 0; i < own.length; i++) masks[i]! |= own[i]! << j;
  return scores.map((score) => Float64Array.from(labels, (label, i) => 1 - Math.abs(score[masks[i]!]! - label)));
}

/** The true values in the world at large. */
export interface Truth {
  /** Agreement of each ensemble with human labels, and with the truth behind them. */
  withPeople: Float64Array;
  withTruth: Float64Array;
  /** Share of equal labels and Cohen's κ of the first judge with people. */
  agreement: number;
  kappa: number;
  /** Intra-cluster correlation of the first judge's agreement. */
  icc: number;
}

const mean = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** The truth of a world, from a sample so large that its own error does not show in the third digit. */
export function truthOf(world: World, random: Random, items = 2_000_000): Truth {
  const sample = draw(world, random, Math.ceil(items / world.itemsPerQuery));
  const first = agreements(sample, sample.human);
  const judge = sample.judges[0]!;
  const cells = [0, 0, 0, 0];
  for (let i = 0; i < judge.length; i++) cells[sample.human[i]! * 2 + judge[i]!]!++;
  const [nn, ny, yn, yy] = cells.map((c) => c / judge.length) as [number, number, number, number];
  const chance = (yn + yy) * (ny + yy) + (nn + ny) * (nn + yn);
  return {
    withPeople: Float64Array.from(first, mean),
    withTruth: Float64Array.from(agreements(sample, sample.truth), mean),
    agreement: nn + yy,
    kappa: (nn + yy - chance) / (1 - chance),
    icc: correlationWithin(first[0]!, world.itemsPerQuery)
  };
}

/** Intra-cluster correlation from the variance of the means of clusters of equal size. */
function correlationWithin(values: Float64Array, size: number): number {
  const centre = mean(values);
  let between = 0;
  for (let q = 0; q < values.length; q += size) {
    let sum = 0;
    for (let i = q; i < q + size; i++) sum += values[i]! - centre;
    between += (sum / size) ** 2;
  }
  const variance = centre * (1 - centre);
  return (between / (values.length / size) / variance - 1 / size) / (1 - 1 / size);
}
