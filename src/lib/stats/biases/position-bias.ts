import { symmetricBinomialP } from '../distributions/binomial.ts';
import { bare, defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';
import type { Preferences } from './pairwise-preference.ts';
import { wilson } from '../proportions/wilson.ts';

interface PositionBias {
  /** Comparisons judged in both orders; those judged in one only are dropped. */
  n: number;
  dropped: number;
  /** Share judged alike in both orders, with its Wilson interval. */
  consistency: Estimate & { interval: Interval | null };
  /** The one shown first won both times; the one shown second won both times; one of the two verdicts was a tie. */
  primacyFlips: number;
  recencyFlips: number;
  tieMixed: number;
  /** (primacy − recency flips) / n: above 0 the judge favours the text shown first. */
  bias: Estimate;
  /** Two-sided sign test of primacy against recency flips; 1 if there are none. */
  signTestP: number;
}

/**
 * Position bias of a preference judge, from verdicts on the same comparisons in both presentation orders.
 *
 * @param aFirst verdicts with A shown first, @param bFirst with B shown first; both named by identity (A is the same report
 *   in both), null = missing.
 * @returns undefined as `no-pairs` if no comparison was judged in both orders.
 * @throws if the lengths differ.
 * Source: Wang et al. 2023; Zheng et al. 2023.
 */
export const positionBias = (aFirst: Preferences, bFirst: Preferences): PositionBias => {
  if (aFirst.length !== bFirst.length)
    throw new Error(`positionBias requires equal lengths, got ${aFirst.length} and ${bFirst.length}`);
  let n = 0;
  let same = 0;
  let primacyFlips = 0;
  let recencyFlips = 0;
  let tieMixed = 0;
  for (let i = 0; i < aFirst.length; i++) {
    const first = aFirst[i]!;
    const second = bFirst[i]!;
    if (first === null || second === null) continue;
    n++;
    if (first === second) same++;
    else if (first === 'A' && second === 'B') primacyFlips++;
    else if (first === 'B' && second === 'A') recencyFlips++;
    else tieMixed++;
  }
  const consistency = wilson(same, n);
  const none = undefinedBecause('no-pairs');
  return {
    n,
    dropped: aFirst.length - n,
    consistency: { ...(n === 0 ? none : bare(consistency)), interval: consistency.interval },
    primacyFlips,
    recencyFlips,
    tieMixed,
    bias: n === 0 ? none : defined((primacyFlips - recencyFlips) / n),
    signTestP: symmetricBinomialP(primacyFlips, primacyFlips + recencyFlips)
  };
};
