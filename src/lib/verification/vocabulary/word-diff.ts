/** Wordings taken apart into words, compared with each other and put together. */

import { cleanWording } from './wording.ts';

/** A piece of two wordings: in both, only in the first (`removed`) or only in the second (`added`). */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** A character of a script that is written without blanks: a clause of it is not one word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*`;
/** A word, such a character, or a punctuation mark, which stands alone, so that a comma is no new word. */
const WORD = String.raw`(?:${UNSPACED}|(?:(?!${UNSPACED})[\p{L}\p{N}\p{M}_])+|[^\p{L}\p{N}\p{M}_\s])`;
const TOKENS = new RegExp(String.raw`${WORD}\s*|\s+`, 'gu');
const PIECES = new RegExp(String.raw`${WORD}|\s+`, 'gu');

/** Words with the blanks that follow them. */
const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

/** Longest common subsequence of tokens, whatever blanks follow them, as pairs of places. */
function matches(before: readonly string[], after: readonly string[]): [number, number][] {
  // Numbers are compared faster than texts.
  const numbers = new Map<string, number>();
  const numbered = (tokens: readonly string[]): Uint32Array =>
    Uint32Array.from(tokens, (token) => {
      const text = token.trim();
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  const [a, b] = [numbered(before), numbered(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const rows = a.length - head - tail;
  const columns = b.length - head - tail;
  const pairs: [number, number][] = Array.from({ length: head }, (_, i) => [i, i]);
  // Two wordings with nothing in common in the middle need no table; nor do two that are too long for one.
  if (rows * columns > 0 && rows * columns <= 4_000_000) {
    const width = columns + 1;
    const longest = new Uint32Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i--)
      for (let j = columns - 1; j >= 0; j--)
        longest[i * width + j] =
          a[head + i] === b[head + j]
            ? longest[(i + 1) * width + j + 1]! + 1
            : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    for (let i = 0, j = 0; i < rows && j < columns;)
      if (a[head + i] === b[head + j]) pairs.push([head + i++, head + j++]);
      else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
      else j += 1;
  }
  for (let i = tail; i > 0; i--) pairs.push([a.length - i, b.length - i]);
  return pairs;
}

/** Word by word, what changed between two wordings. The parts that are not `removed` spell the second. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const a = tokensOf(before);
  const b = tokensOf(after);
  const parts: DiffPart[] = [];
  const push = (kind: DiffPart['kind'], text: string): void => {
    if (text === '') return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let [i, j] = [0, 0];
  for (const [x, y] of [...matches(a, b), [a.length, b.length] as const]) {
    push('removed', a.slice(i, x).join(''));
    push('added', b.slice(j, y).join(''));
    if (y < b.length) push('same', b[y]!);
    [i, j] = [x + 1, y + 1];
  }
  return parts;
}

/** Words, blanks and punctuation one by one: put together again, they need every blank that stood between them. */
const piecesOf = (text: string): string[] => text.match(PIECES) ?? [];

/** A stretch of the first wording's tokens and what stands there in the second. */
interface Edit {
  start: number;
  end: number;
  text: string[];
}

function editsOf(base: readonly string[], other: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...matches(base, other), [base.length, other.length] as const]) {
    if (x > i || y > j) edits.push({ start: i, end: x, text: other.slice(j, y) });
    [i, j] = [x + 1, y + 1];
  }
  return edits;
}

/**
 * Both people's changes to one wording, put together. Null if they changed the same words differently: then one has to be
 * chosen, or a third written.
 */
export function mergeWordings(base: string, one: string, other: string): string | null {
  const tokens = piecesOf(base);
  const edits = [...editsOf(tokens, piecesOf(one)), ...editsOf(tokens, piecesOf(other))].sort(
    (a, b) => a.start - b.start || a.end - b.end
  );
  const out: string[] = [];
  let at = 0;
  let last: Edit | undefined;
  for (const edit of edits) {
    if (last && edit.start === last.start && edit.end === last.end && edit.text.join('') === last.text.join(''))
      continue;
    if (last && (edit.start < last.end || edit.start === last.start)) return null;
    out.push(...tokens.slice(at, edit.start), ...edit.text);
    at = edit.end;
    last = edit;
  }
  return cleanWording([...out, ...tokens.slice(at)].join(''));
}
