/** A readable block of a report. `text` is what the browser finds in the element `#p<n>` as its text. */
export interface Block {
  n: number;
  text: string;
}

export interface Letters {
  text: string;
  /** Offset in the original of each code unit of `text`. */
  at: ArrayLike<number>;
}

/**
 * Source of which rendering may change letters or digits: links and their addresses, tags, entities, marks with text of their
 * own, numbers that are written anew. Of all other paragraphs it takes away nothing but marks.
 */
const CHANGES_LETTERS = /[<&【]|\]\s*[([]|\/\/|mailto:|(?<!\d)0\d|\[\^(?!\d{1,3}\])/i;

/** Known facts about a block's letters. */
interface Known {
  /** Source of a paragraph; null if there is none. */
  source: string | null;
  unrendered?: string | null;
  placed?: Letters;
}

const known = new WeakMap<readonly Block[], Known[]>();

/** Notes the sources of a report's blocks, so that the letters of paragraphs can be known without rendering them. */
export function noteSources(blocks: readonly Block[], sources: readonly (string | null)[]): void {
  known.set(
    blocks,
    sources.map((source) => ({ source }))
  );
}

const knownOf = (blocks: readonly Block[], at: number): Known => {
  let all = known.get(blocks);
  if (!all) known.set(blocks, (all = blocks.map(() => ({ source: null }))));
  return (all[at] ??= { source: null });
};

/** Letters and digits of the text of a block, which is rendered only if that is necessary. */
export function lettersIn(blocks: readonly Block[], at: number): string {
  const block = knownOf(blocks, at);
  if (block.placed) return block.placed.text;
  if (block.unrendered === undefined)
    block.unrendered =
      block.source === null || CHANGES_LETTERS.test(block.source) ? null : unplacedLettersOf(block.source);
  return block.unrendered ?? placedLettersIn(blocks, at).text;
}

/** The same with their places in the block's text. */
export function placedLettersIn(blocks: readonly Block[], at: number): Letters {
  return (knownOf(blocks, at).placed ??= lettersOf(blocks[at]?.text ?? ''));
}

export const lettersOf = (text: string): Letters => asciiLettersOf(text) ?? anyLettersOf(text);

const unplacedLettersOf = (text: string): string => asciiLetters(text) ?? anyLettersOf(text).text;

/** By code of ASCII: the letter in lower case or the digit that it is; 0 for everything else. */
const LETTER = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(char) ? char.toLowerCase().charCodeAt(0) : 0;
});

/** Of what is all ASCII UTF-8 makes the same as any other; only for UTF-8 the runtime has a quick way. */
const ascii = new TextDecoder();
let bytes = new Uint8Array(4096);

/** Letters and digits of a text in ASCII, as most paragraphs of English reports are; null for any other. */
function asciiLetters(text: string): string | null {
  if (bytes.length < text.length) bytes = new Uint8Array(2 * text.length);
  let count = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code > 127) return null;
    const letter = LETTER[code]!;
    if (letter !== 0) bytes[count++] = letter;
  }
  return ascii.decode(bytes.subarray(0, count));
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
      const plain = char.normalize('NFKC').toLowerCase();
      kept.push(plain);
      for (let unit = 0; unit < plain.length; unit++) at.push(offset);
    }
    offset += char.length;
  }
  return { text: kept.join(''), at };
}
