import { pageKey } from '../../web/url-key.ts';
import type { Citation, ReferenceEntry, Structure } from '../structure/parts.ts';
import { authorName } from '../structure/author-names.ts';
import { trimmed, URL_PATTERN, urlPattern } from '../structure/urls.ts';

/** A page that a report points to. */
export interface CitedSource {
  /** `source-1` … in the order of first mention. */
  key: string;
  url: string;
}

/** The pages of a report, each once, and which of them a citation points to. */
export interface Sources {
  all: readonly CitedSource[];
  /** Indexes into `all`; empty for a citation that no address belongs to. */
  of(citation: Citation): readonly number[];
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const LONGER = urlPattern('|\\\\[!-/:-@[-`{-~]', 'iuy', '2000');

/** An address as it is meant: Markdown's backslashes, `&amp;` and spaces are no part of it. */
const meant = (url: string): string =>
  url.replace(ESCAPED, '$1').replaceAll('&amp;', '&').trim().replaceAll(' ', '%20');

/** The address that begins at an offset, if a backslash in it stopped the first reading: `…/Age\_of\_X`. */
const readOn = (text: string, start: number, url: string): { url: string; end: number } => {
  const end = start + url.length;
  if (text.charAt(end) !== '\\') return { url: meant(url), end };
  LONGER.lastIndex = start;
  const whole = LONGER.exec(text)?.[0];
  if (whole === undefined) return { url: meant(url), end };
  const kept = trimmed(whole);
  return { url: meant(kept), end: start + kept.length };
};

/** Where a citation really ends: a bare address before the stop and the bracket that close its sentence. */
export const citationEnd = (structure: Structure, { style, start, end, url }: Citation): number =>
  style === 'bare-url' && url !== null ? readOn(structure.text, start, url).end : end;

const urlOfEntry = (entry: ReferenceEntry): string | null => {
  if (entry.url === null) return null;
  const at = entry.text.indexOf(entry.url);
  return at < 0 ? meant(entry.url) : readOn(entry.text, at, entry.url).url;
};

/** The entry that a number means at a place: of lists that use it twice, the next one, else the last before. */
const nearest = (entries: readonly ReferenceEntry[], at: number): ReferenceEntry | undefined =>
  entries.find((entry) => entry.start > at) ?? entries.at(-1);

const AUTHOR =
  /(\p{Lu}[\p{L}'’-]{1,40}|\p{Script=Han}{2,20}(?=[,，])|\p{Script=Han}{2,4}(?=等))([^;；]*?)((?:19|20)\d\d)([a-z]?)(?!\p{Script=Latin})/gu;
/** Years of an entry; the beginning of an arXiv id is none. */
const YEARS = /(?<!\d)((?:19|20)\d\d)([a-z]?)(?![\p{Script=Latin}\d]|\.\d{4})/gu;

/** An entry's words without its addresses, and the years among them. */
interface DatedEntry {
  entry: ReferenceEntry;
  text: string;
  years: { year: string; letter: string }[];
}

const dated = (entry: ReferenceEntry): DatedEntry => {
  const text = entry.text.replace(URL_PATTERN, ' ');
  return { entry, text, years: Array.from(text.matchAll(YEARS), ([, year = '', letter = '']) => ({ year, letter })) };
};

/** The entries that a citation by author and year can mean: they name both. */
const named = (entries: readonly DatedEntry[], name: string, year: string, letter: string): ReferenceEntry[] => {
  const word = authorName(name);
  const candidates = entries.flatMap(({ entry, text, years }) => {
    const same = years.find((one) => one.year === year);
    const at = same ? text.search(word) : -1;
    if (!same || at < 0) return [];
    const leads = !/[,;，；、&]|\band\b|\d{4}/.test(text.slice(0, at));
    return [{ entry, leads, first: same === years[0], letter: same.letter }];
  });
  const lettered = candidates.filter((one) => one.letter === letter);
  const fitting = lettered.length > 0 || letter === '' ? lettered : candidates.filter((one) => one.letter === '');
  const rest = fitting.length > 0 || letter !== '' ? fitting : candidates;
  // The year in the title of an earlier work, and a person whom a title names, are the last to be meant.
  const best = [
    rest.filter(({ leads, first }) => leads && first),
    rest.filter(({ leads }) => leads),
    rest.filter(({ first }) => first)
  ];
  return (best.find((some) => some.length > 0) ?? []).map(({ entry }) => entry);
};

/** Entries by what a citation by author and year says, each looked for once. What fits several pages means none of them. */
const byName = (entries: readonly ReferenceEntry[]): ((citation: Citation) => ReferenceEntry[]) => {
  const known = new Map<string, ReferenceEntry | undefined>();
  let all: DatedEntry[] | undefined;
  const find = (name: string, year: string, letter: string): ReferenceEntry | undefined => {
    const key = `${name} ${year}${letter}`;
    if (!known.has(key)) {
      const found = named((all ??= entries.map(dated)), name, year, letter);
      known.set(key, new Set(found.map(urlOfEntry)).size === 1 ? found[0] : undefined);
    }
    return known.get(key);
  };
  return ({ author, raw }) =>
    author === null
      ? []
      : Array.from(raw.matchAll(AUTHOR)).flatMap(
          // An organisation by its whole name, before the first word of it.
          ([, name = '', rest = '', year = '', letter = '']) =>
            find(`${name}${/^[\p{L}\p{M} '’&-]*/u.exec(rest)![0].trimEnd()}`, year, letter) ??
            find(name, year, letter) ??
            []
        );
};

/**
 * The pages that a report names: first those that its text cites, in order, then those that are only in its lists of
 * references. The latter count, because the paper counts unusable and irrelevant pages per URL, whatever number of claims rests on
 * them (arXiv 2510.14240, appendix E, note 2): an invented address misleads each reader who follows it. As no claim cites them they
 * have no part in the score.
 */
export const readNamedPages = (structure: Structure): Sources => {
  const entries = structure.references.flatMap((section) => section.entries);
  const byNumber = new Map<number, ReferenceEntry[]>();
  const inOrder = [...entries].sort((a, b) => a.start - b.start);
  for (const entry of inOrder)
    if (entry.number !== null && entry.url !== null) {
      const same = byNumber.get(entry.number);
      if (same) same.push(entry);
      else byNumber.set(entry.number, [entry]);
    }
  const byAuthor = byName(entries);
  const all: CitedSource[] = [];
  const known = new Map<string, number>();
  const add = (url: string): number => {
    const key = pageKey(url);
    let at = known.get(key);
    if (at === undefined) {
      at = all.push({ key: `source-${all.length + 1}`, url }) - 1;
      known.set(key, at);
    }
    return at;
  };
  const urlsOf = (citation: Citation): string[] => {
    if (citation.url !== null)
      return [
        citation.style === 'bare-url' ? readOn(structure.text, citation.start, citation.url).url : meant(citation.url)
      ];
    const cited = [
      ...citation.numbers.flatMap((number) => nearest(byNumber.get(number) ?? [], citation.start) ?? []),
      ...byAuthor(citation)
    ];
    return cited.flatMap((entry) => urlOfEntry(entry) ?? []);
  };
  const pointsTo = new Map<Citation, number[]>();
  for (const citation of structure.citations) pointsTo.set(citation, [...new Set(urlsOf(citation).map(add))]);
  for (const entry of inOrder) {
    const url = urlOfEntry(entry);
    if (url !== null) add(url);
  }
  return { all, of: (citation) => pointsTo.get(citation) ?? [] };
};
