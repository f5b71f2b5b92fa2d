import { messagesIn } from '../../messages/words.ts';

/** Words of charts in documents and files, which are in English. */
export const englishCharts = messagesIn('en', 'reportCharts');
