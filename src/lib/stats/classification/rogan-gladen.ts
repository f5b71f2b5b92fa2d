import { criticalZ } from '../distributions/normal.ts';
import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';

export interface JudgedRate {
  /** Share of all items that the judge calls positive. */
  p: number;
  /** Its specificity and sensitivity on items with human labels. */
  specificity: number;
  sensitivity: number;
  /** Items judged; human-labelled negatives; human-labelled positives. */
  n: number;
  m0: number;
  m1: number;
}

/**
 * Rogan–Gladen correction: the true share of positives, from a judge whose errors were measured against people.
 *
 * Formula: θ = (p + specificity − 1) / (specificity + sensitivity − 1), cut to [0, 1]. Interval: all three shares are
 * shrunk (z²/2 of z² added to p, 1 of 2 added to the others), θ̃ and its delta-method variance computed from them, moved
 * by 2z²(−(1 − θ̃)q₀(1 − q₀)/m₀ + θ̃q₁(1 − q₁)/m₁), and cut to [0, 1].
 *
 * @returns undefined (`judge-not-informative`) if specificity + sensitivity ≤ 1; without interval if that holds of
 *   the shrunk shares.
 * @throws if a share is outside [0, 1] or a count is not positive.
 * Source: Rogan and Gladen 1978; Lang and Reiczigel 2014; Lee et al. 2025, "How to correctly report LLM-as-a-judge
 *   evaluations".
 */
export const roganGladen = (given: JudgedRate, confidence = 0.95): Estimate & { interval: Interval | null } => {
  const { p, specificity, sensitivity, n, m0, m1 } = given;
  for (const share of [p, specificity, sensitivity])
    if (!(share >= 0 && share <= 1)) throw new Error(`roganGladen requires shares in [0, 1], got ${share}`);
  for (const count of [n, m0, m1])
    if (!(count > 0 && Number.isFinite(count))) throw new Error(`roganGladen requires positive counts, got ${count}`);
  const cut = (v: number): number => Math.min(1, Math.max(0, v));
  if (specificity + sensitivity <= 1) return { ...undefinedBecause('judge-not-informative'), interval: null };
  const value = cut((p + specificity - 1) / (specificity + sensitivity - 1));

  const z = criticalZ(confidence);
  const rate = (n * p + (z * z) / 2) / (n + z * z);
  const q0 = (m0 * specificity + 1) / (m0 + 2);
  const q1 = (m1 * sensitivity + 1) / (m1 + 2);
  const power = q0 + q1 - 1;
  if (power <= 1e-12) return { ...defined(value), interval: null };
  const centre = (rate + q0 - 1) / power;
  const spread0 = (q0 * (1 - q0)) / (m0 + 2);
  const spread1 = (q1 * (1 - q1)) / (m1 + 2);
  const shift = 2 * z * z * (centre * spread1 - (1 - centre) * spread0);
  const se = Math.sqrt((rate * (1 - rate)) / (n + z * z) + (1 - centre) ** 2 * spread0 + centre ** 2 * spread1) / power;
  return { ...defined(value), interval: [cut(centre + shift - z * se), cut(centre + shift + z * se)] };
};
