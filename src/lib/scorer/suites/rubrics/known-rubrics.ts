/**
 * Rubrics of this process by the names of their metrics. A name holds the beginning of the hash of the rubric's words, and more of
 * it if another rubric has that beginning too: one name is one rubric in every project, and knowing a rubric twice changes nothing.
 */
import type { Metric } from '../../metric.ts';
import type { Rubric } from './rubric.ts';
import { rubricMetric, rubricMetricName } from './rubric-protocol.ts';

const known = new Map<string, { rubric: Rubric; hash: string; metric: Metric }>();

/** Digits of the hash in a name: as few as tell the rubric from all others that are known. */
const DIGITS = [8, 16, 32, 64];

/** The name of a rubric's metric: its own if it is known, else the shortest that no other rubric has. */
function nameFor(rubric: Rubric, hash: string): string {
  const names = DIGITS.map((digits) => rubricMetricName(rubric, hash, digits));
  return (
    names.find((name) => known.get(name)?.hash === hash) ?? names.find((name) => !known.has(name)) ?? names.at(-1)!
  );
}

/**
 * Makes a rubric known, and returns its metric.
 *
 * @param name As it is stored; chosen here if absent
 * @throws if the name is that of another rubric, as when two databases are open that chose differently
 */
export function knowRubric(rubric: Rubric, hash: string, name = nameFor(rubric, hash)): Metric {
  const there = known.get(name);
  if (there !== undefined && there.hash !== hash)
    throw new Error(`${name} is the metric of another rubric in this process (hashes ${there.hash} and ${hash}).`);
  if (there !== undefined) return there.metric;
  const metric = { ...rubricMetric(rubric, hash), name };
  known.set(name, { rubric, hash, metric });
  return metric;
}

export const isKnownRubric = (name: string): boolean => known.has(name);

/** The metric of a rubric by its name; undefined if no such rubric is known here. */
export const knownRubricMetric = (name: string): Metric | undefined => known.get(name)?.metric;

/** The rubric that a metric is made of; undefined for all other metrics. */
export const rubricOfMetric = (name: string): Rubric | undefined => known.get(name)?.rubric;

/** The same with its hash, for a process that does not know it yet. */
export function knownRubric(name: string): { rubric: Rubric; hash: string } | undefined {
  const there = known.get(name);
  return there && { rubric: there.rubric, hash: there.hash };
}
