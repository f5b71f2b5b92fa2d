import { agrestiCoull } from '../proportions/agresti-coull.ts';
import type { Bootstrap } from '../bootstrap/bootstrap.ts';
import { clopperPearson } from '../proportions/clopper-pearson.ts';
import { clusterBootstrapOf } from '../bootstrap/cluster-bootstrap.ts';
import { clusterProportion } from '../clusters/cluster-proportion.ts';
import { groupClusters } from '../clusters/clusters.ts';
import type { Label, Measurements } from '../numbers/estimate.ts';
import { jeffreys } from '../proportions/jeffreys.ts';
import { seededRandom, splitMix64, xoshiro128 } from '../numbers/rng.ts';
import { wilson } from '../proportions/wilson.ts';
import { optionalArgument, need, seedOf, type CaseFunction } from './arguments.ts';

const clusterBootstrapOfProportion = (
  x: number[],
  cluster: Label[],
  seed: number | bigint,
  replicates: number
): Bootstrap => {
  const grouped = groupClusters(cluster);
  const sums = grouped.members.map((m) => m.reduce((sum, i) => sum + x[i]!, 0));
  return clusterBootstrapOf(
    grouped,
    (drawn) => {
      let sum = 0;
      let size = 0;
      for (const g of drawn) {
        sum += sums[g]!;
        size += grouped.members[g]!.length;
      }
      return sum / size;
    },
    { random: seededRandom(seed), replicates }
  );
};

/** Functions of the case format about intervals of proportions, clusters, and randomness. */
export const intervalCases = {
  proportionCI: (args) => {
    const given = [
      need<number>(args, 'k'),
      need<number>(args, 'n'),
      optionalArgument(args, 'confidence', 0.95)
    ] as const;
    const share = wilson(...given);
    return {
      p: share.value,
      reason: share.reason,
      wilson: share.interval,
      clopperPearson: clopperPearson(...given).interval,
      jeffreys: jeffreys(...given).interval,
      agrestiCoull: agrestiCoull(...given).interval
    };
  },
  clusterProportion: (args) => {
    const all = need<(number | null)[]>(args, 'x');
    const names = need<Label[]>(args, 'cluster');
    const confidence = optionalArgument(args, 'confidence', 0.95);
    const estimate = clusterProportion(all as Measurements, names, { confidence });
    const kept = all.map((_, i) => i).filter((i) => all[i] !== null);
    const x = kept.map((i) => all[i]!);
    const cluster = kept.map((i) => names[i]!);
    const { value: p, effectiveN } = estimate;
    const boot = clusterBootstrapOfProportion(x, cluster, seedOf(args), optionalArgument(args, 'B', 500));
    return {
      p,
      n: estimate.n,
      clusters: estimate.clusters,
      reason: estimate.reason ?? estimate.intervalReason,
      linearizedSE: estimate.se,
      designEffect: estimate.designEffect,
      effectiveN,
      wilsonEffective:
        p === null || effectiveN === null ? null : wilson(p * effectiveN, effectiveN, confidence).interval,
      wilsonEffectiveT: estimate.interval,
      clusterBootPercentile: boot.interval,
      iidWilson: p === null ? null : wilson(p * x.length, x.length, confidence).interval
    };
  },
  rng: (args) => {
    const mix = splitMix64(BigInt(need<string>(args, 'splitmix64Seed')));
    const fromState = xoshiro128(need<number[]>(args, 'xoshiroState'));
    const seed = need<number>(args, 'seed');
    const [words, below, units] = [seededRandom(seed), seededRandom(seed), seededRandom(seed)];
    const take = <T>(times: number, f: () => T): T[] => Array.from({ length: times }, f);
    return {
      splitmix64: take(3, () => String(mix())),
      xoshiroU32: take(10, fromState.u32),
      seed42U32: take(5, words.u32),
      seed42Below7: take(12, () => below.below(7)),
      seed42Unit53: take(3, units.unit)
    };
  }
} as const satisfies Record<string, CaseFunction>;
