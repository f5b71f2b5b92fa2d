import type { Place } from '../../verdict.ts';
import { lettersOf, placedLettersIn } from '../html/letters.ts';
import type { Block } from '../html/letters.ts';

/** Letters that two parts of a statement may stand apart: marks and titles of sources lie between them, or other cells. */
const GAP = 400;
const GAP_IN_ROW = 4_000;
/** How far ahead a statement is looked for. */
const AHEAD = 20_000;
const BLOCKS_AHEAD = 6;

interface ClaimFinder {
  find(pieces: readonly string[], block: number, inRow: boolean): Place | null;
  /** Goes back to where it stood, so that the cells of a row are looked for after the row itself. */
  from(): { block: number; offset: number };
  back(to: { block: number; offset: number }): void;
}

/**
 * Finds statements in a report's blocks one after the other, each from where the one before was found, so that what a report
 * says twice is found twice. Only letters and digits are compared (see `locateQuote`).
 */
export const placesInOrder = (blocks: readonly Block[]): ClaimFinder => {
  const letters = blocks.map(placedLettersIn);
  let [current, offset] = [0, 0];
  const find = (pieces: readonly string[], block: number, inRow: boolean): Place | null => {
    const wanted = pieces.map((piece) => lettersOf(piece).text).filter((piece) => piece !== '');
    const [head] = wanted;
    if (head === undefined) return null;
    const last = Math.min(blocks.length, Math.max(current, block) + BLOCKS_AHEAD);
    for (let at = Math.max(current, block - 1); at < last; at++) {
      const own = letters[at];
      const shown = blocks[at];
      if (!own || !shown) continue;
      const from = at === current ? offset : 0;
      const found = own.text.slice(from, from + AHEAD).indexOf(head);
      if (found < 0) continue;
      const start = from + found;
      let end = start + head.length;
      for (const piece of wanted.slice(1)) {
        const next = own.text.slice(end, end + (inRow ? GAP_IN_ROW : GAP) + piece.length).indexOf(piece);
        if (next < 0) break;
        end += next + piece.length;
      }
      [current, offset] = [at, end];
      const tail = own.at[end - 1] ?? 0;
      const wide = /[\ud800-\udbff]/.test(shown.text.charAt(tail)) ? 2 : 1;
      return { block: shown.n, start: own.at[start] ?? 0, end: tail + wide };
    }
    return null;
  };
  return {
    find,
    from: () => ({ block: current, offset }),
    back: (to) => {
      [current, offset] = [to.block, to.offset];
    }
  };
};
