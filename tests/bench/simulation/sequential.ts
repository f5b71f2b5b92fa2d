import {
  clustersForLowerBoundPower,
  enumerateEnsembles,
  groupBoundaries,
  horizonBoundary,
  predictableWinner,
  RunningMean,
  inflateForStudent,
  seededRandom,
  sideOf,
  winnerSequence
} from '../../../src/lib/stats/index.ts';
import { normalQuantile } from '../../../src/lib/stats/distributions/normal.ts';
import { drawGateSample, errorShare, trueAgreements, type GateWorld } from './gate-worlds.ts';

/** A world of studies that stop themselves. */
export interface SequentialWorld {
  target: number;
  /** Difference from the target that the fixed plan is powered for. */
  gap: number;
  icc: number;
  /** Chance that a judge's error at an item is the one that all share. */
  shared: number;
  /** Of ten items of each query, the chance that one is drawn on which all judges say the same; absent: five items, all alike. */
  alike?: number;
  /** Default 3, of which there are 16 candidates. */
  judges?: number;
  /** Labels per query; `mixed`: 1 to 20. Default 5. */
  items?: number | 'mixed';
}

export interface SequentialFigures {
  /** Queries of the fixed plan, which is the maximum. */
  fixed: number;
  /** Mean labels as a share of the fixed plan's. */
  labels: number;
  adopted: number;
  rejected: number;
  open: number;
  /** Studies whose two bounds hold the mean agreement of the candidates scored: at every look up to the stop, and at the stop. */
  coverage: number;
  boundsAtStop: number;
  /** Studies whose `stoppedInterval` holds it, of those for which it is measured. */
  intervalAtStop: number;
  /** Studies whose `stoppedInterval` lies above it. */
  intervalAbove: number;
  /** Mean of the scores at the stop minus what was truly scored. */
  bias: number;
}

const LABELS = 5;
/** Items of a query of which some are drawn, if they are drawn unequally. */
const FROM = 10;
/** Mean labels of a query if they are mixed. */
const MEAN_OF_MIXED = 10;

/** The majority of all judges, or their average if there is none. */
function firstOf(judges: number): number {
  const ensembles = enumerateEnsembles(judges, 'binary');
  const of = (rule: string): number => ensembles.findIndex((one) => one.judges.length === judges && one.rule === rule);
  return of('majority') >= 0 ? of('majority') : Math.max(0, of('average'));
}

/** Queries that the planner names for a power of .8, with its defaults. */
const fixedQueries = (world: SequentialWorld): number =>
  clustersForLowerBoundPower(
    world.target + world.gap,
    world.target,
    0.8,
    { size: labelsOf(world), icc: world.icc },
    0.95,
    { count: 4, correlation: 0.8 }
  ).value!;

const labelsOf = ({ items = LABELS }: SequentialWorld): number => (items === 'mixed' ? MEAN_OF_MIXED : items);

function boundariesOf(kind: 'always-valid' | 'pocock', until: number): number[] {
  const at = Array.from({ length: until + 1 }, () => Infinity);
  if (kind === 'always-valid') {
    for (let n = 15; n <= until; n++) at[n] = horizonBoundary(n, { until });
    return at;
  }
  const looks = [1, 2, 3, 4, 5].map((k) => Math.ceil((k * until) / 5));
  for (const [k, boundary] of groupBoundaries('pocock', looks).entries()) at[looks[k]!] = boundary;
  return at;
}

export interface SimulationOptions {
  kind?: 'always-valid' | 'pocock';
  /** The candidate declared as the first guess; default the majority of all. */
  first?: number;
  /** Studies of which `intervalAtStop` is measured, which takes longer than all else; default 0. */
  intervals?: number;
}

