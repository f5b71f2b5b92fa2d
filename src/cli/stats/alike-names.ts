import { nameKey } from '../../lib/names.ts';

/** Groups that a note lists at most. */
const MOST_LISTED = 5;

/** A text without the differences that a reader does not see or takes for a slip. */
const foldedOf = (text: string): string =>
  nameKey(
    text
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\s+/g, ' ')
  );

/** Texts that differ only by letter case, white space or Unicode form, in groups of two and more. */
export const alikeTexts = (texts: readonly string[]): string[][] =>
  [...Map.groupBy(new Set(texts), foldedOf).values()].filter((group) => group.length > 1);

/**
 * A note on texts that count as different although they look alike; null if there are none.
 *
 * @param things plural noun that begins the note
 * @param remedy sentence without a period
 */
export function noteOnAlike(things: string, texts: readonly string[], remedy: string): string | null {
  const groups = alikeTexts(texts);
  if (groups.length === 0) return null;
  const listed = groups.slice(0, MOST_LISTED).map((group) => group.map(visible).join(' / '));
  const more = groups.length > MOST_LISTED ? `; and ${groups.length - MOST_LISTED} more groups` : '';
  return `${things} that differ only by letter case, spaces or Unicode form count as different: ${listed.join('; ')}${more}. ${remedy}`;
}

/** In quotes; a character that does not show, or is not ASCII, is an escape, because two such texts would look the same. */
const visible = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^\u0020-\u007e]/g, (letter) =>
    /[\p{L}\p{N}]/u.test(letter) && letter === letter.normalize('NFKC')
      ? letter
      : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
