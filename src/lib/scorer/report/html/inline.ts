import type { Token } from 'markdown-it';
import { expand, halfWidthMarks, isInterval, isPower, SUPERSCRIPT, superscriptList } from '../structure/citations.ts';
import { imageButton } from './image-buttons.ts';
import { NAMED_MARK } from '../structure/footnotes.ts';
import { markdownToken, options, renderer } from '../structure/markdown.ts';

/** Context of an inline text. */
export interface Inside {
  known(number: number): boolean;
  /** Whether the entry is a definition, `[1]: https://…`, so that `[text][1]` is a link. */
  defined(number: number): boolean;
  /** The number of a footnote that has a name. */
  footnote(name: string): number | undefined;
  use(number: number): void;
  /** Inside a list of references nothing is a citation. */
  entry: boolean;
}

const NUMBERS = '\\^?\\d{1,3}\\^?(?:\\s{0,2}[,，、;；\\-–—‑~～]\\s{0,2}\\^?\\d{1,3}\\^?){0,60}';
const MARK = new RegExp(
  `(?:\\[([^\\[\\]\\n]{1,300})\\])?(?:<sup>\\s?)?(?:\\[{1,2}(${NUMBERS})\\]{1,2}|【(${NUMBERS})(?:†[^】\\n]{0,80})?】)(?:\\s?</sup>)?|<sup>\\s?(${NUMBERS})\\s?</sup>`,
  'gi'
);
const TAG = /<(sup|sub|b|strong|i|em|s|del)>([^<>\n]{1,400})<\/\1>|<br\s?\/?>/gi;
const SAME_AS: Record<string, string> = { b: 'strong', i: 'em', del: 's' };
const EXTERNAL = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** Inline tokens with citations linked, links made safe, images turned into links with a button that loads them, and the tags of `TAG` read. */
export function citeAndLink(children: readonly Token[], inside: Inside): Token[] {
  const out: Token[] = [];
  for (let at = 0; at < children.length; at++) {
    const token = children[at];
    if (!token) continue;
    if (token.type === 'link_open') {
      const end = closing(children, at);
      append(out, link(token, children.slice(at + 1, end), inside, out));
      at = end;
    } else if (token.type === 'image') append(out, image(token));
    else if (token.type === 'text' && !inside.entry) cite(token.content, inside, out);
    else if (token.type === 'text') append(out, tags(token.content));
    else out.push(token);
  }
  return out;
}

/** Like `push`, for any number of tokens. */
export function append(out: Token[], tokens: readonly Token[]): void {
  for (const token of tokens) out.push(token);
}

function closing(tokens: readonly Token[], from: number): number {
  for (let at = from + 1; at < tokens.length; at++) if (tokens[at]?.type === 'link_close') return at;
  return tokens.length;
}

function link(open: Token, content: readonly Token[], inside: Inside, out: Token[]): Token[] {
  const href = String(open.attrGet('href') ?? '');
  const title = linkTitle(open);
  const label = content.map((token) => token.content).join('');
  const digits = /^\[?\^?(\d{1,3})\^?\]?$/.exec(label)?.[1];
  const number =
    digits !== undefined ? Number(digits) : label.startsWith('^') ? inside.footnote(label.slice(1)) : undefined;
  if (number !== undefined && !inside.entry && inside.known(number))
    return glued(out, [citation(number, inside, title)]);
  // A URL that runs into a citation: https://a.example[1]
  const tail = open.info === 'auto' ? /((?:\[\d{1,3}\])+)$/.exec(label) : null;
  if (tail) {
    const rest: Token[] = [];
    cite(tail[1] ?? '', inside, rest);
    return [
      ...external(href.replace(/(?:(?:\[|%5B)\d{1,3}(?:\]|%5D))+$/i, ''), [text(label.slice(0, tail.index))]),
      ...rest
    ];
  }
  const inner = content.flatMap((token) =>
    token.type === 'image' ? [text(imageLabel(token))] : token.type === 'text' ? tags(token.content) : [token]
  );
  const images = content.filter(({ type }) => type === 'image');
  return [
    ...external(href, inner, title),
    ...images.flatMap((token) => imageButton(String(token.attrGet('src') ?? '')))
  ];
}

/** Title of a link or image. Judges read it, so that pages show it behind the words, without making it part of their text. */
export const linkTitle = (token: Token): Record<string, string> => {
  const title = String(token.attrGet('title') ?? '');
  return title === '' ? {} : { 'data-title': title };
};

