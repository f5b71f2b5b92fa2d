import {
  agreementWeights,
  bootstrapSums,
  jackknifeSums,
  kappaOfCells,
  seededRandom,
  tableStatistic,
  tauBOfCells,
  type CellStatistic,
  type Interval,
  type Random
} from '../../../src/lib/stats/index.ts';
import { normalCdf, normalQuantile } from '../../../src/lib/stats/distributions/normal.ts';

/** Two raters on a scale, with a truth that is known: the expected table of their labels. */
interface IntervalWorld {
  name: string;
  labels: number;
  items: number;
  /** Items of each query; 0 draws between 1 and 10. */
  perQuery: number;
  /** Expected shares of the labels × labels table, row by row. */
  shares: Float64Array;
  /** The table of one query of so many items. */
  query: (items: number, random: Random) => Float64Array;
  /** Labels without an order: the further items of `jackknifeInterval` are given. */
  onNames: boolean;
  coefficients: readonly { name: string; of: CellStatistic }[];
}

const normal = (random: Random): number => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.unit())));

/** A draw of the gamma distribution, shape ≥ 0 (Marsaglia and Tsang 2000). */
const gamma = (shape: number, random: Random): number => {
  if (shape < 1) return gamma(shape + 1, random) * random.unit() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(random.unit()) < x * x / 2 + d - d * v + d * Math.log(v)) return d * v; // prettier-ignore
  }
};

/** A share of one query: of a beta distribution with this mean and this correlation between items. */
const shareOfQuery = (mean: number, correlation: number, random: Random): number => {
  if (correlation === 0) return mean;
  const size = 1 / correlation - 1;
  const [yes, no] = [gamma(mean * size, random), gamma((1 - mean) * size, random)];
  return yes / (yes + no);
};

const places = (k: number): number[] => Array.from({ length: k }, (_, place) => place);

/** Spearman's ρ of a table, from the midranks of its margins. */
const spearmanOfCells =
  (k: number): CellStatistic =>
  (cells) => {
    const [rows, columns] = [new Float64Array(k), new Float64Array(k)];
    for (let i = 0, at = 0; i < k; i++)
      for (let j = 0; j < k; j++, at++) {
        rows[i]! += cells[at]!;
        columns[j]! += cells[at]!;
      }
    const n = rows.reduce((sum, count) => sum + count, 0);
    const ranks = (margin: Float64Array): Float64Array => {
      let below = 0;
      return margin.map((count) => (below += count) - count / 2 - n / 2);
    };
    const [x, y] = [ranks(rows), ranks(columns)];
    let [xx, yy, xy] = [0, 0, 0];
    for (let i = 0, at = 0; i < k; i++) {
      xx += rows[i]! * x[i]! ** 2;
      yy += columns[i]! * y[i]! ** 2;
      for (let j = 0; j < k; j++, at++) xy += cells[at]! * x[i]! * y[j]!;
    }
    return xx * yy > 0 ? xy / Math.sqrt(xx * yy) : null;
  };

/** Krippendorff's α of two raters, with the differences of these weights. */
const alphaOfCells = (k: number, scheme: 'unweighted' | 'quadratic'): CellStatistic => {
  const weights = agreementWeights(places(k), scheme);
  return (cells) => {
    const pooled = new Float64Array(k);
    let [n, apart, expected] = [0, 0, 0];
    for (let i = 0, at = 0; i < k; i++)
      for (let j = 0; j < k; j++, at++) {
        n += cells[at]!;
        apart += (1 - weights[i]![j]!) * cells[at]!;
        pooled[i]! += cells[at]!;
        pooled[j]! += cells[at]!;
      }
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) expected += (1 - weights[i]![j]!) * pooled[i]! * pooled[j]!;
    return expected > 0 ? 1 - (2 * (2 * n - 1) * apart) / expected : null;
  };
};

const onNames = [
  { name: 'κ', of: kappaOfCells(places(2), 'unweighted') },
  { name: 'AC1', of: tableStatistic('gwet-ac', places(2)) },
  { name: 'α, nominal', of: alphaOfCells(2, 'unweighted') }
];
const onSteps = (k: number): IntervalWorld['coefficients'] => [
  { name: 'κ, quadratic', of: kappaOfCells(places(k), 'quadratic') },
  { name: 'κ, linear', of: kappaOfCells(places(k), 'linear') },
  { name: 'AC2, quadratic', of: tableStatistic('gwet-ac', places(k), 'quadratic') },
  { name: 'α, interval', of: alphaOfCells(k, 'quadratic') },
  { name: 'ρ', of: spearmanOfCells(k) },
  { name: 'τ_b', of: tauBOfCells(k) }
];

/** Yes and no, with this share of yes; the second rater gives the first one's label in this share. */
const binary = (
  items: number,
  perQuery: number,
  yes: number,
  agreement: number,
  correlation: number
): IntervalWorld => ({
  name: `yes ${yes}, agreement ${agreement}, correlation ${correlation}`,
  ...{ labels: 2, items, perQuery, onNames: true, coefficients: onNames },
  shares: Float64Array.of((1 - yes) * agreement, (1 - yes) * (1 - agreement), yes * (1 - agreement), yes * agreement),
  query: (size, random) => {
    const cells = new Float64Array(4);
    const same = shareOfQuery(agreement, correlation, random);
    for (let i = 0; i < size; i++) {
      const label = Number(random.unit() < yes);
      cells[label * 2 + (random.unit() < same ? label : 1 - label)]!++;
    }
    return cells;
  }
});

