import type { Token } from 'markdown-it';
import { plainText } from '../structure/blocks.ts';
import { citeAndLink } from './inline.ts';
import type { Inside } from './inline.ts';
import { inOwnDirection } from './directions.ts';
import { segmentedWords } from '../../../stats/writing/segmented-words.ts';
import { languageOf } from '../../../stats/writing/language-of.ts';
import { closeSections, rank } from './outline.ts';
import type { OutlineEntry } from './outline.ts';
import type { Block } from './letters.ts';
import { type FormulaPage, formulaPage, isWideFormula } from './formula-html.ts';
import { footnoteNumber } from '../structure/footnotes.ts';
import { markdownToken, options, renderer } from '../structure/markdown.ts';
import { backLinks, refsFromList, refsFromParagraph } from './reference-list.ts';
import { htmlText, type Marks, marksIn, safe } from './safe-html.ts';
import { readParsed } from '../structure/structure.ts';
import type { ReferenceEntry, Structure } from '../structure/parts.ts';
import { sourceKey } from '../structure/urls.ts';

interface Facts {
  /** Words without addresses; in scripts without spaces those that ICU finds (`segmented-words.ts`). Figures of lengths count otherwise: `report-length.ts`. */
  words: number;
  /** Null, like the next two, if the report is shown as plain text. */
  tables: number | null;
  references: number | null;
  /** Different URLs. */
  urls: number | null;
  /** As `languageOf` has it. */
  language: string;
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
  /** Id of the element; null for rules. */
  id: string | null;
  entries: ReferenceEntry[];
  /** Numbers that it cites; null until its citations are linked. */
  uses: Set<number> | null;
  headings: Record<'above' | 'below', Block[]>;
}

/** Columns from which a table gets a region of its own to scroll in: three of long words are wider than a phone. */
const WIDE = 3;

/**
 * A report's Markdown as HTML that can be put into a page as it is: no scripts, no styles, no images, no ids but ours; a button
 * marks each image that can be loaded (`image-buttons.ts`).
 *
 * Each block at the top level (paragraph, list, table, quotation, code) carries `id="p<n>" data-n="<n>"`, headings carry
 * `id="s<n>"`. Heading tags begin at `h2`, never skip a level, and carry the level written in the report as a class
 * (`h1` … `h6`). Citations link to `#ref-<n>`, entries link back to where they are first cited.
 */
export const renderReport = (markdown: string): RenderedReport => renderParsed(readParsed(markdown));

/**
 * The same of a report that is parsed already. Its tokens are used up; its structure stays as it is. HTML and the text of each
 * block are made when they are first asked for.
 */
export function renderParsed({ structure, tokens }: ReturnType<typeof readParsed>): RenderedReport {
  const byLine = Map.groupBy(
    structure.references.flatMap((section) => section.entries),
    ({ line }) => line
  );
  let parts: Part[] = topLevel(tokens)
    .flatMap((group) => (group[0]?.type === 'paragraph_open' ? refsFromParagraph(group, byLine) : [group]))
    .map((group) => ({
      group,
      n: null,
      id: null,
      entries: refsFromList(group, byLine),
      uses: null,
      headings: { above: [], below: [] }
    }));
  const entries = parts.flatMap((part) => part.entries);
  const listed = new Set(entries.map(({ number }) => number));
  const defined = new Set(entries.flatMap(({ marker, number }) => (marker === 'definition' ? [number] : [])));

  const outline: OutlineEntry[] = [];
  let n = 0;
  let depth = 1;
  let titles: string[] = [];
  let last: Part | null = null;
  for (const part of parts) {
    const [open, inline] = part.group;
    if (!open || open.type === 'hr') continue;
    const heading = open.type === 'heading_open';
    const title = heading ? plainText(inline?.children ?? []) : '';
    if (heading && title === '') {
      part.group = [];
      continue;
    }
    part.n = heading ? null : ++n;
    if (heading) titles.push(title);
    else {
      part.headings.above = titles.map((text) => ({ n, text }));
      titles = [];
      last = part;
    }
    part.id = heading ? `s${outline.length + 1}` : `p${n}`;
    open.attrSet('id', part.id);
    if (heading) depth = rank(part.group, depth, outline, part.id, title, n);
    else open.attrSet('data-n', String(n));
  }
  closeSections(outline, n);
  if (last) last.headings.below = titles.map((text) => ({ n, text }));

  const linkCitations = (part: Part): ReadonlySet<number> => {
    if (part.uses) return part.uses;
    const uses = new Set<number>();
    part.uses = uses;
    if (part.id === null) return uses;
    const inside: Inside = {
      known: (number) => listed.has(number),
      defined: (number) => defined.has(number),
      footnote: (name) => footnoteNumber(structure.footnotes, name),
      use: (number) => void uses.add(number),
      entry: part.entries.length > 0
    };
    for (const token of part.group) if (token.children) token.children = citeAndLink(token.children, inside);
    return uses;
  };

  let linked = false;
  /** Links every citation, and every entry back to where it is first cited. */
  const linkAll = (): void => {
    if (linked) return;
    linked = true;
    const firstUse = new Map<number, { href: string; block: number | null }>();
    for (const part of parts)
      for (const number of linkCitations(part))
        if (part.entries.length === 0 && !firstUse.has(number))
          firstUse.set(number, { href: `#${part.id}`, block: part.n });
    const given = new Set<number>();
    for (const { group } of parts) backLinks(group, firstUse, given);
  };

  const htmlOf = (part: Part): string => {
    if (part.entries.length > 0) linkAll();
    else linkCitations(part);
    return markUp(part.group, part.n, formulaPage(true)).trimEnd();
  };
  const blocks = parts.flatMap((part) =>
    part.n === null ? [] : [new RenderedBlock(part.n, part.headings, sourceOf(part), () => htmlOf(part))]
  );

  const makeHtml = (): string => {
    linkAll();
    // NUL cannot occur in a report: one pass of the sanitiser serves all parts.
    const page = formulaPage(false);
    const safeParts = safe(parts.map(({ group, n: block }) => markUp(group, block, page).trimEnd()).join('\0')).split(
      '\0'
    );
    for (const [at, { n: block }] of parts.entries()) if (block !== null) blocks[block - 1]!.html = safeParts[at] ?? '';
    // Once all is made, the tokens need not be kept.
    parts = [];
    const language = languageOfReport(outline, blocks);
    return safeParts.flatMap((part) => (part === '' ? [] : [inOwnDirection(part, language)])).join('\n');
  };
  return new LazyReport(blocks, outline, { html: makeHtml, facts: () => factsOf(structure, blocks, outline) });
}

