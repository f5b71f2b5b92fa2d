import { combineLabels, enumerateEnsembles, type Random } from '../../../src/lib/stats/index.ts';
import { normalQuantile } from '../../../src/lib/stats/distributions/normal.ts';

/**
 * A world in which ensembles of judges are selected: a query has a share of items that are hard, which is Beta-distributed
 * over queries; at each item a judge either falls for what is wrong with it (as others do) or errs on its own.
 */
export interface GateWorld {
  /** Judges, of whose ensembles the best is selected; 1 leaves nothing to select. */
  judges: number;
  /** Chance that a judge's error at an item is the one that all share. */
  shared: number;
  queries: number;
  /** Items of a query; `mixed`: 1 to 20, all alike likely. */
  items: number | 'mixed';
  /** Intra-cluster correlation of each judge's errors. */
  icc: number;
  /** Agreement that the best ensemble truly has. */
  truth: number;
  /** Chance that an item is drawn on which all judges say the same; default 1, as the others. */
  alike?: number;
}

/** Sums of agreement of each candidate, query by query, and the queries' sizes, both weighted by 1 / chance of being drawn. */
export interface GateSample {
  sums: Float64Array[];
  sizes: Float64Array;
}

/** A sample with each query's sum of squared weights and its number of items drawn. */
interface DrawnSample extends GateSample {
  squares: Float64Array;
  labels: Float64Array;
}

/** Candidates of so many judges: agreement by truth (no, yes) and by which judges err. */
const tables = new Map<number, Float64Array[][]>();

function candidateTables(judges: number): Float64Array[][] {
  const known = tables.get(judges);
  if (known) return known;
  const found = enumerateEnsembles(judges, 'binary').map(({ judges: own, rule }) =>
    [0, 1].map((truth) =>
      Float64Array.from({ length: 1 << judges }, (_, mask) => {
        const labels = own.map((j) => ((mask >> j) & 1 ? 1 - truth : truth));
        return 1 - Math.abs((combineLabels(rule, labels, 'binary') as number) - truth);
      })
    )
  );
  tables.set(judges, found);
  return found;
}

/** Product of polynomials. */
const times = (a: readonly number[], b: readonly number[]): number[] => {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) out[i + j]! += x * y;
  return out;
};

/** True agreement of each candidate if the mean share of errors is `wrong`: exact, by the moments of the Beta distribution. */
export function trueAgreements({ judges, shared, icc }: Omit<GateWorld, 'truth'>, wrong: number): number[] {
  const [a, b] = icc === 0 ? [Infinity, Infinity] : [wrong * (1 / icc - 1), (1 - wrong) * (1 / icc - 1)];
  const moments = [1];
  for (let i = 0; i <= judges; i++) moments.push(moments[i]! * (icc === 0 ? wrong : (a + i) / (a + b + i)));
  const chances = Array.from({ length: 1 << judges }, (_, mask) => {
    let sum = 0;
    for (const common of [0, 1]) {
      let poly = common === 1 ? [0, 1] : [1, -1];
      for (let j = 0; j < judges; j++) {
        const errs = [shared * common, 1 - shared];
        poly = times(poly, (mask >> j) & 1 ? errs : [1 - errs[0]!, -errs[1]!]);
      }
      sum += poly.reduce((total, c, i) => total + c * moments[i]!, 0);
    }
    return sum;
  });
  return candidateTables(judges).map((byTruth) =>
    chances.reduce((sum, chance, mask) => sum + (chance * (byTruth[0]![mask]! + byTruth[1]![mask]!)) / 2, 0)
  );
}

/** Mean share of errors of a judge at which the best candidate has the agreement of the world. */
export function errorShare(world: GateWorld): number {
  let [low, high] = [1e-6, 0.5];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (Math.max(...trueAgreements(world, middle)) > world.truth) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const gamma = (shape: number, random: Random): number => {
  if (shape < 1) return gamma(shape + 1, random) * Math.pow(Math.max(random.unit(), 1e-300), 1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(Math.min(1 - 1e-15, Math.max(1e-15, random.unit())));
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(Math.max(random.unit(), 1e-300)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
};

/** Draws from the Beta distribution. */
export const drawBeta = (a: number, b: number, random: Random): number => {
  const [x, y] = [gamma(a, random), gamma(b, random)];
  return x / (x + y);
};

const MIXED = 20;

/** Draws a study. @param wrong `errorShare` of the world. */
export function drawGateSample(world: GateWorld, wrong: number, random: Random): DrawnSample {
  const { judges, shared, queries, items, icc, alike = 1 } = world;
  const weightOf = (mask: number): number => (mask === 0 || mask === (1 << judges) - 1 ? 1 / alike : 1);
  const candidates = candidateTables(judges);
  const counts = new Float64Array(2 << judges);
  const sums = candidates.map(() => new Float64Array(queries));
  const [sizes, squares, labels] = [0, 1, 2].map(() => new Float64Array(queries)) as [
    Float64Array,
    Float64Array,
    Float64Array
  ];
  for (let g = 0; g < queries; g++) {
    const size = items === 'mixed' ? 1 + random.below(MIXED) : items;
    const hard = icc === 0 ? wrong : drawBeta(wrong * (1 / icc - 1), (1 - wrong) * (1 / icc - 1), random);
    counts.fill(0);
    for (let i = 0; i < size; i++) {
      const common = random.unit() < hard ? 1 : 0;
      let mask = 0;
      for (let j = 0; j < judges; j++) mask |= (random.unit() < shared ? common : random.unit() < hard ? 1 : 0) << j;
      const weight = weightOf(mask);
      const truth = random.below(2);
      if (weight > 1 && random.unit() >= 1 / weight) continue;
      counts[(mask << 1) | truth]! += weight;
      sizes[g]! += weight;
      squares[g]! += weight * weight;
      labels[g]!++;
    }
    for (const [k, byTruth] of candidates.entries()) {
      let sum = 0;
      for (let at = 0; at < counts.length; at++) if (counts[at]! > 0) sum += counts[at]! * byTruth[at & 1]![at >> 1]!;
      sums[k]![g] = sum;
    }
  }
  return { sums, sizes, squares, labels };
}