/** Scores on so many steps: two normal scores with this correlation, cut alike; the query shifts both. */
const steps = (items: number, perQuery: number, k: number, r: number, correlation: number): IntervalWorld => {
  const cuts = places(k - 1).map((c) => 1.1 * normalQuantile((c + 1) / k));
  const stepOf = (score: number): number => cuts.filter((cut) => score > cut).length;
  const shares = new Float64Array(k * k);
  const GRID = 2000;
  for (let i = 0; i < GRID; i++) {
    const score = normalQuantile((i + 0.5) / GRID);
    let below = 0;
    for (let j = 0; j < k; j++) {
      const upTo = j === k - 1 ? 1 : normalCdf((cuts[j]! - r * score) / Math.sqrt(1 - r * r));
      shares[stepOf(score) * k + j]! += (upTo - below) / GRID;
      below = upTo;
    }
  }
  return {
    name: `${k} steps, correlation of scores ${r}, of items ${correlation}`,
    ...{ labels: k, items, perQuery, shares, onNames: false, coefficients: onSteps(k) },
    query: (size, random) => {
      const cells = new Float64Array(k * k);
      const both = (): [number, number] => {
        const first = normal(random);
        return [first, r * first + Math.sqrt(1 - r * r) * normal(random)];
      };
      const shift = both();
      const [a, b] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
      for (let i = 0; i < size; i++) {
        const own = both();
        cells[stepOf(a * shift[0] + b * own[0]) * k + stepOf(a * shift[1] + b * own[1])]!++;
      }
      return cells;
    }
  };
};

const sizes = [40, 100, 200];
/** Items of a query and the correlation between them. */
const clusterings = [[1, 0], [4, 0.2], [10, 0], [10, 0.1], [10, 0.3], [0, 0.15]] as const; // prettier-ignore

export const intervalWorlds: readonly IntervalWorld[] = sizes.flatMap((items) =>
  clusterings.flatMap(([perQuery, correlation]) => [
    ...[0.5, 0.8, 0.9].flatMap((yes) =>
      [0.7, 0.85, 0.97].map((agreement) => binary(items, perQuery, yes, agreement, correlation))
    ),
    ...[5, 11].flatMap((k) => [0.5, 0.8, 0.95].map((r) => steps(items, perQuery, k, r, correlation)))
  ])
);

export interface IntervalResult {
  coefficient: string;
  world: IntervalWorld;
  /** Share of the studies with an interval whose interval holds the truth; null with fewer than a fifth of them. */
  coverage: number | null;
  undefined: number;
  /** Share of the studies whose interval is a single point. */
  noWidth: number;
  width: number;
}

export type IntervalMethod = 'jackknife' | 'percentile';

/** How often intervals of one method hold the truth of a world. */
export function coverageIn(
  world: IntervalWorld,
  method: IntervalMethod,
  { trials, seed, resamples = 300 }: { trials: number; seed: number; resamples?: number }
): IntervalResult[] {
  const random = seededRandom(seed);
  const { labels: k } = world;
  const size = k * k;
  const truths = world.coefficients.map(({ of }) => of(world.shares.map((share) => share * 1e9))!);
  const seen = world.coefficients.map(() => ({ given: 0, held: 0, flat: 0, width: 0 }));
  for (let trial = 0; trial < trials; trial++) {
    const tables: Float64Array[] = [];
    for (let left = world.items; left > 0;) {
      const wanted = world.perQuery || 1 + random.below(10);
      tables.push(world.query(Math.min(left, wanted), random));
      left -= wanted;
    }
    for (const [c, { of }] of world.coefficients.entries()) {
      const interval = intervalOf(tables, of, method, world, random, resamples, size);
      const own = seen[c]!;
      if (interval === null) continue;
      if (interval[1] - interval[0] <= 1e-12) own.flat++;
      own.given++;
      if (interval[0] <= truths[c]! + 1e-9 && truths[c]! <= interval[1] + 1e-9) own.held++;
      own.width += interval[1] - interval[0];
    }
  }
  return world.coefficients.map(({ name }, c) => {
    const { given, held, flat, width } = seen[c]!;
    return {
      coefficient: name,
      world,
      coverage: given < trials / 5 ? null : held / given,
      undefined: 1 - given / trials,
      noWidth: flat / trials,
      width: given === 0 ? 0 : width / given
    };
  });
}

function intervalOf(
  tables: readonly Float64Array[],
  of: CellStatistic,
  method: IntervalMethod,
  { labels: k, onNames: names }: IntervalWorld,
  random: Random,
  replicates: number,
  size: number
): Interval | null {
  const sums = {
    size,
    add: (g: number, into: Float64Array, at: number): void => {
      for (let c = 0; c < size; c++) into[at + c]! += tables[g]![c]!;
    },
    value: of
  };
  if (method === 'percentile') return bootstrapSums(tables.length, null, sums, { random, replicates }).interval;
  const unanimous = (label: number): Float64Array => Float64Array.from({ length: size }, (_, c) => Number(c === label * (k + 1))); // prettier-ignore
  return jackknifeSums(tables.length, null, sums, { further: names ? places(k).map(unanimous) : [] }).interval;
}
