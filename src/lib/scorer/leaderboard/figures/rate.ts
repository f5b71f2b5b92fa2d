import { ENOUGH_CLUSTERS, type Interval, wilsonInterval } from '../../../stats/index.ts';
import { studentQuantile } from '../../../stats/distributions/student-t.ts';

/** A share of counts, 0 … 1, with a 95% CI clustered by query. */
export interface Rate {
  /** Numerator and denominator; means over judges need not be whole. */
  k: number;
  n: number;
  value: number | null;
  interval: Interval | null;
  queries: number;
  fewQueries: boolean;
}

/**
 * Share Σk ÷ Σn of things that nest in queries (URLs, games, checklist items), with its interval.
 *
 * The interval is that of `clusterProportion` in our statistics, for counts instead of single outcomes: Wilson with
 * min(n, n_eff) things and the t quantile on queries − 1 degrees of freedom, n_eff from the linearised variance by query.
 * It stays inside 0 … 1 and has a width if all or none count, which a bootstrap does not.
 *
 * @returns null if nothing was counted, never 0 or 1; without interval below two queries.
 */
export const clusteredRate = (counts: readonly { qid: string; k: number; n: number }[]): Rate => {
  const byQuery = new Map<string, { k: number; n: number }>();
  let [k, n] = [0, 0];
  for (const count of counts) {
    if (!(count.k >= 0 && count.k <= count.n + 1e-9))
      throw new Error(`clusteredRate requires 0 ≤ k ≤ n, got ${count.k} of ${count.n}`);
    if (count.n === 0) continue;
    k += count.k;
    n += count.n;
    const query = byQuery.get(count.qid);
    if (query) {
      query.k += count.k;
      query.n += count.n;
    } else byQuery.set(count.qid, { k: count.k, n: count.n });
  }
  const queries = byQuery.size;
  const rest = { k, n, queries, fewQueries: queries < ENOUGH_CLUSTERS };
  if (n === 0) return { ...rest, value: null, interval: null };
  const value = Math.min(1, k / n);
  if (queries < 2) return { ...rest, value, interval: null };
  let squares = 0;
  for (const query of byQuery.values()) squares += (query.k - value * query.n) ** 2;
  const variance = ((queries / (queries - 1)) * squares) / n ** 2;
  const effective = variance > 0 ? (value * (1 - value)) / variance : 0;
  const t = studentQuantile(0.975, queries - 1);
  const [low, high] = wilsonInterval(value, effective > 0 ? Math.min(n, effective) : n, t);
  return { ...rest, value, interval: [Math.max(0, low), Math.min(1, high)] };
};
