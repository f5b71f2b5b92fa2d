import { measurement } from '../numbers/complete-pairs.ts';
import { symmetricBinomialP } from '../distributions/binomial.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';

/**
 * Sign test of paired differences: are they as often above as below 0?
 *
 * Formula: with P positive of n differences that are not 0, p = min(1, 2·P(X ≤ min(P, n − P))), X binomial(n, ½).
 *
 * @param differences in any unit, null = missing; zeros are dropped.
 * @returns value = the share of positive ones; undefined (`n=0`) if none is other than 0 (p is then 1).
 * Source: Arbuthnott 1710; Dixon and Mood 1946.
 */
export const signTest = (differences: Measurements): Estimate & { positive: number; n: number; p: number } => {
  let positive = 0;
  let n = 0;
  for (let i = 0; i < differences.length; i++) {
    const d = differences[i]!;
    if (d === null || measurement('signTest', d) === 0) continue;
    n++;
    if (d > 0) positive++;
  }
  if (n === 0) return { ...undefinedBecause('n=0'), positive, n, p: 1 };
  return { ...defined(positive / n), positive, n, p: symmetricBinomialP(positive, n) };
};
