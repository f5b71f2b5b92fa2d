import { refuse } from '../../errors.ts';
import type { Metric } from '../metric.ts';
import { rubricOfMetric } from '../suites/rubrics/known-rubrics.ts';

/**
 * The metric of a run with the aggregation of another rubric. Refused if verdicts on the other rubric's criteria are not those that the
 * run has: a criterion with another text or key was not judged.
 *
 * @param qids of the run's reports under the metric
 */
export function otherRubric(metric: Metric, other: Metric, qids: readonly string[]): Metric {
  const [own, rubric] = [rubricOfMetric(metric.name), rubricOfMetric(other.name)];
  if (!own || !rubric) return refuse.invalid(`${metric.name} is not the metric of a rubric.`);
  if (own === rubric) return metric;
  const wrong = (why: string): never =>
    refuse.invalid(
      `${other.title} cannot score the verdicts of ${metric.title}: ${why}. Only aggregation, weights, values of labels and figures may differ.`
    );
  const labels = metric.protocol.unit.labels.filter((label) => !other.protocol.unit.labels.includes(label));
  if (labels.length > 0) wrong(`its scale lacks ${labels.join(', ')}`);
  for (const qid of qids) {
    // Verdicts name the list of criteria that they are of.
    if (Object.hasOwn(own.queries ?? {}, qid) !== Object.hasOwn(rubric.queries ?? {}, qid))
      wrong(`only one of them has criteria of its own for query ${qid}`);
    const judged = new Map(metric.protocol.itemsOf?.(qid).map(({ key, text }) => [key, text]));
    for (const { key, text } of other.protocol.itemsOf?.(qid) ?? [])
      if (judged.get(key) !== text) wrong(`criterion ${key} of query ${qid} was not judged with this text`);
  }
  const { title, scale, aggregation, protocol } = other;
  const { aggregation: _own, ...rest } = metric;
  return { ...rest, title, scale, protocol, ...(aggregation && { aggregation }) };
}
