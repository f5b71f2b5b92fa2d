import { cellsOf } from './tables.ts';
import { halfWidthDigits } from '../../../stats/writing/chinese-numbers.ts';
import { namedDefinition, type FootnoteNumbers } from './footnotes.ts';
import { urlsIn } from './urls.ts';
import type { Blocks, HtmlElement, ReferenceEntry } from './parts.ts';

const BULLET = /^(\s*)[-*+•·]\s+/;
const BRACKET =
  /^(?:<sup>)?(?:\*\*)?\\?(?:\[{1,2}|[【［])(\^?)(\d{1,4})\^?\\?(?:\]{1,2}|[】］])(?:\*\*)?(?:<\/sup>)?([:：.．]?)(?=[\s:(*]|$|\P{ASCII}|[A-Za-z"'<])\s*(.*)$/u;
const DECIMAL = /^(?:\*\*)?[(（]?(\d{1,3})(?:[.)）、．]|\\\.)(?:\*\*)?(?:\s+|(?=\P{ASCII}))(\S.*)$/u;

interface EntryLabel {
  number: number;
  marker: 'bracket' | 'decimal' | 'definition' | 'footnote';
  rest: string;
  indent: number;
}

/** The number at the beginning of a line, however it is written: `[3]`, `- [3]`, `3.`, `3)`, `[^3]:`, `[3]: `, 【3】; of `[^smith2020]:` the one that the name has. */
export function labelOf(line: string, footnotes: FootnoteNumbers): EntryLabel | null {
  // Most lines of a report: no label begins with a letter.
  if (line === '' || /^[A-Za-z]/.test(line)) return null;
  const bullet = BULLET.exec(line);
  const written = line.slice(bullet?.[0].length ?? 0).trimStart();
  const body = halfWidthDigits(written.slice(0, 8)) + written.slice(8);
  const indent = line.length - line.trimStart().length;
  const named = namedDefinition(line, footnotes);
  if (named) return { ...named, marker: 'footnote', indent };
  const bracket = BRACKET.exec(body);
  if (bracket) {
    const marker = bracket[1] === '^' ? 'footnote' : bracket[3] === ':' ? 'definition' : 'bracket';
    return { number: Number(bracket[2]), marker, rest: bracket[4] ?? '', indent };
  }
  const decimal = DECIMAL.exec(body);
  return decimal ? { number: Number(decimal[1]), marker: 'decimal', rest: decimal[2] ?? '', indent } : null;
}

/** Entries between two lines (1-based, inclusive). Where some are numbered, loose lines are introduction or sequel. */
export function entriesOf(blocks: Blocks, fromLine: number, toLine: number): ReferenceEntry[] {
  const lines = Array.from({ length: Math.max(0, toLine - fromLine + 1) }, (_, index) => fromLine + index).filter(
    (line) => blocks.code[line - 1] !== true
  );
  const labels = new Map(lines.map((line) => [line, labelOf(blocks.lines[line - 1] ?? '', blocks.footnotes)]));
  const indents = [...labels.values()].flatMap((label) => (label ? [label.indent] : []));
  const shallow = indents.length > 0 ? Math.min(...indents.slice(0, 1000)) + 1 : 0;
  const entries: ReferenceEntry[] = [];
  let open = false;
  let readTo = 0;
  for (const line of lines) {
    if (line <= readTo) continue;
    const element = blocks.elements.get(line);
    if (element) {
      for (const entry of entriesIn(blocks, element)) entries.push(entry);
      readTo = element.toLine;
      continue;
    }
    const text = blocks.lines[line - 1] ?? '';
    const label = labels.get(line) ?? null;
    if (text.trim() === '' || blocks.heading[line - 1] === true) open = false;
    else if (label && label.indent <= shallow) {
      for (const entry of split(newEntry(blocks, line, label.number, label.rest, label.marker))) entries.push(entry);
      open = true;
    } else {
      const last = entries.at(-1);
      const indented = /^\s{2,}/.test(text);
      const loneUrl = last !== undefined && last.url === null && /^\s*<?https?:\/\/\S+>?\s*$/.test(text);
      if (last && indents.length > 0 && ((open && !BULLET.test(text)) || indented || loneUrl))
        extend(blocks, last, line, text);
      else if (last && indented) extend(blocks, last, line, text);
      else open = loose(blocks, entries, line, text, indents.length > 0);
    }
  }
  return isLazy(entries)
    ? entries.map((entry, index) => ({ ...entry, number: (entries[0]?.number ?? 1) + index }))
    : entries;
}

/** An unnumbered line is an entry if it identifies a source. Returns whether it was one. */
function loose(blocks: Blocks, entries: ReferenceEntry[], line: number, text: string, numbered: boolean): boolean {
  if (text.trim().startsWith('|')) return row(blocks, entries, line, cellsOf(text));
  const bullet = BULLET.exec(text);
  if (numbered && !bullet) return false;
  const rest = text.slice(bullet?.[0].length ?? 0).trim();
  if (!identifies(rest)) return false;
  entries.push(newEntry(blocks, line, null, rest, bullet ? 'bullet' : 'plain'));
  return true;
}

/** Entries of a list or table in HTML. Items have the number that is written in them, or that of their place in the list. */
function entriesIn(blocks: Blocks, { first, items, rows }: HtmlElement): ReferenceEntry[] {
  const entries = items.map(({ line, text }, at) => {
    const label = labelOf(text, blocks.footnotes);
    const number = label?.number ?? (first === null ? null : first + at);
    return newEntry(
      blocks,
      line,
      number,
      label?.rest ?? text,
      label?.marker ?? (first === null ? 'bullet' : 'decimal')
    );
  });
  for (const { line, cells } of rows) row(blocks, entries, line, cells);
  return entries.filter(({ number, text }) => number !== null || identifies(text));
}

/** A row of a table: its number stands in the first cell, unless that is a year; one without a number is an entry if it has an address. */
function row(blocks: Blocks, entries: ReferenceEntry[], line: number, cells: readonly string[]): boolean {
  const [first = '', ...rest] = cells;
  const number = /^\\?\[?(\d{1,3})\\?\]?\.?$/.exec(first);
  const text = (number ? rest : cells).join(' ');
  const isEntry = number !== null || urlOf(text) !== null;
  if (isEntry) entries.push(newEntry(blocks, line, number ? Number(number[1]) : null, text, 'row'));
  return isEntry;
}

function newEntry(
  blocks: Blocks,
  line: number,
  number: number | null,
  text: string,
  marker: ReferenceEntry['marker']
): ReferenceEntry {
  const start = blocks.offsets[line - 1] ?? 0;
  return {
    number,
    text: text.trim(),
    url: urlOf(text),
    line,
    start,
    end: start + (blocks.lines[line - 1]?.length ?? 0),
    marker
  };
}

function extend(blocks: Blocks, entry: ReferenceEntry, line: number, text: string): void {
  entry.text = `${entry.text} ${text.trim()}`;
  entry.url ??= urlOf(text);
  entry.end = (blocks.offsets[line - 1] ?? 0) + text.length;
}

/** `[1] A https://a [2] B https://b` on one line is two entries, also with `<br>` between them. */
function split(entry: ReferenceEntry): ReferenceEntry[] {
  if (entry.number === null || entry.marker !== 'bracket') return [entry];
  const parts: ReferenceEntry[] = [];
  let number = entry.number;
  let rest = entry.text;
  for (;;) {
    const mark = new RegExp(`(?:\\s|<br\\s?/?>)\\[${number + 1}\\]\\s`).exec(rest);
    if (mark === null || urlOf(rest.slice(0, mark.index)) === null) break;
    const own = rest.slice(0, mark.index);
    parts.push({ ...entry, number, text: own.trim(), url: urlOf(own) });
    rest = rest.slice(mark.index + mark[0].length);
    number++;
  }
  return [...parts, { ...entry, number, text: rest.trim(), url: urlOf(rest) }];
}

function urlOf(text: string): string | null {
  const [url] = urlsIn(text);
  if (url !== undefined) return url;
  const doi = /\b10\.\d{4,9}\/[^\s"<>]+/.exec(text);
  if (doi) return `https://doi.org/${doi[0].replace(/[.,;)\]]+$/, '')}`;
  const arxiv = /\barXiv:\s?(\d{4}\.\d{4,5})/i.exec(text);
  return arxiv ? `https://arxiv.org/abs/${arxiv[1] ?? ''}` : null;
}

function identifies(text: string): boolean {
  return urlOf(text) !== null || /(?:^|[^\d])(?:19|20)\d\d(?!\d)/.test(text) || /^\[[^\]]+\]\(/.test(text);
}

/** Markdown numbers a list by itself: `1.` before every entry means 1, 2, 3. */
function isLazy(entries: readonly ReferenceEntry[]): boolean {
  return (
    entries.length > 1 && entries.every((entry) => entry.marker === 'decimal' && entry.number === entries[0]?.number)
  );
}
