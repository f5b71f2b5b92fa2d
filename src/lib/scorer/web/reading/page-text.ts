import { textHash } from '../../runs/fingerprint.ts';
import { withoutHidden } from '../../report/shown/shown-text.ts';

export const MAX_CHARACTERS = 400_000;

/** Text with white space as people see it: single spaces, trimmed lines, at most one empty line, nothing invisible. */
export const tidy = (text: string): string =>
  // Soft hyphens, zero-width characters, byte order marks and controls break up words that quotes are looked for in.
  withoutHidden(text.toWellFormed().replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** A title or the like: one line of bounded length; null if nothing is left. */
export const oneLine = (text: string | null | undefined): string | null => {
  const line = tidy(text ?? '').replace(/\n+/g, ' ');
  return line === '' ? null : line.slice(0, 300).toWellFormed();
};

/** At most `most` characters, and what to say if some were left out. */
export const capped = (text: string, most: number): { text: string; note: string | null } => {
  if (text.length <= most) return { text, note: null };
  const figure = (n: number): string => n.toLocaleString('en');
  return {
    text: text
      .slice(0, most)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd(),
    note: `only the first ${figure(most)} of ${figure(text.length)} characters are kept`
  };
};

/** Hash under which a page's text is stored. */
export const contentHash = (text: string): string => textHash(text);
