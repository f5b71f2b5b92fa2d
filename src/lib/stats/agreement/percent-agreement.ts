import { defined, undefinedBecause, type Estimate, type Ratings } from '../numbers/estimate.ts';

/**
 * Percent agreement: the share of items on which two raters gave the same label.
 *
 * Formula: matches / n, over items that both rated. A share in [0, 1].
 *
 * @returns undefined (`no-pairs`) if no item was rated by both.
 * @throws if the lengths differ.
 */
export const percentAgreement = (
  a: Ratings,
  b: Ratings
): Estimate & { matches: number; n: number; dropped: number } => {
  if (a.length !== b.length)
    throw new Error(`percentAgreement requires equal lengths, got ${a.length} and ${b.length}`);
  let matches = 0;
  let n = 0;
  for (let i = 0; i < a.length; i++) {
    if (a[i] === null || b[i] === null) continue;
    n++;
    if (a[i] === b[i]) matches++;
  }
  const share: Estimate = n === 0 ? undefinedBecause('no-pairs') : defined(matches / n);
  return { ...share, matches, n, dropped: a.length - n };
};

/**
 * Agreement of all: the share of items on which every rater gave the same label.
 *
 * Formula: unanimous items / items rated by all raters.
 *
 * @param raters one array of labels per rater, all in the same item order; null = missing.
 * @returns undefined with fewer than two raters (`too-few-raters`) or no item that all rated (`no-pairs`).
 */
export const allAgree = (raters: readonly Ratings[]): Estimate & { matches: number; n: number; dropped: number } => {
  const length = raters[0]?.length ?? 0;
  if (raters.some((r) => r.length !== length)) throw new Error('allAgree requires arrays of equal length');
  if (raters.length < 2) return { ...undefinedBecause('too-few-raters'), matches: 0, n: 0, dropped: length };
  let matches = 0;
  let n = 0;
  for (let i = 0; i < length; i++) {
    if (raters.some((r) => r[i] === null)) continue;
    n++;
    if (raters.every((r) => r[i] === raters[0]![i])) matches++;
  }
  const share: Estimate = n === 0 ? undefinedBecause('no-pairs') : defined(matches / n);
  return { ...share, matches, n, dropped: length - n };
};

/**
 * Percent agreement of every pair of raters, in the order (0,1), (0,2), …, (1,2), ….
 * With three binary raters who rated every item, agreement of all = (sum of the three − 1) / 2.
 */
export const pairwiseAgreements = (
  raters: readonly Ratings[]
): ({ first: number; second: number } & ReturnType<typeof percentAgreement>)[] =>
  raters.flatMap((a, first) =>
    raters.slice(first + 1).map((b, i) => ({ first, second: first + 1 + i, ...percentAgreement(a, b) }))
  );
