import { defined, undefinedBecause, type Estimate, type Interval } from '../numbers/estimate.ts';

/** A share with its interval. Store the counts k and n, never only the percentage. */
export type Proportion = Estimate & { k: number; n: number; interval: Interval | null };

/** Checks k of n and wraps an interval formula: without observations there is neither a share nor an interval. */
export const proportionWith = (
  name: string,
  k: number,
  n: number,
  confidence: number,
  interval: (p: number) => Interval
): Proportion => {
  if (!(Number.isFinite(n) && k >= 0 && k <= n)) throw new Error(`${name} requires 0 ≤ k ≤ n, got k = ${k}, n = ${n}`);
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`${name} requires a confidence between 0 and 1, got ${confidence}`);
  if (n === 0) return { ...undefinedBecause('n=0'), k, n, interval: null };
  const [low, high] = interval(k / n);
  return { ...defined(k / n), k, n, interval: [Math.max(0, low), Math.min(1, high)] };
};
