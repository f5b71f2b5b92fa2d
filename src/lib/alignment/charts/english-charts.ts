import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { messagesIn } from '../../messages/words.ts';

/** Words of the charts that a page shows, of the reader’s language. */
export type ChartWords = Words<Messages['reportCharts']>;

/** Words of charts in documents and files, which are in English. */
export const englishCharts: ChartWords = messagesIn('en', 'reportCharts');
