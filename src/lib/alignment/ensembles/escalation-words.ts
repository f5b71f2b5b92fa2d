import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { confidenceLevel, count, percent, proportion } from '../../stats/writing/figures.ts';
import type { Escalation } from './escalation.ts';

/** One sentence on how often the ensemble is wrong on the items on which enough judges give its answer. */
export function escalationInWords(escalation: Escalation, words: Words<Messages['escalation']>): string {
  const { judges, of, coverage, errors, covered, clusters, upperBound, confidence, tolerated } = escalation;
  const level = confidenceLevel(confidence);
  const wrong = Number.isInteger(errors) ? count(errors) : errors.toFixed(1);
  return words.found({
    ...{ judges, of, coverage: percent(coverage), wrong, covered: count(covered), queries: count(clusters) },
    ...{ level, bound: proportion(upperBound), tolerated: proportion(tolerated, 2) }
  });
}
