import {
  carriedToStudent,
  notClearlyBehind,
  pairErrors,
  SCREENING_SHARE,
  type Contender
} from '../ranking/contenders.ts';
import { visitCorrelatedNormals } from '../numbers/correlated-normals.ts';
import { studentQuantile } from '../distributions/student-t.ts';
import type { Random } from '../numbers/rng.ts';

interface SelectionCritical {
  /** Takes the place of the t quantile in a one-sided bound of the selected candidate. */
  critical: number;
  /** Numbers of the candidates that are not clearly behind the selected one, which is among them. */
  contenders: number[];
}

/**
 * Critical value of a lower bound that has to hold for whichever of several candidates is selected.
 *
 * Formula: the quantile of the largest of the candidates' errors, t = (estimate − truth) / se, in two steps. A tenth of the
 * risk is spent on leaving out candidates that lie significantly behind the selected one, paired by cluster; the rest is
 * the tail of the maximum over those that remain. Their joint distribution is normal with the correlations of the clusters'
 * influences; the quantile is carried over to t with clusters − 1 degrees of freedom. A clear winner pays (almost) nothing;
 * many near ties pay the price of a maximum, which for judges that err alike is far below Bonferroni's. The value is never
 * below the t quantile. Candidates without variation are alike on these data and share one error.
 *
 * @param selected number of the selected candidate. @param clusters that the influences are of, 2 or more.
 * @param options.confidence two-sided, so that the risk is half of the rest; default .95.
 * @param options.draws normal vectors; at 8,000 (default) the value is known within about .03.
 * @throws if clusters or influences have a wrong length, or the selected candidate has no figure.
 * Source: maximum over the candidates: Berk et al. 2013; two steps: Berger and Boos 1994, Romano, Shaikh and Wolf 2014;
 *   kin to the comparison with the best: Hsu 1996.
 */
export const selectionCritical = (
  candidates: readonly Contender[],
  selected: number,
  clusters: number,
  { random, confidence = 0.95, draws = 8000 }: { random: Random; confidence?: number; draws?: number }
): SelectionCritical => {
  const errors = pairErrors(candidates, clusters);
  const { scored, products, varies } = errors;
  const place = scored.indexOf(selected);
  if (place < 0)
    throw new Error(`selectionCritical requires a selected candidate with a figure, got number ${selected}`);
  const [k, tail] = [scored.length, (1 - confidence) / 2];
  const plain = studentQuantile(1 - tail, clusters - 1);
  const remaining = notClearlyBehind(errors, place);
  const contenders = remaining.map((a) => scored[a]!);
  if (k === 1) return { critical: plain, contenders };

  const varying = remaining.filter(varies);
  const still = varying.length < remaining.length ? 1 : 0;
  const size = varying.length + still;
  const correlation = new Float64Array(size * size);
  for (const [i, a] of varying.entries())
    for (const [j, b] of varying.entries())
      correlation[i * size + j] = products[a * k + b]! / Math.sqrt(products[a * k + a]! * products[b * k + b]!);
  if (still) correlation[size * size - 1] = 1;
  const maxima = new Float64Array(2 * Math.ceil(draws / 2));
  let at = 0;
  visitCorrelatedNormals(correlation, maxima.length / 2, random, (errors) => {
    let largest = -Infinity;
    for (let i = 0; i < size; i++) if (errors[i]! > largest) largest = errors[i]!;
    maxima[at++] = largest;
  });
  const price = carriedToStudent(maxima, 1 - tail * (1 - SCREENING_SHARE), clusters - 1);
  return { critical: Math.max(plain, price), contenders };
};