/** Source of a paragraph. One that was cut off a list of entries has none of its own. */
const sourceOf = ({ group: [open, inline], entries }: Part): string | null =>
  open?.type === 'paragraph_open' && entries.length === 0 && inline?.map ? inline.content : null;

/**
 * A block whose text is made when it is first asked for. The getter is the class's: V8 keeps what a getter of an object's own holds
 * until all garbage is collected, and half of what was read of a report outlasted it so.
 */
class RenderedBlock implements Block {
  readonly n: number;
  readonly headings: Part['headings'];
  readonly source: string | null;
  letters: Block['letters'] = undefined;
  #make: (() => string) | null;
  #text = '';
  #marks: Marks | null = null;
  constructor(n: number, headings: Part['headings'], source: string | null, make: () => string) {
    this.n = n;
    this.headings = headings;
    this.source = source;
    this.#make = make;
  }
  get text(): string {
    if (this.#make) this.html = this.#make();
    return this.#text;
  }
  get marks(): Marks | null {
    if (this.#make) this.html = this.#make();
    return this.#marks;
  }
  set html(made: string) {
    this.#make = null;
    this.#text = htmlText(made);
    this.#marks = marksIn(made);
  }
}

class LazyReport implements RenderedReport {
  readonly blocks: Block[];
  readonly outline: OutlineEntry[];
  readonly #make: { html: () => string; facts: () => Facts };
  #html: string | undefined;
  #facts: Facts | undefined;
  constructor(blocks: Block[], outline: OutlineEntry[], make: { html: () => string; facts: () => Facts }) {
    this.blocks = blocks;
    this.outline = outline;
    this.#make = make;
  }
  get html(): string {
    return (this.#html ??= this.#make.html());
  }
  /** Counting words takes a tenth of the time of all this, and searches for quotes never need it. */
  get facts(): Facts {
    return (this.#facts ??= this.#make.facts());
  }
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

function markUp(group: Token[], n: number | null, page: FormulaPage): string {
  const open = group[0];
  if (open?.type === 'fence' || open?.type === 'code_block') {
    const text = open.content
      .replace(/\n$/, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    const info = open.info.trim();
    const title = renderer.renderAttrs(markdownToken('', '', 0, info === '' ? {} : { 'data-title': info }));
    return `<pre id="p${n}" data-n="${n}" tabindex="0"><code${title}>${text}</code></pre>`;
  }
  const html = renderer.render(group, options, { page });
  if (open?.type === 'formula_block') {
    const region = isWideFormula(open.content) ? inRegion('group', `Formula, block ${n}`, html) : html;
    return `<div id="p${n}" data-n="${n}">${region}</div>`;
  }
  const columns = columnsOf(group);
  if (open?.type !== 'table_open' || columns < WIDE) return html;
  const bare = html.replace(/^<table[^>]*>/, '<table>');
  return `<div id="p${n}" data-n="${n}">${inRegion('region', `Table, block ${n}`, bare)}</div>`;
}

/** Cells of the first row of a table. */
const columnsOf = (group: readonly Token[]): number => {
  const row = group.slice(
    0,
    Math.max(
      0,
      group.findIndex(({ type }) => type === 'tr_close')
    )
  );
  return row
    .filter(({ type }) => type === 'th_open' || type === 'td_open')
    .reduce((sum, cell) => sum + Number(cell.attrGet('colspan') ?? 1), 0);
};

const languageOfReport = (outline: readonly OutlineEntry[], blocks: readonly Block[]): string =>
  languageOf([...outline.map(({ title }) => title), ...blocks.map(({ text }) => text)].join('\n'));

/** Makes an element that may be wider than the page scroll by itself, by keyboard as well. */
const inRegion = (role: 'region' | 'group', label: string, html: string): string =>
  `<div class="scroll" tabindex="0" role="${role}" aria-label="${label}">${html}</div>`;

function factsOf(structure: Structure, blocks: readonly Block[], outline: readonly OutlineEntry[]): Facts {
  const text = [...outline.map(({ title }) => title), ...blocks.map((block) => block.text)].join('\n');
  const urls = new Set([
    ...structure.citations.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)])),
    ...structure.references.flatMap(({ entries }) =>
      entries.flatMap(({ url }) => (url === null ? [] : [sourceKey(url)]))
    )
  ]);
  return {
    words: segmentedWords(text.replace(/https?:\/\/\S+/g, ' ').replace(/(?<=\d)[.,](?=\d)/g, '')).length,
    tables: structure.tables.length,
    references: structure.references.reduce((sum, { entries }) => sum + entries.length, 0),
    urls: urls.size,
    language: languageOfReport(outline, blocks)
  };
}
