import { upperGamma } from './gamma.ts';

/** A Poisson distribution made ready for drawing by inversion of a 32-bit word. */
export interface PoissonTable {
  /** upTo[m] = the largest word that gives m or less; the last entry is the largest word there is. */
  upTo: Uint32Array;
  /** The smallest number that a word with these leading bits can give: where the search starts. */
  start: Uint32Array;
  /** How far to shift a word to have its leading bits. */
  shift: number;
}

const LEADING_BITS = 10;

/** The table of Poisson(mean): probabilities are rounded to multiples of 2⁻³², as those of every drawn integer are. */
export const poissonTable = (mean: number): PoissonTable => {
  const upTo: number[] = [];
  for (let m = 0; ; m++) {
    const word = Math.round(upperGamma(m + 1, mean) * 2 ** 32) - 1;
    if (word >= 2 ** 32 - 1) break;
    upTo.push(Math.max(-1, word));
  }
  const words = Uint32Array.from([...upTo.map((w) => Math.max(0, w)), 2 ** 32 - 1]);
  const shift = 32 - LEADING_BITS;
  const start = new Uint32Array(2 ** LEADING_BITS);
  for (let b = 0, m = 0; b < start.length; b++) {
    while (words[m]! < b * 2 ** shift) m++;
    start[b] = m;
  }
  return { upTo: words, start, shift };
};
