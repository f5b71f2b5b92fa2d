import { messagesIn } from '../../messages/words.ts';
import type { PlanWords } from './analysis-plan-words.ts';

/** Words for analysis plans in a language; documents, exports and the command line write them in English. */
export const planWordsIn = (language: string): PlanWords => ({
  terms: messagesIn(language, 'planTerms'),
  gates: messagesIn(language, 'gateTitles'),
  stopping: messagesIn(language, 'sequentialPlan')
});
