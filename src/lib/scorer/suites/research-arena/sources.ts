import { pageKey } from '../../web/url-key.ts';
import type { KeyPoint } from './material.ts';

/** A key point as one page makes it. */
export interface PagePoint {
  url: string;
  text: string;
  spans: string[];
}

/** One point of the union, with every source that makes it. */
type UnitedPoint = Pick<KeyPoint, 'text' | 'sources'>;

/** Letters and digits only, without case: points that share them are the same. */
const pointLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const merged = (points: readonly UnitedPoint[]): UnitedPoint => {
  const sources: KeyPoint['sources'] = [];
  for (const { url, spans } of points.flatMap((one) => one.sources)) {
    const known = sources.find((one) => pageKey(one.url) === pageKey(url));
    if (!known) sources.push({ url, spans: [...new Set(spans)] });
    else known.spans = [...new Set([...known.spans, ...spans])];
  }
  return { text: points[0]!.text, sources };
};

/** Points in the same words as one, in the order in which each comes first; the wording of the first stays. */
export function uniteSameWords(points: readonly PagePoint[]): UnitedPoint[] {
  const byWords = Map.groupBy(points, ({ text }) => pointLetters(text));
  return [...byWords.values()].map((same) =>
    merged(same.map(({ url, text, spans }) => ({ text, sources: [{ url, spans }] })))
  );
}

/**
 * Points of which a model says that they mean the same as one.
 *
 * @param sameAs For each point the index of an earlier one that it repeats, or null; repeats may form chains
 * @throws if an index is not an earlier one
 */
export function uniteSameMeaning(points: readonly UnitedPoint[], sameAs: readonly (number | null)[]): KeyPoint[] {
  const first: number[] = [];
  points.forEach((_, at) => {
    const before = sameAs[at] ?? null;
    if (before !== null && !(before >= 0 && before < at))
      throw new Error(`uniteSameMeaning requires an earlier point, got ${before} for ${at}`);
    first.push(before === null ? at : first[before]!);
  });
  const groups = Map.groupBy(points.keys(), (at) => first[at]!);
  return [...groups.values()].map((group, at) => ({ key: `k${at + 1}`, ...merged(group.map((one) => points[one]!)) }));
}

/** Text without the differences that copying makes: white space, typographic quotes and dashes. */
const copied = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

let last = { page: '', copied: '' };

/** Whether the very words stand on a page; only white space and the shapes of quotes and dashes may differ. */
export function pageHolds(page: string, span: string): boolean {
  if (last.page !== page) last = { page, copied: copied(page) };
  const wanted = copied(span);
  return wanted !== '' && last.copied.includes(wanted);
}
