const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Letters of the page that was looked at last: its quotes are looked up one after the other. */
let last = { text: '', letters: '' };

/** Whether the words of a quote stand in a page in their order; only letters and digits count, `…` stands for any words. */
export const holdsQuote = (text: string, quote: string): boolean => {
  const parts = quote
    .split(/…|\.{3,}|\[\.\.\.\]/)
    .map(lettersOf)
    .filter((part) => part !== '');
  if (parts.length === 0) return false;
  if (last.text !== text) last = { text, letters: lettersOf(text) };
  let from = 0;
  for (const part of parts) {
    const at = last.letters.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
};
