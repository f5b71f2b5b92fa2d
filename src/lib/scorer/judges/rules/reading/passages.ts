import { linesInLists } from '../../../report/structure/references.ts';
import type { Citation, Structure } from '../../../report/structure/parts.ts';
import { LINK, MARK, sentencesOf } from './sentences.ts';

/** A sentence, or a row of a table, and whether a citation covers it. Offsets into `Structure.text`. */
export interface Passage {
  kind: 'sentence' | 'row';
  line: number;
  start: number;
  end: number;
  /** Its words without the citations in it; as long as the original. */
  words: string;
  cited: boolean;
}

interface Group {
  kind: 'prose' | 'item' | 'table' | 'heading';
  fromLine: number;
  toLine: number;
  start: number;
  end: number;
  indent: number;
  /** Offset at which the last citation in it begins; -1 if it has none. */
  lastCitation: number;
  /** Nothing but a citation, with or without the word *source* before it: it belongs to what stands before it. */
  isSource: boolean;
}

const ITEM =
  /^(\s*)([-*+•·](?=\s)|[\d０-９]{1,3}(?:[.)](?=\s)|[、．）])|[（(][\d０-９一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*/;
/** Bullets under a number belong to it, even if nothing indents them. */
const depth = ([, space = '', marker = '']: RegExpExecArray): number => 2 * space.length + (/\d/.test(marker) ? 0 : 1);

const SOURCE_WORDS =
  /^(?:sources?|references?|citations?|links?|urls?|evidence|see|via|来源|资料来源|数据来源|参考|参考资料|链接|出处)?$/i;
const SOURCE_LABEL =
  /^\W*(?:sources?|references?|citations?|links?|urls?|evidence|资料来源|数据来源|来源|参考资料|链接|出处)\W*[:：]/iu;

const isLink = ({ style, author }: Citation): boolean =>
  style === 'link' || style === 'bare-url' || author?.narrative === true;

/** Tags of HTML, whose attributes say nothing to readers: `<td width="30%">`. */
const TAG = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>\n]{0,2000})?\/?>/gi;
const NOT_A_CITATION = new RegExp(`[^${LINK}${MARK}]`, 'g');

/** The text with every citation blanked out by a sign of its own, and tags by spaces, all offsets kept. */
const masked = ({ text, citations }: Structure): string => {
  let out = '';
  let at = 0;
  for (const citation of citations) {
    if (citation.start < at) continue;
    out += text.slice(at, citation.start);
    out += (isLink(citation) ? LINK : MARK).repeat(citation.end - citation.start);
    at = citation.end;
  }
  return (out + text.slice(at)).replace(TAG, (tag) => tag.replace(NOT_A_CITATION, ' '));
};

const groupsOf = (structure: Structure, words: string): Group[] => {
  const listed = linesInLists(structure, structure.references);
  const rows = new Set<number>();
  for (const { fromLine, toLine } of [...structure.tables, ...structure.brokenTables])
    for (let line = fromLine; line <= toLine; line++) rows.add(line);
  const groups: Group[] = [];
  let open = false;
  structure.lines.forEach((text, at) => {
    const line = at + 1;
    const start = structure.offsets[at] ?? 0;
    const item = ITEM.exec(text);
    const kind = structure.heading[at] ? 'heading' : rows.has(line) ? 'table' : item ? 'item' : 'prose';
    const last = groups.at(-1);
    if (structure.code[at] || listed[at] || text.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(text)) open = false;
    else if (
      open &&
      last &&
      (kind === last.kind ? kind !== 'item' && kind !== 'heading' : kind === 'prose' && last.kind === 'item')
    ) {
      last.toLine = line;
      last.end = start + text.length;
    } else {
      const indent = kind === 'item' && item ? depth(item) : 0;
      groups.push({
        kind,
        fromLine: line,
        toLine: line,
        start,
        end: start + text.length,
        indent,
        lastCitation: -1,
        isSource: false
      });
      open = true;
    }
  });
  let next = 0;
  for (const group of groups) {
    for (; next < structure.citations.length; next++) {
      const citation = structure.citations[next];
      if (!citation || citation.start >= group.end) break;
      if (citation.start >= group.start) group.lastCitation = citation.start;
    }
    const own = words.slice(group.start, group.end).replace(ITEM, '');
    const bare = own.replace(/[^\p{L}\p{N}]/gu, '');
    group.isSource = group.lastCitation >= 0 && (SOURCE_WORDS.test(bare) || SOURCE_LABEL.test(own));
  }
  return groups;
};

