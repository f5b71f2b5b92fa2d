import { consistentCounts, consistentSums } from './consistent-counts.ts';

/** A figure as reported, without what it was counted out of. */
export type FigureWithoutN =
  | { kind: 'percentage'; value: number; decimals: number }
  | { kind: 'mean'; value: number; decimals: number; low: number; high: number };

/**
 * Numbers of observations out of which all of several figures can have been counted together.
 *
 * Purpose: figures of one row of a table rest on the same reports, so their digits tell how many there were, or that it
 * was not as many as the text says. Means of 3.137, 2.756 and 2.397 of ratings from 1 to 5 first go together at 131.
 *
 * @param most largest number looked at, whole, at most 10,000. From 10^decimals on nearly every number fits.
 * @returns ascending; empty if none fits.
 * @throws as `consistentCounts` and `consistentSums` do.
 * Source: the GRIM test, Brown and Heathers 2017, applied to several figures at once.
 */
export const consistentDenominators = (figures: readonly FigureWithoutN[], most: number): number[] => {
  if (!(Number.isSafeInteger(most) && most >= 1 && most <= 10_000))
    throw new Error(`consistentDenominators requires a whole limit up to 10,000, got ${most}`);
  const fits = (figure: FigureWithoutN, n: number): boolean =>
    figure.kind === 'percentage'
      ? consistentCounts(figure.value, n, figure.decimals).length > 0
      : consistentSums(figure.value, n, figure.decimals, figure).length > 0;
  return Array.from({ length: most }, (_, i) => i + 1).filter((n) => figures.every((figure) => fits(figure, n)));
};
