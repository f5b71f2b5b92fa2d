import type { Label, Ratings, UndefinedReason } from '../numbers/estimate.ts';
import { scaleCodes } from '../numbers/scale.ts';

export type DawidSkene =
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

  let posterior = rated.map((row) => {
    const given = row.filter((c) => c >= 0);
    return categories.map((_, c) => given.filter((g) => g === c).length / given.length);
  });
  const priorOf = (): number[] =>
    categories.map((_, c) => posterior.reduce((sum, row) => sum + row[c]!, 0) / posterior.length);
  const confusionOf = (): number[][][] =>
    Array.from({ length: raters }, (_, r) =>
      categories.map((_, truth) => {
        const counts = new Array<number>(k).fill(0);
        for (const [u, row] of rated.entries()) if (row[r]! >= 0) counts[row[r]!]! += posterior[u]![truth]!;
        const least = counts.map((c) => Math.max(LEAST, c));
        const total = least.reduce((sum, c) => sum + c, 0);
        return least.map((c) => c / total);
      })
    );

  let prior = priorOf();
  let confusion = confusionOf();
  for (let round = 0; round < iterations; round++) {
    posterior = rated.map((row) => {
      const logs = categories.map((_, truth) =>
        row.reduce(
          (sum, given, r) => (given < 0 ? sum : sum + Math.log(confusion[r]![truth]![given]!)),
          Math.log(Math.max(Number.MIN_VALUE, prior[truth]!))
        )
      );
      const most = Math.max(...logs);
      const shares = logs.map((l) => Math.exp(l - most));
      const total = shares.reduce((sum, s) => sum + s, 0);
      return shares.map((s) => s / total);
    });
    prior = priorOf();
    confusion = confusionOf();
  }
  let next = 0;
  const all = codes.map((row) => (row.some((c) => c >= 0) ? posterior[next++]! : [...prior]));
  return { posterior: all, prior, confusion };
};
