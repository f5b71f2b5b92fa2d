import type { Token } from 'markdown-it';
import { numberFootnotes } from './footnotes.ts';
import { htmlGrid, type HtmlItem, type HtmlRow } from './html-parts.ts';
import { parse } from './markdown.ts';
import { cellsOf, findBrokenTables, isDelimiterRow } from './tables.ts';
import type { Blocks, Heading } from './parts.ts';

const CAPTION = /^(?:table|figure|fig\.?|chart|box|exhibit|表|图|圖)\s*[\d一二三四五]/i;

/** A line that may be bold from end to end: the inline tokens of all others need not be made to know its headings. */
const MAY_BE_BOLD = /^(?:\s|&[#\w]{1,32};)*(?:\*\*|__)/m;

/** Headings, tables, code and images of a normalised text, each with its line. */
export class ReadBlocks implements Blocks {
  readonly lines: string[];
  readonly offsets: number[] = [];
  readonly headings: Heading[] = [];
  readonly tables: Blocks['tables'] = [];
  readonly brokenTables: Blocks['brokenTables'];
  readonly elements: Blocks['elements'] = new Map();
  readonly fences: Blocks['fences'] = [];
  readonly footnotes: Blocks['footnotes'];
  readonly code: boolean[];
  readonly heading: boolean[];
  readonly #later: () => readonly Token[];
  #marks: Pick<Blocks, 'images' | 'strayMarks'> | undefined;

  /**
   * @param tokens of the text, if they are known; they are only read
   * @param later the tokens for elements that are looked for later, if other code may have changed these
   */
  constructor(text: string, tokens: readonly Token[] = parse(text), later: () => readonly Token[] = () => tokens) {
    this.lines = text.split('\n');
    let offset = 0;
    for (const line of this.lines) {
      this.offsets.push(offset);
      offset += line.length + 1;
    }
    this.code = new Array<boolean>(this.lines.length).fill(false);
    this.heading = new Array<boolean>(this.lines.length).fill(false);
    this.#later = later;
    tokens.forEach((token, at) => readToken(this, tokens, token, at));
    for (const heading of this.headings) this.heading[heading.line - 1] = true;
    this.brokenTables = findBrokenTables(this);
    this.footnotes = numberFootnotes(this.lines, this.code);
  }

  /** Images and stray marks are looked for when they are first asked for. */
  get images(): Blocks['images'] {
    return (this.#marks ??= readMarks(this.#later())).images;
  }
  get strayMarks(): Blocks['strayMarks'] {
    return (this.#marks ??= readMarks(this.#later())).strayMarks;
  }
}

type FoundInTokens = Pick<Blocks, 'lines' | 'headings' | 'tables' | 'elements' | 'fences' | 'code'>;

function readToken(found: FoundInTokens, tokens: readonly Token[], token: Token, at: number): void {
  const [from, to] = token.map ?? [0, 0];
  if (token.type === 'fence' || token.type === 'code_block' || token.type === 'formula_block') {
    for (let line = from; line < to; line++) found.code[line] = true;
    if (token.type === 'fence')
      found.fences.push({ fromLine: from + 1, toLine: to, info: token.info, closed: isClosed(found, token) });
  } else if (token.type === 'heading_open') {
    const inline = tokens[at + 1];
    found.headings.push({
      line: from + 1,
      level: Number(token.tag.slice(1)),
      title: plainText(inline?.children ?? []),
      kind: token.markup.startsWith('#') ? 'atx' : 'setext'
    });
  } else if (token.type === 'table_open' && token.meta) {
    // Of HTML: a row need not stand on a line of its own.
    const { titles, body } = htmlGrid(token.meta['rows'] as HtmlRow[], 'all');
    const line = from + 1;
    const widest = body.reduce((most, { length }) => Math.max(most, length), 0);
    const header = titles.length > 0 ? titles : Array.from({ length: widest }, () => '');
    const rows = body.map((cells) => ({ line, cells }));
    found.tables.push({ fromLine: line, toLine: to, header, rows });
    found.elements.set(line, { toLine: to, first: null, items: [], rows });
  } else if (token.type === 'table_open') {
    const rows = found.lines.slice(from, to);
    found.tables.push({
      fromLine: from + 1,
      toLine: to,
      header: cellsOf(rows[0] ?? ''),
      rows: rows
        .map((line, index) => ({ line: from + index + 1, cells: cellsOf(line) }))
        .filter((row, index) => index > 0 && !(index === 1 && isDelimiterRow(rows[1] ?? '')))
    });
  } else if (token.type.endsWith('list_open') && token.meta) {
    found.elements.set(from + 1, {
      toLine: to,
      first: token.tag === 'ol' ? Number(token.attrGet('start') ?? 1) : null,
      items: (token.meta['items'] as HtmlItem[]).map(({ text, below }) => ({ line: from + 1 + below, text })),
      rows: []
    });
  } else if (token.type === 'inline' && /\*\*|__/.test(token.content) && MAY_BE_BOLD.test(token.content)) {
    const parent = tokens[at - 1];
    if (parent?.type !== 'paragraph_open' || parent.level !== 0) return;
    linesOf(token.children ?? []).forEach((piece, index) => {
      const title = boldTitle(piece);
      if (title !== null) found.headings.push({ line: from + index + 1, level: null, title, kind: 'bold' });
    });
  }
}

function readMarks(tokens: readonly Token[]): Pick<Blocks, 'images' | 'strayMarks'> {
  const found: Pick<Blocks, 'images' | 'strayMarks'> = { images: [], strayMarks: [] };
  for (const inline of tokens) {
    if (inline.type !== 'inline') continue;
    const first = (inline.map?.[0] ?? 0) + 1;
    linesOf(inline.children ?? []).forEach((piece, index) => {
      for (const token of piece) {
        if (token.type === 'image')
          found.images.push({ line: first + index, alt: token.content, src: String(token.attrGet('src') ?? '') });
        if (token.type === 'text' && isStray(token.content))
          found.strayMarks.push({ line: first + index, text: token.content });
      }
    });
  }
  return found;
}

/** Inline tokens line by line: a line of source ends with each break. */
export function linesOf(children: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of children) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') lines.push([]);
    else lines.at(-1)?.push(token);
    // A formula may go over several lines.
    if (token.type === 'formula') for (const _ of token.content.matchAll(/\n/g)) lines.push([]);
  }
  return lines;
}

export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.children ? plainText(token.children) : token.type.endsWith('break') ? ' ' : token.content))
    .join('')
    .trim();
}

