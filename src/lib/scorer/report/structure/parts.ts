import type { FootnoteNumbers } from './footnotes.ts';

/** Where something stands: 1-based line, and offsets into `Structure.text`. */
interface TextPlace {
  line: number;
  start: number;
  end: number;
}

export interface Heading {
  line: number;
  /** 1–6; null for a line that only looks like a heading. */
  level: number | null;
  title: string;
  /** `bold`: a line that is nothing but bold text. `plain`: the bare words of a reference heading. */
  kind: 'atx' | 'setext' | 'bold' | 'plain';
}

/**
 * `bracket` [1] · `numbered-link` [1](url) · `reference-link` [text][1] · `superscript` <sup>1</sup> or ¹ ·
 * `footnote` [^1] or [^smith2020] · `author-year` (Name et al., 2021) · `link` [text](url) · `bare-url`.
 */
export type CitationStyle =
  | 'bracket'
  | 'numbered-link'
  | 'reference-link'
  | 'superscript'
  | 'footnote'
  | 'author-year'
  | 'link'
  | 'bare-url';

export interface Citation extends TextPlace {
  style: CitationStyle;
  raw: string;
  /** Numbers cited, ranges expanded; empty for the styles without numbers. */
  numbers: number[];
  url: string | null;
  /** Family name or organisation and year, for `author-year`. */
  author: { name: string; year: string; narrative: boolean } | null;
}

export interface ReferenceEntry extends TextPlace {
  number: number | null;
  text: string;
  url: string | null;
  /** How the number or the entry is marked. */
  marker: 'bracket' | 'decimal' | 'definition' | 'footnote' | 'bullet' | 'plain' | 'row';
}

export interface ReferenceSection {
  /** Null for a list that stands under no heading of its own. */
  heading: Heading | null;
  fromLine: number;
  toLine: number;
  entries: ReferenceEntry[];
}

export interface ReportTable {
  fromLine: number;
  toLine: number;
  /** Titles of the columns; empty texts if a table in HTML has no heads. */
  header: string[];
  /** Cells as written, before the parser pads or cuts a row to the width of the header; in HTML, a cell stands in each place that it spans. */
  rows: { line: number; cells: string[] }[];
}

/** A list or table in HTML, of which several items or rows may stand on one line. */
export interface HtmlElement {
  toLine: number;
  /** Number of the first item; null if items have none. */
  first: number | null;
  /** Items of a list, in Markdown. */
  items: { line: number; text: string }[];
  /** Rows of a table. */
  rows: ReportTable['rows'];
}

export interface Blocks {
  lines: string[];
  /** Offset of each line in the text. */
  offsets: number[];
  headings: Heading[];
  tables: ReportTable[];
  /** Lines of pipes that no parser takes for a table. */
  brokenTables: { fromLine: number; toLine: number; reason: string; rows: number }[];
  /** Lists and tables in HTML, by their first line. */
  elements: Map<number, HtmlElement>;
  fences: { fromLine: number; toLine: number; info: string; closed: boolean }[];
  images: { line: number; alt: string; src: string }[];
  /** Lines whose emphasis marks would be read as asterisks. */
  strayMarks: { line: number; text: string }[];
  /** Numbers of footnotes that have names, by name (`footnotes.ts`). */
  footnotes: FootnoteNumbers;
  /** True for each line (0-based) inside code or a formula that stands by itself. */
  code: boolean[];
  /** True for each line (0-based) that is a heading or looks like one. */
  heading: boolean[];
}

export interface Structure extends Blocks {
  text: string;
  references: ReferenceSection[];
  citations: Citation[];
}
