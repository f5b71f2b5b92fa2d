import type { Token } from 'markdown-it';
import { linesOf } from '../structure/blocks.ts';
import { append, external, text, linkTitle } from './inline.ts';
import { markdownToken } from '../structure/markdown.ts';
import type { ReferenceEntry } from '../structure/parts.ts';

/** Entries by their line; in HTML several may stand on one. */
type EntriesByLine = ReadonlyMap<number, readonly ReferenceEntry[]>;

/**
 * A paragraph whose lines are entries (`[1] Title: https://…`, line by line) becomes a list; lines before the first entry
 * stay a paragraph, lines without a number belong to the entry above them.
 */
export function refsFromParagraph(group: Token[], byLine: EntriesByLine): Token[][] {
  const [open, inline] = group;
  const [from, to] = inline?.map ?? [];
  if (!open || !inline || from === undefined || to === undefined || byLine.size === 0) return [group];
  const holdsEntry = Array.from({ length: to - from }).some((_, index) => numberAt(byLine, from + index + 1) !== null);
  if (!holdsEntry || !inline.children) return [group];
  const lines = linesOf(inline.children);
  const first = lines.findIndex((_, index) => numberAt(byLine, from + index + 1) !== null);
  if (first < 0) return [group];
  const items: Token[] = [markdownToken('ordered_list_open', 'ol', 1, { class: 'refs' })];
  for (let at = first; at < lines.length;) {
    const line = from + at + 1;
    const content = [...(lines[at] ?? [])];
    for (at++; at < lines.length && numberAt(byLine, from + at + 1) === null; at++) {
      content.push(text(' '));
      append(content, lines[at] ?? []);
    }
    const item = markdownToken('list_item_open', 'li', 1);
    item.map = [line - 1, line];
    items.push(item, inlineOf(content), markdownToken('list_item_close', 'li', -1));
  }
  items.push(markdownToken('ordered_list_close', 'ol', -1));
  if (first === 0) return [items];
  const before = lines
    .slice(0, first)
    .flatMap((line, index) => (index === 0 ? line : [markdownToken('softbreak', 'br', 0), ...line]));
  return [
    [markdownToken('paragraph_open', 'p', 1), inlineOf(before), markdownToken('paragraph_close', 'p', -1)],
    items
  ];
}

/** Marks the items of a list that are entries, drops their written numbers, and returns them. */
export function refsFromList(group: Token[], byLine: EntriesByLine): ReferenceEntry[] {
  const entries: ReferenceEntry[] = [];
  if (group[0]?.type.endsWith('list_open') !== true) return entries;
  const items = new Map<number, number>();
  group.forEach((token, at) => {
    if (token.type !== 'list_item_open' || !token.map) return;
    const [line] = token.map;
    const own = byLine.get(line + 1) ?? [];
    const before = items.get(line) ?? 0;
    items.set(line, before + 1);
    const entry = own[Math.min(before, own.length - 1)];
    if (!entry || entry.number === null) return;
    const inline = group.slice(at + 1, at + 3).find((next) => next.type === 'inline');
    token.attrSet('value', String(entry.number));
    if (inline?.children) inline.children = withoutLabel(inline.children, entry);
    token.meta = { entry };
    entries.push(entry);
  });
  const [open] = group;
  if (open && entries.length > 0) {
    open.type = 'ordered_list_open';
    open.tag = 'ol';
    open.attrs = [['class', 'refs']];
    const close = group.at(-1);
    if (close) close.tag = 'ol';
  }
  return entries;
}

/** Gives each entry of a list its id, once per number, and a way back to the first citation. */
export function backLinks(
  group: readonly Token[],
  firstUse: ReadonlyMap<number, { href: string; block: number | null }>,
  given: Set<number>
): void {
  group.forEach((item, at) => {
    const number = (item.meta as { entry?: ReferenceEntry } | null)?.entry?.number ?? null;
    if (item.type !== 'list_item_open' || number === null || given.has(number)) return;
    given.add(number);
    item.attrSet('id', `ref-${number}`);
    const use = firstUse.get(number);
    const inline = group.slice(at + 1, at + 3).find((next) => next.type === 'inline');
    if (!use || !inline?.children) return;
    const link = markdownToken('html_inline', '', 0);
    link.content =
      use.block === null
        ? ` <a href="${use.href}" aria-label="Back to the heading that cites reference ${number}">↑</a>`
        : ` <a class="para" href="${use.href}" aria-label="Reference ${number} is first cited in block ${use.block}">${use.block}</a>`;
    inline.children = [...inline.children, link];
  });
}

function numberAt(byLine: EntriesByLine, line: number): number | null {
  return byLine.get(line)?.[0]?.number ?? null;
}

function inlineOf(children: Token[]): Token {
  const inline = markdownToken('inline', '', 0);
  inline.children = children;
  return inline;
}

const NAMED_LABEL = /^\s*\[\^[^\s[\]]{1,100}\]:\s*/;
const LABEL = /^\s*(?:<sup>)?(?:\[{1,2}|[【［])\^?[\d０-９]{1,4}\^?(?:\]{1,2}|[】］])(?:<\/sup>)?[:：.．]?\s*/i;

/** The words of an entry without its number; a number that is itself a link shows its address instead. */
function withoutLabel(written: readonly Token[], entry: ReferenceEntry): Token[] {
  const children = written.filter((token) => token.type !== 'text' || token.content !== '');
  const [first, second, third] = children;
  if (first?.type === 'text' && LABEL.test(first.content))
    return [text(first.content.replace(LABEL, '')), ...children.slice(1)];
  if (first?.type === 'text' && entry.marker === 'footnote' && NAMED_LABEL.test(first.content))
    return [text(first.content.replace(NAMED_LABEL, '')), ...children.slice(1)];
  const number = `${entry.number}`;
  const bare = second?.content.replace(/[[\]^【】［］]/g, '');
  if (first?.type === 'strong_open' && third?.type === 'strong_close' && bare === number) {
    const [next, ...rest] = children.slice(3);
    return next?.type === 'text'
      ? [text(next.content.replace(/^:?\s*/, '')), ...rest]
      : [...(next ? [next] : []), ...rest];
  }
  if (first?.type === 'link_open' && bare === number) {
    const href = String(first.attrGet('href') ?? '');
    return [...external(href, [text(href)], linkTitle(first)), ...children.slice(3)];
  }
  return [...children];
}
