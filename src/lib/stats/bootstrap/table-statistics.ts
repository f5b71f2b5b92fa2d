import { bennettSFromTable } from '../agreement/coefficients/bennett-s.ts';
import { agreementOfCells, kappaOfCells, tauBOfCells, type CellStatistic } from './cell-statistics.ts';
import type { ChanceCorrected, TableOptions } from '../agreement/coefficients/chance-corrected.ts';
import type { Label } from '../numbers/estimate.ts';
import { gwetACFromTable } from '../agreement/coefficients/gwet-ac1.ts';
import type { WeightScheme } from '../numbers/scale.ts';
import { scottPiFromTable } from '../agreement/coefficients/scott-pi.ts';

/** Names of statistics of two raters' table, so that work elsewhere can say which it wants. */
export type TableStatistic =
  | 'percent-agreement'
  | 'cohen-kappa'
  | 'scott-pi'
  | 'bennett-s'
  | 'gwet-ac'
  | 'kendall-tau-b';

/**
 * The named statistic of the cells of a table, row by row.
 *
 * @param categories the declared scale, for τ_b in ascending order. @param weights not used by agreement and τ_b.
 */
export const tableStatistic = (
  name: TableStatistic,
  categories: readonly Label[],
  weights: WeightScheme = 'unweighted'
): CellStatistic => {
  switch (name) {
    case 'percent-agreement':
      return agreementOfCells(categories.length);
    case 'kendall-tau-b':
      return tauBOfCells(categories.length);
    case 'cohen-kappa':
      return kappaOfCells(categories, weights);
    case 'scott-pi':
      return ofCounts(scottPiFromTable, categories, weights);
    case 'bennett-s':
      return ofCounts(bennettSFromTable, categories, weights);
    case 'gwet-ac':
      return ofCounts(gwetACFromTable, categories, weights);
  }
};

const ofCounts = (
  full: (counts: readonly (readonly number[])[], options: TableOptions) => ChanceCorrected,
  categories: readonly Label[],
  weights: WeightScheme
): CellStatistic => {
  const k = categories.length;
  const counts = categories.map(() => new Array<number>(k).fill(0));
  return (cells) => {
    for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) counts[i]![j] = cells[i * k + j]!;
    return full(counts, { categories, weights }).value;
  };
};
