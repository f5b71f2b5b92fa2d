import { entriesOf, labelOf } from './entries.ts';
import { referenceTitle } from './reference-titles.ts';
import type { Blocks, Heading, ReferenceSection } from './parts.ts';

/** The lists of references of a report, in the order in which they stand. */
export function readReferences(blocks: Blocks): ReferenceSection[] {
  const headings = withPlainHeadings(blocks);
  const sections: ReferenceSection[] = [];
  let coveredTo = 0;
  headings.forEach((heading, at) => {
    const strength = referenceTitle(heading.title);
    if (strength === null || heading.line <= coveredTo) return;
    const fromLine = heading.line + 1;
    const end = endOf(blocks, headings, at);
    const toLine = heading.level === null ? beforeProse(blocks, fromLine, end) : end;
    const entries = entriesOf(blocks, fromLine, toLine);
    const numbered = entries.filter((entry) => entry.number !== null).length;
    const atTheEnd = heading.line > blocks.lines.length * 0.66;
    const holds = strength === 'weak' ? numbered >= 2 : entries.length > 0 || (atTheEnd && heading.kind !== 'plain');
    if (!holds) return;
    sections.push({ heading, fromLine, toLine, entries });
    coveredTo = toLine;
  });
  return [...sections, ...unheadedLists(blocks, sections)].sort((a, b) => a.fromLine - b.fromLine);
}

/** Headings and, among them, lines that hold nothing but a reference title: `Sources:` */
function withPlainHeadings(blocks: Blocks): Heading[] {
  const plain: Heading[] = [];
  blocks.lines.forEach((text, at) => {
    if (text === '' || text.length > 60 || blocks.heading[at] === true || blocks.code[at] === true) return;
    if (/^\s|^[-*+>|]\s?/.test(text)) return;
    if (referenceTitle(text) === 'strong') plain.push({ line: at + 1, level: null, title: text.trim(), kind: 'plain' });
  });
  return plain.length === 0 ? blocks.headings : [...blocks.headings, ...plain].sort((a, b) => a.line - b.line);
}

/** A section ends at the next heading of its own rank, unless that heading only groups further entries. */
function endOf(blocks: Blocks, headings: readonly Heading[], at: number): number {
  const rank = headings[at]?.level ?? 7;
  for (let next = at + 1; next < headings.length; next++) {
    const heading = headings[next];
    if (!heading || (heading.level ?? 7) > rank) continue;
    const groups =
      heading.level === null && referenceTitle(heading.title) === null && holdsOnlyEntries(blocks, headings, next);
    if (!groups) return heading.line - 1;
  }
  return blocks.lines.length;
}

/** Under a heading that is none, the list ends where a paragraph of prose begins. */
function beforeProse(blocks: Blocks, fromLine: number, toLine: number): number {
  let entries = false;
  for (let line = fromLine; line <= toLine; line++) {
    const text = blocks.lines[line - 1] ?? '';
    const blankBefore = (blocks.lines[line - 2] ?? '').trim() === '';
    if (labelOf(text, blocks.footnotes) !== null || /^\s*(?:[-*+•]\s|<?https?:)/.test(text)) entries = true;
    else if (entries && blankBefore && /^\S/.test(text) && blocks.heading[line - 1] !== true) return line - 1;
  }
  return toLine;
}

function holdsOnlyEntries(blocks: Blocks, headings: readonly Heading[], at: number): boolean {
  const from = (headings[at]?.line ?? 0) + 1;
  const to = (headings[at + 1]?.line ?? blocks.lines.length + 1) - 1;
  const filled = blocks.lines.slice(from - 1, to).filter((line) => line.trim() !== '').length;
  const labelled = entriesOf(blocks, from, to).filter((entry) => entry.number !== null && entry.url !== null).length;
  return labelled > 0 && labelled * 2 >= filled;
}

/** Runs of `[n] …` lines with URLs, and of `[^n]: …` or `[n]: …` definitions, outside every section. */
function unheadedLists(blocks: Blocks, sections: readonly ReferenceSection[]): ReferenceSection[] {
  const found: ReferenceSection[] = [];
  const inList = linesInLists(blocks, sections);
  let from = 0;
  let last = 0;
  let footnote = false;
  const close = () => {
    if (from > 0) {
      const entries = entriesOf(blocks, from, last);
      const defined = entries.some((entry) => entry.marker === 'definition' || entry.marker === 'footnote');
      const linked = entries.filter((entry) => entry.url !== null).length;
      const several = entries.length > 1 || isOnlySource(blocks, from, last, entries[0]?.number ?? null);
      if (defined || (several && linked * 2 >= entries.length))
        found.push({ heading: null, fromLine: from, toLine: last, entries });
    }
    from = 0;
  };
  blocks.lines.forEach((text, at) => {
    const line = at + 1;
    const label = blocks.code[at] === true ? null : labelOf(text, blocks.footnotes);
    const isEntry =
      inList[at] !== true &&
      label !== null &&
      (label.marker === 'definition' ||
        label.marker === 'footnote' ||
        (label.marker === 'bracket' && label.rest.length > 2));
    if (isEntry) {
      if (from === 0) from = line;
      last = line;
      footnote = label.marker === 'footnote';
    } else if (from > 0 && footnote && blocks.code[at] !== true && /^(?: {4}|\t)\s*\S/.test(text)) last = line;
    else if (text.trim() !== '' && !/^\s{2,}\S/.test(text)) close();
  });
  close();
  return found;
}

/** Whether the one entry of a list is a paragraph of its own at the end of the report, and is cited before. */
const isOnlySource = ({ lines }: Blocks, from: number, last: number, number: number | null): boolean =>
  number !== null &&
  (lines[from - 2] ?? '').trim() === '' &&
  lines.slice(last).every((line) => line.trim() === '') &&
  lines.slice(0, from - 1).some((line) => line.includes(`[${number}]`));

/** True for each line (0-based) that belongs to a list of references or is its heading. */
export function linesInLists(blocks: Blocks, sections: readonly ReferenceSection[]): boolean[] {
  const inList = new Array<boolean>(blocks.lines.length).fill(false);
  for (const { heading, fromLine, toLine } of sections) inList.fill(true, (heading?.line ?? fromLine) - 1, toLine);
  return inList;
}
