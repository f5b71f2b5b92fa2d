/** A stretch of a page, by offsets into its text. */
interface Passage {
  start: number;
  end: number;
}

const LENGTH = 700;
const LEFT_OUT = '\n[…]\n';

/** The text in stretches of about one paragraph, cut at line ends, then sentence ends, then spaces. */
const passagesOf = (text: string): Passage[] => {
  const passages: Passage[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + LENGTH);
    if (end < text.length) {
      const window = text.slice(start, end);
      const line = window.lastIndexOf('\n');
      const stop = Math.max(window.lastIndexOf('. '), window.lastIndexOf('。'));
      const space = window.lastIndexOf(' ');
      const at = [line, stop, space].find((cut) => cut > LENGTH / 3);
      if (at !== undefined) end = start + at + 1;
      else if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    }
    passages.push({ start, end });
    start = end;
  }
  return passages;
};

const COMMON = new Set(
  'the and for with that this from are was were has have had its their not but than more which who also into been can may will would our your about over other such these those they'.split(
    ' '
  )
);

/** Terms of a text: words, numbers without their separators, and pairs of Han characters. */
const termsOf = (text: string): Set<string> => {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/\p{N}[\p{N}.,]*|\p{Script=Han}+|[^\P{L}\p{Script=Han}]{2,40}/gu)) {
    if (/^\p{Script=Han}/u.test(word)) for (let at = 0; at + 2 <= word.length; at++) terms.add(word.slice(at, at + 2));
    else if (/^\p{N}/u.test(word)) terms.add(word.replace(/,(?=\d{3})/g, '').replace(/[.,]+$/, ''));
    else if (word.length > 2 && !COMMON.has(word))
      terms.add(word.length > 4 ? word.replace(/(?:e?s|ed|ing)$/, '') : word);
  }
  return terms;
};

/** For each claim, passages that share terms with it, the best first; rare terms weigh more. */
const rankings = (text: string, passages: readonly Passage[], claims: readonly string[]): number[][] => {
  const wanted = claims.map(termsOf);
  const all = new Set(wanted.flatMap((terms) => [...terms]));
  const held = passages.map(({ start, end }) => {
    const terms = termsOf(text.slice(start, end));
    return [...all].filter((term) => terms.has(term));
  });
  const count = new Map<string, number>();
  for (const terms of held) for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
  const weight = (term: string): number => Math.log(1 + passages.length / (count.get(term) ?? 1));
  return wanted.map((terms) =>
    held
      .map((own, at) => ({ at, score: own.reduce((sum, term) => sum + (terms.has(term) ? weight(term) : 0), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .map(({ at }) => at)
  );
};

/**
 * The passages of a text that have most in common with some claims, in their order, with `[…]` if something is left out.
 *
 * The opening is always among them; then each claim in turn gets its next best passage until the budget is spent, and what
 * remains is filled from the top. A text that fits is returned whole. Pure: same text, claims and budget, same excerpt.
 *
 * @param budget Most characters that the excerpt may have
 */
export const excerpt = (text: string, claims: readonly string[], budget: number): string => {
  if (text.length <= budget) return text;
  const passages = passagesOf(text);
  const taken = new Set<number>();
  let left = budget - LEFT_OUT.length;
  const take = (at: number | undefined): void => {
    const passage = at === undefined ? undefined : passages[at];
    if (at === undefined || !passage || taken.has(at)) return;
    const cost = passage.end - passage.start + LEFT_OUT.length;
    if (cost > left) return;
    taken.add(at);
    left -= cost;
  };
  take(0);
  const ranked = rankings(text, passages, claims);
  const rounds = Math.max(0, ...ranked.map((ranking) => ranking.length));
  for (let round = 0; round < rounds && left > LENGTH / 2; round++) for (const ranking of ranked) take(ranking[round]);
  for (let at = 0; at < passages.length && left > LENGTH / 2; at++) take(at);
  let out = '';
  let last = 0;
  for (const at of [...taken].sort((a, b) => a - b)) {
    const passage = passages[at];
    if (!passage) continue;
    if (passage.start > last) out += LEFT_OUT;
    out += text.slice(passage.start, passage.end);
    last = passage.end;
  }
  return last < text.length ? out + LEFT_OUT : out;
};
