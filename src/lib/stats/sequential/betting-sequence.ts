import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/** Shares of the largest bet that is never ruined, equally mixed. */
const BETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8];

export type BettingSequence = Estimate & {
  n: number;
  /** Bounds, each of which holds at all times together with probability ≥ 1 − risk; null without observations. */
  low: number | null;
  high: number | null;
};

/**
 * Confidence sequence of a mean in [0, 1] that holds for any number of observations, also few and rare ones.
 *
 * Purpose: watches a judge over many looks without an assumption of normality; wider than `meanSequence` if both apply.
 *
 * Formula: a gambler who bets against "the mean is m" has capital K(m) = mean over c of Π (1 + c (x/m − 1)), c a share of the
 * largest bet that cannot be ruined. If m is true, K ever reaches 1 / risk with probability ≤ risk (Ville). The lower bound is
 * the m at which K is 1 / risk; K falls as m rises. The upper bound is that of 1 − x.
 *
 * @param x observations in [0, 1], independent or each with the same mean given those before it.
 * @param options.risk of each bound, in (0, 1); default .025.
 * @returns undefined (`n=0`) without observations.
 * @throws if an observation is outside [0, 1] or the risk outside (0, 1).
 * Source: Waudby-Smith and Ramdas 2024 (arXiv 2010.09686, section 4), with a fixed mixture of bets.
 */
export const bettingSequence = (x: ArrayLike<number>, { risk = 0.025 }: { risk?: number } = {}): BettingSequence => {
  if (!(risk > 0 && risk < 1)) throw new Error(`bettingSequence requires 0 < risk < 1, got ${risk}`);
  const n = x.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    if (!(x[i]! >= 0 && x[i]! <= 1)) throw new Error(`bettingSequence requires observations in [0, 1], got ${x[i]}`);
    sum += x[i]!;
  }
  if (n === 0) return { ...undefinedBecause('n=0'), n, low: null, high: null };
  const counts = new Map<number, number>();
  for (let i = 0; i < n; i++) counts.set(x[i]!, (counts.get(x[i]!) ?? 0) + 1);
  const mirrored = new Map([...counts].map(([value, times]) => [1 - value, times]));
  return {
    ...defined(sum / n),
    n,
    low: lowerBound(counts, sum / n, risk),
    high: 1 - lowerBound(mirrored, 1 - sum / n, risk)
  };
};

function lowerBound(counts: ReadonlyMap<number, number>, mean: number, risk: number): number {
  if (mean <= 0) return 0;
  let [low, high] = [0, mean];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (middle > 0 && logCapital([...counts], middle) < -Math.log(risk)) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * Logarithm of the capital of a gambler who bets that a mean lies above m, mixed over bets of several sizes.
 *
 * @param counted observations in [0, 1] and how often each came. @param m in (0, 1).
 */
export function logCapital(counted: readonly (readonly [value: number, times: number])[], m: number): number {
  const logs = BETS.map((c) => counted.reduce((sum, [x, times]) => sum + times * Math.log1p(c * (x / m - 1)), 0));
  return logMean(logs);
}

/** Logarithm of the mean of exponentials, without overflow. */
export function logMean(logs: readonly number[], weights: readonly number[] = logs.map(() => 1 / logs.length)): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log, i) => sum + weights[i]! * Math.exp(log - most), 0));
}