/** A link that leaves the page; without an address that may be followed, only its words. */
export function external(href: string, content: Token[], title: Record<string, string> = {}): Token[] {
  if (!/^(?:https?:\/\/[^/]|mailto:)/i.test(href))
    return 'data-title' in title
      ? [markdownToken('span_open', 'span', 1, title), ...content, markdownToken('span_close', 'span', -1)]
      : content;
  // A link without a text, which some systems cite by, would not be seen.
  const shown = content.length > 0 ? content : [text(href)];
  return [
    markdownToken('link_open', 'a', 1, { href, ...EXTERNAL, ...title }),
    ...shown,
    markdownToken('link_close', 'a', -1)
  ];
}

function image(token: Token): Token[] {
  const address = String(token.attrGet('src') ?? '');
  return [...external(address, [text(imageLabel(token))], linkTitle(token)), ...imageButton(address)];
}

function imageLabel(token: Token): string {
  const alt = renderer.renderInlineAsText(token.children ?? [], options, {}).trim();
  return alt === '' ? 'Image' : `Image: ${alt}`;
}

/** Splits a text at its citations; those without an entry stay as they were written. */
function cite(written: string, inside: Inside, out: Token[]): void {
  const numbered = written.replace(NAMED_MARK, (mark, name: string) => {
    const number = inside.footnote(name);
    return number === undefined ? mark : `[^${number}]`;
  });
  const content = halfWidthMarks(numbered, (one) => inside.known(one)).replace(SUPERSCRIPT, (mark) => {
    const list = superscriptList(mark);
    return expand(list).every((number) => inside.known(number)) ? `<sup>${list}</sup>` : mark;
  });
  let last = 0;
  const before = (at: number): string =>
    at > 0
      ? content.slice(Math.max(0, at - 60), at)
      : (out.slice(-6).findLast((token) => token.type === 'text')?.content ?? '');
  for (const match of content.matchAll(MARK)) {
    const numbers = expand(match[2] ?? match[3] ?? match[4] ?? '');
    if (!numbers.some((number) => inside.known(number)) || isInterval(content, match.index, numbers)) continue;
    if (match[4] !== undefined && isPower(before(match.index), content.slice(match.index + match[0].length))) continue;
    const label = match[1];
    append(out, tags(content.slice(last, match.index)));
    const list = match[2] ?? match[3] ?? match[4] ?? '';
    if (label === undefined) append(out, glued(out, marks(list, inside)));
    else if (/^[\d\s,;–—‑^-]+$/.test(label)) append(out, glued(out, [...marks(label, inside), ...marks(list, inside)]));
    else append(out, [...tags(numbers.every(inside.defined) ? label : `[${label}]`), ...marks(list, inside)]);
    last = match.index + match[0].length;
  }
  append(out, tags(content.slice(last)));
}

/** `1, 3–5` as citations 1, 3 – 5: the ends of a range are linked, all its members count as used. */
function marks(list: string, inside: Inside): Token[] {
  for (const number of expand(list)) inside.use(number);
  return list
    .replaceAll('^', '')
    .split(/\s*([,，、;；]|[-–—‑~～])\s*/)
    .flatMap((part, at) => {
      if (at % 2 === 0) return [citation(Number(part), inside)];
      return /[-–—‑~～]/.test(part) ? [text('–')] : [];
    });
}

function citation(number: number, inside: Inside, title: Record<string, string> = {}): Token {
  inside.use(number);
  const token = markdownToken('html_inline', '', 0);
  const attributes = renderer.renderAttrs(markdownToken('', '', 0, title));
  token.content = inside.known(number)
    ? `<a class="cite" href="#ref-${number}" aria-label="Reference ${number}"${attributes}>${number}</a>`
    : `<span class="cite">${number}</span>`;
  return token;
}

/** A mark stands at its word: the space before it goes. */
function glued(before: readonly Token[], tokens: Token[]): Token[] {
  const last = before.at(-1);
  if (last?.type === 'text' && /\S\s+$/.test(last.content)) last.content = last.content.trimEnd();
  return tokens;
}

/** The tags that reports use inside text, everything else as text. */
function tags(content: string): Token[] {
  if (content === '') return [];
  if (!content.includes('<')) return [text(content)];
  const out: Token[] = [];
  let last = 0;
  for (const match of content.matchAll(TAG)) {
    if (match.index > last) out.push(text(content.slice(last, match.index)));
    const written = match[1]?.toLowerCase();
    const tag = written === undefined ? undefined : (SAME_AS[written] ?? written);
    if (tag === undefined) out.push(markdownToken('hardbreak', 'br', 0));
    else out.push(markdownToken('sup_open', tag, 1), text(match[2] ?? ''), markdownToken('sup_close', tag, -1));
    last = match.index + match[0].length;
  }
  if (last < content.length) out.push(text(content.slice(last)));
  return out;
}

export function text(content: string): Token {
  const token = markdownToken('text', '', 0);
  token.content = content;
  return token;
}
