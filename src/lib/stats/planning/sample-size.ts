import { binomialCdf, binomialPmf, symmetricBinomialP } from '../distributions/binomial.ts';
import { criticalZ, normalQuantile } from '../distributions/normal.ts';
import type { Proportion } from '../proportions/proportion.ts';
import { wilson } from '../proportions/wilson.ts';

/** Smaller differences than this need more items than there will ever be. */
const SMALLEST = 1e-6;

/**
 * Items needed to estimate a proportion with a given half-width: the *estimation* reading of "deviates by no more than 5 %".
 *
 * Formula: n₀ = z²p(1 − p)/d², for a finite lot n₀/(1 + (n₀ − 1)/N), rounded up. With p = .5, d = .05 at 95 %: 385, for
 * lots of 100, 300, 1000, 3000: 80, 169, 278, 341.
 *
 * @param halfWidth in [1e-6, 1). @param options.p expected share, .5 being the most cautious. @param options.lot null =
 *   unlimited. @param options.designEffect of clustered items, by which n₀ is multiplied; default 1.
 * @throws if an argument is outside its range.
 * Source: Cochran 1977, section 4.4.
 */
export const sampleSizeProportion = (
  halfWidth: number,
  {
    p = 0.5,
    lot = null,
    confidence = 0.95,
    designEffect = 1
  }: { p?: number; lot?: number | null; confidence?: number; designEffect?: number } = {}
): number => {
  if (!(halfWidth >= SMALLEST && halfWidth < 1))
    throw new Error(`sampleSizeProportion requires a half-width between ${SMALLEST} and 1, got ${halfWidth}`);
  if (!(p > 0 && p < 1)) throw new Error(`sampleSizeProportion requires a share in (0, 1), got ${p}`);
  if (lot !== null && !(lot >= 1 && Number.isFinite(lot)))
    throw new Error(`sampleSizeProportion requires a lot of at least 1, got ${lot}`);
  if (!(designEffect >= 1 && Number.isFinite(designEffect)))
    throw new Error(`sampleSizeProportion requires a design effect of at least 1, got ${designEffect}`);
  const unlimited = (designEffect * criticalZ(confidence) ** 2 * p * (1 - p)) / halfWidth ** 2;
  return Math.ceil(lot === null ? unlimited : Math.min(lot, unlimited / (1 + (unlimited - 1) / lot)));
};

/**
 * Fewest successes in n trials whose interval lies above a target: "how many of 40 must agree so that we can claim 80 %?"
 *
 * @param n trials. @param target share in [0, 1]. @param interval default Wilson.
 * @returns k, or null if even n of n is not enough.
 */
export const minSuccessesForLowerBound = (
  n: number,
  target: number,
  confidence = 0.95,
  interval: (k: number, n: number, confidence: number) => Proportion = wilson
): number | null => {
  if (!(Number.isSafeInteger(n) && n >= 1)) throw new Error(`minSuccessesForLowerBound requires whole n ≥ 1, got ${n}`);
  const reaches = (k: number): boolean => interval(k, n, confidence).interval![0] >= target;
  if (!reaches(n)) return null;
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Power of the exact McNemar test.
 *
 * Formula: sum over the number m of discordant items, binomial(n, p10 + p01), and over b of those, binomial(m,
 * p10/(p10 + p01)), of the cases with exact two-sided p ≤ alpha. At 15 % against 5 %: n 100 → .54, 200 → .88, 400 → .995.
 *
 * @param p10, p01 shares of items that only the first, only the second judge gets right.
 * @param n items, taken as independent; divide by the design effect if they are clustered. At most 5000.
 * @returns a probability.
 * @throws if shares are outside [0, 1] or sum above 1, or n is not a whole number up to 5000.
 */
export const mcnemarExactPower = (p10: number, p01: number, n: number, alpha = 0.05): number => {
  // Shares that make up everything may sum to a little more when they are added as binary fractions.
  if (!(p10 >= 0 && p01 >= 0 && p10 + p01 <= 1 + 1e-12))
    throw new Error(`mcnemarExactPower requires shares that sum to at most 1, got ${p10} and ${p01}`);
  if (!(Number.isSafeInteger(n) && n >= 0 && n <= 5000))
    throw new Error(`mcnemarExactPower requires a whole n up to 5000, got ${n}`);
  const discordant = Math.min(1, p10 + p01);
  if (discordant === 0) return 0;
  const share = p10 / discordant;
  let power = 0;
  // Beyond nine standard deviations the number of discordant items adds less than 1e-18.
  const reach = 9 * Math.sqrt(n * discordant * (1 - discordant)) + 9;
  const first = Math.max(0, Math.floor(n * discordant - reach));
  const last = Math.min(n, Math.ceil(n * discordant + reach));
  let critical = Math.floor(first / 2);
  while (critical >= 0 && (2 * critical >= first || symmetricBinomialP(critical, first) > alpha)) critical--;
  for (let m = first; m <= last; m++) {
    while (2 * (critical + 1) < m && symmetricBinomialP(critical + 1, m) <= alpha) critical++;
    const rejected = binomialCdf(critical, m, share) + binomialCdf(critical, m, 1 - share);
    power += binomialPmf(m, n, discordant) * rejected;
  }
  return Math.min(1, power);
};

/**
 * Items needed to show that one judge is not worse than another by more than a margin, on the same items.
 *
 * Formula: n = (z_{1−α} + z_{power})² (p_d − (p10 − p01)²) / (δ + p10 − p01)², p_d = p10 + p01, rounded up. With δ = .05,
 * 15 % discordant and no true difference, at one-sided 5 % and 80 % power: 371.
 *
 * @param margin δ > 0. @param discordant p_d. @param difference true p10 − p01, default 0; must exceed −δ.
 * @returns independent items; multiply by the design effect.
 * @throws if an argument is outside its range.
 * Source: Nam 1997; Lachin 2011, section 5.7.
 */
export const sampleSizeNonInferiority = (
  margin: number,
  discordant: number,
  { difference = 0, alpha = 0.05, power = 0.8 }: { difference?: number; alpha?: number; power?: number } = {}
): number => {
  if (!(margin > 0 && margin + difference >= SMALLEST))
    throw new Error('sampleSizeNonInferiority requires a margin beyond the difference');
  if (!(discordant > 0 && discordant <= 1 && Math.abs(difference) <= discordant))
    throw new Error(
      `sampleSizeNonInferiority requires a discordant share in (0, 1] no smaller than the difference, got ${discordant}`
    );
  const z = normalQuantile(1 - alpha) + normalQuantile(power);
  return Math.ceil((z * z * (discordant - difference ** 2)) / (margin + difference) ** 2);
};
