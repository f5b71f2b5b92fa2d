import { binomialCdf, binomialPmf, symmetricBinomialP } from '../distributions/binomial.ts';
import { chiSquareUpper } from '../distributions/gamma.ts';
import { ratio, type Estimate } from '../numbers/estimate.ts';

export interface McNemar {
  /** Exact binomial p: never too small; the one to use for a few dozen discordant items. */
  exactP: number;
  /** 2·P(X ≤ min) − P(X = min), 1 if b = c: less cautious, still close to its level. */
  midP: number;
  /** (b − c)² / (b + c) and its p. */
  chi2: Estimate;
  p: number;
  /** With continuity correction, max(0, |b − c| − 1)² / (b + c), and its p. */
  chi2Corrected: Estimate;
  pCorrected: number;
}

/**
 * McNemar's test of two paired proportions: do two judges differ in how often they are right on the same items?
 *
 * Only discordant items count: b where the first alone is right, c where the second alone is. Under no difference,
 * min(b, c) is binomial(b + c, ½).
 *
 * @param b, c discordant counts, integers of 0 or more.
 * @returns every p is 1 and χ² undefined (`zero-denominator`) if b = c = 0.
 * @throws if a count is not a non-negative integer.
 * Source: McNemar 1947; mid-p: Fagerland, Lydersen and Laake 2013.
 */
export const mcnemar = (b: number, c: number): McNemar => {
  for (const count of [b, c])
    if (!(Number.isSafeInteger(count) && count >= 0)) throw new Error(`mcnemar requires whole counts, got ${count}`);
  const n = b + c;
  const least = Math.min(b, c);
  const chi2 = ratio((b - c) ** 2, n);
  const chi2Corrected = ratio(Math.max(0, Math.abs(b - c) - 1) ** 2, n);
  const upper = (e: Estimate): number => (e.value === null ? 1 : chiSquareUpper(e.value, 1));
  return {
    exactP: symmetricBinomialP(least, n),
    midP: b === c ? 1 : 2 * binomialCdf(least, n, 0.5) - binomialPmf(least, n, 0.5),
    chi2,
    p: upper(chi2),
    chi2Corrected,
    pCorrected: upper(chi2Corrected)
  };
};
