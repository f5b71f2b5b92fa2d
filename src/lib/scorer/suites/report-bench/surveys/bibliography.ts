/** Entries of bibliographies by their keys: .bib files, and what BibTeX and biber made of them (.bbl, thebibliography). */
import { arxivIdIn, arxivIdOf, doiIn } from '../identifiers.ts';
import { afterSpace, groupAt, plainTex } from './tex-reading.ts';

/** One entry, its texts in plain letters. */
export interface BibliographyEntry {
  key: string;
  /** '' if it has none, or none that can be told from the rest. */
  title: string;
  authors: string | null;
  year: string | null;
  arxiv: string | null;
  doi: string | null;
}

export interface Bibliography {
  /** By key; of entries with the same key the first. */
  entries: Map<string, BibliographyEntry>;
  /** Entries that are not closed, or have no key. */
  damaged: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Fields of other texts, in which other works' identifiers stand. */
const UNSEARCHED = new Set(['abstract', 'file', 'keywords', 'annote', 'note_']);
const ARXIV_FIELDS = ['eprint', 'arxivid', 'arxiv', 'optarxivid', 'opteprint'];
/** A line that begins so is a new entry, also if the one before it was not closed. */
const ENTRY_LINE = /^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*[{(]/gm;
const HEAD = /\s*@[ \t]*([A-Za-z]+)[ \t]*[{(]\s*/y;
const LONGEST_VALUE = 100_000;

/** Addresses and identifiers as they are meant: escapes of TeX gone. */
const unescaped = (text: string): string => text.replace(/\\([_%&#~])/g, '$1').replace(/\\(?:path|url|doi)\b/g, ' ');

/** Entries of .bib files, with @string names filled in; `crossref` gives a year that is missing. */
export function readBib(text: string): Bibliography {
  const starts = Array.from(text.matchAll(ENTRY_LINE), ({ index }) => index);
  const strings = new Map(MONTHS.map((month) => [month, month]));
  const found = new Map<string, Map<string, string>>();
  let damaged = 0;
  /** Reads the entry that begins at `from`, and returns the place of the next on its line; null if there is none. */
  const readEntry = (chunk: string, from: number): number | null => {
    HEAD.lastIndex = from;
    const type = HEAD.exec(chunk)?.[1]?.toLowerCase();
    if (type === undefined || type === 'comment' || type === 'preamble') return null;
    let at = HEAD.lastIndex;
    const name = type === 'string' ? '' : nameAt(chunk, at);
    if (type !== 'string') at += name?.length ?? 0;
    const { fields, end } = fieldsFrom(chunk, at, strings);
    if (type === 'string') for (const [key, value] of fields) strings.set(key, value);
    else if (!name || fields.size === 0) damaged += 1;
    else if (!found.has(name)) found.set(name, fields);
    const next = /[\s,]*[})]\s*(?=@)/y;
    next.lastIndex = end;
    return next.test(chunk) ? next.lastIndex : null;
  };
  starts.forEach((start, k) => {
    const chunk = text.slice(start, starts[k + 1] ?? text.length);
    for (let at: number | null = 0; at !== null;) at = readEntry(chunk, at);
  });
  const entries = new Map<string, BibliographyEntry>();
  for (const [key, fields] of found) entries.set(key, entryOf(key, fields, found));
  return { entries, damaged };
}

/** The key of an entry, which a comma or the entry's end follows. */
function nameAt(text: string, from: number): string | null {
  const key = /([^\s,{}"=]{1,500})(?=\s*(?:,|[})]))/y;
  key.lastIndex = from;
  return key.exec(text)?.[1] ?? null;
}

/** Fields `name = value` up to the end of an entry; values joined by `#`, names in lower case. */
function fieldsFrom(
  text: string,
  from: number,
  strings: ReadonlyMap<string, string>
): { fields: Map<string, string>; end: number } {
  const fields = new Map<string, string>();
  const name = /[\s,]*([A-Za-z][\w.:+-]{0,100})\s*=/y;
  let at = from;
  for (;;) {
    name.lastIndex = at;
    const field = name.exec(text)?.[1]?.toLowerCase();
    if (field === undefined) return { fields, end: at };
    at = name.lastIndex;
    let value = '';
    for (;;) {
      at = afterSpace(text, at);
      const braced = groupAt(text, at, ['{', '}'], LONGEST_VALUE);
      const quoted = braced ? null : quotedAt(text, at);
      const bare = /[^\s,#{}()"=]{1,200}/y;
      bare.lastIndex = at;
      const word = braced || quoted ? undefined : bare.exec(text)?.[0];
      const part = braced?.inner ?? quoted?.inner ?? (word === undefined ? null : (strings.get(word.toLowerCase()) ?? word)); // prettier-ignore
      if (part === null) return { fields, end: at };
      value += part;
      at = afterSpace(text, braced?.end ?? quoted?.end ?? bare.lastIndex);
      if (text[at] !== '#') break;
      at += 1;
    }
    if (!fields.has(field)) fields.set(field, value);
  }
}

/** A value in quotation marks; one within braces does not end it. */
function quotedAt(text: string, from: number): { inner: string; end: number } | null {
  if (text[from] !== '"') return null;
  let depth = 0;
  for (let at = from + 1; at < text.length && at - from <= LONGEST_VALUE; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '"' && depth <= 0) return { inner: text.slice(from + 1, at), end: at + 1 };
  }
  return null;
}

function entryOf(
  key: string,
  fields: ReadonlyMap<string, string>,
  all: ReadonlyMap<string, ReadonlyMap<string, string>>
): BibliographyEntry {
  const field = (name: string): string => fields.get(name)?.trim() ?? '';
  const parent = all.get(field('crossref'));
  const searched = [...fields].filter(([name]) => !UNSEARCHED.has(name)).map(([, value]) => unescaped(value));
  const year = yearIn(field('year')) ?? yearIn(field('date')) ?? yearIn(parent?.get('year') ?? '');
  const title = [field('title'), field('subtitle')].filter((one) => one !== '').join(': ');
  return {
    ...{ key, title: plainTex(title), authors: plainTex(field('author') || field('editor')) || null, year },
    arxiv: first(ARXIV_FIELDS.map(field), arxivIdOf) ?? first(searched, arxivIdIn),
    doi: doiIn(unescaped(field('doi'))) ?? first(searched, doiIn)
  };
}

const first = <T>(texts: readonly string[], find: (text: string) => T | null): T | null => {
  for (const text of texts) {
    const found = find(text);
    if (found !== null) return found;
  }
  return null;
};

/** The first year from 1500 to 2099 in a field, as printed there with a letter after it. */
const yearIn = (text: string): string | null =>
  /(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)[a-z]?(?![A-Za-z])/.exec(text)?.[0] ?? null;

const BIBITEM = /\\bibitem(?![A-Za-z@])/g;
/** Parts of an entry end at the next one, or at the end of the list. */
const LIST_END = /\\end\{thebibliography\}/;

/** Entries of a list as BibTeX writes it: \bibitem with its label and key, then text. Also those of biber. */
export function readBbl(given: string): Bibliography {
  const text = given.replace(/%[ \t]*\n[ \t]*/g, '');
  const biber = readBiber(given);
  if (biber.entries.size > 0) return biber;
  const starts = Array.from(text.matchAll(BIBITEM), ({ index, 0: { length } }) => ({ index, body: index + length }));
  const entries = new Map<string, BibliographyEntry>();
  let damaged = 0;
  starts.forEach(({ body }, k) => {
    const chunk = text.slice(body, starts[k + 1]?.index ?? text.length).split(LIST_END)[0]!;
    const label = groupAt(chunk, afterSpace(chunk, 0), ['[', ']'], 5000);
    const keyed = groupAt(chunk, afterSpace(chunk, label?.end ?? 0), ['{', '}'], 500);
    const key = keyed?.inner.trim();
    if (!keyed || !key) damaged += 1;
    else if (!entries.has(key)) entries.set(key, printedEntry(key, label?.inner ?? '', chunk.slice(keyed.end, keyed.end + 20_000))); // prettier-ignore
  });
  return { entries, damaged };
}

function printedEntry(key: string, label: string, printed: string): BibliographyEntry {
  const body = printed.replace(/^\s*%[^\n]*\n/gm, '').replace(/([^\\])%[^\n]*(?:\n\s*|$)/g, '$1');
  const meant = unescaped(body);
  const title = titleOf(body);
  const [arxiv, doi] = [arxivIdIn(meant), doiIn(meant)];
  const rest = meant.replace(/https?:\/\/\S+|\b10\.\d{4,9}\/\S+|\d{4}\.\d{4,5}/g, ' ').replace(title, ' ');
  const years = Array.from(rest.matchAll(/(?<![\d–-])(1[5-9]\d\d|20\d\d)(?!\d)[a-z]?(?![A-Za-z\d])/g), (one) => one[0]);
  const year =
    yearIn(argumentOf(body, 'bibinfo', 'year') ?? '') ??
    yearIn(/\((\d{4}[a-z]?)\)/.exec(label)?.[1] ?? '') ??
    yearIn(/\(\s*(?:[A-Za-z]+\.?\s+)?(\d{4}[a-z]?)\s*\)/.exec(rest)?.[1] ?? '') ??
    years.at(-1) ??
    null;
  const authors = authorsOf(body, title);
  return { ...{ key, title: plainTex(title), authors, year }, arxiv, doi };
}

/** The second argument of `\command{name}{…}`. */
function argumentOf(body: string, command: string, name: string): string | null {
  const found = new RegExp(String.raw`\\${command}\s*\{\s*${name}\s*\}\s*`).exec(body);
  return found ? (groupAt(body, found.index + found[0].length, ['{', '}'], 5000)?.inner ?? null) : null;
}

const newblocks = (body: string): string[] => body.split(/\\newblock(?![A-Za-z])/).map((one) => one.trim());

/** A text without the full stop, comma or mark after it. */
const trimmed = (text: string): string =>
  text
    .trim()
    .replace(/^[{\s]*\\(?:em|it|bf|sc)\b\s*/, '')
    .replace(/[.,;\s]+$/, '');

/**
 * The title of a printed entry, by the styles in use: fields by name (ACM, REVTeX), quotation marks (IEEE), the second block (plain,
 * natbib), or what stands after the authors' colon (Springer). '' if none of these fits: better no title than another text.
 */
function titleOf(body: string): string {
  const named = argumentOf(body, 'bibinfo', 'title') ?? argumentOf(body, 'bibfield', 'title');
  if (named !== null) return trimmed(named);
  const article = /\\(?:showarticletitle|articletitle|bibtitle)\s*/.exec(body);
  const shown = article && groupAt(body, article.index + article[0].length, ['{', '}'], 5000);
  if (shown) return trimmed(shown.inner);
  const quoted = /(?:``|“)([\s\S]{1,2000}?)(?:''|”)/.exec(body)?.[1];
  if (quoted !== undefined) return trimmed(quoted);
  const blocks = newblocks(body);
  if (blocks.length > 1) return titleOfBlock(blocks[1]!);
  const springer = /^[\s\S]{1,2000}?(?:\.|\bal\.?|\(eds?\.\))\s?:\s+([\s\S]{1,1000}?)(?:[.?!](?=\s|$))/.exec(body);
  return springer ? trimmed(springer[1]!) : '';
}

/** The block after the authors, whose first sentence is the title; a linked one is the link's text. */
function titleOfBlock(block: string): string {
  const link = /^\\href\s*/.exec(block);
  if (link) {
    const address = groupAt(block, link[0].length, ['{', '}'], 5000);
    const text = address && groupAt(block, afterSpace(block, address.end), ['{', '}'], 5000);
    if (text) return trimmed(text.inner);
  }
  const emphasised = /^\{?\\(?:emph|textit|em|it)\b\s*/.exec(block);
  const group = emphasised && groupAt(block, block.startsWith('{') ? 0 : emphasised[0].length, ['{', '}'], 5000);
  if (group) return trimmed(group.inner);
  return trimmed(block);
}

function authorsOf(body: string, title: string): string | null {
  const before =
    newblocks(body).length > 1 ? newblocks(body)[0]! : title === '' ? '' : body.slice(0, body.indexOf(title));
  const named = [...body.matchAll(/\\bibfield\s*\{\s*author\s*\}\s*/g)][0];
  const field = named && groupAt(body, named.index + named[0].length, ['{', '}'], 5000)?.inner;
  const text = plainTex((field ?? before).replace(/\\(?:bibinfo|bibfnamefont|bibnamefont)\s*(?:\{\s*\w+\s*\})?/g, ''));
  return text.replace(/[\s,.:;("“]+$/, '') || null;
}

/** Entries of a .bbl that biber wrote: \entry{key} … \endentry with one field a line. */
function readBiber(text: string): Bibliography {
  const entries = new Map<string, BibliographyEntry>();
  const starts = Array.from(text.matchAll(/\\entry\{([^{}]{1,500})\}/g), ({ index, 1: key }) => ({ index, key: key! }));
  starts.forEach(({ index, key }, k) => {
    const chunk = text.slice(index, starts[k + 1]?.index ?? text.length);
    const field = (name: string): string => {
      const found = chunk.indexOf(`\\field{${name}}`);
      return found === -1 ? '' : (groupAt(chunk, found + name.length + 8, ['{', '}'], 5000)?.inner ?? '');
    };
    const verbatim = (name: string): string =>
      new RegExp(String.raw`\\verb\{${name}\}\s*\\verb ([^\n]{0,2000})`).exec(chunk)?.[1]?.trim() ?? '';
    const names = Array.from(chunk.matchAll(/family=\{([^{}]{0,200})\}/g), (one) => plainTex(one[1]!));
    const searched = [verbatim('doi'), verbatim('eprint'), verbatim('url'), field('note'), field('journaltitle')];
    const title = [field('title'), field('subtitle')].filter((one) => one !== '').join(': ');
    if (entries.has(key)) return;
    entries.set(key, {
      ...{ key, title: plainTex(title), authors: names.join(', ') || null, year: yearIn(field('year')) },
      arxiv: arxivIdOf(verbatim('eprint')) ?? first(searched, arxivIdIn),
      doi: first(searched, doiIn)
    });
  });
  return { entries, damaged: 0 };
}
