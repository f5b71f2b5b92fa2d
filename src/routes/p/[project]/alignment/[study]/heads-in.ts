import type { HeadlineWords } from '$lib/components/alignment/report/headlines.ts';
import { listIn } from '$lib/messages/lists.ts';
import { messagesIn } from '$lib/messages/words.ts';

/** Words for the heads of a report's sections in a language. */
export const headlineWordsIn = (language: string): HeadlineWords => ({
  heads: messagesIn(language, 'reportHeads'),
  list: (names) => listIn(language, names)
});
