import { inflateForStudent } from './mixture-boundary.ts';
import { predictableWinner, type WinnerOptions } from './predictable-winner.ts';
import { RunningMean } from './running-mean.ts';

interface WinnerSequenceOptions extends WinnerOptions {
  /** Agreement, in (0, 1), that decides. */
  target: number;
  /** Independent items that the score of each query is a mean of. */
  items: ArrayLike<number>;
  /** Boundary in standard errors after so many queries; Infinity if there is no look. */
  boundary: (queries: number) => number;
}

export type SequentialDecision = 'adopt' | 'reject' | 'go-on';

/** A look at agreement of the predictable winner after so many queries. */
export interface WinnerLook {
  queries: number;
  decision: SequentialDecision;
  /** Mean of the scores; null without a query. */
  value: number | null;
  /** Lower bound of the mean; null if there is no look. */
  low: number | null;
  /** Highest upper bound of all candidates: below the target, none reaches it. Null if there is no look. */
  high: number | null;
  /** The running mean of the scores as it was then, for `stoppedInterval`. */
  mean: RunningMean;
}

interface WinnerSequence {
  /** The first look that decides; null if none has. */
  decided: WinnerLook | null;
  /** The last look that was due; null before the first. */
  last: WinnerLook | null;
  /** Candidates that are best on all queries. */
  best: number[];
  /** Candidates scored at each query. */
  chosen: number[][];
}

/**
 * Goes through the queries of a study in their order and decides at each look whether it may stop.
 *
 * Formula: adopt if the target lies below the lower bound of the mean score of `predictableWinner`; reject if it lies above the
 * upper bound of every candidate's own mean, each with the risk of a single one: the best one is among them, so that none of
 * it has to be divided. The bounds are those of `meanSequence`.
 *
 * @param x agreement in [0, 1], [candidate][query].
 * @throws as `predictableWinner`.
 */
export const winnerSequence = (
  x: readonly ArrayLike<number>[],
  { target, items, boundary, ...options }: WinnerSequenceOptions
): WinnerSequence => {
  const { scores, best, chosen } = predictableWinner(x, options);
  const winner = new RunningMean();
  const own = x.map(() => new RunningMean());
  let [decided, last]: [WinnerLook | null, WinnerLook | null] = [null, null];
  for (let g = 0; g < scores.length; g++) {
    const weight = options.weights?.[g] ?? 1;
    winner.add(scores[g]!, weight, items[g]!);
    for (let k = 0; k < x.length; k++) own[k]!.add(x[k]![g]!, weight, items[g]!);
    const normal = winner.n < 2 ? Infinity : boundary(winner.n);
    if (normal === Infinity) continue;
    const student = inflateForStudent(normal, winner.n);
    const decision = decide(winner, own, target, [normal, student]);
    const isLast = g === scores.length - 1 || boundaryEndsAt(g, scores.length, boundary);
    if (decision === 'go-on' && !isLast) continue;
    last = lookAt(winner, own, decision, [normal, student]);
    if (decision !== 'go-on') decided ??= last;
    if (decided !== null) break;
  }
  return { decided, last: decided ?? last, best, chosen };
};

/** Whether no later query of so many has a look. */
const boundaryEndsAt = (g: number, queries: number, boundary: (queries: number) => number): boolean => {
  for (let later = g + 2; later <= queries; later++) if (boundary(later) < Infinity) return false;
  return true;
};

type Critical = readonly [normal: number, student: number];

function decide(
  winner: RunningMean,
  own: readonly RunningMean[],
  target: number,
  critical: Critical
): SequentialDecision {
  if (winner.mean() > target && !winner.within(target, ...critical)) return 'adopt';
  return own.every((mean) => mean.mean() < target && !mean.within(target, ...critical)) ? 'reject' : 'go-on';
}

const lookAt = (
  winner: RunningMean,
  own: readonly RunningMean[],
  decision: SequentialDecision,
  critical: Critical
): WinnerLook => ({
  queries: winner.n,
  decision,
  value: winner.mean(),
  low: winner.bounds(...critical).low,
  high: Math.max(...own.map((mean) => mean.bounds(...critical).high)),
  mean: winner.copy()
});
