import type { Token } from 'markdown-it';
import { citationEnd } from './claims-sources.ts';
import { covered, mark, statementsIn, withoutPrivate, wordsOfClaim, type Statement } from './claims-sentences.ts';
import { type Grid, type PointsTo, readGrid, readHtmlGrid, rowStatements } from './claims-tables.ts';
import type { HtmlRow } from '../structure/html-parts.ts';
import { parse } from '../structure/markdown.ts';
import { linesInLists } from '../structure/references.ts';
import type { Citation, Structure, ReportTable } from '../structure/parts.ts';
import { cellsOf, isDelimiterRow } from '../structure/tables.ts';

/** A paragraph, an item of a list or a row of a table: what a citation at its end can cover. */
export interface Segment {
  kind: 'paragraph' | 'item' | 'row';
  /** Its headings and items: the nearest heading, then the items around it. */
  under: string[];
  statements: Statement[];
  /** Number of the heading that it follows; citations reach no further. */
  section: number;
  /** Number of the list or table that holds it; 0 for a paragraph. */
  holder: number;
  /** Depth in nested lists; 0 outside. */
  depth: number;
  /** Blocks at the top level of the report before this one ends. */
  block: number;
}

const LONGEST_LEAD = 160;

const shortened = (text: string): string =>
  text.length <= LONGEST_LEAD ? text : `${text.slice(0, LONGEST_LEAD).replace(/\s+\S*$/, '')} …`.toWellFormed();

/** The words that a citation shows to the reader. */
const shownBy = ({ style, raw, author }: Citation): string => {
  if (style === 'link' || style === 'reference-link') {
    const label = /^(?:\[|<[^<>]*>)([^[\]<\n]*)[\]<]/.exec(raw)?.[1] ?? '';
    return /^[\s\d\p{P}↗]*$/u.test(label) ? '' : label;
  }
  return author?.narrative === true ? raw : '';
};

/** Lines of the text with a mark in the place of each citation. */
const markedLines = (structure: Structure): string[] => {
  const byLine = new Map<number, number[]>();
  structure.citations.forEach(({ line }, at) => {
    const same = byLine.get(line - 1);
    if (same) same.push(at);
    else byLine.set(line - 1, [at]);
  });
  return structure.lines.map((written, line) => {
    const offset = structure.offsets[line] ?? 0;
    let marked = '';
    let from = 0;
    for (const at of byLine.get(line) ?? []) {
      const citation = structure.citations[at];
      if (!citation) continue;
      const shown = shownBy(citation);
      marked += withoutPrivate(written.slice(from, citation.start - offset));
      marked += citation.author === null ? mark(at, withoutPrivate(shown)) : withoutPrivate(shown) + mark(at);
      from = citationEnd(structure, citation) - offset;
    }
    return marked + withoutPrivate(written.slice(from));
  });
};

