/** Headings of two reports on one query that are about the same. */

/** Words of a heading without its number; of scripts without spaces each letter, so that 结论与展望 and 结论 have two in common. */
const wordsOf = (title: string): Set<string> =>
  new Set(
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{L}[\p{L}\p{M}]*|\d{2,}/gu)
  );

/** Words that headings share without being about the same. */
const FUNCTION_WORDS = new Set([
  'the',
  'a',
  'an',
  'of',
  'and',
  'or',
  'in',
  'on',
  'for',
  'to',
  'with',
  'by',
  '的',
  '与',
  '和',
  '及'
]);

const telling = (title: string): Set<string> => {
  const words = wordsOf(title);
  const own = new Set([...words].filter((word) => !FUNCTION_WORDS.has(word)));
  return own.size > 0 ? own : words;
};

/** The share of two headings' words that both have, from 0 to 1 (Dice). */
function likeness(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/** Less in common is chance: half of the words of both. */
const LEAST = 0.5;

/**
 * Finds the heading that matches `title` best.
 *
 * @returns its place in `titles`, the first of several that are equally good; null if none has half of the words in common
 */
export function matchingHeading(title: string, titles: readonly string[]): number | null {
  const wanted = telling(title);
  const scores = titles.map((one) => likeness(wanted, telling(one)));
  const best = Math.max(0, ...scores);
  return best < LEAST ? null : scores.indexOf(best);
}
