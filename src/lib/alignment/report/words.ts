/** Small words from which heads of figures are made. */

export { capital, listed, moment } from '../../stats/writing/words.ts';

const numbers =
  'none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';

/** `three`, `21`; `none` for 0. */
export const numberWord = (n: number): string => numbers.split(' ')[n] ?? String(n);
