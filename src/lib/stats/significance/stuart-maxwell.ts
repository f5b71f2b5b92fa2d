import type { ChiSquareTest } from './bowker.ts';
import { confusionFromCounts, margins } from '../agreement/coefficients/confusion.ts';
import { chiSquareUpper } from '../distributions/gamma.ts';
import { defined, undefinedBecause } from '../numbers/estimate.ts';
import { solve } from '../numbers/linear-system.ts';

/**
 * Stuart–Maxwell test of marginal homogeneity: do two raters use the categories equally often?
 *
 * Formula: χ² = d′V⁻d, d_i = n_i· − n_·i, V_ii = n_i· + n_·i − 2n_ii, V_ij = −(n_ij + n_ji). V sums to 0 over each block of
 * categories between which the raters differ, directly or through others (in a block d sums to 0 too), so one category of each
 * block is left out and the blocks are added up: this is the generalised inverse. Degrees of freedom are the rank of V, categories
 * in which the raters differ less the number of blocks. Two categories give McNemar's χ².
 *
 * @param counts square table of counts.
 * @returns undefined (`zero-denominator`) if the raters never differ.
 * @throws if the table is not square or a count is negative.
 * Source: Stuart 1955; Maxwell 1970.
 */
export const stuartMaxwell = (counts: readonly (readonly number[])[]): ChiSquareTest => {
  confusionFromCounts(counts);
  const { rows, columns } = margins(counts);
  const none = { ...undefinedBecause('zero-denominator'), df: 0, p: null };
  let [chi2, df] = [0, 0];
  for (const block of blocksOf(counts)) {
    const used = block.slice(0, -1);
    const d = used.map((i) => rows[i]! - columns[i]!);
    const v = used.map((i) =>
      used.map((j) => (i === j ? rows[i]! + columns[i]! - 2 * counts[i]![i]! : -(counts[i]![j]! + counts[j]![i]!)))
    );
    const x = solve(v, d);
    if (!x) return none;
    chi2 += Math.max(
      0,
      x.reduce((sum, xi, i) => sum + xi * d[i]!, 0)
    );
    df += used.length;
  }
  return df === 0 ? none : { ...defined(chi2), df, p: chiSquareUpper(chi2, df) };
};

/** Categories that the raters confuse, in blocks that are connected by disagreements; a block has two or more. */
const blocksOf = (counts: readonly (readonly number[])[]): number[][] => {
  const seen = new Set<number>();
  const differ = (i: number, j: number): boolean => i !== j && counts[i]![j]! + counts[j]![i]! > 0;
  return counts.flatMap((_, first) => {
    if (seen.has(first)) return [];
    const block = [first];
    seen.add(first);
    for (const i of block)
      for (let j = 0; j < counts.length; j++)
        if (!seen.has(j) && differ(i, j)) {
          seen.add(j);
          block.push(j);
        }
    return block.length > 1 ? [block] : [];
  });
};
