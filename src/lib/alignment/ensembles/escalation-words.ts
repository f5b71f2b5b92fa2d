import { count, percent, proportion } from '../../stats/writing/figures.ts';
import type { Escalation } from './escalation.ts';

/** One sentence on how often the ensemble is wrong on the items on which enough judges give its answer. */
export function escalationInWords(escalation: Escalation): string {
  const { judges, of, coverage, errors, covered, clusters, upperBound, confidence, tolerated } = escalation;
  const level = percent(confidence, Number.isInteger(Math.round(confidence * 1e6) / 1e4) ? 0 : 1);
  const wrong = Number.isInteger(errors) ? count(errors) : errors.toFixed(1);
  return `If at least ${judges} of ${of} judges give the ensemble’s answer (${percent(coverage)} of items), it disagrees with annotators on ${wrong} of ${count(covered)} items in ${count(clusters)} queries; one-sided ${level} upper bound, clustered by query, ${proportion(upperBound)}; tolerated ${proportion(tolerated, 2)}.`;
}
