import { customsOf } from './dates.ts';

/** Things in a sentence: `A, B and C`; `A、B和C`. */
export const listIn = (language: string, names: readonly string[]): string =>
  new Intl.ListFormat(customsOf(language), { type: 'conjunction' }).format(names);
