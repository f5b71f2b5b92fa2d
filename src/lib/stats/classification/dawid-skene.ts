import type { Label, Ratings, UndefinedReason } from '../numbers/estimate.ts';
import { scaleCodes } from '../numbers/scale.ts';

type DawidSkene =
  | {
      /** posterior[unit][category]: how likely each category is to be the true one. */
      posterior: number[][];
      /** Share of each category. */
      prior: number[];
      /** confusion[rater][true category][given category] */
      confusion: number[][][];
      reason?: undefined;
    }
  | { posterior: null; prior: null; confusion: null; reason: UndefinedReason };

const LEAST = 1e-10;

/**
 * Dawid–Skene label model: true labels and every rater's confusion matrix from labels alone, by expectation–maximisation.
 *
 * It takes raters as independent given the truth. Three judges that share their mistakes look like three that are right:
 * never use it alone on correlated judges.
 *
 * Start: vote shares per unit. Then `iterations` times: E-step posterior ∝ prior · Π confusion, M-step prior = mean
 * posterior and confusion from posterior-weighted counts, entries at least 1e-10 before they are made to sum to 1 over the
 * given labels. No early stop, so that a result depends on the number of iterations only.
 *
 * @param units rows = units, columns = raters, null = missing. A unit without labels keeps the prior as posterior.
 * @param categories the declared scale. @param iterations default 30.
 * @returns undefined as `n=0` without any label.
 * @throws if rows differ in length or a label is not on the scale.
 * Source: Dawid and Skene 1979.
 */
export const dawidSkene = (units: readonly Ratings[], categories: readonly Label[], iterations = 30): DawidSkene => {
  const raters = units[0]?.length ?? 0;
  const k = categories.length;
  if (units.some((row) => row.length !== raters)) throw new Error('dawidSkene requires rows of equal length');
  const codes = units.map((row) => scaleCodes(row, categories));
  const rated = codes.filter((row) => row.some((c) => c >= 0));
  if (rated.length === 0) return { posterior: null, prior: null, confusion: null, reason: 'n=0' };

  const n = rated.length;
  const given = new Int32Array(n * raters);
  for (const [u, row] of rated.entries()) given.set(row, u * raters);
  const posterior = new Float64Array(n * k);
  for (let u = 0; u < n; u++) {
    let labels = 0;
    for (let r = 0; r < raters; r++) {
      const label = given[u * raters + r]!;
      if (label < 0) continue;
      labels++;
      posterior[u * k + label]!++;
    }
    for (let c = 0; c < k; c++) posterior[u * k + c]! /= labels;
  }
  const priorOf = (): number[] =>
    categories.map((_, c) => {
      let sum = 0;
      for (let u = 0; u < n; u++) sum += posterior[u * k + c]!;
      return sum / n;
    });
  const confusionOf = (): number[][][] =>
    Array.from({ length: raters }, (_, r) =>
      categories.map((_, truth) => {
        const counts = new Array<number>(k).fill(0);
        for (let u = 0; u < n; u++) {
          const label = given[u * raters + r]!;
          if (label >= 0) counts[label]! += posterior[u * k + truth]!;
        }
        const least = counts.map((c) => Math.max(LEAST, c));
        const total = least.reduce((sum, c) => sum + c, 0);
        return least.map((c) => c / total);
      })
    );

  let prior = priorOf();
  let confusion = confusionOf();
  const logs = new Float64Array(k);
  for (let round = 0; round < iterations; round++) {
    const logPrior = prior.map((share) => Math.log(Math.max(Number.MIN_VALUE, share)));
    // Of rater r, truth t and label l at (r·k + l)·k + t.
    const logConfusion = new Float64Array(raters * k * k);
    for (let r = 0; r < raters; r++)
      for (let truth = 0; truth < k; truth++)
        for (let label = 0; label < k; label++)
          logConfusion[(r * k + label) * k + truth] = Math.log(confusion[r]![truth]![label]!);
    for (let u = 0; u < n; u++) {
      logs.set(logPrior);
      for (let r = 0; r < raters; r++) {
        const label = given[u * raters + r]!;
        if (label < 0) continue;
        const from = (r * k + label) * k;
        for (let truth = 0; truth < k; truth++) logs[truth]! += logConfusion[from + truth]!;
      }
      let most = logs[0]!;
      for (let c = 1; c < k; c++) most = Math.max(most, logs[c]!);
      let total = 0;
      for (let c = 0; c < k; c++) total += posterior[u * k + c] = Math.exp(logs[c]! - most);
      for (let c = 0; c < k; c++) posterior[u * k + c]! /= total;
    }
    prior = priorOf();
    confusion = confusionOf();
  }
  let next = 0;
  const all = codes.map((row) => {
    if (row.every((c) => c < 0)) return [...prior];
    const at = k * next++;
    return Array.from(posterior.subarray(at, at + k));
  });
  return { posterior: all, prior, confusion };
};