/** Groups whose every claim is covered from outside: by the heading, lead-in, parent, children or a line of sources. */
const coveredFromOutside = (groups: readonly Group[], words: string): Set<Group> => {
  const covered = new Set<Group>();
  const has = (group: Group | undefined): boolean => group !== undefined && group.lastCitation >= 0;
  let heading: Group | undefined;
  let leadIn: Group | undefined;
  let parents: Group[] = [];
  groups.forEach((group, at) => {
    const before = groups[at - 1];
    const after = groups[at + 1];
    if (group.kind === 'heading') heading = group;
    if (has(heading)) covered.add(group);
    if (group.kind !== 'item') parents = [];
    else if (before?.kind !== 'item')
      leadIn = before && /[:：][\s*_]*$/.test(words.slice(before.start, before.end)) ? before : undefined;
    if (group.kind === 'item') {
      parents = parents.filter(({ indent }) => indent < group.indent);
      if (has(leadIn) || parents.some(has)) covered.add(group);
      if (has(group)) for (const parent of parents) covered.add(parent);
      parents.push(group);
    }
    if (group.kind === 'table' && [before, after].some((near) => near?.kind !== 'item' && has(near)))
      covered.add(group);
    if (!group.isSource) return;
    // A source belongs to what stands right before it: for an item, to its siblings since the last source.
    for (let back = at - 1; back >= 0; back--) {
      const one = groups[back];
      if (!one || one.kind === 'heading' || one.isSource || (one.kind === 'item' && one.indent < group.indent)) break;
      covered.add(one);
      if (one.kind !== 'item') break;
    }
  });
  return covered;
};

/** Sources that are named in words rather than cited: whether they will do takes a reader. */
const NAMED =
  /\baccording to\b|\bsources?\s?[:：]|\bas reported (?:by|in)\b|来源[:：]|根据[^。]{2,30}(?:报告|统计|数据|调查|研究)|据[^。]{2,20}(?:报告|统计|报道|显示|数据)|[([（][^()[\]（）\n]{0,60}\p{Lu}[^()[\]（）\n]{0,60}(?:19|20)\d\d[a-z]?[)\]）]/iu;

/**
 * The sentences and table rows of a report outside headings, code and lists of references, each with whether a citation
 * covers it. A citation covers its own sentence and those before it in its paragraph or list item; one in a lead-in that
 * ends in a colon, in a parent or child of a nested item, in the section's heading, or in a line of sources right below
 * covers the whole; a table is covered by its caption or the paragraph before or after it, a row by one of its own.
 */
export const passagesOf = (structure: Structure): Passage[] => {
  const words = masked(structure);
  const groups = groupsOf(structure, words);
  const outside = coveredFromOutside(groups, words);
  return groups.flatMap((group): Passage[] => {
    if (group.kind === 'heading' || group.isSource) return [];
    const covered = outside.has(group);
    if (group.kind === 'table') return rowsOf(structure, words, group, covered);
    const text = words.slice(group.start, group.end);
    let line = group.fromLine;
    let counted = 0;
    return sentencesOf(text).map(([from, to]) => {
      const own = text.slice(from, to);
      const begin = from + own.length - own.trimStart().length;
      for (; counted < begin; counted++) if (text[counted] === '\n') line++;
      const start = group.start + from;
      const cited = covered || group.lastCitation >= start || NAMED.test(own);
      return { kind: 'sentence', line, start, end: group.start + to, words: own, cited };
    });
  });
};

const rowsOf = (structure: Structure, words: string, group: Group, covered: boolean): Passage[] => {
  const lines = Array.from({ length: group.toLine - group.fromLine + 1 }, (_, at) => group.fromLine + at);
  const textOf = (line: number): string => structure.lines[line - 1] ?? '';
  // A row in HTML may go over several lines.
  const isHtml = textOf(group.fromLine).trimStart().startsWith('<');
  const begins = lines.filter((line, at) => at === 0 || !isHtml || /<tr[\s>]/i.test(textOf(line)));
  const rows = begins.map((line, at): Passage => {
    const last = (begins[at + 1] ?? group.toLine + 1) - 1;
    const start = structure.offsets[line - 1] ?? 0;
    const end = (structure.offsets[last - 1] ?? 0) + textOf(last).length;
    const own = words.slice(start, end);
    const cited = covered || own.includes(MARK) || own.includes(LINK) || NAMED.test(own);
    return { kind: 'row', line, start, end, words: own, cited };
  });
  const [header, ...body] = rows;
  return header?.cited ? body.map((row) => ({ ...row, cited: true })) : body;
};
