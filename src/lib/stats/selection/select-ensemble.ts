import type { Clusters } from '../clusters/clusters.ts';
import { undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';
import { quantileOfSorted } from '../numbers/quantile.ts';
import type { Random } from '../numbers/rng.ts';

/** Something to choose: its cost per item, and its agreement on drawn clusters (with repetition); null if undefined. */
interface SelectionCandidate {
  cost: number;
  agreement: (clusters: Uint32Array) => number | null;
}

interface CandidateSummary {
  agreement: number | null;
  cost: number;
  /** agreement − λ·cost */
  utility: number | null;
  /** Share of the resamples in which it was chosen. */
  selectionFrequency: number;
  /** 5 % quantile over resamples of its agreement − the chosen one's: "not worse" if ≥ −δ. */
  deltaLower95: number | null;
}

/** value = agreement of the chosen candidate, as it stands: the naive figure. */
type EnsembleSelection = Estimate & {
  candidates: CandidateSummary[];
  /** Number of the chosen candidate. */
  winner: number | null;
  /** Mean over resamples of (in-bag agreement of the in-bag winner − its agreement on all data). */
  optimism: number | null;
  optimismCorrected: number | null;
  /**
   * What choosing adds on average: by how much the in-bag winner is ahead of the chosen one in-bag, and behind it on all data. As
   * `optimism`, without the part that a resample changes in every candidate alike; never below 0 at λ = 0, and 0 of a single one.
   */
  choosing: number | null;
  /** Mean and lower quantile (2.5 % at a confidence of .95) of the in-bag winner's agreement on the clusters left out. */
  outOfBag: number | null;
  outOfBagLower: number | null;
  outOfBagInterval: Interval | null;
  /** Resamples that left out clusters on which the winner could be scored. */
  outOfBagUsed: number;
  /** Candidates that are not worse than the chosen one by more than δ, and the cheapest of them. */
  notWorse: number[];
  cheapestNotWorse: number | null;
  replicates: number;
  /** Resamples drawn again because no candidate was defined on them. */
  redrawn: number;
};

const EQUAL = 1e-12;
const DRAWS_PER_REPLICATE = 20;

/**
 * Choice of one candidate out of many, with an honest figure for it.
 *
 * The best of many looks better than it is. The whole choice is repeated on cluster bootstrap resamples: optimism-corrected
 * = naive − mean(in-bag − on all data); out-of-bag = the in-bag winner scored on the clusters the resample left out. The
 * out-of-bag interval is that of the selection procedure, not of the chosen candidate; it is about 1.31 times too wide, and has
 * no width if nothing went wrong. Nothing is decided by it: see `selectionCritical`, `shareBound` and `behindBest`.
 *
 * Choice: highest agreement − λ·cost; within 1e-12 the cheaper, then the earlier.
 *
 * @param candidates in the order of precedence. @param clusters number of clusters.
 * @param options.lambdaPerCost λ, agreement per unit of cost; default 0. @param options.delta δ of "not worse"; default 0.
 * @param options.confidence of the out-of-bag interval; default .95.
 * @returns undefined as `too-few-clusters` below two, as `no-pairs` if no candidate has a defined agreement.
 * @throws if a cost or option is not finite.
 * Source: Efron 1983 for optimism; Tsamardinos, Greasidou and Borboudakis 2018 for the out-of-bag correction (BBC-CV).
 */
export const selectEnsemble = (
  candidates: readonly SelectionCandidate[],
  clusters: number,
  options: { random: Random; replicates?: number; lambdaPerCost?: number; delta?: number; confidence?: number }
): EnsembleSelection => {
  const { random, replicates = 2000, lambdaPerCost = 0, delta = 0, confidence = 0.95 } = options;
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`selectEnsemble requires a confidence between 0 and 1, got ${confidence}`);
  for (const v of [lambdaPerCost, delta, ...candidates.map((c) => c.cost)])
    if (!Number.isFinite(v)) throw new Error(`selectEnsemble requires finite costs and options, got ${v}`);
  const utility = (agreement: number | null, i: number): number | null =>
    agreement === null ? null : agreement - lambdaPerCost * candidates[i]!.cost;
  const best = (agreements: (number | null)[]): number | null => {
    let chosen: number | null = null;
    for (const [i, a] of agreements.entries()) {
      const own = utility(a, i);
      if (own === null) continue;
      const gain = chosen === null ? Infinity : own - utility(agreements[chosen]!, chosen)!;
      if (gain > EQUAL || (gain >= -EQUAL && candidates[i]!.cost < candidates[chosen!]!.cost)) chosen = i;
    }
    return chosen;
  };

  const everything = Uint32Array.from({ length: clusters }, (_, g) => g);
  const full = clusters === 0 ? candidates.map(() => null) : candidates.map((c) => c.agreement(everything));
  const winner = best(full);
  const summary = (frequency: (i: number) => number, lower: (i: number) => number | null): CandidateSummary[] =>
    candidates.map((c, i) => ({
      agreement: full[i]!,
      cost: c.cost,
      utility: utility(full[i]!, i),
      selectionFrequency: frequency(i),
      deltaLower95: lower(i)
    }));
  const without = {
    candidates: summary(
      () => 0,
      () => null
    ),
    winner,
    optimism: null,
    optimismCorrected: null,
    choosing: null,
    outOfBag: null,
    outOfBagLower: null,
    outOfBagInterval: null,
    outOfBagUsed: 0,
    notWorse: [],
    cheapestNotWorse: null,
    replicates: 0,
    redrawn: 0
  };
  if (winner === null) return { ...undefinedBecause('no-pairs'), ...without };
  if (clusters < 2) return { ...undefinedBecause('too-few-clusters'), ...without };

  const wins = new Float64Array(candidates.length);
  const gaps: number[][] = candidates.map(() => []);
  const outOfBag: number[] = [];
  const drawn = new Uint32Array(clusters);
  const seen = new Uint8Array(clusters);
  let optimism = 0;
  let [choosing, compared] = [0, 0];
  let done = 0;
  let redrawn = 0;
  while (done < replicates && redrawn <= replicates * (DRAWS_PER_REPLICATE - 1)) {
    random.fillBelow(drawn, clusters);
    const inBag = candidates.map((c) => c.agreement(drawn));
    const chosen = best(inBag);
    if (chosen === null) {
      redrawn++;
      continue;
    }
    done++;
    wins[chosen]!++;
    optimism += inBag[chosen]! - full[chosen]!;
    const reference = inBag[winner]!;
    if (reference !== null) {
      for (const [i, a] of inBag.entries()) if (a !== null) gaps[i]!.push(a - reference);
      choosing += inBag[chosen]! - reference + (full[winner]! - full[chosen]!);
      compared++;
    }
    seen.fill(0);
    for (const g of drawn) seen[g] = 1;
    const left = everything.filter((g) => seen[g] === 0);
    const value = left.length === 0 ? null : candidates[chosen]!.agreement(left);
    if (value !== null) outOfBag.push(value);
  }
  if (done === 0) return { ...undefinedBecause('undefined-replicates'), ...without, redrawn };

  optimism /= done;
  const sorted = Float64Array.from(outOfBag).sort();
  const scored = sorted.length > 0;
  const tail = (1 - confidence) / 2;
  const summaries = summary(
    (i) => wins[i]! / done,
    (i) => (gaps[i]!.length === 0 ? null : quantileOfSorted(Float64Array.from(gaps[i]!).sort(), 0.05))
  );
  const notWorse = summaries.flatMap((c, i) =>
    c.deltaLower95 !== null && c.deltaLower95 >= -delta - EQUAL ? [i] : []
  );
  const cheaper = (a: number, b: number): number => (candidates[b]!.cost < candidates[a]!.cost ? b : a);
  return {
    value: full[winner]!,
    candidates: summaries,
    winner,
    optimism,
    optimismCorrected: full[winner]! - optimism,
    choosing: compared === 0 ? null : choosing / compared,
    outOfBag: scored ? outOfBag.reduce((sum, v) => sum + v, 0) / outOfBag.length : null,
    outOfBagLower: scored ? quantileOfSorted(sorted, tail) : null,
    outOfBagInterval: scored ? [quantileOfSorted(sorted, tail), quantileOfSorted(sorted, 1 - tail)] : null,
    outOfBagUsed: outOfBag.length,
    notWorse,
    cheapestNotWorse: notWorse.length === 0 ? null : notWorse.reduce(cheaper),
    replicates: done,
    redrawn
  };
};

/**
 * Agreement that is a mean over items (binary scores, strict agreement of preferences), as a function of drawn clusters:
 * each cluster is summed up once.
 *
 * @param scores per item, null if the candidate does not cover it. @param grouped the items' clusters.
 */
export const meanOverClusters = (
  scores: ArrayLike<number | null>,
  grouped: Clusters
): SelectionCandidate['agreement'] => {
  if (scores.length !== grouped.of.length)
    throw new Error(`meanOverClusters requires one score per item, got ${scores.length} for ${grouped.of.length}`);
  const sums = new Float64Array(grouped.names.length);
  const sizes = new Float64Array(grouped.names.length);
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score === null) continue;
    if (!Number.isFinite(score)) throw new Error(`meanOverClusters requires finite scores, got ${score}`);
    sums[grouped.of[i]!]! += score;
    sizes[grouped.of[i]!]!++;
  }
  return (drawn) => {
    let sum = 0;
    let size = 0;
    for (let i = 0; i < drawn.length; i++) {
      sum += sums[drawn[i]!]!;
      size += sizes[drawn[i]!]!;
    }
    return size === 0 ? null : sum / size;
  };
};
