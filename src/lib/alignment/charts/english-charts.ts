import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { messagesIn } from '../../messages/words.ts';

/** Words of the charts that a page shows, of the reader’s language. */
export type ChartWords = Words<Messages['reportCharts']>;

/** The same in English, for callers without a reader. */
export const englishCharts: ChartWords = messagesIn('en', 'reportCharts');

/** Words of the charts that only documents and files have. */
export type FileChartWords = Words<Messages['alignmentCharts']>;

/** The same in English. */
export const englishFileCharts: FileChartWords = messagesIn('en', 'alignmentCharts');
