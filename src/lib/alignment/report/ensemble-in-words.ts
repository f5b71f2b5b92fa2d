import { messagesIn } from '../../messages/words.ts';
import { rules, type JudgeEnsemble } from '../ensembles/ensembles.ts';
import type { NamedRater } from '../units/ratings.ts';
import { compactNames, judgesInFewWords } from './rater-names.ts';

/** An ensemble in the reader’s language with every judge named: `scripted:ferrule + gannet, majority`. */
export const ensembleIn = (language: string, names: readonly string[], rule: string): string =>
  messagesIn(language, 'ensembleNames').named({ judges: compactNames(names), rule });

/** An ensemble that is kept in English words (`ensembleByName`), in the reader’s language. */
export function ensembleTextIn(language: string, text: string): string {
  const { named } = messagesIn(language, 'ensembleNames');
  const rule = rules.find((one) => text.endsWith(`, ${one}`));
  return rule === undefined ? text : named({ judges: text.slice(0, -`, ${rule}`.length), rule });
}

/** The same of a run, as a succession names its candidates: `scripted:ferrule + gannet, majority, run 4`. */
export const ensembleOfRunIn = (language: string, text: string, run: number): string =>
  messagesIn(language, 'ensembleNames').ofRun({
    ensemble: ensembleTextIn(language, text.slice(0, -`, run ${run}`.length)),
    run
  });

/** The judges of an ensemble in few words: `all three`, `scripted:ferrule + gannet`. */
export const judgesInFewWordsIn = (
  language: string,
  ensemble: Pick<JudgeEnsemble, 'judgeIds'>,
  judges: readonly NamedRater[]
): string =>
  judges.length > 2 && ensemble.judgeIds.length === judges.length
    ? messagesIn(language, 'ensembleNames').allJudges({ n: judges.length })
    : judgesInFewWords(ensemble, judges);

/** The rule that combines the judges of an ensemble, or `single`. */
export const ruleIn = (language: string, rule: string): string => messagesIn(language, 'ensembleNames').rule({ rule });

/** An ensemble in few words, with its rule: `all three, majority`. */
export const ensembleInFewWordsIn = (
  language: string,
  ensemble: Pick<JudgeEnsemble, 'judgeIds'> & { rule: string },
  judges: readonly NamedRater[]
): string =>
  messagesIn(language, 'ensembleNames').named({
    judges: judgesInFewWordsIn(language, ensemble, judges),
    rule: ensemble.rule
  });
