import { ReadBlocks } from '../../report/structure/blocks.ts';
import { normalise } from '../../report/structure/markdown.ts';
import { linesInLists, readReferences } from '../../report/structure/references.ts';
import { trimmed, URL_PATTERN } from '../../report/structure/urls.ts';

export interface TextLength {
  /** Unicode code points. */
  characters: number;
  /** Runs of letters and digits; each Han, Hiragana or Katakana character is one word. */
  words: number;
}

/** Lengths in tokens of a tokenizer; see `report-tokens.server.ts`. */
export interface TokenLength {
  full: number;
  bare: number;
}

export interface ReportLength {
  /** The Markdown as it was written. A URL counts with its parts, as it does for a tokeniser. */
  full: TextLength;
  /** Without URLs, pictures held in the text, and lists of references. */
  bare: TextLength;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’-]|[.,](?=\p{N}))*/gu;

const count = (text: string, pattern: RegExp): number => {
  let found = 0;
  for (const _match of text.matchAll(pattern)) found++;
  return found;
};

const lengthOf = (text: string): TextLength => {
  const characters = text.length - count(text, /[\ud800-\udbff][\udc00-\udfff]/g);
  const cjk = count(text, CJK);
  return { characters, words: cjk + count(cjk === 0 ? text : text.replace(CJK, ' '), WORD) };
};

/** The words that `measureLength` counts, one by one; Chinese and Japanese characters first. */
export const wordsOfReport = (text: string): string[] => [
  ...(text.match(CJK) ?? []),
  ...(text.replace(CJK, ' ').match(WORD) ?? [])
];

/** `(https://… "title")` behind a link's or picture's text. */
const TARGET =
  /(?<=\])\(<?(?:https?:\/\/[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*){0,5}|data:[^\s()<>]*)>?(?:\s+"[^"\n]{0,200}")?\)/gi;
const AUTOLINK = /<https?:\/\/[^\s<>]*>/gi;

/**
 * How long a report is, as written and without what only fills space: addresses (some systems write very long ones, or
 * each of them twice) and lists of references (arXiv 2510.14240, section 5 and Figure 5).
 */
export const measureLength = (markdown: string): ReportLength => {
  const { full, bare } = reportTexts(markdown);
  return { full: lengthOf(full), bare: lengthOf(bare) };
};

/** The two texts whose lengths are counted: as written, and without URLs, pictures held in the text and reference lists. */
export const reportTexts = (markdown: string): { full: string; bare: string } => {
  const text = normalise(markdown);
  const blocks = new ReadBlocks(text);
  const inList = linesInLists(blocks, readReferences(blocks));
  const bare = blocks.lines
    .filter((_, at) => inList[at] !== true)
    .join('\n')
    .replace(TARGET, '')
    .replace(AUTOLINK, '')
    .replace(URL_PATTERN, (url) => url.slice(trimmed(url).length));
  return { full: text, bare };
};
