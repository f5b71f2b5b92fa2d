import { hypergeometricPmf } from '../distributions/hypergeometric.ts';

/**
 * Fisher's exact test of a 2 × 2 table: is an event more or less frequent in a group than outside it?
 *
 * Formula: given the margins, the number of events in the group is hypergeometric. Two-sided p: the sum of the probabilities
 * of all tables with the same margins that are not more probable than the one observed (with a tolerance of 1e-7 for ties, as
 * in R).
 *
 * @param events, n events among the n of the group. @param otherEvents, otherN the same outside it.
 * @returns p in (0, 1]; 1 if a group is empty, or no member or all members of both have the event.
 * @throws if a count is not whole or there are more events than members.
 * Source: Fisher 1935; two-sided rule as in R's `fisher.test`.
 */
export const fisherExact = (events: number, n: number, otherEvents: number, otherN: number): number => {
  for (const [k, of] of [
    [events, n],
    [otherEvents, otherN]
  ] as const)
    if (!(Number.isSafeInteger(k) && Number.isSafeInteger(of) && k >= 0 && k <= of))
      throw new Error(`fisherExact requires whole counts with events within their group, got ${k} of ${of}`);
  const lot = n + otherN;
  const all = events + otherEvents;
  const density = (x: number): number => hypergeometricPmf(x, lot, all, n);
  const limit = density(events) * (1 + 1e-7);
  let p = 0;
  for (let x = Math.max(0, n - (lot - all)); x <= Math.min(n, all); x++) {
    const one = density(x);
    if (one <= limit) p += one;
  }
  return Math.min(1, p);
};
