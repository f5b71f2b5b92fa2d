import type { Token } from 'markdown-it';
import { plainText } from './blocks.ts';
import { citeAndLink } from './inline.ts';
import type { Inside } from './inline.ts';
import { closeSections, rank } from './outline.ts';
import type { OutlineEntry } from './outline.ts';
import { language, options, renderer } from './markdown.ts';
import { backLinks, refsFromList, refsFromParagraph } from './reference-list.ts';
import { safe, textOf } from './safe-html.ts';
import { readParsed } from './structure.ts';
import type { Entry, Structure } from './structure.ts';
import { sourceKey } from './urls.ts';

export { locateQuote } from './locate.ts';
export type { Location } from './locate.ts';
export type { OutlineEntry } from './outline.ts';

/** A readable block of a report. `text` is what the browser finds in the element `#p<n>` as its text. */
export interface Block {
  n: number;
  text: string;
}

export interface Facts {
  /** Words; in Chinese, Japanese and Korean text each character is one. */
  words: number;
  tables: number;
  references: number;
  /** Different URLs. */
  urls: number;
  language: 'zh' | 'en';
}

export interface RenderedReport {
  html: string;
  blocks: Block[];
  outline: OutlineEntry[];
  facts: Facts;
}

interface Part {
  group: Token[];
  /** Number of the block; null for headings and rules. */
  n: number | null;
  entries: Entry[];
}

/** Columns from which a table gets a region of its own to scroll in. */
const WIDE = 5;

/**
 * A report's Markdown as HTML that can be put into a page as it is: no scripts, no styles, no images, no ids but ours.
 *
 * Each block at the top level (paragraph, list, table, quotation, code) carries `id="p<n>" data-n="<n>"`, headings carry
 * `id="s<n>"`. Heading tags begin at `h2`, never skip a level, and carry the level written in the report as a class
 * (`h1` … `h6`). Citations link to `#ref-<n>`, entries link back to where they are first cited.
 */
export const renderReport = (markdown: string): RenderedReport => renderParsed(readParsed(markdown));

/** The same of a report that is parsed already. Its tokens are used up; its structure stays as it is. */
export function renderParsed({ structure, tokens }: ReturnType<typeof readParsed>): RenderedReport {
  const byLine = new Map<number, Entry>();
  for (const { entries } of structure.references)
    for (const entry of entries) if (!byLine.has(entry.line)) byLine.set(entry.line, entry);
  const parts: Part[] = topLevel(tokens)
    .flatMap((group) => (group[0]?.type === 'paragraph_open' ? refsFromParagraph(group, byLine) : [group]))
    .map((group) => ({ group, n: null, entries: refsFromList(group, byLine) }));
  const entries = parts.flatMap((part) => part.entries);
  const listed = new Set(entries.map(({ number }) => number));
  const defined = new Set(entries.flatMap(({ marker, number }) => (marker === 'definition' ? [number] : [])));

  const firstUse = new Map<number, { href: string; block: number | null }>();
  const outline: OutlineEntry[] = [];
  let n = 0;
  let depth = 1;
  for (const part of parts) {
    const [open, inline] = part.group;
    if (!open || open.type === 'hr') continue;
    const heading = open.type === 'heading_open';
    const title = heading ? plainText(inline?.children ?? []) : '';
    if (heading && title === '') {
      part.group = [];
      continue;
    }
    const block = heading ? null : ++n;
    const id = heading ? `s${outline.length + 1}` : `p${n}`;
    const isList = part.entries.length > 0;
    const inside: Inside = {
      known: (number) => listed.has(number),
      defined: (number) => defined.has(number),
      use: (number) => {
        if (!isList && !firstUse.has(number)) firstUse.set(number, { href: `#${id}`, block });
      },
      entry: isList
    };
    for (const token of part.group) if (token.children) token.children = citeAndLink(token.children, inside);
    open.attrSet('id', id);
    if (heading) depth = rank(part.group, depth, outline, id, title, n);
    else open.attrSet('data-n', String(n));
    part.n = block;
  }
  closeSections(outline, n);

  const given = new Set<number>();
  for (const { group } of parts) backLinks(group, firstUse, given);
  // NUL can not occur in a report: one pass of the sanitiser serves all parts.
  const html = safe(parts.map(({ group, n: block }) => markUp(group, block).trimEnd()).join('\0')).split('\0');
  const blocks = parts.flatMap(({ n: block }, at) =>
    block === null ? [] : [{ n: block, text: textOf(html[at] ?? '') }]
  );
  let facts: Facts | undefined;
  return {
    html: html.filter((part) => part !== '').join('\n'),
    blocks,
    outline,
    // Counting words takes a tenth of the time of all this, and whoever looks for quotes never asks.
    get facts() {
      return (facts ??= factsOf(structure, blocks, outline));
    }
  };
}

/** Runs of tokens that make one element at the top level. */
function topLevel(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let group: Token[] = [];
  for (const token of tokens) {
    group.push(token);
    if (token.level === 0 && token.nesting <= 0) {
      groups.push(group);
      group = [];
    }
  }
  return groups;
}

function markUp(group: Token[], n: number | null): string {
  const open = group[0];
  if (open?.type === 'fence' || open?.type === 'code_block') {
    const text = open.content
      .replace(/\n$/, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    return `<pre id="p${n}" data-n="${n}" tabindex="0"><code>${text}</code></pre>`;
  }
  const html = renderer.render(group, options, {});
  const columns = group.filter((token) => token.type === 'th_open').length;
  if (open?.type !== 'table_open' || columns < WIDE) return html;
  const bare = html.replace(/^<table[^>]*>/, '<table>');
  return `<div id="p${n}" data-n="${n}"><div class="scroll" tabindex="0" role="region" aria-label="Table, block ${n}">${bare}</div></div>`;
}

function factsOf(structure: Structure, blocks: readonly Block[], outline: readonly OutlineEntry[]): Facts {
  const text = [...outline.map(({ title }) => title), ...blocks.map((block) => block.text)].join('\n');
  const characters =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const prose = text.replace(/https?:\/\/\S+/g, ' ');
  const words =
    prose.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+(?:[’'.,-][\p{Script=Latin}\p{N}]+)*/gu)
      ?.length ?? 0;
  const urls = new Set([
    ...structure.citations.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)])),
    ...structure.references.flatMap(({ entries }) =>
      entries.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)]))
    )
  ]);
  return {
    words: words + characters,
    tables: structure.tables.length,
    references: structure.references.reduce((sum, { entries }) => sum + entries.length, 0),
    urls: urls.size,
    language: language(text)
  };
}
