import { paragraphIn } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import { messagesIn } from '../../messages/words.ts';
import { metricWordIn } from '../../scorer/suites/metric-words.ts';
import { studyOutcomeWords } from '../units/outcomes.ts';
import type { ProcedureVerdict } from './verdict.ts';

/** The paragraph of a verdict for a reader. Its `text` names the metric by its code, this by its words in the language. */
export const verdictIn = (language: string, { said }: Pick<ProcedureVerdict, 'said'>): string =>
  paragraphIn(
    language,
    said.map((sentence) => named(language, sentence))
  );

/** What to do, in few words before the paragraph. */
export function verdictLeadIn(
  language: string,
  { outcome, unanswered }: Pick<ProcedureVerdict, 'outcome' | 'unanswered'>
): string {
  const words = messagesIn(language, 'outcomes');
  return unanswered ? words.leadUnanswered : studyOutcomeWords(words)[outcome].lead;
}

const named = (language: string, sentence: Saying): Saying => {
  const { metric } = sentence.values;
  return typeof metric === 'string'
    ? { ...sentence, values: { ...sentence.values, metric: metricWordIn(language, metric) } }
    : sentence;
};
