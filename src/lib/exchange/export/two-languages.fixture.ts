/** Comparisons of a document in English with the same document in another language. */

const WORD = String.raw`[A-Za-z][a-z'’]+`;

/**
 * Runs of two or more English words in text of a document, each with what it stands in.
 *
 * @param text without markup
 * @param allowed values that stay as they are: text that people wrote, names, hashes, commands
 */
export function englishIn(text: string, allowed: readonly string[] = []): string[] {
  const left = [...allowed]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, '§'), text);
  return left.match(new RegExp(`${WORD}(?:[ ,;:]+${WORD})+`, 'g')) ?? [];
}

/** The numbers of each line, sorted: sentences of another language may name them in another order. */
export const numbersByLine = (text: string): string[][] =>
  text.split('\n').map((line) => (line.match(/\d[\d.,:]*\d|\d/g) ?? []).sort());

/** The text that a reader of an HTML file sees, one line for each element. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/\n\s*\n/g, '\n');
