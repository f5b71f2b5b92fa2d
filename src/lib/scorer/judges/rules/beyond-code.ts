import { abstain } from './reading/finding.ts';
import type { Check } from './reading/finding.ts';

/** Structure that is clear and answers the question (p1): needs a reader. */
export const structureIsClear: Check = () =>
  abstain(
    'Whether the order of the sections is clear and answers the question takes a reader; code does not decide it.'
  );

/** Grammar and spelling (p2): needs a reader. */
export const languageIsCorrect: Check = () =>
  abstain('Whether grammar and spelling are free of errors takes a reader; code does not decide it.');
