import { windowBoundary } from '../../stats/index.ts';
import { driftBoundary, WINDOW } from './drift.ts';

/** Assumptions behind the size of an anchor set. */
interface AnchorSizing {
  /** Loss of agreement to be found, as a share: .05 is five points. */
  loss: number;
  /** Share of verdicts that differ when the same judges are asked again. Default .03. */
  flips?: number;
  /** Items of each query. Default 4. */
  perQuery?: number;
  /** Correlation of the loss of two items of one query. Default .05. */
  correlation?: number;
  /** Ensembles of which the adopted one was chosen. Default 1. */
  candidates?: number;
  /** Chance to find the loss within `WINDOW` checks. Default .9. */
  power?: number;
}

/** The normal quantile of .9 and other powers are those of one look: the power is at the last check alone. */
const MOST = 100_000;

/**
 * Items of an anchor set that finds a loss of agreement within three checks with the wanted chance.
 *
 * Formula: the smallest n with (c + z) · √(v · d / n) + (c_k − c) · √(a · d / n) ≤ loss. c is the boundary of `figuresOfLook` on
 * n / perQuery queries, c_k the one for the best of k candidates, z the normal quantile of the power, d = 1 + (perQuery − 1) ·
 * correlation. v is an item's variance after three checks: loss · (1 − loss), as each item is lost or not, and a = flips / 2 · (1 + 1/3)
 * from asking again, half of the flips being the adopted run's own.
 *
 * @returns null if even 100,000 items are too few.
 * @throws if a share is outside its range.
 */
export function anchorSetSize(sizing: AnchorSizing): number | null {
  const { loss } = sizing;
  if (!(loss > 0 && loss < 1)) throw new Error(`anchorSetSize requires a loss in (0, 1), got ${loss}`);
  let [low, high] = [1, 2];
  while (reachOf(high, sizing) > loss) {
    low = high;
    high *= 2;
    if (high > MOST) return null;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (reachOf(middle, sizing) > loss) low = middle;
    else high = middle;
  }
  return high;
}

/** The smallest loss, in whole thousandths, that a set of this size finds within three checks; null if it finds none below ½. */
export function detectableLoss(n: number, sizing: Omit<AnchorSizing, 'loss'> = {}): number | null {
  for (let loss = 0.001; loss < 0.5; loss += 0.001) if (reachOf(n, { ...sizing, loss }) <= loss) return loss;
  return null;
}

function reachOf(
  n: number,
  { loss, flips = 0.03, perQuery = 4, correlation = 0.05, candidates = 1, power = 0.9 }: AnchorSizing
): number {
  if (!(flips >= 0 && flips <= 1)) throw new Error(`anchorSetSize requires flips in [0, 1], got ${flips}`);
  if (!(perQuery >= 1)) throw new Error(`anchorSetSize requires an item or more a query, got ${perQuery}`);
  if (!(power > 0.5 && power < 1)) throw new Error(`anchorSetSize requires a power in (.5, 1), got ${power}`);
  const queries = Math.floor(n / perQuery);
  if (queries < 2) return Infinity;
  const boundary = driftBoundary(queries);
  const choice = driftBoundary(queries, candidates) - boundary;
  const asking = (flips / 2) * (1 + 1 / WINDOW);
  const design = 1 + (perQuery - 1) * correlation;
  // The chance of a single look: `windowBoundary` of one is the normal quantile.
  const z = windowBoundary({ looks: 1, risk: 1 - power });
  const errorOf = (variance: number): number => Math.sqrt((variance * design) / n);
  return (boundary + z) * errorOf(loss * (1 - loss) + asking) + choice * errorOf(asking);
}
