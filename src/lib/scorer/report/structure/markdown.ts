import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { shownText } from '../shown/shown-text.ts';
import { findLinesQuickly } from './block-lines.ts';
import { readLongFootnotes } from './footnotes.ts';
import { readFormulas } from './formula-rules.ts';
import { readSimpleHtml } from './html-rules.ts';

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

/**
 * A parser for reports. It differs from CommonMark in five points, all because of what reports hold:
 * emphasis may touch Chinese, Japanese or Korean text (CommonMark leaves `**标题：**内容` unparsed), lines such as
 * `[1]: https://…` stay visible text, because readers need the references that CommonMark would swallow, formulas are read, and so are simple HTML
 * and footnotes of several paragraphs.
 */
const parser = new MarkdownIt('default', { html: false, linkify: true });
parser.disable('reference');
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
readFormulas(parser);
readSimpleHtml(parser);
readLongFootnotes(parser);
findLinesQuickly(parser);

const Inline = parser.inline.State;
parser.inline.State = class extends Inline {
  override scanDelims(start: number, canSplitWord: boolean) {
    const found = super.scanDelims(start, canSplitWord);
    const before = this.src.charAt(start - 1);
    const after = this.src.charAt(start + found.length);
    if (this.src.charAt(start) !== '*') return found;
    return {
      ...found,
      can_open: found.can_open || (CJK.test(before) && after.trim() !== ''),
      can_close: found.can_close || (CJK.test(after) && before.trim() !== '')
    };
  }
};

/**
 * A token of a block, like the parser's, whose constructor takes a third of the time of parsing: it sets its members one by one
 * under computed names. The inline tokens of a block, its `children`, are made when they are first asked for (see `parse`).
 */
class BlockToken {
  type: string;
  tag: string;
  nesting: -1 | 0 | 1;
  attrs: [string, string][] | null = null;
  map: [number, number] | null = null;
  level = 0;
  content = '';
  markup = '';
  info = '';
  meta: unknown = null;
  block = true;
  hidden = false;
  unread = false;
  inner: Token[] | null = null;
  constructor(type: string, tag: string, nesting: -1 | 0 | 1) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
  get children(): Token[] | null {
    if (this.unread) this.children = inlineOf(this.content, this.map);
    return this.inner;
  }
  set children(tokens: Token[] | null) {
    this.unread = false;
    this.inner = tokens;
  }
}

const BlockState = parser.block.State;
parser.block.State = class extends BlockState {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = new BlockToken(type, tag, nesting) as unknown as Token;
    if (nesting < 0) this.level -= 1;
    token.level = this.level;
    if (nesting > 0) this.level += 1;
    this.tokens.push(token);
    return token;
  }
};

export const renderer = parser.renderer;
export const options = parser.options;
/** A text with entities, such as `&amp;`, as their characters. */
export const textOfEntities = (text: string): string => parser.utils.unescapeAll(text);

/**
 * Line ends and NUL as the parser sees them, so that its line numbers hold for the returned text, and nothing that cannot be
 * seen: blocks, quotes and marks are those of the text that judges get (`shownText`).
 */
export function normalise(markdown: string): string {
  const lines = markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown;
  return shownText(lines.replaceAll('\0', '\ufffd'));
}

/**
 * Block and inline tokens of a text that `normalise` has seen. The inline tokens of a block, its `children`, are made when they
 * are first asked for: they take most of the time, and a search for a quote needs those of one block.
 */
export function parse(text: string): Token[] {
  const tokens: Token[] = [];
  parser.block.parse(text, parser, {}, tokens);
  const all = withExtraCells(tokens, text);
  for (const token of all) if (token.type === 'inline') (token as unknown as BlockToken).unread = true;
  return all;
}

/** Cells of a row of pipes as the parser splits it. */
const cellsOfRow = (line: string): string[] =>
  line
    .replace(/^[\s>]*\|?/, '')
    .replace(/(?<!\\)\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/** Tokens with the cells that a row has beyond the columns of its table. Markdown drops them; judges read them, and so have people. */
function withExtraCells(tokens: Token[], text: string): Token[] {
  if (!tokens.some(({ type }) => type === 'td_open')) return tokens;
  const lines = text.split('\n');
  let [line, cells] = [-1, 0];
  return tokens.flatMap((token) => {
    if (token.type === 'tr_open') [line, cells] = [token.map?.[0] ?? -1, 0];
    else if (token.type === 'td_open') cells++;
    if (token.type !== 'tr_close' || line < 0 || cells === 0) return [token];
    const part = (type: string, tag: string, nesting: -1 | 0 | 1, level: number, content = ''): Token =>
      Object.assign(new BlockToken(type, tag, nesting), { level, content }) as unknown as Token;
    const extra = cellsOfRow(lines[line] ?? '').slice(cells);
    return [
      ...extra.flatMap((content) => [
        part('td_open', 'td', 1, token.level + 1),
        part('inline', '', 0, token.level + 2, content),
        part('td_close', 'td', -1, token.level + 1)
      ]),
      token
    ];
  });
}

/** Rules after the reading of lines and of blocks: inline tokens, links, joined texts. */
const inlineRules = parser.core.ruler.getRules('').slice(2);

function inlineOf(content: string, map: Token['map']): Token[] {
  const inline = markdownToken('inline', '', 0);
  Object.assign(inline, { content, map, children: [] });
  const state = new parser.core.State(content, parser, {});
  state.tokens = [inline];
  for (const rule of inlineRules) rule(state);
  return inline.children ?? [];
}

const { Token: TokenOf } = new parser.core.State('', parser, {});
Object.setPrototypeOf(BlockToken.prototype, TokenOf.prototype);

export function markdownToken(
  type: string,
  tag: string,
  nesting: -1 | 0 | 1,
  attributes: Record<string, string> = {}
): Token {
  const token = new TokenOf(type, tag, nesting);
  for (const [name, value] of Object.entries(attributes)) token.attrSet(name, value);
  return token;
}
