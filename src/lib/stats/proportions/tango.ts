import { criticalZ } from '../distributions/normal.ts';
import { defined, undefinedBecause } from '../numbers/estimate.ts';
import type { Difference, PairedCounts } from './newcombe.ts';

/**
 * Tango's score interval of the difference of two paired proportions: all differences that a score test does not reject.
 *
 * Formula: with b = onlyFirst, c = onlySecond, the ends are the Δ with |b − c − nΔ| = z√(n(2q̃ + Δ(1 − Δ))), where q̃ is the
 * share of onlySecond most likely given Δ, the larger root of 2nq² + (−b − c + (2n − b + c)Δ)q − cΔ(1 − Δ) = 0. Found by
 * bisection to 1e-15.
 *
 * @returns the difference p(first) − p(second) in [−1, 1]; undefined (`n=0`) without items.
 * @throws if a count is negative.
 * Source: Tango 1998.
 */
export const tango = ({ both, onlyFirst, onlySecond, neither }: PairedCounts, confidence = 0.95): Difference => {
  const bad = [both, onlyFirst, onlySecond, neither].find((c) => !(Number.isFinite(c) && c >= 0));
  if (bad !== undefined) throw new Error(`tango requires counts of 0 or more, got ${bad}`);
  const n = both + onlyFirst + onlySecond + neither;
  if (n === 0) return { ...undefinedBecause('n=0'), interval: null };
  const z = criticalZ(confidence);
  const excess = (delta: number): number => {
    const b = -onlyFirst - onlySecond + (2 * n - onlyFirst + onlySecond) * delta;
    const c = -onlySecond * delta * (1 - delta);
    const q = (Math.sqrt(Math.max(0, b * b - 8 * n * c)) - b) / (4 * n);
    const spread = Math.sqrt(Math.max(0, n * (2 * q + delta * (1 - delta))));
    return Math.abs(onlyFirst - onlySecond - n * delta) - z * spread;
  };
  const d = (onlyFirst - onlySecond) / n;
  const end = (limit: number): number => {
    let inside = d;
    let outside = limit;
    if (excess(limit) <= 0) return limit;
    for (let i = 0; i < 200 && Math.abs(outside - inside) > 1e-16; i++) {
      const middle = (inside + outside) / 2;
      if (excess(middle) <= 0) inside = middle;
      else outside = middle;
    }
    return (inside + outside) / 2;
  };
  return { ...defined(d), interval: [end(-1), end(1)] };
};
