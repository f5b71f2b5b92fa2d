import type { Block } from './render.ts';

export interface Letters {
  text: string;
  /** Offset in the original of each code unit of `text`. */
  at: ArrayLike<number>;
}

/**
 * Source of which rendering may change letters or digits: links and their addresses, tags, entities, marks with text of their
 * own, numbers that are written anew. Of all other paragraphs it takes away nothing but marks.
 */
const CHANGES_LETTERS = /[<&【]|\]\s*[([]|\/\/|mailto:|(?:^|\D)0\d/i;

const written = new WeakMap<Block, { source: string; letters?: string }>();
const placed = new WeakMap<Block, Letters>();

/** Notes the source of a paragraph, so that its letters can be known without rendering it. */
export function noteSource(block: Block, source: string): void {
  if (!CHANGES_LETTERS.test(source)) written.set(block, { source });
}

/** Letters and digits of a block's text, which is rendered only where that is necessary. */
export function lettersIn(block: Block): string {
  const unrendered = placed.has(block) ? undefined : written.get(block);
  return unrendered ? (unrendered.letters ??= lettersOf(unrendered.source).text) : placedLettersOf(block).text;
}

/** The same with their places in the block's text. */
export function placedLettersOf(block: Block): Letters {
  const known = placed.get(block) ?? lettersOf(block.text);
  placed.set(block, known);
  return known;
}

export function lettersOf(text: string): Letters {
  return /^[\0-\x7f]*$/.test(text) ? asciiLettersOf(text) : anyLettersOf(text);
}

/** Most paragraphs of English reports: the other way takes twenty times as long. */
function asciiLettersOf(text: string): Letters {
  const at = new Uint32Array(text.length);
  let count = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    const letter = code | 0x20;
    if ((letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39)) at[count++] = offset;
  }
  return { text: text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase(), at: at.subarray(0, count) };
}

function anyLettersOf(text: string): Letters {
  const at: number[] = [];
  const kept: string[] = [];
  let offset = 0;
  for (const char of text) {
    if (/[\p{L}\p{N}]/u.test(char)) {
      const plain = char.normalize('NFKC').toLowerCase();
      kept.push(plain);
      for (let unit = 0; unit < plain.length; unit++) at.push(offset);
    }
    offset += char.length;
  }
  return { text: kept.join(''), at };
}
