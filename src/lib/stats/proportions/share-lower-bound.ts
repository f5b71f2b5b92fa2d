import { designEffect, weightingEffect } from '../numbers/design-effect.ts';
import type { Interval } from '../numbers/estimate.ts';
import { wilsonInterval } from './wilson.ts';

/** Data on a share of items that nest in clusters. */
export interface ShareEvidence {
  /** Observed share in [0, 1]. */
  share: number;
  /** Items that it rests on. */
  items: number;
  /** Design effect as observed; null if nothing varies. */
  designEffect: number | null;
  /** Assumed effect as long as few items went wrong; see `assumedEffectOf`. */
  assumed: AssumedEffect;
}

interface ShareBound {
  /** The smaller of share − critical · se and Wilson's lower end; both on the effective items. */
  low: number;
  high: number;
  /** Design effect that was used, at least that of the weights. */
  designEffect: number;
  effectiveItems: number;
}

/** Intra-cluster correlation that is assumed as long as too few items went wrong to estimate it. */
export const ASSUMED_ICC = 0.2;

/** The assumption weighs as much as so many items that went wrong, for each further item of a cluster. */
const WEIGHT_OF_FURTHER = 0.75;

/** Assumption on how items of a cluster resemble each other. */
export interface AssumedEffect {
  /** Effect of unequal weights, `weightingEffect`; 1 if they are equal. */
  weighting: number;
  /** Design effect under the assumed correlation: weighting · (1 + (m − 1) · icc). */
  effect: number;
  /** Items that went wrong at which it counts as much as what is observed: ¾ (m − 1). */
  weight: number;
}

/**
 * The assumption for clusters of m items.
 *
 * @param size m: items of the cluster that an item sees on average, 1 or more. @param options.weighting of the weights; default 1.
 * @param options.icc the correlation that is assumed; default .2.
 */
export const assumedEffect = (size: number, { weighting = 1, icc = ASSUMED_ICC } = {}): AssumedEffect => ({
  weighting,
  effect: weighting * designEffect(size, icc),
  weight: WEIGHT_OF_FURTHER * (size - 1)
});

/**
 * The assumption for clusters as they are, m = Σ m_g² / n.
 *
 * @param sizes items of each cluster. @param weights of all items; default 1 each.
 */
export const assumedEffectOf = (sizes: ArrayLike<number>, weights?: readonly number[]): AssumedEffect => {
  let [items, squares] = [0, 0];
  for (let g = 0; g < sizes.length; g++) {
    items += sizes[g]!;
    squares += sizes[g]! ** 2;
  }
  const weighting = weights ? weightingEffect(weights) : 1;
  return assumedEffect(Math.max(1, squares / Math.max(1, items)), { weighting });
};

/**
 * Confidence bounds of a share of clustered items that hold near 1 as well.
 *
 * Purpose: one computation for the gate of agreement, the planner's power and the operating characteristic.
 *
 * Formula: Wilson's interval on n / d items with a given critical value. d is the observed design effect D, drawn towards
 * the one of an assumed correlation (A) while few items went wrong: d = (w A + E D) / (w + E), E = n · min(p, 1 − p),
 * w = ¾ (m − 1), and never below the effect of the weights; without variation d = A. The lower end is never above
 * p − critical · √(p(1 − p) d / n).
 *
 * Why: near 1 the observed design effect is lowest where luck is greatest: studies whose few errors happen to lie apart look
 * independent, and those without an error tell nothing of it. With D alone, .14 of studies whose truth lies .001 below .98
 * pass at a nominal .025 (20 clusters of 20 items, correlation .2). With this weight no more than .03 pass over targets
 * .80–.99, clusters of 1–20 items, 20–100 clusters and correlations 0–.2 (½ lets .031 pass); `docs/bench-gate.md` shows it. Where items of a query are more alike than that, few errors are too few.
 * With unequal weights, items with large weights are few: if the errors among them happen to be missing, the observed effect is far below the
 * true one (.33 of studies passed with 5 of 50 items standing for 30 each). With the effect of the weights as the least, .04 is the most over 544 worlds.
 *
 * @param critical one-sided critical value, e.g. a t quantile on clusters − 1 degrees of freedom.
 * @throws if the share is outside [0, 1] or items or critical value are not positive.
 */
export const shareBound = (
  { share, items, designEffect: observed, assumed: { weighting, effect, weight } }: ShareEvidence,
  critical: number
): ShareBound => {
  if (!(share >= 0 && share <= 1)) throw new Error(`shareBound requires a share in [0, 1], got ${share}`);
  if (!(items > 0 && critical > 0))
    throw new Error(`shareBound requires positive items and critical value, got ${items} and ${critical}`);
  const wrong = items * Math.min(share, 1 - share);
  const drawn =
    observed === null || weight + wrong === 0 ? effect : (weight * effect + wrong * observed) / (weight + wrong);
  const used = Math.max(weighting, drawn);
  const effectiveItems = items / used;
  const [low, high]: Interval = wilsonInterval(share, effectiveItems, critical);
  const plain = share - critical * Math.sqrt((share * (1 - share)) / effectiveItems);
  return { low: Math.max(0, Math.min(low, plain)), high: Math.min(1, high), designEffect: used, effectiveItems };
};
