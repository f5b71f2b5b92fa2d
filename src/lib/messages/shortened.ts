/** At most `most` letters of a text and `…`, up to the end of a word if one ends in their second half. No letter is cut in two. */
export function shortened(text: string, most: number): string {
  const letters = [...text.slice(0, 2 * (most + 1))];
  if (letters.length <= most) return text;
  const end = letters.lastIndexOf(' ', most);
  return `${letters
    .slice(0, end > most / 2 ? end : most)
    .join('')
    .trimEnd()}…`;
}
