import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import {
  firstNumber,
  htmlCaption,
  hidesWords,
  htmlCells,
  type HtmlItem,
  htmlItems,
  markdownOf,
  type HtmlRow
} from './html-parts.ts';

type Parser = InstanceType<typeof MarkdownIt>;
type BlockState = InstanceType<Parser['block']['State']>;

/** Most lines of an element that is read whole. */
const MOST_LINES = 2_000;
/** Longest element that is read whole, in characters. */
const LONGEST = 200_000;

/** Elements that only hold others: what they hold is read as Markdown, their tags are not shown. */
const HOLDERS = 'details|summary|div|center|section|article|figure|figcaption|aside|main|header|footer';
const HOLDING_TAG = new RegExp(`</?(?:${HOLDERS})(?:\\s[^<>]{0,500})?>`, 'gi');
const FIRST_TAG = new RegExp(`^</?(${HOLDERS})[\\s>]`, 'i');
const WHOLE = /^<(table|ul|ol|p|h[1-6])(?:\s[^<>]{0,500})?>/i;
const RULE = /^<hr(?:\s[^<>]{0,500})?\/?>$/i;

/**
 * Has a parser read the HTML that reports hold: tables, lists, headings, paragraphs, and elements that hold others (`details`, whose
 * content is always shown, because judges read it, too). They become the tokens that Markdown's own have; all other HTML stays text.
 * Their inline tokens have a `meta`, because their content is Markdown made of the HTML at their lines. A table's token has its rows as
 * `meta.rows`, a list's its items as `meta.items`.
 */
export function readSimpleHtml(parser: Parser): void {
  parser.block.ruler.before('table', 'simple_html', (state, from, to, silent) => readElement(state, from, to, silent), {
    alt: ['paragraph', 'reference', 'blockquote', 'list']
  });
}

const lineOf = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();

function readElement(state: BlockState, from: number, to: number, silent: boolean): boolean {
  if (state.src.charAt(state.bMarks[from]! + state.tShift[from]!) !== '<') return false;
  if (state.sCount[from]! - state.blkIndent >= 4) return false;
  const first = lineOf(state, from);
  if (RULE.test(first) && !hidesWords(first))
    return silent || take(state, from, from + 1, () => void state.push('hr', 'hr', 0));
  if (FIRST_TAG.test(first)) {
    const summary = hidesWords(first) ? null : summaryOf(first);
    if (summary === null) return false;
    return (
      silent ||
      take(state, from, from + 1, (map) => {
        if (summary !== '') pushText(state, 'paragraph', 'p', `<b>${summary}</b>`, map);
      })
    );
  }
  const tag = WHOLE.exec(first)?.[1]?.toLowerCase();
  if (tag === undefined) return false;
  const found = wholeElement(state, tag, from, to);
  if (!found || hidesWords(found.source)) return false;
  const { source, end } = found;
  const inside = source.slice(source.indexOf('>') + 1, source.toLowerCase().lastIndexOf(`</${tag}`));
  const map: [number, number] = [from, end];
  if (tag === 'table') {
    const { caption, rest } = htmlCaption(inside);
    const rows = htmlCells(rest);
    if (rows === null) return false;
    return silent || take(state, from, end, () => pushTable(state, rows, caption, map));
  }
  if (tag === 'ul' || tag === 'ol') {
    const items = htmlItems(inside);
    if (items === null) return false;
    const first = tag === 'ol' ? firstNumber(source.slice(0, source.indexOf('>'))) : null;
    return silent || take(state, from, end, () => pushList(state, tag, items, first, map));
  }
  return (
    silent ||
    take(state, from, end, () => {
      const text = markdownOf(inside);
      if (tag === 'p') pushText(state, 'paragraph', 'p', text, map);
      else pushText(state, 'heading', tag, text, map, '#'.repeat(Number(tag.slice(1))));
    })
  );
}

/** Of a line that consists of tags that hold others: its summary, empty if it has none; null if it holds anything else. */
function summaryOf(line: string): string | null {
  const [open = '', ...rest] = line.split(/(?<=<summary(?:\s[^<>]{0,500})?>)/i);
  const after = rest.join('');
  const end = after.toLowerCase().indexOf('</summary>');
  const [around, summary] = end < 0 ? [line, ''] : [`${open}${after.slice(end)}`, after.slice(0, end)];
  if (around.replace(HOLDING_TAG, '').trim() !== '') return null;
  return markdownOf(summary).replace(/<[^<>]*>/g, '');
}

