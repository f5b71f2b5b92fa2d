import { messagesIn } from '../../messages/words.ts';
import type { JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { NamedRater } from '../units/ratings.ts';
import { compactNames, judgesInFewWords } from './rater-names.ts';

/** An ensemble in the reader’s language with every judge named: `scripted:ferrule + gannet, majority`. */
export const ensembleIn = (language: string, names: readonly string[], rule: string): string =>
  messagesIn(language, 'ensembleNames').named({ judges: compactNames(names), rule });

/** The same in few words: `all three, majority`. */
export const ensembleInFewWordsIn = (
  language: string,
  ensemble: JudgeEnsemble,
  judges: readonly NamedRater[]
): string =>
  messagesIn(language, 'ensembleNames').named({ judges: judgesInFewWords(ensemble, judges), rule: ensemble.rule });
