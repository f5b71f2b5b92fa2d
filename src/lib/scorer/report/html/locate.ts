import { lettersIn, lettersOf, type Letters, placedLettersIn, unmarkedLettersIn } from './letters.ts';
import { NAMED_MARK } from '../structure/footnotes.ts';
import type { Block } from './letters.ts';
import { textOfEntities } from '../structure/markdown.ts';

/** Where a quote stands: block number, and offsets into that block's text; both 0 if it begins in a heading above the block. */
interface Location {
  block: number;
  start: number;
  end: number;
}

/** Titles of links and images, which are no text of their blocks. */
const TITLES = /(\]\(\S{1,2000})\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')(?=\))/g;

/**
 * Finds a quote in a report's blocks and headings. Only letters and digits are compared, so that white space, Markdown, quotation
 * marks and dashes do not matter; an ellipsis in the quote may stand for any words of the same block. A quote that runs
 * past the end of a block is located in the block where it begins. Null if the words are not in the report.
 */
export function locateQuote(blocks: readonly Block[], quote: string): Location | null {
  const words = quote
    .slice(0, 20_000)
    .replace(TITLES, '$1')
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    // Links that the quote cuts in two: `…text](https://…`
    .replace(/\]\((?:https?:|mailto:)[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,5}\)?/gi, ' ')
    .replace(/<\/?(?:sup|sub|br|b|strong|i|em|s|del)\s?\/?>/gi, ' ');
  // Numbers of list items and references are no text of their blocks.
  const unlabelled = words.replace(
    /^[ \t>*+"'“”‘’„«»‹›「『-]*(?:[[［]{1,2}\^?[\d０-９]{1,4}[\]］]{1,2}|\[\^[^\s[\]]{1,100}\]:|[\d０-９]{1,4}[.)．）、。](?!\d))[\s:：]*/gm,
    ''
  );
  const shown = decoded(unlabelled);
  // Of tags, some are shown as they are written.
  const untagged = decoded(unlabelled.replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' '));
  const readings = [...new Set([words, unlabelled, shown, untagged])];
  return (
    findFirst(blocks, readings) ??
    // Footnotes that have names are shown by numbers.
    (unlabelled.includes('[^') ? find(blocks, unlabelled.replace(NAMED_MARK, '…')) : null) ??
    // Tags without a partner are shown as they are written.
    (words.length < quote.length && quote.includes('<') ? find(blocks, quote.slice(0, 20_000)) : null) ??
    acrossBlocks(blocks, readings) ??
    withoutCitations(blocks, shown) ??
    inHeadings(blocks, readings)
  );
}

/** A quote that is a heading, or has one in it. */
function inHeadings(blocks: readonly Block[], readings: readonly string[]): Location | null {
  const headings = blocks.flatMap((block) => [...(block.headings?.above ?? []), ...(block.headings?.below ?? [])]);
  if (headings.length === 0) return null;
  const found = findFirst(headings, readings);
  if (found) return aboveBlock(found.block);
  const whole = blocks.flatMap((block) => [...(block.headings?.above ?? []), block, ...(block.headings?.below ?? [])]);
  return acrossBlocks(whole, readings, new Set(headings));
}

const aboveBlock = (block: number): Location => ({ block, start: 0, end: 0 });

const CITED_NUMBERS = /(?:\[{1,2}|【)\^?\d[\d\s^,，、;；–—-]{0,80}(?:\]{1,2}|】)/g;

/** A quote that leaves out citations: their numbers, or links as well. */
function withoutCitations(blocks: readonly Block[], quote: string): Location | null {
  const parts = partsOf(quote.replace(CITED_NUMBERS, ' '));
  if (parts.length === 0) return null;
  for (const leftOut of ['numbers', 'all'] as const)
    for (const block of blocks) {
      const letters = unmarkedLettersIn(block, leftOut);
      const range =
        letters && parts.every((part) => letters.text.includes(part)) && findParts(block.text, letters, parts);
      if (range) return { block: block.n, ...range };
    }
  return null;
}

/** The same of several, in their order. */
export const locateQuotes = (blocks: readonly Block[], quotes: readonly string[]): (Location | null)[] =>
  quotes.map((quote) => locateQuote(blocks, quote));

/** Text as the page shows it: entities as their characters, and addresses decoded (`%20` is a space). */
function decoded(text: string): string {
  return textOfEntities(text).replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** The first of several readings of a quote that is found. */
function findFirst(blocks: readonly Block[], readings: readonly string[]): Location | null {
  for (const reading of readings) {
    const found = find(blocks, reading);
    if (found) return found;
  }
  return null;
}

const partsOf = (quote: string): string[] =>
  quote
    .split(/…|⋯|\.(?:\s?\.){2,}|。{3,}|·{3,}/)
    .map((part) => lettersOf(part).text)
    .filter((part) => part !== '');

function find(blocks: readonly Block[], quote: string): Location | null {
  const parts = partsOf(quote);
  if (parts.length === 0) return null;
  for (const block of blocks) {
    const letters = lettersIn(block);
    if (!parts.every((part) => letters.includes(part))) continue;
    const range = findParts(block.text, placedLettersIn(block), parts);
    if (range) return { block: block.n, ...range };
  }
  return null;
}

function findParts(text: string, letters: Letters, parts: readonly string[]): { start: number; end: number } | null {
  let from = 0;
  let start = -1;
  let end = -1;
  for (const part of parts) {
    let at = letters.text.indexOf(part, from);
    while (at >= 0 && !isWhole(text, letters, at, part.length)) at = letters.text.indexOf(part, at + 1);
    if (at < 0) return null;
    if (start < 0) start = letters.at[at] ?? 0;
    from = at + part.length;
    end = (letters.at[from - 1] ?? 0) + 1;
  }
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
  while (/\p{M}/u.test(text.charAt(end))) end++;
  return { start, end };
}

/** A short quote must not begin or end inside a word or a number; a number behind a word may be a citation. */
function isWhole(text: string, letters: Letters, at: number, length: number): boolean {
  if (length > 24) return true;
  const start = letters.at[at] ?? 0;
  const end = (letters.at[at + length - 1] ?? 0) + 1;
  return !splits(text, start) && !splits(text, end);
}

function splits(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  return [/\p{Script=Latin}/u, /\p{N}/u].some((kind) => kind.test(before) && kind.test(after));
}

/** The first of several readings that is found in these texts one after the other. */
function acrossBlocks(
  blocks: readonly Block[],
  readings: readonly string[],
  headings: ReadonlySet<Block> = new Set()
): Location | null {
  const wanted = readings.map((reading) => lettersOf(reading).text).filter(({ length }) => length >= 12);
  if (wanted.length === 0) return null;
  const all = blocks.map(lettersIn).join('');
  for (const words of wanted) {
    const found = all.indexOf(words);
    if (found >= 0) return placeAcross(blocks, found, words.length, headings);
  }
  return null;
}

/** The place of letters of all blocks, in the block in which they begin. */
function placeAcross(
  blocks: readonly Block[],
  from: number,
  count: number,
  headings: ReadonlySet<Block>
): Location | null {
  let offset = 0;
  for (const block of blocks) {
    const { length } = lettersIn(block);
    if (from < offset + length) {
      if (headings.has(block)) return aboveBlock(block.n);
      const places = placedLettersIn(block).at;
      const last = from - offset + count - 1;
      // Within one block are quotes that end before a raised citation: “in 1874” before “¹” or “1”.
      const end = last < length ? (places[last] ?? 0) + 1 : block.text.length;
      return { block: block.n, start: places[from - offset] ?? 0, end };
    }
    offset += length;
  }
  return null;
}
