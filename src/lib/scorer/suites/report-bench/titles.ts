/** Meaning of the marks of TeX that are letters of their own. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', aa: 'å', AA: 'Å', i: 'i', j: 'j' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', lambda: 'λ', mu: 'μ', pi: 'π', sigma: 'σ', omega: 'ω' }
}; // prettier-ignore

/** Letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }
};

/** A title without the commands of TeX: accents over letters, letters by name, `\emph{…}`, `\&`. */
const withoutTex = (title: string): string =>
  title
    .replace(/\\([A-Za-z]+)\b\s*/g, (whole, name: string) => LETTERS[name] ?? (name.length === 1 ? '' : ' '))
    .replace(/\\[`'^"~=.]\s*/g, '')
    .replace(/\\(.)/g, '$1')
    .replace(/[{}$]/g, '');

/**
 * One form of a title: letters and digits only, after TeX, NFKC, case and accents are gone and `&` reads "and". Two titles are
 * the same when their forms are; a missing subtitle makes another one (see `areNear`).
 *
 * @returns '' for a title without a letter or digit: such titles are the same as none
 */
export const titleKey = (title: string): string =>
  withoutTex(title)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .replace(/[ßæœøłđðþıς]/g, (letter) => PLAIN[letter]!)
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The form of a title before its first colon, dash or question mark with text after it; null if it has no such part. */
const beforeSubtitle = (title: string): string | null => {
  const [head, ...rest] = title.split(/:\s|\s[-–—]{1,3}\s|\?\s/);
  const key = titleKey(head ?? '');
  return rest.length > 0 && key !== '' && titleKey(rest.join(' ')) !== '' ? key : null;
};

/** Whether two different titles may be of one work: one is the other without its subtitle. For people to decide. */
export const areNear = (a: string, b: string): boolean => {
  const [whole, other] = [titleKey(a), titleKey(b)];
  if (whole === '' || other === '' || whole === other) return false;
  return beforeSubtitle(a) === other || beforeSubtitle(b) === whole;
};
