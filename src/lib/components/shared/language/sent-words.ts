import { getContext, setContext } from 'svelte';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { Said } from '../../../messages/message.ts';
import type { SentWords } from '../../../messages/words.ts';

/** Words that the server sends with a page: messages of the sections that it needs, and their language. */
export interface PageWords {
  language: string;
  /** Language tag of whose customs write the days of the page. */
  customs: string;
  words: SentWords;
}

type Frame = Messages['frame'];
/** Messages of the frame that have no parameters: strings as they are sent. */
type PlainFrame = { readonly [Key in keyof Frame as Said<Frame[Key]> extends string ? Key : never]: string };

/** Key of the context that holds the words of a page. */
export const WORDS = 'words';

export const provideWords = (sent: () => PageWords): unknown => setContext(WORDS, sent);

/** To be called while a component is set up. */
export const sentWords = (): PageWords => getContext<() => PageWords>(WORDS)();

/** Words of the frame, for every page: without the formatter of messages, which pages in English need not load. */
export const frameWords = (): PlainFrame => sentWords().words.frame as PlainFrame;
