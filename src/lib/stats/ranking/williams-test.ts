import { studentTwoSided } from '../distributions/student-t.ts';
import { defined, undefinedBecause, type Estimate } from '../numbers/estimate.ts';

/**
 * Williams' test of two dependent correlations that share a variable: does one judge correlate with people better than
 * another judge on the same items?
 *
 * Formula: t = (r₁₂ − r₁₃)√((n − 1)(1 + r₂₃) / (2K(n − 1)/(n − 3) + ((r₁₂ + r₁₃)²/4)(1 − r₂₃)³)) with
 * K = 1 − r₁₂² − r₁₃² − r₂₃² + 2r₁₂r₁₃r₂₃, on n − 3 degrees of freedom.
 *
 * @param r12 correlation of the shared variable (1, people) with 2, @param r13 with 3, @param r23 of 2 with 3.
 * @param n items, the same for all three.
 * @returns value = t, with its two-sided p; undefined as `n<2` below 4 items, as `zero-variance` if 2 and 3 determine
 *   each other.
 * @throws if a correlation is outside [−1, 1].
 * Source: Williams 1959; Steiger 1980.
 */
export const williamsTest = (r12: number, r13: number, r23: number, n: number): Estimate & { p: number | null } => {
  for (const r of [r12, r13, r23])
    if (!(Math.abs(r) <= 1)) throw new Error(`williamsTest requires correlations in [-1, 1], got ${r}`);
  if (!(n > 3)) return { ...undefinedBecause('n<2'), p: null };
  const k = Math.max(0, 1 - r12 ** 2 - r13 ** 2 - r23 ** 2 + 2 * r12 * r13 * r23);
  const spread = (2 * k * (n - 1)) / (n - 3) + ((r12 + r13) ** 2 / 4) * (1 - r23) ** 3;
  const scale = ((n - 1) * (1 + r23)) / spread;
  if (spread <= 0 || !Number.isFinite(scale)) return { ...undefinedBecause('zero-variance'), p: null };
  const t = (r12 - r13) * Math.sqrt(scale);
  return { ...defined(t), p: studentTwoSided(t, n - 3) };
};
