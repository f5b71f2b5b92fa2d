import type { PlantedPage, Sentence, Style } from './truth.ts';
import type { Language } from './words.ts';

/** A sentence with what its writing spoils. */
export interface Written extends Sentence {
  /** Addresses that stand for it although it has no mark of its own. */
  covered?: string[];
  /** The mark stands between article and noun (p7). */
  interrupted?: boolean;
  /** A second mark without an entry in the list (p4). */
  dangling?: boolean;
  /** The mark is written in another style (p6). */
  odd?: boolean;
}

export type Block =
  | { kind: 'heading'; title: string; form?: 'bold' | 'glued' }
  | { kind: 'paragraph'; sentences: Written[] }
  | { kind: 'list'; items: Written[] }
  | { kind: 'table'; header: string[]; rows: Row[] };

/** A row states what a sentence would; without sources it states nothing. */
export type Row = Sentence & { cells: string[] };

export interface ListFaults {
  /** Entry that nothing cites (p3). */
  uncited: PlantedPage | null;
  /** Entries out of order, or a second list (p5). */
  order: 'unsorted' | 'two-lists' | null;
  /** A number left out, or a source under two numbers (p10). */
  numbering: 'skip' | 'double' | null;
}

export interface Draft {
  title: string;
  language: Language;
  style: Style;
  blocks: Block[];
  faults: ListFaults;
  /** How the list names each page. */
  listed: (url: string) => string;
}

const numbered: readonly Style[] = ['brackets', 'decimal-list', 'footnotes', 'superscript'];
export const isNumbered = (style: Style): boolean => numbered.includes(style);

interface Entry {
  number: number;
  url: string;
}

/** The report as its author would have sent it. */
export function writeMarkdown(draft: Draft): string {
  const urls = citedUrls(draft.blocks);
  const entries = number(urls, draft.faults);
  const marks = new Marks(draft, entries);
  const body = draft.blocks.map((block) => blockText(block, draft, marks));
  return [`# ${draft.title}`, ...body, ...references(draft, entries)].join('\n\n') + '\n';
}

/** In the order of their first citation. */
export function citedUrls(blocks: readonly Block[]): string[] {
  return [...new Set(sentencesOf(blocks).flatMap(({ sources }) => sources))];
}

export const sentencesOf = (blocks: readonly Block[]): Written[] =>
  blocks.flatMap((block): Written[] => {
    if (block.kind === 'paragraph') return block.sentences;
    if (block.kind === 'list') return block.items;
    return block.kind === 'table' ? block.rows : [];
  });

function number(urls: readonly string[], faults: ListFaults): Entry[] {
  const skipped = faults.numbering === 'skip' ? Math.ceil(urls.length / 2) : Infinity;
  const entries = urls.map((url, at) => ({ number: at < skipped ? at + 1 : at + 2, url }));
  const last = entries.at(-1);
  if (faults.numbering === 'double' && last) entries.push({ number: last.number + 1, url: urls[0]! });
  if (faults.uncited) entries.push({ number: (entries.at(-1)?.number ?? 0) + 1, url: faults.uncited.url });
  return entries;
}

class Marks {
  readonly #style: Style;
  readonly #listed: Draft['listed'];
  readonly #entries: readonly Entry[];
  /** Whether the second number of a doubled source was used. */
  #doubled = false;

  constructor({ style, listed }: Draft, entries: readonly Entry[]) {
    this.#style = style;
    this.#listed = listed;
    this.#entries = entries;
  }

