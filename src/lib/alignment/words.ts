/** Small words from which heads of figures are made. */

const numbers =
  'none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';

/** `three`, `21`; `none` for 0. */
export const numberWord = (n: number): string => numbers.split(' ')[n] ?? String(n);

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
