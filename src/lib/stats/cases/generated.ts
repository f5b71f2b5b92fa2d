import { cohenKappaFromTable } from '../agreement/coefficients/cohen-kappa.ts';
import { confusion } from '../agreement/coefficients/confusion.ts';
import { generatedRatings } from './generated-ratings.ts';
import { kendall, kendallFromTable } from '../ranking/kendall.ts';
import { alphaFromCounts } from '../agreement/coefficients/krippendorff-alpha.ts';
import { pearson } from '../ranking/pearson.ts';
import { spearman } from '../ranking/spearman.ts';
import { need, seedOf, type CaseFunction } from './arguments.ts';

/** The case on generated data: many statistics of many rows. */
export const generatedCases = {
  generated: (args) => {
    const n = need<number>(args, 'N');
    const data = generatedRatings(n, seedOf(args));
    const columns = Object.values(data) as Int32Array[];
    const row = (i: number): (number | undefined)[] => columns.map((column) => column[i]);
    const categories = [1, 2, 3, 4];
    const { counts } = confusion(data.human, data.judge1, categories);
    const ordinal = new Float64Array(n * 4);
    for (const rater of [data.human, data.judge1, data.judge2])
      for (let i = 0; i < n; i++) ordinal[4 * i + rater[i]! - 1]!++;
    const units = Array.from({ length: n }, (_, i) => ordinal.subarray(4 * i, 4 * i + 4));
    const kappa = (weights: 'unweighted' | 'linear' | 'quadratic') =>
      cohenKappaFromTable(counts, { categories, weights }).value;
    return {
      row0: row(0),
      row1: row(1),
      rowLast: row(n - 1),
      table: counts,
      cohenKappa: { unweighted: kappa('unweighted'), linear: kappa('linear'), quadratic: kappa('quadratic') },
      tauB_ordinal: kendallFromTable(counts).tauB.value,
      tauB_continuous: kendall(data.score, data.noisy).tauB.value,
      spearmanContinuous: spearman(data.score, data.noisy).value,
      pearsonContinuous: pearson(data.score, data.noisy).value,
      krippendorffOrdinal3: alphaFromCounts(units, { categories, metric: 'ordinal' }).value
    };
  }
} as const satisfies Record<string, CaseFunction>;
