import { WORDS, type PageWords } from '../src/lib/components/shared/language/sent-words.ts';
import { keysFor } from '../src/lib/components/shared/keys/own-keys.ts';
import { KEYS } from '../src/lib/components/shared/keys/sent-keys.ts';
import { en } from '../src/lib/messages/catalogues/en/index.ts';
import type { MessageSection } from '../src/lib/messages/catalogues/en/index.ts';
import { wordsToSend } from '../src/lib/messages/words.ts';

const sections = Object.keys(en.messages) as MessageSection[];
const sent: PageWords = { language: 'en', customs: 'en-GB', words: wordsToSend('en', sections) };

/** The context in which a component finds its words, all sections in English, and the usual keys: `render(Component, { props, context: pageWords() })`. */
export const pageWords = (): Map<unknown, unknown> =>
  new Map<unknown, unknown>([
    [WORDS, () => sent],
    [KEYS, () => keysFor(null)]
  ]);
