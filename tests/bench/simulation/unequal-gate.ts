import {
  assumedEffectOf,
  clusterProportion,
  clusterStatistic,
  coefficientBound,
  groupClusters,
  jackknifeInfluence,
  seededRandom,
  shareBound,
  weightingEffect,
  weightingError,
  type Random
} from '../../../src/lib/stats/index.ts';
import { studentQuantile } from '../../../src/lib/stats/distributions/student-t.ts';
import { kappaOfSums, momentSums } from '../../../src/lib/alignment/units/coefficients.ts';
import { drawBeta } from './gate-worlds.ts';

/** A world in which some items of a sample stand for more items of the run than the others. */
export interface UnequalWorld {
  queries: number;
  /** Items of a query. */
  items: number;
  /** Items that stand for `weight` items of the run each, spread over the queries; the others stand for one. */
  heavy: number;
  weight: number;
  /** Chance that the judge errs, on these items and on the others. */
  wrong: readonly [heavy: number, others: number];
  /** Intra-cluster correlation of errors. */
  icc: number;
  /** Steps of the scale, and how far an error is off; null for labels of yes and no. */
  scores: { steps: number; off: 'one step' | 'any' } | null;
}

/** Shares of studies that pass .001 above the truth: by the gate, and without the least effect of unequal weights. */
export interface UnequalFigures {
  world: UnequalWorld;
  truth: number;
  passes: number;
  without: number;
}

interface Study {
  low: number;
  without: number;
}

type Judged = readonly { unit: number; a: number; b: number }[];

const BELOW = 0.001;

export const effectOfWeights = ({ queries, items, heavy, weight }: UnequalWorld): number =>
  weightingEffect(Array.from({ length: queries * items }, (_, i) => (i < heavy ? weight : 1)));

/** What the judge says of an item with this label, if it errs: its scores, alike likely. */
const errorsOf = ({ scores }: UnequalWorld, label: number): number[] => {
  const all = Array.from({ length: scores?.steps ?? 2 }, (_, step) => step).filter((step) => step !== label);
  return scores?.off === 'one step' ? all.filter((step) => Math.abs(step - label) === 1) : all;
};

function draw(world: UnequalWorld, weights: readonly number[], random: Random): Judged {
  const { queries, wrong, icc, scores, weight } = world;
  const chances = Array.from({ length: queries }, () =>
    wrong.map((p) => (icc === 0 ? p : drawBeta(p * (1 / icc - 1), (1 - p) * (1 / icc - 1), random)))
  );
  return weights.map((own, unit) => {
    const b = random.below(scores?.steps ?? 2);
    const errs = random.unit() < chances[unit % queries]![own === weight ? 0 : 1]!;
    const errors = errorsOf(world, b);
    return { unit, a: errs ? errors[random.below(errors.length)]! : b, b };
  });
}

/** Items of expected frequency: every label with every answer, of both kinds of items. */
function truthOf(world: UnequalWorld): number {
  const { queries, items, heavy, weight, wrong, scores } = world;
  const shares = [heavy * weight, queries * items - heavy];
  if (scores === null) return 1 - (shares[0]! * wrong[0] + shares[1]! * wrong[1]) / (shares[0]! + shares[1]!);
  const cells = Array.from({ length: scores.steps }, (_, b) => {
    const errors = errorsOf(world, b);
    return shares.flatMap((share, kind) => [
      { a: b, b, weight: share * (1 - wrong[kind]!) },
      ...errors.map((a) => ({ a, b, weight: (share * wrong[kind]!) / errors.length }))
    ]);
  }).flat();
  const sums = momentSums(cells.map(({ a, b }, unit) => ({ unit, a, b })), cells.map((cell) => cell.weight)); // prettier-ignore
  const total = new Float64Array(sums.size);
  for (let i = 0; i < cells.length; i++) sums.add(i, total, 0);
  return kappaOfSums(total).value!;
}

/** The bound of one judge, as `correctedAgreement` has it; null if it is undefined. */
function studyOf(judged: Judged, weights: readonly number[], { queries, items, scores }: UnequalWorld): Study | null {
  const t = studentQuantile(0.975, queries - 1);
  const cluster = judged.map(({ unit }) => unit % queries);
  if (scores === null) {
    const found = clusterProportion(judged.map(({ a, b }) => Number(a === b)), cluster, { weights }); // prettier-ignore
    const assumed = assumedEffectOf(new Array<number>(queries).fill(items), weights);
    const evidence = { share: found.value!, items: judged.length, designEffect: found.designEffect };
    return {
      low: shareBound({ ...evidence, assumed }, t).low,
      without: shareBound({ ...evidence, assumed: { ...assumed, weighting: 1 } }, t).low
    };
  }
  const sums = { ...momentSums(judged, weights), value: (of: Float64Array) => kappaOfSums(of).value };
  const statistic = clusterStatistic(sums, groupClusters(cluster), sums.value);
  const value = statistic.over(Uint32Array.from({ length: queries }, (_, g) => g));
  const influence = jackknifeInfluence(statistic, queries);
  if (value === null || influence === null) return null;
  const [bound, without] = [weightingError(sums, weights), 0].map((least) => coefficientBound(value, influence, t, least).low); // prettier-ignore
  return bound === null ? null : { low: bound!, without: without! };
}

export function simulateUnequalGate(world: UnequalWorld, trials: number, seed: number): UnequalFigures {
  const random = seededRandom(seed);
  const truth = truthOf(world);
  const weights = Array.from({ length: world.queries * world.items }, (_, i) => (i < world.heavy ? world.weight : 1));
  let [passes, without] = [0, 0];
  for (let t = 0; t < trials; t++) {
    const study = studyOf(draw(world, weights, random), weights, world);
    if (study === null) continue;
    if (study.low >= truth + BELOW) passes++;
    if (study.without >= truth + BELOW) without++;
  }
  return { world, truth, passes: passes / trials, without: without / trials };
}
