import { betaCdf } from './beta.ts';
import { logGamma } from './gamma.ts';
import { normalQuantile } from './normal.ts';

/** P(|T| ≥ |t|) of Student's t with `df` degrees of freedom: the two-sided p-value. */
export const studentTwoSided = (t: number, df: number): number => {
  const t2 = t * t;
  return betaCdf(df / (df + t2), df / 2, 0.5, t2 / (df + t2));
};

/** P(T ≤ t) of Student's t with `df` > 0 degrees of freedom. */
export const studentCdf = (t: number, df: number): number => {
  const tail = studentTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
};

/**
 * Quantile of Student's t with `df` degrees of freedom, for 0 < p < 1. Newton steps from the normal quantile, kept inside
 * a bracket; relative error below 1e-12.
 */
export const studentQuantile = (p: number, df: number): number => {
  if (!(p > 0 && p < 1)) throw new Error(`studentQuantile requires 0 < p < 1, got ${p}`);
  if (!(df > 0)) throw new Error(`studentQuantile requires df > 0, got ${df}`);
  if (p === 0.5) return 0;
  const tail = 2 * Math.min(p, 1 - p);
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, df) > tail) {
    low = high;
    high *= 2;
  }
  const logConstant = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  let t = Math.min(high, Math.max(low, Math.abs(normalQuantile(tail / 2))));
  for (let i = 0; i < 200; i++) {
    const error = studentTwoSided(t, df) - tail;
    if (error > 0) low = t;
    else high = t;
    const density = 2 * Math.exp(logConstant - ((df + 1) / 2) * Math.log1p((t * t) / df));
    let next = t + error / density;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * t) {
      t = next;
      break;
    }
    t = next;
  }
  return p < 0.5 ? -t : t;
};
