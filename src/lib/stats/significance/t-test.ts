import { measurement } from '../numbers/complete-pairs.ts';
import { studentCdf, studentQuantile, studentTwoSided } from '../distributions/student-t.ts';
import { defined, undefinedBecause, type Estimate, type Interval, type Measurements } from '../numbers/estimate.ts';

type TTest = Estimate & {
  n: number;
  dropped: number;
  mean: number | null;
  /** Standard deviation with n − 1. */
  sd: number | null;
  df: number;
  /** Two-sided p, and p against the mean being smaller. */
  p: number | null;
  pLess: number | null;
  /** Of the mean. */
  interval: Interval | null;
};

/**
 * One-sample t-test: is the mean of paired differences other than `mu`?
 *
 * Formula: t = (d̄ − μ)√n / s with s from n − 1, on n − 1 degrees of freedom.
 *
 * @param differences in any unit, null = missing. @param mu default 0.
 * @returns value = t; undefined as `n=0`, `n<2`, or `zero-variance` if all differences are equal (the mean is given).
 * @throws if a value is not finite.
 * Source: Student 1908.
 */
export const tTest = (differences: Measurements, mu = 0, confidence = 0.95): TTest => {
  const d = Array.from(differences).filter((v) => v !== null);
  for (const v of d) measurement('tTest', v);
  const n = d.length;
  const rest = { n, dropped: differences.length - n, df: Math.max(0, n - 1) };
  const none = { sd: null, p: null, pLess: null, interval: null };
  if (n === 0) return { ...undefinedBecause('n=0'), ...rest, ...none, mean: null };
  const mean = d[0]! + d.reduce((sum, v) => sum + (v - d[0]!), 0) / n;
  if (n < 2) return { ...undefinedBecause('n<2'), ...rest, ...none, mean };
  const sd = Math.sqrt(d.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1));
  if (d.every((v) => v === d[0]) || sd === 0)
    return { ...undefinedBecause('zero-variance'), ...rest, ...none, mean, sd: 0 };
  const se = sd / Math.sqrt(n);
  const t = (mean - mu) / se;
  if (!Number.isFinite(t)) return { ...undefinedBecause('zero-variance'), ...rest, ...none, mean, sd };
  const reach = studentQuantile(0.5 + confidence / 2, n - 1) * se;
  const interval: Interval = [mean - reach, mean + reach];
  return { ...defined(t), ...rest, mean, sd, p: studentTwoSided(t, n - 1), pLess: studentCdf(t, n - 1), interval };
};
