import { getContext, setContext } from 'svelte';
import type { Messages, MessageSection } from '../../../messages/catalogues/en.ts';
import { speak, type Words } from '../../../messages/message.ts';
import type { SentWords } from '../../../messages/words.ts';

/** What the server sends with a page: messages of the sections that it needs, and their languages. */
export interface PageWords {
  /** Of the frame: what the reader chose. */
  language: string;
  /** Of the page itself: English where it is not translated yet. */
  pageLanguage: string;
  words: SentWords;
}

const KEY = 'words';

export const provideWords = (sent: () => PageWords): unknown => setContext(KEY, sent);

/** Messages of one section, asked for while a component is set up: `say.title`, `say.left({ n: 3 })`. */
export function messagesOf<S extends MessageSection>(section: S): Words<Messages[S]> {
  const { language, pageLanguage, words } = getContext<() => PageWords>(KEY)();
  return speak(words[section]!, section === 'frame' ? language : pageLanguage) as Words<Messages[S]>;
}
