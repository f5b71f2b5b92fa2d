import type { ChiSquareTest } from './bowker.ts';
import { confusionFromCounts, margins } from './confusion.ts';
import { chiSquareUpper } from './distributions/gamma.ts';
import { defined, undefinedBecause } from './estimate.ts';
import { solve } from './linear-system.ts';

/**
 * Stuart–Maxwell test of marginal homogeneity: do two raters use the categories equally often?
 *
 * Formula: χ² = d′V⁻¹d over all used categories but one, d_i = n_i· − n_·i, V_ii = n_i· + n_·i − 2n_ii,
 * V_ij = −(n_ij + n_ji); degrees of freedom = used categories − 1. A category in which the raters never differ carries no
 * information and is left out. Two categories give McNemar's χ².
 *
 * @param counts square table of counts.
 * @returns undefined (`zero-denominator`) where the raters never differ, or where V can not be inverted.
 * @throws if the table is not square or a count is negative.
 * Source: Stuart 1955; Maxwell 1970.
 */
export const stuartMaxwell = (counts: readonly (readonly number[])[]): ChiSquareTest => {
  confusionFromCounts(counts);
  const { rows, columns } = margins(counts);
  const varied = rows.map((_, i) => i).filter((i) => rows[i]! + columns[i]! - 2 * counts[i]![i]! > 0);
  const used = varied.slice(0, -1);
  const df = used.length;
  const none = { ...undefinedBecause('zero-denominator'), df: 0, p: null };
  if (df === 0) return none;
  const d = used.map((i) => rows[i]! - columns[i]!);
  const v = used.map((i) =>
    used.map((j) => (i === j ? rows[i]! + columns[i]! - 2 * counts[i]![i]! : -(counts[i]![j]! + counts[j]![i]!)))
  );
  const x = solve(v, d);
  if (!x) return none;
  const chi2 = Math.max(
    0,
    x.reduce((sum, xi, i) => sum + xi * d[i]!, 0)
  );
  return { ...defined(chi2), df, p: chiSquareUpper(chi2, df) };
};
