import { studentCdf, studentQuantile } from '../distributions/student-t.ts';
import { undefinedBecause, type Undefined } from '../numbers/estimate.ts';

interface CoefficientBound {
  low: number;
  high: number;
  /** Standard error on Fisher's scale, at least that of the weights. */
  error: number;
  /** Degrees of freedom of that error: clusters − 1, fewer if it rests on few of them. */
  degrees: number;
  reason?: undefined;
}

/**
 * Confidence bounds of a coefficient below 1 such as κ, from the influence of each cluster on it.
 *
 * Formula: tanh(atanh κ ± t · se / (1 − κ²)), se² = G/(G − 1) Σ u_g². Degrees of freedom are those of a variance of values
 * with this kurtosis, 2 (Σ u²)² / (Σ u⁴ − (Σ u²)²/G), at most G − 1: if few clusters hold all disagreement, its spread
 * is hardly known. The reach is never below critical · least / (1 − κ²).
 *
 * @param critical t quantile on clusters − 1 degrees of freedom (or larger); it is carried over to the degrees of the error.
 * @param least `weightingError` of the coefficient.
 * @returns undefined as `no-variation` if no cluster differs or the coefficient is 1, `too-few-clusters` below two.
 * Source: Satterthwaite 1946; Bell and McCaffrey 2002.
 */
export const coefficientBound = (
  value: number,
  influence: Float64Array,
  critical: number,
  least = 0
): CoefficientBound | (Undefined & { low: null; high: null }) => {
  const clusters = influence.length;
  if (clusters < 2) return { ...undefinedBecause('too-few-clusters'), low: null, high: null };
  let [squares, fourths] = [0, 0];
  for (const u of influence) {
    squares += u * u;
    fourths += u ** 4;
  }
  const variance = (clusters / (clusters - 1)) * squares;
  const slope = 1 - value * value;
  if (!(variance > 1e-20) || !(slope > 1e-12)) return { ...undefinedBecause('no-variation'), low: null, high: null };
  const spread = fourths - squares ** 2 / clusters;
  const degrees = Math.max(1, Math.min(clusters - 1, spread > 0 ? (2 * squares ** 2) / spread : Infinity));
  const t = studentQuantile(studentCdf(critical, clusters - 1), degrees);
  const observed = Math.sqrt(variance);
  const reach = Math.max(t * observed, critical * least) / slope;
  const end = (side: number): number => Math.tanh(Math.atanh(value) + side * reach);
  return { low: end(-1), high: end(1), error: Math.max(observed, least) / slope, degrees };
};
