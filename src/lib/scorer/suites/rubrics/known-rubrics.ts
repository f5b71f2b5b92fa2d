/**
 * Rubrics of this process by the names of their metrics. A name holds the hash of the rubric's words, so that one name is one
 * rubric in every project and process, and knowing a rubric twice changes nothing.
 */
import type { Metric } from '../../metric.ts';
import type { Rubric } from './rubric.ts';
import { rubricMetric, rubricMetricName } from './rubric-protocol.ts';

const known = new Map<string, { rubric: Rubric; metric: Metric }>();

/** Makes a rubric known, and returns its metric. */
export function knowRubric(rubric: Rubric, hash: string): Metric {
  const name = rubricMetricName(rubric, hash);
  const there = known.get(name);
  if (there !== undefined) return there.metric;
  const metric = rubricMetric(rubric, hash);
  known.set(name, { rubric, metric });
  return metric;
}

export const isKnownRubric = (name: string): boolean => known.has(name);

/** The metric of a rubric by its name; undefined if no such rubric is known here. */
export const knownRubricMetric = (name: string): Metric | undefined => known.get(name)?.metric;

/** The rubric that a metric is made of; undefined for all other metrics. */
export const rubricOfMetric = (name: string): Rubric | undefined => known.get(name)?.rubric;
