import { normalCdf, normalTwoSided } from '../distributions/normal.ts';
import { studentQuantile } from '../distributions/student-t.ts';

export interface BoundaryOptions {
  /** Chance, in (0, 0.3), that one end ever errs; .025 for each end of a 95% sequence. Default .025. */
  risk?: number;
  /** Observations at which the boundary is narrowest for its kind. Default 50. */
  tightest?: number;
}

/**
 * One-sided boundary of a standardised sum that holds at all times together, in standard errors of the mean.
 *
 * Purpose: takes the place of z = 1.96 if a study may be looked at after every observation, without an end.
 *
 * Formula: mixing the likelihood ratio over a half-normal effect with scale ρ gives the martingale
 * 2 (nρ² + 1)^−½ exp(u²/2) Φ(u), u = z √(nρ² / (nρ² + 1)); the boundary is the z at which it is 1 / risk, so that it is ever
 * crossed with probability ≤ risk. ρ² = (−2 ln 2r + ln(−2 ln 2r) + 1) / tightest for risk r.
 *
 * @param n observations, above 0.
 * @returns standard errors, above the normal quantile of the same risk at every n.
 * @throws if n, risk or tightest is outside its range.
 * Source: Robbins 1970; Howard et al. 2021 (arXiv 1810.08240, section 3.2); Waudby-Smith et al. (arXiv 2103.06476, appendix
 *   B) for ρ.
 */
export const mixtureBoundary = (n: number, { risk = 0.025, tightest = 50 }: BoundaryOptions = {}): number =>
  mixtureReaches(n, 1 / risk, { risk, tightest });

/**
 * The boundary at which the martingale of `mixtureBoundary` reaches another level than 1 / risk, with the same ρ.
 *
 * @param level 1 or more.
 */
export const mixtureReaches = (n: number, level: number, { risk, tightest }: Required<BoundaryOptions>): number => {
  if (!(n > 0)) throw new Error(`mixtureBoundary requires n above 0, got ${n}`);
  if (!(risk > 0 && risk < 0.3)) throw new Error(`mixtureBoundary requires 0 < risk < 0.3, got ${risk}`);
  if (!(tightest > 0)) throw new Error(`mixtureBoundary requires tightest above 0, got ${tightest}`);
  const twice = -2 * Math.log(2 * risk);
  const k = (n * (twice + Math.log(twice) + 1)) / tightest;
  const wanted = Math.log((Math.sqrt(k + 1) * level) / 2);
  let [low, high] = [-1, Math.sqrt(2 * Math.max(0, wanted)) + 2];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if ((middle * middle) / 2 + Math.log(normalCdf(middle)) < wanted) low = middle;
    else high = middle;
  }
  return high * Math.sqrt((k + 1) / k);
};

/**
 * A boundary in standard errors, widened because the standard error is estimated from few observations: the t quantile on
 * n − 1 degrees of freedom with the tail that a normal variable has beyond it.
 *
 * @param boundary standard errors, above 0. @param n observations, at least 2.
 * @throws if the boundary is not positive or there are fewer than two observations.
 */
export const inflateForStudent = (boundary: number, n: number): number => {
  if (!(boundary > 0)) throw new Error(`inflateForStudent requires a positive boundary, got ${boundary}`);
  if (!(n >= 2)) throw new Error(`inflateForStudent requires at least two observations, got ${n}`);
  return -studentQuantile(Math.max(normalTwoSided(boundary) / 2, 1e-300), n - 1);
};
