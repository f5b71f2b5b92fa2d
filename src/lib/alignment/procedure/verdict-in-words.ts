import { paragraphIn } from '../../messages/say-in.ts';
import type { Saying } from '../../messages/sayings.ts';
import { metricWordIn } from '../../scorer/suites/metric-words.ts';
import type { ProcedureVerdict } from './verdict.ts';

/** The paragraph of a verdict for a reader. Its `text` names the metric by its code, this by its words in the language. */
export const verdictIn = (language: string, { said }: Pick<ProcedureVerdict, 'said'>): string =>
  paragraphIn(
    language,
    said.map((sentence) => named(language, sentence))
  );

const named = (language: string, sentence: Saying): Saying => {
  const { metric } = sentence.values;
  return typeof metric === 'string'
    ? { ...sentence, values: { ...sentence.values, metric: metricWordIn(language, metric) } }
    : sentence;
};
