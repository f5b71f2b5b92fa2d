import { segmentedWords } from '../../../../stats/writing/segmented-words.ts';

/** A text in two halves: a model is shown the first one and continues it. */
type SplitText = { testable: true; prefix: string; reference: string } | { testable: false; reason: string };

const MARKS = new Set('.,;:!?…。，；：！？、．﹒﹐﹔﹕﹗﹖｡､');
const isDigit = (character: string | undefined): boolean => character !== undefined && /\p{Nd}/u.test(character);

/** Positions from 1 on that satisfy a condition; the one nearest the middle, of two the earlier; null: none. */
function nearestToMiddle(characters: readonly string[], fits: (at: number) => boolean): number | null {
  let best: number | null = null;
  // Twice the distance, so that the middle of an odd length is no fraction.
  const distance = (at: number): number => Math.abs(2 * at - characters.length);
  for (let at = 1; at < characters.length; at += 1)
    if (fits(at) && (best === null || distance(at) < distance(best))) best = at;
  return best;
}

/**
 * Splits a text at the punctuation mark nearest its middle (arXiv 2509.01396, equations 9 and 10): the mark begins the second half.
 * Positions are code points of the text in NFC. A mark between two digits, or at the very beginning, is none. Without a mark the text
 * is split at a space.
 */
export function splitInHalves(text: string): SplitText {
  const characters = [...text.normalize('NFC')];
  const at =
    nearestToMiddle(
      characters,
      (i) => MARKS.has(characters[i]!) && !(isDigit(characters[i - 1]) && isDigit(characters[i + 1]))
    ) ?? nearestToMiddle(characters, (i) => /\s/u.test(characters[i]!));
  if (at === null) return { testable: false, reason: 'The text has neither a punctuation mark nor a space.' };
  const [prefix, reference] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
  if (segmentedWords(prefix).length === 0) return { testable: false, reason: 'The first half has no word.' };
  if (segmentedWords(reference).length === 0) return { testable: false, reason: 'The second half has no word.' };
  return { testable: true, prefix, reference };
}
