import { abstain } from './reading/finding.ts';
import type { Check } from './reading/finding.ts';
import { ruleWords } from './reading/rule-words.ts';

/** Structure that is clear and answers the question (p1): needs a reader. */
export const structureIsClear: Check = () => abstain(ruleWords.structureTakesReader);

/** Grammar and spelling (p2): needs a reader. */
export const languageIsCorrect: Check = () => abstain(ruleWords.languageTakesReader);
