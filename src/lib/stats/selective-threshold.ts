import { clopperPearsonUpper } from './clopper-pearson.ts';
import { defined, undefinedBecause, type Estimate } from './estimate.ts';

/** value = the confidence from which on the judge's answers are taken. */
export type SelectiveThreshold = Estimate & {
  /** Share of items at or above it. */
  coverage: number | null;
  covered: number | null;
  errors: number | null;
  /** One-sided upper bound of the error rate there. */
  upperBound: number | null;
};

/**
 * Selective judging with an error guarantee: how confident must a judge be for its answer to stand without a stronger
 * judge or a person?
 *
 * Walk the thresholds, which are the confidences that occur, downwards. At each with at least `minItems` items at or above
 * it, the one-sided Clopper–Pearson bound of the error rate (level δ) must be ≤ α; stop at the first that fails and keep the
 * last that passed. Testing in a fixed order needs no further correction.
 *
 * @param confidence of the judge per item. @param correct whether it agreed with people (1 or true), same items.
 * @param options.alpha tolerated error rate. @param options.delta level of the bound, default .1. @param options.minItems
 *   default 30.
 * @returns undefined (`not-attainable`) where the first testable threshold fails or there are too few items.
 * @throws if lengths differ or a confidence is not finite.
 * Source: Jung, Brahman and Choi 2025, "Trust or escalate".
 */
export const selectiveThreshold = (
  confidence: ArrayLike<number>,
  correct: ArrayLike<number | boolean>,
  { alpha, delta = 0.1, minItems = 30 }: { alpha: number; delta?: number; minItems?: number }
): SelectiveThreshold => {
  if (confidence.length !== correct.length)
    throw new Error(`selectiveThreshold requires equal lengths, got ${confidence.length} and ${correct.length}`);
  const order = Array.from(confidence, (c, i) => {
    if (!Number.isFinite(c)) throw new Error(`selectiveThreshold requires finite confidences, got ${c}`);
    return i;
  }).sort((a, b) => confidence[b]! - confidence[a]!);
  let errors = 0;
  let best: SelectiveThreshold = {
    ...undefinedBecause('not-attainable'),
    coverage: null,
    covered: null,
    errors: null,
    upperBound: null
  };
  for (const [place, item] of order.entries()) {
    if (!correct[item]) errors++;
    const threshold = confidence[item]!;
    const next = order[place + 1];
    if (next !== undefined && confidence[next] === threshold) continue;
    const covered = place + 1;
    if (covered < minItems) continue;
    const upperBound = clopperPearsonUpper(errors, covered, 1 - delta);
    if (upperBound > alpha) break;
    best = { ...defined(threshold), coverage: covered / order.length, covered, errors, upperBound };
  }
  return best;
};
