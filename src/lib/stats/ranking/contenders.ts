import { normalCdf } from '../distributions/normal.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import { quantileOfSorted } from '../numbers/quantile.ts';

/** A candidate as it stands in a selection. */
export interface Contender {
  /** Figure by which a candidate is selected; null if it has none, so that it cannot be selected. */
  utility: number | null;
  /** Influence of each cluster on the figure (see `jackknifeInfluence`), in the order of clusters. */
  influence: Float64Array;
}

/** Candidates with a figure, and how their errors go together. */
interface PairedErrors {
  /** Their numbers among all candidates. */
  scored: number[];
  utility: number[];
  /** Σ over clusters of the products of their influences, row by row. */
  products: Float64Array;
  clusters: number;
  /** Whether the difference of two of them varies between clusters. */
  differs: (a: number, b: number) => boolean;
  varies: (a: number) => boolean;
  /** Standard error of the difference of two of them. */
  errorOf: (a: number, b: number) => number;
}

/** @throws if there are fewer than two clusters or an influence has another length. */
export const pairErrors = (candidates: readonly Contender[], clusters: number): PairedErrors => {
  if (clusters < 2) throw new Error(`pairErrors requires at least two clusters, got ${clusters}`);
  for (const { influence } of candidates)
    if (influence.length !== clusters)
      throw new Error(`pairErrors requires ${clusters} influences of each candidate, got ${influence.length}`);
  const scored = candidates.flatMap(({ utility }, i) => (utility === null ? [] : [i]));
  const k = scored.length;
  const products = new Float64Array(k * k);
  for (let a = 0; a < k; a++)
    for (let b = a; b < k; b++) {
      const [left, right] = [candidates[scored[a]!]!.influence, candidates[scored[b]!]!.influence];
      let sum = 0;
      for (let g = 0; g < clusters; g++) sum += left[g]! * right[g]!;
      products[a * k + b] = sum;
      products[b * k + a] = sum;
    }
  const own = (a: number): number => products[a * k + a]!;
  const rounding = 1e-10 * scored.reduce((most, _, a) => Math.max(most, own(a)), 0);
  const squares = (a: number, b: number): number => own(a) + own(b) - 2 * products[a * k + b]!;
  return {
    ...{ scored, products, clusters },
    utility: scored.map((i) => candidates[i]!.utility!),
    differs: (a, b) => squares(a, b) > rounding,
    varies: (a) => own(a) > rounding,
    errorOf: (a, b) => Math.sqrt((clusters / (clusters - 1)) * Math.max(0, squares(a, b)))
  };
};

/** Part of the risk that is spent on leaving out candidates that are clearly behind. */
export const SCREENING_SHARE = 0.1;

/** One-sided level at which a candidate is clearly behind. */
const CLEARLY = 0.005;

/**
 * Candidates that are not clearly behind the selected one: the paired difference is not significant at one-sided .005.
 *
 * Not corrected for how many are compared: a candidate that is left out by mistake matters only if it could have been
 * selected, which a significant difference makes unlikely. Simulated in `docs/bench-gate.md`.
 *
 * @param selected place among the scored ones.
 * @returns places among the scored ones, the selected one included.
 */
export const notClearlyBehind = (
  { scored, utility, clusters, differs, errorOf }: PairedErrors,
  selected: number
): number[] => {
  const limit = studentQuantile(1 - CLEARLY, clusters - 1);
  return scored.flatMap((_, a) =>
    a === selected || !differs(a, selected) || utility[selected]! - utility[a]! <= limit * errorOf(a, selected)
      ? [a]
      : []
  );
};

/** A quantile of drawn maxima of normal errors, carried over to t with the same tail. @param maxima is sorted. */
export const carriedToStudent = (maxima: Float64Array, p: number, degrees: number): number => {
  maxima.sort();
  return maxima[0] === -Infinity ? 0 : studentQuantile(normalCdf(quantileOfSorted(maxima, p)), degrees);
};
