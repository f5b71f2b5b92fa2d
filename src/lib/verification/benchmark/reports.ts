const LONGEST_TITLE = 300;

/**
 * Topic of a report in its own words: its first heading (`# …` or underlined), or its first line with words if it has none.
 * Replaces a query that is not public.
 */
export function firstHeading(markdown: string): string {
  const lines = markdown.split('\n');
  let fence: string | null = null;
  for (const [index, line] of lines.entries()) {
    const marker = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (marker && (fence === null || marker.startsWith(fence))) fence = fence === null ? marker : null;
    if (fence !== null || marker) continue;
    const title = withoutMarks(/^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line)?.[1] ?? '');
    if (title !== '') return shorten(title);
    if (/^ {0,3}(=+|-{2,})[ \t]*$/.test(lines[index + 1] ?? '') && /^ {0,3}[^\s>|#*+-]/.test(line))
      return shorten(line);
  }
  return shorten(lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '');
}

/** A title without the marks that may close its line. Not by a regular expression, whose time is the square of a line of spaces. */
function withoutMarks(title: string): string {
  const text = title.trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return end > 0 && /[ \t]/.test(text[end - 1]!) ? text.slice(0, end).trim() : text;
}

function shorten(title: string): string {
  const text = title.trim();
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, '')} …`;
}