function take(state: BlockState, from: number, end: number, push: (map: [number, number]) => void): true {
  push([from, end]);
  state.line = end;
  return true;
}

/** Source of an element that ends at the end of a line, and the line after it; null if it does not, or holds one of its own kind. */
function wholeElement(
  state: BlockState,
  tag: string,
  from: number,
  to: number
): { source: string; end: number } | null {
  const close = `</${tag}>`;
  const open = new RegExp(`<${tag}[\\s>]`, 'gi');
  const lines: string[] = [];
  let length = 0;
  for (let line = from; line < Math.min(to, from + MOST_LINES) && length < LONGEST; line++) {
    const text = lineOf(state, line);
    if (state.sCount[line]! < state.blkIndent && text !== '') return null;
    // A paragraph of HTML ends before an empty line; tables and lists may hold some.
    if (line > from && text === '' && /^(?:p|h\d)$/.test(tag)) return null;
    if ((text.match(open)?.length ?? 0) > (line === from ? 1 : 0)) return null;
    lines.push(text);
    length += text.length;
    const at = text.toLowerCase().indexOf(close);
    if (at >= 0) return at + close.length === text.length ? { source: lines.join('\n'), end: line + 1 } : null;
  }
  return null;
}

function pushInline(state: BlockState, content: string, map: [number, number]): void {
  Object.assign(state.push('inline', '', 0), { content, map, children: [], meta: { html: true } });
}

function pushText(
  state: BlockState,
  type: string,
  tag: string,
  text: string,
  map: [number, number],
  markup = ''
): void {
  Object.assign(state.push(`${type}_open`, tag, 1), { map, markup });
  pushInline(state, text, map);
  state.push(`${type}_close`, tag, -1).markup = markup;
}

function pushTable(state: BlockState, rows: readonly HtmlRow[], caption: string, map: [number, number]): void {
  Object.assign(state.push('table_open', 'table', 1), { map, meta: { rows } });
  if (caption !== '') {
    state.push('caption_open', 'caption', 1);
    pushInline(state, caption, map);
    state.push('caption_close', 'caption', -1);
  }
  const heads = rows.findIndex(({ head }) => !head);
  const headRows = heads < 0 ? rows.length : heads;
  for (const [part, members] of [
    ['thead', rows.slice(0, headRows)],
    ['tbody', rows.slice(headRows)]
  ] as const) {
    if (members.length === 0) continue;
    state.push(`${part}_open`, part, 1);
    for (const { cells } of members) {
      state.push('tr_open', 'tr', 1);
      for (const { text, head, columns, rows: down } of cells) {
        const kind = head ? 'th' : 'td';
        const token = state.push(`${kind}_open`, kind, 1);
        if (columns > 1) token.attrSet('colspan', String(columns));
        if (down > 1) token.attrSet('rowspan', String(down));
        pushInline(state, text, map);
        state.push(`${kind}_close`, kind, -1);
      }
      state.push('tr_close', 'tr', -1);
    }
    state.push(`${part}_close`, part, -1);
  }
  state.push('table_close', 'table', -1);
}

function pushList(
  state: BlockState,
  tag: 'ul' | 'ol',
  items: readonly HtmlItem[],
  first: number | null,
  map: [number, number]
): void {
  const type = tag === 'ul' ? 'bullet_list' : 'ordered_list';
  const pushed: Token = state.push(`${type}_open`, tag, 1);
  Object.assign(pushed, { map, markup: tag === 'ul' ? '-' : '.', meta: { items } });
  if (first !== null) pushed.attrSet('start', String(first));
  for (const { text, below } of items) {
    Object.assign(state.push('list_item_open', 'li', 1), { map: [map[0] + below, map[1]] });
    Object.assign(state.push('paragraph_open', 'p', 1), { map, hidden: true });
    pushInline(state, text, map);
    state.push('paragraph_close', 'p', -1).hidden = true;
    state.push('list_item_close', 'li', -1);
  }
  state.push(`${type}_close`, tag, -1);
}
