import type { SearchResult } from '../search.ts';
import { pageKey } from '../web/url-key.ts';
import type { RawResult, SearchQuery } from './contract.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const isoOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
};

/**
 * The ISO date of a date as search providers write it: `2024-11-03T08:00:00`, `Sun, 03 Nov 2024 08:00:00 GMT`, `Nov 3, 2024`.
 * Null for everything else, such as `2 days ago` or `vor 2 Tagen`: it is not guessed.
 */
export const dateIn = (text: string | null): string | null => {
  const [, y = '', m = '', d = ''] = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T\s]|$)/.exec(text ?? '') ?? [];
  if (y !== '') return isoOf(Number(y), Number(m), Number(d));
  const dayFirst = /^\s*(?:[A-Za-z]{3},\s+)?(\d{1,2})\s+([A-Za-z]{3,9})\.?\s+(\d{4})\b/.exec(text ?? '');
  const monthFirst = /^\s*([A-Za-z]{3,9})\.?\s+(\d{1,2}),\s+(\d{4})\b/.exec(text ?? '');
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : monthFirst
      ? [monthFirst[2], monthFirst[1], monthFirst[3]]
      : [];
  const month = months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : isoOf(Number(year), month, Number(day));
};

const LONGEST = { url: 2_000, title: 300, snippet: 2_000, date: 60 };

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi, (all, hex, digits, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
    const point = hex === undefined ? Number(digits) : Number.parseInt(String(hex), 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : all;
  });

/** Text of a snippet: some providers send HTML. Tags go, entities are read, white space is one space. */
const plain = (html: string, longest: number): string =>
  decoded(html.slice(0, 8 * longest).replace(/<\/?[a-z][^<>]{0,200}>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

const isWeb = (url: string): boolean =>
  url.length <= LONGEST.url && /^https?:$/.test((URL.parse(url.trim()) ?? { protocol: '' }).protocol);

/**
 * Results as a run keeps them: web addresses only, each page once, bounded texts, dates read or null, and none that is dated on
 * `before` or later; results without a date stay.
 *
 * @returns also how many were left out for their date
 */
export const tidyResults = (
  raw: readonly RawResult[],
  { count, before }: SearchQuery
): { results: SearchResult[]; later: number } => {
  const results = new Map<string, SearchResult>();
  let later = 0;
  for (const one of raw) {
    if (!isWeb(one.url) || results.has(pageKey(one.url))) continue;
    const date = dateIn(one.date);
    if (before !== null && date !== null && date >= before) later += 1;
    else
      results.set(pageKey(one.url), {
        url: one.url.trim(),
        title: plain(one.title, LONGEST.title),
        snippet: plain(one.snippet, LONGEST.snippet),
        date,
        dateText: one.date === null ? null : plain(one.date, LONGEST.date)
      });
  }
  return { results: [...results.values()].slice(0, count), later };
};
