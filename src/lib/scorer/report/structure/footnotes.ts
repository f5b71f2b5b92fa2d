import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;
type BlockState = InstanceType<Parser['block']['State']>;

const NAME = '[^\\s[\\]^<>`\\\\]{1,100}';
/** A mark `[^smith2020]` in running text; numbers of up to three digits are a separate kind of mark. */
export const NAMED_MARK = new RegExp(`\\[\\^(?!\\d{1,3}\\])(${NAME})\\]`, 'g');
/** Its definition at the beginning of a line. */
const NAMED_DEFINITION = new RegExp(`^\\s*(?:[-*+•·]\\s+)?\\[\\^(?!\\d{1,3}\\])(${NAME})\\]:(.*)$`);
const DEFINITION = new RegExp(`^\\[\\^${NAME}\\]:`);

/** Numbers that marks in a text use, however they are written: [1, 3], 【2】, ［３］, （1）, <sup>4</sup>, ⁵. */
const NUMBERS_IN_MARKS =
  /[[［【（]([\^\d０-９\s,，、;；\-–—‑~～－]{1,200})[\]］】）†]|<sup>([\d\s,–-]{1,60})<\/sup>|([¹²³⁴-⁹⁰]{1,3})/g;
/** The largest number that a citation can have. */
const LARGEST = 999;

/** Numbers of named footnotes by their names, in which capitals do not matter. */
export type FootnoteNumbers = ReadonlyMap<string, number>;

/** The number of a named footnote; undefined if no definition has the name. */
export const footnoteNumber = (numbers: FootnoteNumbers, name: string): number | undefined =>
  numbers.get(name.toLowerCase());

/**
 * Numbers the footnotes that have names instead of numbers: in the order in which they are first cited, then those that nothing
 * cites, from the first number on that no mark of the text uses. Footnotes beyond number 999 stay text.
 *
 * @param code true for each line (0-based) inside code
 */
export function numberFootnotes(lines: readonly string[], code: readonly boolean[]): FootnoteNumbers {
  const defined: string[] = [];
  const cited: string[] = [];
  lines.forEach((line, at) => {
    if (code[at] === true || !line.includes('[^')) return;
    const name = NAMED_DEFINITION.exec(line)?.[1];
    if (name !== undefined) defined.push(name.toLowerCase());
    else for (const [, mark = ''] of line.matchAll(NAMED_MARK)) cited.push(mark.toLowerCase());
  });
  const numbers = new Map<string, number>();
  if (defined.length === 0) return numbers;
  const known = new Set(defined);
  let next = largestInMarks(lines) + 1;
  for (const name of [...cited.filter((one) => known.has(one)), ...defined])
    if (!numbers.has(name) && next <= LARGEST) numbers.set(name, next++);
  return numbers;
}

function largestInMarks(lines: readonly string[]): number {
  let largest = 0;
  for (const line of lines)
    for (const [, bracket, raised, superscript] of line.matchAll(NUMBERS_IN_MARKS))
      for (const [digits] of (bracket ?? raised ?? superscript ?? '').normalize('NFKC').matchAll(/\d+/g))
        if (Number(digits) <= LARGEST) largest = Math.max(largest, Number(digits));
  return largest;
}

/** Number and words of a line that defines a named footnote; null for any other line. */
export function namedDefinition(line: string, numbers: FootnoteNumbers): { number: number; rest: string } | null {
  if (numbers.size === 0) return null;
  const [, name = '', rest = ''] = NAMED_DEFINITION.exec(line) ?? [];
  const number = footnoteNumber(numbers, name);
  return number === undefined ? null : { number, rest: rest.trim() };
}

/**
 * Has a parser read footnotes of several paragraphs, of which the further ones are indented by four spaces: without this rule they
 * would be code. Each becomes a list of one item; definitions of one paragraph stay paragraphs, of which `reference-list.ts` makes lists.
 */
export function readLongFootnotes(parser: Parser): void {
  parser.block.ruler.before('list', 'long_footnote', readLongFootnote, { alt: ['paragraph', 'reference'] });
}

const lineOf = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);

function readLongFootnote(state: BlockState, from: number, to: number, silent: boolean): boolean {
  if (state.level > 0 || state.sCount[from]! >= 4) return false;
  const start = state.bMarks[from]! + state.tShift[from]!;
  if (state.src.charAt(start) !== '[' || state.src.charAt(start + 1) !== '^') return false;
  const label = DEFINITION.exec(lineOf(state, from))?.[0];
  if (label === undefined) return false;
  const end = endOfFootnote(state, from, to);
  if (end === null) return false;
  if (silent) return true;

  const { parentType, lineMax, blkIndent } = state;
  const [begin, shift, indent] = [state.bMarks[from]!, state.tShift[from]!, state.sCount[from]!];
  const words = state.skipSpaces(start + label.length);
  const map: [number, number] = [from, end];
  Object.assign(state.push('ordered_list_open', 'ol', 1), { map, markup: '.' });
  Object.assign(state.push('list_item_open', 'li', 1), { map });
  state.parentType = 'list';
  state.lineMax = end;
  state.blkIndent += 4;
  [state.bMarks[from], state.tShift[from], state.sCount[from]] = [words, 0, state.blkIndent];
  state.md.block.tokenize(state, from, end);
  [state.bMarks[from], state.tShift[from], state.sCount[from]] = [begin, shift, indent];
  Object.assign(state, { parentType, lineMax, blkIndent });
  state.push('list_item_close', 'li', -1);
  state.push('ordered_list_close', 'ol', -1);
  state.line = end;
  return true;
}

/** The line after a footnote's last paragraph; null if it has only one. */
function endOfFootnote(state: BlockState, from: number, to: number): number | null {
  let end: number | null = null;
  let blank = false;
  let further = false;
  for (let line = from + 1; line < to; line++) {
    if (state.isEmpty(line)) {
      blank = true;
      continue;
    }
    const indented = state.sCount[line]! >= 4;
    if (blank && !indented) break;
    if (!indented && DEFINITION.test(lineOf(state, line))) break;
    further ||= blank;
    blank = false;
    end = line + 1;
  }
  return further ? end : null;
}
