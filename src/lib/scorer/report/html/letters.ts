import type { Marks } from './safe-html.ts';

export interface Letters {
  text: string;
  /** Offset in the original of each code unit of `text`. */
  at: ArrayLike<number>;
}

/** Known facts about a block's letters. */
interface KnownLetters {
  /** Those of its source; null if the source does not show them. */
  unrendered?: string | null;
  placed?: Letters;
  /** Those without citations, by the kinds that are left out. */
  unmarked?: Partial<Record<keyof Marks, Letters>>;
}

/** A readable block of a report. `text` is what the browser finds in the element `#p<n>` as its text. */
export interface Block {
  readonly n: number;
  readonly text: string;
  /** Source of a paragraph, by which its letters can be known without rendering it. */
  readonly source?: string | null;
  /** Where citations stand in the text; null or absent if there are none. */
  readonly marks?: Marks | null;
  /** Headings directly above it, and of the last block those below; their number is the block's. */
  readonly headings?: Record<'above' | 'below', readonly Block[]>;
  /** Kept here: what a `WeakMap` holds outlasts its key until all garbage is collected. */
  letters?: KnownLetters;
}

/** A block as plain data, of which all is made: for another process. */
export const plainBlock = ({ n, text, marks = null, headings }: Block): Block => ({
  ...{ n, text, marks },
  ...(headings && { headings: { above: headings.above.map(plainBlock), below: headings.below.map(plainBlock) } })
});

/**
 * Source of which rendering may change letters or digits: links and their addresses, tags, entities, marks with text of their
 * own, numbers that are written anew. Of all other paragraphs it takes away nothing but marks.
 */
const CHANGES_LETTERS = /[<&【]|\]\s*[([]|\/\/|mailto:|(?<!\d)0\d|\[\^(?!\d{1,3}\])/i;

/** Letters and digits of the text of a block, which is rendered only if that is necessary. */
export function lettersIn(block: Block): string {
  const known = (block.letters ??= {});
  if (known.placed) return known.placed.text;
  if (known.unrendered === undefined) {
    const { source = null } = block;
    known.unrendered = source === null || CHANGES_LETTERS.test(source) ? null : unplacedLettersOf(source);
  }
  return known.unrendered ?? placedLettersIn(block).text;
}

/** The same with their places in the block's text. */
export const placedLettersIn = (block: Block): Letters => ((block.letters ??= {}).placed ??= lettersOf(block.text));

/** The same without citations, of which only numbers or all are left out; null if there are none. */
export function unmarkedLettersIn(block: Block, leftOut: keyof Marks): Letters | null {
  const ranges = block.marks?.[leftOut] ?? [];
  if (ranges.length === 0) return null;
  const { text, at } = placedLettersIn(block);
  const known = ((block.letters ??= {}).unmarked ??= {});
  return (known[leftOut] ??= without({ text, at }, ranges));
}

function without({ text, at }: Letters, ranges: Marks['all']): Letters {
  const kept: string[] = [];
  const places: number[] = [];
  let next = 0;
  for (let unit = 0; unit < text.length; unit++) {
    const place = at[unit]!;
    while (next < ranges.length && ranges[next]![1] <= place) next++;
    if (next < ranges.length && ranges[next]![0] <= place) continue;
    kept.push(text.charAt(unit));
    places.push(place);
  }
  return { text: kept.join(''), at: places };
}

export const lettersOf = (text: string): Letters => asciiLettersOf(text) ?? anyLettersOf(text);

const unplacedLettersOf = (text: string): string => asciiLetters(text) ?? anyLettersOf(text).text;

/** By code of ASCII: the letter in lower case or the digit that it is; 0 for everything else. */
const LETTER = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(char) ? char.toLowerCase().charCodeAt(0) : 0;
});

let bytes = Buffer.alloc(4096);

/**
 * Letters and digits of a text in ASCII, as most paragraphs of English reports are; null for any other. Characters of a part of
 * a longer text are read three times as fast from bytes.
 */
function asciiLetters(text: string): string | null {
  // Three bytes hold any code unit: all of the text is written.
  if (bytes.length < 3 * text.length) bytes = Buffer.alloc(6 * text.length);
  const length = bytes.write(text, 0);
  if (length !== text.length) return null;
  let count = 0;
  for (let offset = 0; offset < length; offset++) {
    const letter = LETTER[bytes[offset]!]!;
    bytes[count] = letter;
    if (letter !== 0) count++;
  }
  return bytes.toString('latin1', 0, count);
}

function asciiLettersOf(text: string): Letters | null {
  const letters = asciiLetters(text);
  if (letters === null) return null;
  const at = new Uint32Array(letters.length);
  let count = 0;
  for (let offset = 0; offset < text.length; offset++) if (LETTER[text.charCodeAt(offset)] !== 0) at[count++] = offset;
  return { text: letters, at };
}

function anyLettersOf(text: string): Letters {
  const at: number[] = [];
  const kept: string[] = [];
  let offset = 0;
  for (const char of text) {
    if (/[\p{L}\p{N}]/u.test(char)) {
      // Accents may be written apart or not (é, e\u0301): letters are compared without them.
      const plain = char
        .normalize('NFKD')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toLowerCase();
      kept.push(plain);
      for (let unit = 0; unit < plain.length; unit++) at.push(offset);
    }
    offset += char.length;
  }
  return { text: kept.join(''), at };
}
