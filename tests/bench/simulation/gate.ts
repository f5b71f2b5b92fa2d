import {
  assumedEffectOf,
  behindBest,
  correlationOfContenders,
  seededRandom,
  selectionCritical,
  shareBound,
  type Contender
} from '../../../src/lib/stats/index.ts';
import { studentQuantile } from '../../../src/lib/stats/distributions/student-t.ts';
import { drawGateSample, errorShare, trueAgreements, type GateSample, type GateWorld } from './gate-worlds.ts';

const mean = (values: Float64Array, sizes: Float64Array): number => {
  let [sum, n] = [0, 0];
  for (let g = 0; g < values.length; g++) {
    sum += values[g]!;
    n += sizes[g]!;
  }
  return sum / n;
};

/** One study: the selected candidate and its bounds. */
interface GateStudy {
  winner: number;
  share: number;
  /** Lower bound of the gate. */
  low: number;
  critical: number;
  contenders: number;
  /** Lower end of the out-of-bag interval that the gate used before; null unless asked for. */
  before: number | null;
  behind: (number | null)[] | null;
}

/**
 * Goes through the selection as the adoption procedure does.
 *
 * @param options.draws normal vectors of the critical value; fewer than in a study, because over many studies their error
 *   averages out. @param options.outOfBag resamples of the former interval; 0 leaves it out.
 */
export function gateStudy(
  { sums, sizes }: GateSample,
  seed: number,
  { draws = 1000, outOfBag = 0, delta = null }: { draws?: number; outOfBag?: number; delta?: number | null } = {}
): GateStudy {
  const clusters = sizes.length;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const shares = sums.map((own) => mean(own, sizes));
  let winner = 0;
  for (const [k, share] of shares.entries()) if (share > shares[winner]! + 1e-12) winner = k;
  const candidates = sums.map((own, k): Contender => ({
    utility: shares[k]!,
    influence: own.map((sum, g) => (sum - sizes[g]! * shares[k]!) / n)
  }));
  const { critical, contenders } = selectionCritical(candidates, winner, clusters, {
    random: seededRandom(seed),
    draws
  });
  const share = shares[winner]!;
  const squares = candidates[winner]!.influence.reduce((sum, u) => sum + u * u, 0);
  const independent = (share * (1 - share)) / n;
  const bound = shareBound(
    {
      ...{ share, items: n, assumed: assumedEffectOf(sizes) },
      designEffect: independent > 1e-15 ? ((clusters / (clusters - 1)) * squares) / independent : null
    },
    critical
  );
  return {
    ...{ winner, share, low: bound.low, critical, contenders: contenders.length },
    before: outOfBag > 0 ? outOfBagLower({ sums, sizes }, seed, outOfBag) : null,
    behind:
      delta === null
        ? null
        : behindBest(candidates, winner, clusters, {
            ...{ random: seededRandom(seed), draws },
            least: Math.sqrt((delta * (1 - delta)) / bound.effectiveItems)
          })
  };
}

/** The 2.5 % quantile of the in-bag winner's share on the clusters left out: the former lower end of the gate. */
function outOfBagLower({ sums, sizes }: GateSample, seed: number, resamples: number): number {
  const random = seededRandom(seed);
  const clusters = sizes.length;
  const drawn = new Uint32Array(clusters);
  const count = new Uint16Array(clusters);
  const found: number[] = [];
  for (let r = 0; r < resamples; r++) {
    random.fillBelow(drawn, clusters);
    count.fill(0);
    for (const g of drawn) count[g]!++;
    let [best, outside] = [-1, 0];
    for (const own of sums) {
      let [inside, out] = [0, 0];
      for (let g = 0; g < clusters; g++) {
        if (count[g] === 0) out += own[g]!;
        else inside += count[g]! * own[g]!;
      }
      if (inside > best + 1e-9) [best, outside] = [inside, out];
    }
    let size = 0;
    for (let g = 0; g < clusters; g++) if (count[g] === 0) size += sizes[g]!;
    if (size > 0) found.push(outside / size);
  }
  found.sort((a, b) => a - b);
  const at = 0.025 * (found.length - 1);
  const low = Math.floor(at);
  return found[low]! + (at - low) * ((found[low + 1] ?? found[low]!) - found[low]!);
}

