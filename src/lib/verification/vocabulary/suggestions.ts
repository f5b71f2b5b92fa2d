import type { SubjectKind } from './labels.ts';

/**
 * Hints to people who rate a checklist, computed from its words alone: never from a model, and never a rating. They can be wrong;
 * each says what it saw.
 */
export type Suggestion =
  | { kind: 'near-duplicate'; of: string; similarity: number }
  | { kind: 'totality'; words: string[] }
  | { kind: 'subjective'; words: string[] }
  | { kind: 'names-nothing-asked' };

/** The words of a text, lower case, without marks. Runs of Chinese, Japanese and Korean are taken apart by character. */
export const significantWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** With these most items of a checklist begin; they say nothing about what is checked. */
const opening = new Set(
  'does do is are has have can the a an report of in on for to and or it its this that with by as at from'.split(' ')
);

const contentWords = (text: string): string[] => significantWords(text).filter((word) => !opening.has(word));

/** Pairs of adjacent words; a shorter text is one. */
export function shingles(words: readonly string[]): Set<string> {
  if (words.length <= 2) return new Set(words.length === 0 ? [] : [words.join(' ')]);
  return new Set(Array.from({ length: words.length - 1 }, (_, i) => words.slice(i, i + 2).join(' ')));
}

/** Jaccard similarity: shared of all, in 0 … 1; 0 if both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  return shared / (a.size + b.size - shared);
}

/** Items are nearly the same from here on: half of their words, or a third of their pairs of words. */
const NEAR_WORDS = 0.6;
const NEAR_PAIRS = 0.4;

/** An item as it is compared: its words and the pairs of neighbouring ones. */
interface ItemWords {
  words: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
}

function itemWords(text: string): ItemWords {
  const words = contentWords(text);
  return { words: new Set(words), pairs: shingles(words) };
}

/** How alike two items are: the larger of two readings, by words and by pairs of neighbouring words. */
function similarity(a: ItemWords, b: ItemWords): { value: number; near: boolean } {
  const words = jaccard(a.words, b.words);
  const pairs = jaccard(a.pairs, b.pairs);
  return { value: Math.max(words, pairs), near: words >= NEAR_WORDS || pairs >= NEAR_PAIRS };
}

export const itemSimilarity = (a: string, b: string): { value: number; near: boolean } =>
  similarity(itemWords(a), itemWords(b));

/** Hints to items that are nearly the same as another one, for each item in the order of the others. Each text is read once. */
function nearDuplicates(items: readonly Suggestible[]): Suggestion[][] {
  const read = items.map(({ wording }) => itemWords(wording));
  const hints: Suggestion[][] = items.map(() => []);
  for (const [at, item] of items.entries())
    for (let other = at + 1; other < items.length; other += 1) {
      const { value, near } = similarity(read[at]!, read[other]!);
      if (!near) continue;
      hints[at]!.push({ kind: 'near-duplicate', of: items[other]!.id, similarity: value });
      hints[other]!.push({ kind: 'near-duplicate', of: item.id, similarity: value });
    }
  return hints;
}

const totality =
  /\b(all|every|each and every|any and all|entire|complete list|exhaustive(?:ly)?|comprehensive list|full list)\b|所有|全部|每一个|每个/giu;

const subjective =
  /\b(good|well|adequate(?:ly)?|sufficient(?:ly)?|appropriate(?:ly)?|clear(?:ly)?|compelling|convincing(?:ly)?|interesting|insightful|thorough(?:ly)?|in-depth|meaningful(?:ly)?|reasonable|reasonably|high[- ]quality|effective(?:ly)?|proper(?:ly)?|properly|nuanced|engaging|best|useful)\b/giu;

const found = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([hit]) => hit.toLowerCase()))
];

/** A number after "all" bounds it: "all three operators" can be checked. */
const bounded = /\ball (?:of the )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|of these|of them)\b/giu;

/** Rough stem, so that "operators" meets "operator" and "pricing" meets "price". */
const stem = (word: string): string => word.replace(/(?:ing|ies|es|s|ed|e|y)$/u, '');

interface Suggestible {
  id: string;
  kind: SubjectKind;
  wording: string;
}

/** The hints to each item of a checklist, by id; queries and items without hints are not in the map. */
export function suggestionsFor(subjects: readonly Suggestible[]): Map<string, Suggestion[]> {
  const query = subjects.find(({ kind }) => kind === 'query')?.wording ?? '';
  const items = subjects.filter(({ kind }) => kind === 'item');
  const asked = new Set(contentWords(query).map(stem));
  const all = new Map<string, Suggestion[]>();
  const twins = nearDuplicates(items);
  for (const [at, item] of items.entries()) {
    const hints: Suggestion[] = [...twins[at]!];
    const whole = found(totality, item.wording.replace(bounded, ''));
    if (whole.length > 0) hints.push({ kind: 'totality', words: whole });
    const opinion = found(subjective, item.wording);
    if (opinion.length > 0) hints.push({ kind: 'subjective', words: opinion });
    const named = contentWords(item.wording).filter((word) => word.length > 2 || /\p{Script=Han}/u.test(word));
    if (query !== '' && named.length > 0 && !named.some((word) => asked.has(stem(word))))
      hints.push({ kind: 'names-nothing-asked' });
    if (hints.length > 0) all.set(item.id, hints);
  }
  return all;
}
