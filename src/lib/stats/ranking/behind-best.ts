import { carriedToStudent, notClearlyBehind, pairErrors, SCREENING_SHARE, type Contender } from './contenders.ts';
import { visitCorrelatedNormals } from '../numbers/correlated-normals.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import type { Random } from '../numbers/rng.ts';

/**
 * How far each candidate is behind the best at most: simultaneous lower bounds of its utility less that of the best one.
 *
 * Purpose: "not worse than the best by more than δ" over many candidates. Each difference at its own 5 % lets one of 16
 * candidates that are truly worse pass by chance in far more than 5 % of studies.
 *
 * Formula: whichever candidate j is the best, the bounds d_kj − c_j · se_kj hold together for all k, c_j being the
 * quantile of the largest error of the differences from j. Which one is the best is not known, so the bound is the smallest
 * over all j that are not clearly behind the selected one (on which a little of the risk is spent); never above 0.
 * Differences are paired by cluster; the quantile is carried over to t with clusters − 1 degrees of freedom.
 *
 * @param selected number of the selected candidate, whose own bound is 0 by convention.
 * @param options.least smallest standard error of a difference: a normal bound cannot tell much from few items on which two
 *   candidates differ. @param options.risk one-sided, of all bounds together; default .05.
 * @returns null if a candidate has no figure.
 * @throws as `selectionCritical`.
 * Source: Hsu 1981 and 1996, chapter 4 (unbalanced, with unequal correlations).
 */
export const behindBest = (
  candidates: readonly Contender[],
  selected: number,
  clusters: number,
  { random, risk = 0.05, least = 0, draws = 4000 }: { random: Random; risk?: number; least?: number; draws?: number }
): (number | null)[] => {
  const errors = pairErrors(candidates, clusters);
  const { scored, utility, products, differs, errorOf } = errors;
  const place = scored.indexOf(selected);
  if (place < 0) throw new Error(`behindBest requires a selected candidate with a figure, got number ${selected}`);
  const k = scored.length;
  const best = notClearlyBehind(errors, place);
  const correction = Math.sqrt(clusters / (clusters - 1));
  const scale = best.map((b) => Float64Array.from(scored, (_, a) => (differs(a, b) ? correction / errorOf(a, b) : 0)));
  const maxima = best.map(() => new Float64Array(2 * Math.ceil(draws / 2)));
  let at = 0;
  visitCorrelatedNormals(products, Math.ceil(draws / 2), random, (drawn) => {
    for (let i = 0; i < best.length; i++) {
      const [from, by] = [drawn[best[i]!]!, scale[i]!];
      let largest = -Infinity;
      for (let a = 0; a < k; a++) {
        const error = by[a]! === 0 ? -Infinity : (drawn[a]! - from) * by[a]!;
        if (error > largest) largest = error;
      }
      maxima[i]![at] = largest;
    }
    at++;
  });
  const plain = studentQuantile(1 - risk, clusters - 1);
  const critical = maxima.map((values) =>
    Math.max(plain, carriedToStudent(values, 1 - risk * (1 - SCREENING_SHARE), clusters - 1))
  );
  const bounds = new Map(
    scored.map((number, a) => {
      const from = best.map((b, i) =>
        a === b ? 0 : utility[a]! - utility[b]! - critical[i]! * Math.max(least, errorOf(a, b))
      );
      return [number, a === place ? 0 : Math.min(0, ...from)];
    })
  );
  return candidates.map((_, i) => bounds.get(i) ?? null);
};
