import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';

/** `A`, `A and B`, `A, B and C` in the language of the words; nothing where there is none. */
export function listedIn(names: readonly string[], words: Words<Messages['reportLists']>): string {
  if (names.length < 2) return names.join('');
  const list = names.slice(0, -1).reduce((before, name) => words.comma({ list: before, name }));
  return words.and({ list, name: names.at(-1)! });
}
