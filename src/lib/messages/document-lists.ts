import type { ListWriter } from './lists.ts';
import { messagesIn } from './words.ts';

/** Writers of lists in cells and facts of documents, without a conjunction: `A, B` and `A; B`; `A、B` and `A；B`. Nothing for none. */
export function documentLists(language: string): { comma: ListWriter; semicolon: ListWriter } {
  const words = messagesIn(language, 'documentLists');
  const joining =
    (join: typeof words.comma): ListWriter =>
    ([first = '', ...rest]) =>
      rest.reduce((before, next) => join({ before, next }), first);
  return { comma: joining(words.comma), semicolon: joining(words.semicolon) };
}
