import { messagesIn } from '../../messages/words.ts';
import { reasonsIn } from './reasons.ts';

/** Words of reasons for documents, exports, the command line and text that is stored, which are in English. */
export const englishReasons = messagesIn('en', 'figureReasons');

/** Why there is a dash instead of a number, in English. */
export const reasonInWords = reasonsIn(englishReasons);
