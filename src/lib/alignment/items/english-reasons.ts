import { messagesIn } from '../../messages/words.ts';
import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import type { UndefinedReason } from '../../stats/numbers/estimate.ts';
import { reasonKeys, reasonsIn } from './reasons.ts';

/** Words of reasons for documents, exports, the command line and text that is stored, which are in English. */
export const englishReasons = messagesIn('en', 'figureReasons');

/** Why there is a dash instead of a number, in English. */
export const reasonInWords = reasonsIn(englishReasons);

const say = sayingsOf('figureReasons');

/** The same as a phrase that each reader gets in their language. */
export const reasonSaid = (reason: UndefinedReason): Saying => say(reasonKeys[reason]);
