import { customsOf } from './dates.ts';

/** Writes things as a list in a sentence; nothing for none. */
export type ListWriter = (names: readonly string[]) => string;

/** Things in a sentence: `A, B and C`; `A、B和C`. */
export const listIn = (language: string, names: readonly string[]): string =>
  new Intl.ListFormat(customsOf(language), { type: 'conjunction' }).format(names);