  /** Returns the citations behind (or in) a sentence. */
  of(sources: readonly string[], { odd = false, dangling = false } = {}): string {
    if (this.#style === 'none' || this.#style === 'paragraph-urls') return '';
    if (!isNumbered(this.#style)) return sources.map((url) => `[${this.#listed(url)}](${url})`).join('; ');
    const numbers = sources.map((url) => this.#numberOf(url));
    if (dangling) numbers.push((this.#entries.at(-1)?.number ?? 0) + 1);
    if (odd || this.#style === 'superscript') return numbers.map((n) => `<sup>${n}</sup>`).join('');
    return numbers.map((n) => (this.#style === 'footnotes' ? `[^${n}]` : `[${n}]`)).join('');
  }

  #numberOf(url: string): number {
    const found = this.#entries.filter((entry) => entry.url === url);
    const second = found[1];
    if (second && !this.#doubled) {
      this.#doubled = true;
      return second.number;
    }
    return found[0]!.number;
  }
}

function blockText(block: Block, draft: Draft, marks: Marks): string {
  if (block.kind === 'heading') {
    if (block.form === 'bold') return `**${block.title}**`;
    return `##${block.form === 'glued' ? '' : ' '}${block.title}`;
  }
  if (block.kind === 'list')
    return block.items
      .map((item) => `- ${sentenceText(item, draft, marks)}${addressesBehind([item], draft)}`)
      .join('\n');
  if (block.kind === 'table') {
    const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    const rows = block.rows.map(({ cells, sources }) =>
      row([...cells, ...(sources.length > 0 ? [marks.of(sources)] : [])])
    );
    return [row(block.header), row(block.header.map(() => '---')), ...rows].join('\n');
  }
  const space = draft.language === 'zh' ? '' : ' ';
  const text = block.sentences.map((sentence) => sentenceText(sentence, draft, marks)).join(space);
  return text + addressesBehind(block.sentences, draft);
}

function sentenceText(sentence: Written, { language, style }: Draft, marks: Marks): string {
  const { text, sources } = sentence;
  const stop = language === 'zh' ? '。' : '.';
  const mark = sources.length === 0 ? '' : marks.of(sources, sentence);
  if (mark === '') return text + stop;
  if (sentence.interrupted) return `${text.replace(/^The /, `The ${mark} `)}${stop}`;
  if (style === 'footnotes' || style === 'superscript') return `${text}${stop}${mark}`;
  if (!isNumbered(style)) return language === 'zh' ? `${text}（${mark}）${stop}` : `${text} (${mark})${stop}`;
  return language === 'zh' ? `${text}${mark}${stop}` : `${text} ${mark}${stop}`;
}

/** Bare addresses at the end of a paragraph: as they are, or in brackets. */
function addressesBehind(sentences: readonly Sentence[], { style, language }: Draft): string {
  const urls = [...new Set(sentences.flatMap(({ sources }) => sources))];
  if (style !== 'paragraph-urls' || urls.length === 0) return '';
  const inBrackets = urls[0]!.length % 2 === 0;
  if (inBrackets) return language === 'zh' ? `（来源：${urls.join(' ')}）` : ` (Sources: ${urls.join(' ; ')})`;
  return ` ${urls.join(' ')}`;
}

function references({ style, language, faults, listed }: Draft, entries: readonly Entry[]): string[] {
  if (style === 'none' || style === 'links-without-list' || entries.length === 0) return [];
  const heading = (title: string): string => `## ${title}`;
  const main = heading(language === 'zh' ? '参考文献' : 'References');
  if (!isNumbered(style)) {
    const lines = entries
      .map(({ url }) => ({ url, title: listed(url) }))
      .sort((a, b) => (a.title < b.title ? -1 : 1))
      .map(({ url, title }) => `- ${title}: ${url}`);
    return [main, lines.join('\n')];
  }
  const lines = entries.map(({ number: n, url }) => {
    const text = `${listed(url)}. ${url}`;
    if (style === 'footnotes') return `[^${n}]: ${text}`;
    return style === 'brackets' ? `[${n}] ${text}` : `${n}. ${text}`;
  });
  const between = style === 'footnotes' ? '\n' : style === 'brackets' ? '\n\n' : '\n';
  if (faults.order === 'unsorted') lines.reverse();
  if (faults.order !== 'two-lists') return [main, lines.join(between)];
  const half = Math.ceil(lines.length / 2);
  const second = heading(language === 'zh' ? '资料来源' : 'Sources');
  return [main, lines.slice(0, half).join(between), second, lines.slice(half).join(between)];
}
