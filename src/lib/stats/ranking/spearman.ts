import { completePairs } from '../numbers/complete-pairs.ts';
import { defined, undefinedBecause, type Estimate, type Measurements } from '../numbers/estimate.ts';
import { midranks } from '../numbers/midranks.ts';
import { correlate, type Correlation } from './pearson.ts';

/**
 * Spearman's rank correlation ρ: how nearly one variable is a monotone function of the other.
 *
 * Formula: Pearson's r of the midranks. (1 − 6Σd²/(n(n² − 1)) equals it only without ties and is not used.)
 * p from t on n − 2 degrees of freedom; interval tanh(artanh ρ ± z√((1 + ρ²/2)/(n − 3))).
 *
 * @param x, y measurements of the same items, null = missing (pairwise deletion).
 * @returns undefined as `n<2` or `zero-variance`.
 * @throws if the lengths differ or a value is not finite.
 * Source: Spearman 1904; interval: Bonett and Wright 2000.
 */
export const spearman = (x: Measurements, y: Measurements, confidence = 0.95): Correlation => {
  const { x: a, y: b, n, dropped } = completePairs('spearman', x, y);
  return correlate({ x: midranks(a), y: midranks(b), n, dropped }, confidence, (r) => (1 + (r * r) / 2) / (n - 3));
};

/**
 * Partial rank correlation of x and y given z: the correlation of the residuals left when the midranks of x and of y are
 * regressed on the midranks of z.
 *
 * Formula: (r_xy − r_xz r_yz) / √((1 − r_xz²)(1 − r_yz²)) on midranks.
 *
 * @returns undefined (`zero-variance`) if x, y or z is constant, or z determines x or y.
 */
export const partialSpearman = (x: Measurements, y: Measurements, z: Measurements): ReturnType<typeof partial> => {
  const kept = Array.from(x, (_, i) => i).filter((i) => x[i] !== null && y[i] !== null && z[i] !== null);
  const of = (values: Measurements): (number | null)[] => kept.map((i) => values[i]!);
  return partial(spearman(of(x), of(y)), spearman(of(x), of(z)), spearman(of(y), of(z)));
};

const partial = (xy: Correlation, xz: Correlation, yz: Correlation): Estimate & { n: number } => {
  const { n } = xy;
  for (const r of [xy, xz, yz]) if (r.value === null) return { ...undefinedBecause(r.reason), n };
  const root = Math.sqrt((1 - xz.value! ** 2) * (1 - yz.value! ** 2));
  if (root === 0) return { ...undefinedBecause('zero-variance'), n };
  const value = (xy.value! - xz.value! * yz.value!) / root;
  return { ...defined(Math.max(-1, Math.min(1, value))), n };
};
