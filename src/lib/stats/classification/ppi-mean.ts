import { measurements } from '../numbers/complete-pairs.ts';
import { normalInterval } from '../agreement/coefficients/chance-corrected.ts';
import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';

export type PpiMean = Estimate & {
  lambda: number;
  se: number | null;
  interval: Interval | null;
  /** Why there is a value and no interval. */
  intervalReason?: 'n<2' | 'no-variation';
};

/**
 * Prediction-powered mean (PPI++): the mean of human scores, estimated from a few human labels and many judge scores.
 *
 * Formula: θ = ȳ + λ(f̄_unlabelled − f̄_labelled), variance Var(y − λf)/n + λ²Var(f_unlabelled)/N with population
 * variances. λ tuned: Cov(y, f) / ((1 + n/N)·Var(f)), Cov over labelled items and Var with n + N − 1 over all, cut to [0, 1].
 * λ = 0 is the human mean alone; the judge's scale does not matter when λ is tuned.
 *
 * @param human scores of the labelled items, @param judgeOnHuman the judge's scores of the same items,
 * @param judgeUnlabelled its scores of the others, drawn from the same population. No gaps.
 * @param options.lambda fixed λ instead of tuning it.
 * @returns undefined as `n=0` without labelled or (λ > 0) unlabelled items; without error and interval (`n<2`) if one item
 *   is to show a spread; without interval (`no-variation`) if nothing varies. Items are assumed independent.
 * @throws if the first two differ in length or a value is not finite.
 * Source: Angelopoulos, Duchi and Zrnic 2023, "PPI++: efficient prediction-powered inference".
 */
export const ppiMean = (
  human: ArrayLike<number>,
  judgeOnHuman: ArrayLike<number>,
  judgeUnlabelled: ArrayLike<number>,
  { lambda, confidence = 0.95 }: { lambda?: number; confidence?: number } = {}
): PpiMean => {
  if (human.length !== judgeOnHuman.length)
    throw new Error(`ppiMean requires equal lengths, got ${human.length} and ${judgeOnHuman.length}`);
  const y = measurements('ppiMean', human);
  const f = measurements('ppiMean', judgeOnHuman);
  const rest = measurements('ppiMean', judgeUnlabelled);
  const n = y.length;
  const many = rest.length;
  const used = lambda ?? tunedLambda(y, f, rest);
  if (n === 0 || (many === 0 && used !== 0))
    return { ...undefinedBecause('n=0'), lambda: used, se: null, interval: null };
  const corrected = y.map((v, i) => v - used * f[i]!);
  const value = mean(corrected) + (used === 0 ? 0 : used * mean(rest));
  const one = n < 2 || (used !== 0 && many < 2);
  if (one) return { ...defined(value), lambda: used, se: null, interval: null, intervalReason: 'n<2' };
  const spread = variance(corrected) / n + (used === 0 ? 0 : (used * used * variance(rest)) / many);
  const se = Math.sqrt(spread);
  const found = { ...defined(value), lambda: used, se };
  if (se <= 1e-12 * Math.max(1, Math.abs(value))) return { ...found, interval: null, intervalReason: 'no-variation' };
  return { ...found, interval: normalInterval(value, se, confidence) };
};

const tunedLambda = (y: Float64Array, f: Float64Array, rest: Float64Array): number => {
  const n = y.length;
  if (n === 0 || rest.length === 0) return 0;
  const all = new Float64Array(n + rest.length);
  all.set(f);
  all.set(rest, n);
  const spread = (variance(all) * all.length) / (all.length - 1);
  if (spread === 0) return 0;
  const [meanY, meanF] = [mean(y), mean(f)];
  const covariance = y.reduce((sum, v, i) => sum + (v - meanY) * (f[i]! - meanF), 0) / n;
  return Math.min(1, Math.max(0, covariance / ((1 + n / rest.length) * spread)));
};

const mean = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

const variance = (values: Float64Array): number => {
  const centre = mean(values);
  return values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / values.length;
};