/** @param truth agreement that the best candidate truly has. */
export function simulateSequential(
  world: SequentialWorld,
  truth: number,
  studies: number,
  seed: number,
  { kind = 'always-valid', first = firstOf(world.judges ?? 3), intervals = 0 }: SimulationOptions = {}
): SequentialFigures {
  const fixed = fixedQueries(world);
  const boundaries = boundariesOf(kind, fixed);
  const { shared, icc, alike = 1, judges = 3, items: own = LABELS } = world;
  const drawn: GateWorld = { judges, shared, queries: fixed, items: alike < 1 ? FROM : own, icc, truth, alike };
  const wrong = errorShare(drawn);
  const truths = trueAgreements(drawn, wrong);
  const boundary = (n: number): number => boundaries[n] ?? Infinity;
  const figures: SequentialFigures = {
    fixed,
    labels: 0,
    adopted: 0,
    rejected: 0,
    open: 0,
    coverage: 0,
    boundsAtStop: 0,
    intervalAtStop: 0,
    intervalAbove: 0,
    bias: 0
  };
  for (let t = 0; t < studies; t++) {
    const { sums, sizes, squares, labels } = drawGateSample(
      drawn,
      wrong,
      seededRandom((BigInt(seed) << 32n) + BigInt(t))
    );
    const some = [...sizes.keys()].filter((g) => sizes[g]! > 0);
    const x = sums.map((own) => Float64Array.from(some, (g) => Math.min(1, own[g]! / sizes[g]!)));
    const weights = some.map((g) => sizes[g]!);
    const items = some.map((g) => sizes[g]! ** 2 / squares[g]!);
    const { decided, last } = winnerSequence(x, { target: world.target, items, weights, boundary, first });
    const stop = decided?.queries ?? some.length;
    figures.labels += some.slice(0, stop).reduce((sum, g) => sum + labels[g]!, 0) / (fixed * labelsOf(world)) / studies;
    figures[decided === null ? 'open' : decided.decision === 'adopt' ? 'adopted' : 'rejected'] += 1 / studies;
    const held = holdsUntil(stop, x, truths, { boundary, first, items, weights });
    if (held.always) figures.coverage += 1 / studies;
    if (held.atStop) figures.boundsAtStop += 1 / studies;
    figures.bias += (last!.mean.mean() - held.expected) / studies;
    if (t >= intervals) continue;
    const below = decided?.decision === 'reject';
    const { mean } = last!;
    const side = sideOf({ mean, below, target: world.target, boundary }, held.expected);
    if (side === 'around') figures.intervalAtStop += 1 / intervals;
    if (side === 'above') figures.intervalAbove += 1 / intervals;
  }
  return figures;
}

/** Share of studies of so many queries, none of which could stop before, whose 95% interval at their end holds what was scored. */
export function coverageOfFixed(
  world: SequentialWorld,
  truth: number,
  queries: number,
  studies: number,
  seed: number
): number {
  const { shared, icc } = world;
  const drawn: GateWorld = { judges: 3, shared, queries, items: LABELS, icc, truth };
  const wrong = errorShare(drawn);
  const truths = trueAgreements(drawn, wrong);
  const boundary = (n: number): number => (n === queries ? -normalQuantile(0.025) : Infinity);
  const first = firstOf(3);
  let held = 0;
  for (let t = 0; t < studies; t++) {
    const { sums, sizes } = drawGateSample(drawn, wrong, seededRandom((BigInt(seed) << 32n) + BigInt(t)));
    const x = sums.map((own) => own.map((sum) => sum / LABELS));
    const weights = [...sizes];
    const { expected, mean } = holdsUntil(queries, x, truths, { boundary, first, items: weights, weights });
    if (sideOf({ mean, below: false, target: world.target, boundary }, expected) === 'around') held++;
  }
  return held / studies;
}

interface Held {
  always: boolean;
  atStop: boolean;
  /** Mean agreement that the candidates scored truly have. */
  expected: number;
  /** Of the scores, at the last look. */
  mean: RunningMean;
}

interface Drawn {
  boundary: (n: number) => number;
  first: number;
  items: readonly number[];
  weights: readonly number[];
}

/** Whether the bounds of the predictable winner hold the mean of what was truly scored, at every look and at the last one. */
function holdsUntil(
  stop: number,
  x: readonly Float64Array[],
  truths: readonly number[],
  { boundary, first, items, weights }: Drawn
): Held {
  const { scores, chosen } = predictableWinner(x, { first, weights });
  const running = new RunningMean();
  let [total, sum, always, atStop] = [0, 0, true, true];
  for (let g = 0; g < stop; g++) {
    const weight = weights[g]!;
    running.add(scores[g]!, weight, items[g]);
    total += (weight * chosen[g]!.reduce((all, k) => all + truths[k]!, 0)) / chosen[g]!.length;
    sum += weight;
    const normal = boundary(g + 1);
    if (normal === Infinity) continue;
    atStop = running.within(total / sum, normal, inflateForStudent(normal, g + 1));
    always &&= atStop;
  }
  return { always, atStop, expected: total / sum, mean: running };
}
