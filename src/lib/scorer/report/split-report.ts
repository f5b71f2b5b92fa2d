import { readReport } from './read-report.ts';
import type { Structure } from './structure/parts.ts';

/** Cautious weights per character: more than the tokenisers in use count in prose, addresses, tables and CJK text. */
const weight = (code: number): number => {
  if (code < 0x80) {
    if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) return 1 / 3;
    if (code <= 0x20) return 0.2;
    return code >= 0x30 && code <= 0x39 ? 0.5 : 0.6;
  }
  if (code < 0x800) return 1;
  if (code >= 0x2e80) return code > 0xffff ? 3 : 1.5;
  return 1.5;
};

/** No UTF-16 unit weighs more: a character of two units weighs 3. */
export const MOST_PER_UNIT = 1.5;

/** Running sums over the UTF-16 units of a text: the tokens of a slice are a difference. */
const tokenSums = (text: string): Float64Array => {
  const sums = new Float64Array(text.length + 1);
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    const sum = (sums[at] ?? 0) + weight(code);
    for (let unit = 1; unit <= units; unit++) sums[at + unit] = sum;
    at += units;
  }
  return sums;
};

/**
 * How many tokens a text has at most, cautiously: without the tokeniser of any model. About a third above the usual count in
 * English prose, and above it in Chinese, Japanese and Korean as well. Adds up over the pieces of a text.
 */
export const estimateTokens = (text: string): number => {
  let sum = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    sum += weight(code);
    at += code > 0xffff ? 2 : 1;
  }
  return Math.max(0, Math.ceil(sum - 1e-6));
};

/** A part of a report: `text` is the report's text from `start` to `end`; it begins before the previous part ends. */
export interface ReportPart {
  start: number;
  end: number;
  text: string;
  /** Words shared with the part before; empty in the first. */
  overlap: string;
  /** Entries of the list of references that the part cites without holding them, as they stand in the report. */
  references: string[];
}

/** Shares of a part's tokens. */
const OVERLAP = 0.1;
const REFERENCES = 0.2;

const PARAGRAPH = /\n[ \t]*\n\s*/g;
const SENTENCE = /[.!?…]["'”’)\]*_]*(?:\[\d{1,3}\])*\s+|[。！？][”’）】」]*|\n/g;

/** Offsets after each match, within a range. */
const ends = (text: string, pattern: RegExp, from: number, to: number): number[] =>
  [...text.slice(from, to).matchAll(pattern)]
    .map(({ index, 0: mark }) => from + index + mark.length)
    .filter((at) => at > from && at < to);

const cut = (from: number, to: number, at: readonly number[]): [number, number][] =>
  [from, ...at].map((start, index) => [start, at[index] ?? to]);

/** The most characters from an offset that fit, never half a character. */
const hardEnd = (text: string, sums: Float64Array, from: number, to: number, tokens: number): number => {
  let [low, high] = [from + 1, to];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sums[middle] ?? 0) - (sums[from] ?? 0) <= tokens) low = middle;
    else high = middle - 1;
  }
  const splits = /[\udc00-\udfff]/.test(text.charAt(low)) && /[\ud800-\udbff]/.test(text.charAt(low - 1));
  return splits ? (low - 1 > from ? low - 1 : low + 1) : low;
};

/** Ranges that fit, cut at headings if that is enough, else at paragraphs, sentences, and anywhere as the last resort. */
const pieces = (structure: Structure, sums: Float64Array, tokens: number): [number, number][] => {
  const { text } = structure;
  const fits = ([from, to]: readonly [number, number]): boolean => (sums[to] ?? 0) - (sums[from] ?? 0) <= tokens;
  const headings = structure.headings.map(({ line }) => structure.offsets[line - 1] ?? 0);
  const hard = ([from, to]: [number, number]): [number, number][] => {
    const found: [number, number][] = [];
    for (let start = from; start < to;) {
      const end = hardEnd(text, sums, start, to, tokens);
      found.push([start, end]);
      start = end;
    }
    return found;
  };
  const finer = (ranges: [number, number][], split: (range: [number, number]) => [number, number][]) =>
    ranges.flatMap((range) => (fits(range) ? [range] : split(range)));
  const sections = cut(
    0,
    text.length,
    [...new Set(headings)].filter((at) => at > 0).sort((a, b) => a - b)
  );
  const paragraphs = finer(sections, ([from, to]) => cut(from, to, ends(text, PARAGRAPH, from, to)));
  const sentences = finer(paragraphs, ([from, to]) => cut(from, to, ends(text, SENTENCE, from, to)));
  return finer(sentences, hard);
};

/** Where the overlap of a part that begins at `start` begins: at a sentence, as far back as fits. */
const overlapStart = (text: string, sums: Float64Array, floor: number, start: number, tokens: number): number => {
  const earliest = Math.max(floor, start - Math.ceil(tokens * 8));
  const inReach = (at: number): boolean => (sums[start] ?? 0) - (sums[at] ?? 0) <= tokens;
  return ends(text, SENTENCE, earliest, start).find(inReach) ?? start;
};

const citedEntries = (structure: Structure, start: number, end: number, tokens: number): string[] => {
  const cited = new Set(
    structure.citations.flatMap((citation) => (citation.start >= start && citation.end <= end ? citation.numbers : []))
  );
  const found: string[] = [];
  let left = tokens;
  for (const { entries } of structure.references)
    for (const entry of entries) {
      if (entry.number === null || !cited.has(entry.number)) continue;
      if (entry.start >= start && entry.end <= end) continue;
      const line = `[${entry.number}] ${entry.text}`;
      const cost = estimateTokens(line) + 1;
      if (cost > left) continue;
      left -= cost;
      found.push(line);
    }
  return found;
};

/**
 * A report in parts of at most so many tokens, in order, without a gap: cut at headings if possible, else at
 * paragraphs, sentences, and within a sentence only if nothing else is left. Each part repeats up to a tenth of the
 * one before, so that what stands at a cut is seen whole once, and comes with the entries of the list of references that
 * it cites, which otherwise only the last part would show.
 *
 * @param tokens Room of one part with its references, by `estimateTokens`; 40 or more
 * @throws Misuse: fewer tokens than that
 */
export const splitReport = (markdown: string, tokens: number): ReportPart[] => {
  if (!(tokens >= 40)) throw new Error('splitReport requires room for at least 40 tokens');
  const { structure } = readReport(markdown);
  const { text } = structure;
  const sums = tokenSums(text);
  const listed = structure.references.some(({ entries }) => entries.some(({ number }) => number !== null));
  const forReferences = listed ? tokens * REFERENCES : 0;
  const overlap = (tokens - forReferences) * OVERLAP;
  const core = tokens - forReferences - overlap;
  const parts: ReportPart[] = [];
  const add = (start: number, end: number): void => {
    const from = parts.length === 0 ? start : overlapStart(text, sums, parts.at(-1)?.start ?? 0, start, overlap);
    parts.push({
      start: from,
      end,
      text: text.slice(from, end),
      overlap: text.slice(from, start),
      references: citedEntries(structure, from, end, forReferences)
    });
  };
  let start = 0;
  let end = 0;
  for (const [, to] of pieces(structure, sums, core)) {
    if (end > start && (sums[to] ?? 0) - (sums[start] ?? 0) > core) {
      add(start, end);
      start = end;
    }
    end = to;
  }
  if (end > start || parts.length === 0) add(start, end);
  return parts;
};