/** Shares of studies that pass a target, by several lower bounds. */
export interface GateFigures {
  world: GateWorld;
  /** By the bound of the gate; by the same without correction for the selection; out of bag, if it was computed. */
  passes: number;
  uncorrected: number;
  before: number | null;
  critical: number;
  contenders: number;
  /** Median number of contenders and the correlation that goes with the mean critical value: what a plan would take. */
  planned: { count: number; correlation: number };
  /** True design effect of the best candidate: variance over studies against that of independent items. */
  designEffect: number;
  /** Studies in which some candidate that is truly worse than the best by more than δ is shown as not worse. */
  wronglyNotWorse: number | null;
}

export function simulateGate(
  world: GateWorld,
  target: number,
  trials: number,
  seed: number,
  { outOfBag = 0, delta = null, draws = 1000 }: { outOfBag?: number; delta?: number | null; draws?: number } = {}
): GateFigures {
  const wrong = errorShare(world);
  const truths = trueAgreements(world, wrong);
  const best = Math.max(...truths);
  const [passed, plainly, formerly, counts] = [[], [], [], []] as [boolean[], boolean[], boolean[], number[]];
  let [critical, wrongly] = [0, 0];
  const plain = studentQuantile(0.975, world.queries - 1);
  for (let t = 0; t < trials; t++) {
    const random = seededRandom((BigInt(seed) << 32n) + BigInt(t));
    const sample = drawGateSample(world, wrong, random);
    const study = gateStudy(sample, t + 1, { draws, outOfBag, delta });
    passed.push(study.low >= target);
    plainly.push(study.critical === plain ? study.low >= target : uncorrected(sample, study, plain) >= target);
    if (study.before !== null) formerly.push(study.before >= target);
    counts.push(study.contenders);
    critical += study.critical / trials;
    if (
      delta !== null &&
      study.behind!.some((b, k) => k !== study.winner && b !== null && b >= -delta && truths[k]! < best - delta)
    )
      // prettier-ignore
      wrongly++;
  }
  const shareOf = (of: readonly boolean[]): number => of.filter(Boolean).length / of.length;
  const count = counts.sort((a, b) => a - b)[Math.floor(trials / 2)]!;
  return {
    ...{ world, passes: shareOf(passed), uncorrected: shareOf(plainly), critical },
    before: formerly.length > 0 ? shareOf(formerly) : null,
    contenders: counts.reduce((sum, one) => sum + one, 0) / trials,
    planned: { count, correlation: correlationOfContenders(count, critical, world.queries) },
    designEffect: effectOf(world, wrong, truths.indexOf(best), best),
    wronglyNotWorse: delta === null ? null : wrongly / trials
  };
}

/** The bound of the same study with the t quantile. */
function uncorrected({ sums, sizes }: GateSample, { winner }: GateStudy, plain: number): number {
  const clusters = sizes.length;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const share = mean(sums[winner]!, sizes);
  const squares = sums[winner]!.reduce((sum, own, g) => sum + ((own - sizes[g]! * share) / n) ** 2, 0);
  const independent = (share * (1 - share)) / n;
  const designEffect = independent > 1e-15 ? ((clusters / (clusters - 1)) * squares) / independent : null;
  return shareBound({ share, items: n, designEffect, assumed: assumedEffectOf(sizes) }, plain).low;
}

/** Studies from which the design effect of a candidate is known within 3 %. */
const MANY = 2500;

/** True design effect of a candidate; of a single judge in clusters of one size exactly. */
function effectOf(world: GateWorld, wrong: number, candidate: number, truth: number): number {
  const { judges, items, icc } = world;
  if (icc === 0) return 1;
  if (judges === 1 && items !== 'mixed') return 1 + (items - 1) * icc;
  let [variance, independent] = [0, 0];
  for (let t = 0; t < MANY; t++) {
    const { sums, sizes } = drawGateSample(world, wrong, seededRandom((1n << 50n) + BigInt(t)));
    const n = sizes.reduce((sum, size) => sum + size, 0);
    variance += (mean(sums[candidate]!, sizes) - truth) ** 2;
    independent += (truth * (1 - truth)) / n;
  }
  return variance / independent;
}