const LEADER = /^\s*(?:>\s*)*(?:(?:[-*+•·]|\(?\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?/;

/** A line break inside a paragraph ends a statement if the line does, or if an item or a title follows. */
const runsOn = (line: string, next: string): boolean =>
  !/(?:[.!?:。！？：;；]|\ue001)["'”’)*_\s]*$|\s{2}$|\\$|<br\s?\/?>\s*$/.test(line) &&
  !/^\s*(?:\*\*|[•·▪–-]\s|\||\d+[.)]\s)/.test(next);

/**
 * The running text of a report in order, without its lists of references, headings, code and images. Citations are numbers
 * into `structure.citations`.
 */
export const readSegments = (structure: Structure, pointsTo: PointsTo): Segment[] => {
  const marked = markedLines(structure);
  const skipped = linesInLists(structure, structure.references);
  const tables = new Map(structure.tables.map((table) => [table.fromLine, table]));
  const titles = new Map(structure.headings.map(({ line, title }) => [line - 1, title]));
  const segments: Segment[] = [];
  let [section, holder, depth, block] = [0, 0, 0, 0];
  let heading = '';
  let holders = 0;
  /** Text that introduces the items of each depth: the paragraph above a list, then the items around. */
  const leads: string[] = [];
  const lead = (level: number, text: string): void => {
    leads.length = Math.min(leads.length, level);
    while (leads.length < level) leads.push('');
    leads.push(shortened(text));
  };
  const under = (): string[] => [heading, ...leads.slice(0, depth)].filter((text) => text !== '');
  const add = (kind: Segment['kind'], statements: Statement[]): void => {
    if (statements.length > 0) segments.push({ kind, under: under(), statements, section, holder, depth, block });
  };
  const newSection = (title: string): void => {
    section++;
    heading = title;
    leads.length = 0;
  };

  const paragraph = (token: Token, first: boolean): void => {
    const [from, to] = token.map ?? [0, 0];
    let [text, above] = ['', ''];
    let said: Statement[] = [];
    const finish = (): void => {
      for (const statement of statementsIn(text)) said.push(statement);
      text = '';
      const statements = covered(said);
      add(depth > 0 ? 'item' : 'paragraph', statements);
      const words = said.map((one) => one.text).join(' ');
      if (depth > 0 && first) lead(depth, words);
      else if (depth === 0) {
        leads.length = 0;
        if (/[:：]$/.test(words)) lead(0, said.at(-1)?.text ?? '');
      }
      said = [];
    };
    const lines = token.meta === null ? marked.slice(from, to) : [token.content];
    for (const [at, written] of lines.entries()) {
      const line = from + at;
      if (skipped[line] === true || structure.heading[line] === true || isDelimiterRow(written)) {
        finish();
        if (structure.heading[line] === true && skipped[line] !== true) newSection(wordsOfClaim(statementsIn(written)));
        continue;
      }
      const bare = written.replace(LEADER, '');
      const words = bare.startsWith('|') ? cellsOf(bare).join('; ') : bare;
      if (text !== '' && !runsOn(above, written)) {
        for (const statement of statementsIn(text)) said.push(statement);
        text = '';
      }
      text = text === '' ? words : `${text} ${words.trimStart()}`;
      above = written;
    }
    finish();
  };

  const rows = (table: ReportTable): void => {
    const lines = table.rows.map(({ line }) => line - 1).filter((line) => skipped[line] !== true);
    const cells = (line: number): string[] => cellsOf(marked[line] ?? '');
    addRows(readGrid(cells(table.fromLine - 1), lines.map(cells)));
  };
  const addRows = (grid: Grid): void => {
    for (const row of grid.rows) add('row', rowStatements(grid, row, pointsTo));
  };

  let first = false;
  let inside: 'heading' | 'table' | null = null;
  for (const token of parse(marked.join('\n'))) {
    const { type } = token;
    const isHeading = type === 'heading_open';
    if (token.level === 0 && token.nesting >= 0 && !isHeading && type !== 'hr') block++;
    if (isHeading) inside = 'heading';
    else if (type === 'table_open') {
      inside = 'table';
      const outer = holder;
      holder = ++holders;
      const from = token.map?.[0] ?? -1;
      const html = token.meta?.['rows'] as HtmlRow[] | undefined;
      const table = tables.get(from + 1);
      if (html && skipped[from] !== true) addRows(readHtmlGrid(html));
      else if (table && !html) rows(table);
      holder = outer;
    } else if (type === 'heading_close' || type === 'table_close') inside = null;
    else if (type.endsWith('_list_open')) {
      if (depth === 0) holder = ++holders;
      depth++;
    } else if (type.endsWith('_list_close')) {
      depth--;
      if (depth === 0) [holder, leads.length] = [0, 0];
    } else if (type === 'list_item_open') first = true;
    else if (type === 'inline' && inside === 'heading') newSection(titles.get(token.map?.[0] ?? -1) ?? '');
    else if (type === 'inline' && inside === null) {
      paragraph(token, first);
      first = false;
    }
  }
  return segments;
};
