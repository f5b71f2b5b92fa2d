import { paragraphIn } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import { metricTitleIn } from '../../scorer/suites/metric-words.ts';
import type { ProcedureVerdict } from './verdict.ts';

/** The paragraph of a verdict for a reader: in English as it is stored and exported, otherwise with the title of the metric in the language. */
export const verdictIn = (language: string, { said, text }: ProcedureVerdict): string =>
  language === 'en'
    ? text
    : paragraphIn(
        language,
        said.map((sentence) => titled(language, sentence))
      );

const titled = (language: string, sentence: Saying): Saying => {
  const { metric } = sentence.values;
  return typeof metric === 'string'
    ? { ...sentence, values: { ...sentence.values, metric: metricTitleIn(language, metric) } }
    : sentence;
};
