interface PredictableWinner {
  /** Score of each query, in order: that of the candidate that was best on the queries before it. */
  scores: Float64Array;
  /** Candidates that were best on the queries before each query; several if they are tied. */
  chosen: number[][];
  /** Candidates that are best on all queries so far. */
  best: number[];
}

export interface WinnerOptions {
  /** Weight of each query, above 0; default 1. */
  weights?: ArrayLike<number>;
  /** The cost of each candidate, in agreement; default 0. */
  price?: ArrayLike<number>;
  /** Candidate that is preferred as long as the queries before do not tell candidates apart; default none. */
  first?: number;
}

/** The head start of the first candidate, in queries: it decides ties and nothing else. */
const AHEAD = 0.01;

/**
 * Scores each query by the candidate that was best on earlier queries.
 *
 * Purpose: which candidate is scored never depends on the query that scores it, so nothing has to be paid for having chosen the
 * best of several. The mean of these scores is, on average, at most the agreement of the best candidate.
 *
 * Formula: with sums S_k = Σ_{h<g} w_h (x_kh − price_k), the score of query g is the mean of x_kg over the candidates k whose S_k
 * is the largest. At the first query all are tied unless one is named to be first.
 *
 * @param x agreement in [0, 1] of each candidate on each query, [candidate][query], queries in the order in which they were
 *   completed.
 * @throws if there is no candidate or their queries differ in number.
 * Source: predictable plug-in as in Waudby-Smith and Ramdas 2024 (arXiv 2010.09686); martingale central limit theorem.
 */
export const predictableWinner = (
  x: readonly ArrayLike<number>[],
  { weights, price, first }: WinnerOptions = {}
): PredictableWinner => {
  const queries = x[0]?.length;
  if (queries === undefined || x.some((own) => own.length !== queries))
    throw new Error('predictableWinner requires candidates with the same queries');
  const sums = Float64Array.from(x, (_, k) => (k === first ? AHEAD : 0));
  const scores = new Float64Array(queries);
  const chosen: number[][] = [];
  const leading = (): number[] => {
    let most = -Infinity;
    for (let k = 0; k < sums.length; k++) if (sums[k]! > most) most = sums[k]!;
    const found: number[] = [];
    for (let k = 0; k < sums.length; k++) if (sums[k]! >= most - 1e-9) found.push(k);
    return found;
  };
  let best = leading();
  for (let g = 0; g < queries; g++) {
    chosen.push(best);
    let score = 0;
    for (const k of best) score += x[k]![g]!;
    scores[g] = score / best.length;
    const weight = weights?.[g] ?? 1;
    for (let k = 0; k < sums.length; k++) sums[k]! += weight * (x[k]![g]! - (price?.[k] ?? 0));
    best = leading();
  }
  return { scores, chosen, best };
};
