import { alternativeAnnotatorTest, type AltTestOptions } from '../significance/alternative-annotator-test.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';
import type { Random } from '../numbers/rng.ts';

export interface AltTestPower {
  /** Share of simulated studies in which the judge passes (ω ≥ ½). */
  power: Estimate;
  replicates: number;
}

/**
 * Power of the Alternative Annotator Test by simulation: how often a judge passes that is right so often, among people who
 * are right so often.
 *
 * Each replicate draws yes/no items; every person says what is true with probability `human` and the judge with probability
 * `judge`, independently of one another, and each person judges every item. With `perCluster`, items come in clusters of that
 * size and the clustered test is used; a rater's errors there have the intra-cluster correlation `icc` (each item takes the
 * outcome of its cluster with probability √icc, else its own).
 *
 * @param design.people 2 or more, @param design.items whole.
 * @param design.human, design.judge probabilities of being right, in [0, 1].
 * @param design.perCluster whole items, @param design.icc in [0, 1], default 0.
 * @returns undefined (`not-attainable`) if fewer items are planned than the test wants of a person.
 * @throws if an argument is outside its range.
 * Source of the test: Calderon, Reichart and Dror 2025.
 */
export const alternativeAnnotatorPower = (
  {
    people,
    items,
    human,
    judge,
    perCluster,
    icc = 0
  }: { people: number; items: number; human: number; judge: number; perCluster?: number; icc?: number },
  options: AltTestOptions,
  { random, replicates = 400 }: { random: Random; replicates?: number }
): AltTestPower => {
  if (!(Number.isSafeInteger(people) && people >= 2))
    throw new Error(`alternativeAnnotatorPower requires 2 people or more, got ${people}`);
  if (!(Number.isSafeInteger(items) && items >= 1))
    throw new Error(`alternativeAnnotatorPower requires whole items, got ${items}`);
  if (!(Number.isSafeInteger(replicates) && replicates >= 1))
    throw new Error(`alternativeAnnotatorPower requires whole replicates, got ${replicates}`);
  if (perCluster !== undefined && !(Number.isSafeInteger(perCluster) && perCluster >= 1))
    throw new Error(`alternativeAnnotatorPower requires whole items per cluster, got ${perCluster}`);
  for (const share of [human, judge, icc])
    if (!(share >= 0 && share <= 1))
      throw new Error(`alternativeAnnotatorPower requires probabilities in [0, 1], got ${share}`);
  if (items < (options.minItemsPerHuman ?? 30)) return { power: undefinedBecause('not-attainable'), replicates };
  const cluster = Array.from({ length: items }, (_, i) => Math.floor(i / (perCluster ?? 1)));
  const clustered = perCluster === undefined ? options : { ...options, clusters: cluster };
  const shared = Math.sqrt(icc);
  let passed = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    // Items on which the truth is "no" behave alike, so that being right can stand for the label itself.
    const rater = (right: number): number[] => {
      const says = (): number => (random.unit() < right ? 1 : 0);
      if (shared === 0) return Array.from({ length: items }, says);
      const ofCluster = Array.from({ length: cluster.at(-1)! + 1 }, says);
      return cluster.map((g) => (random.unit() < shared ? ofCluster[g]! : says()));
    };
    const humans = Array.from({ length: people }, () => rater(human));
    if (alternativeAnnotatorTest(humans, rater(judge), clustered).passes) passed++;
  }
  return { power: defined(passed / replicates), replicates };
};