/** The words of a line that is bold from end to end and reads as a title: short, no end of sentence. */
function boldTitle(line: readonly Token[]): string | null {
  const tokens = line.filter((token) => token.type !== 'text' || token.content.trim() !== '');
  if (tokens[0]?.type !== 'strong_open') return null;
  const close = tokens.findIndex((token) => token.type === 'strong_close');
  const rest = plainText(tokens.slice(close + 1));
  if (close < 0 || (rest !== '' && rest !== ':' && rest !== '：')) return null;
  const title = plainText(tokens.slice(0, close)) + rest;
  const isTitle = title.length > 0 && title.length <= 120 && !/[.!?;,。！？；，]$/.test(title) && !CAPTION.test(title);
  return isTitle ? title : null;
}

function isStray(text: string): boolean {
  // Stars of significance and powers are content: p < .05**, 2**8.
  return (
    /(?:^|\s)\*\*(?=[\p{L}“"(（])|\p{L}[:：.]?\*\*(?=\s|$|[\p{L}:：,.，。])/u.test(text) &&
    !/\d\s*\*\*\s*\d|p\s*[<=]/i.test(text)
  );
}

function isClosed(found: FoundInTokens, token: Token): boolean {
  const [from, to] = token.map ?? [0, 0];
  const last = found.lines[to - 1] ?? '';
  return to - from > 1 && new RegExp(`^[\\s>]*\\${token.markup.charAt(0)}{${token.markup.length},}\\s*$`).test(last);
}

export function isRealHeading(heading: Heading): boolean {
  return heading.kind === 'atx' || heading.kind === 'setext';
}
