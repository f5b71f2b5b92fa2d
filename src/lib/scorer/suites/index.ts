import { refuse } from '../../errors.ts';
import type { Metric, MetricSettings, Suite } from '../pipeline.ts';
import { deepEval } from './deep-eval/index.ts';
import { directRatings } from './direct-rating/index.ts';

/** Every suite, in the order of display. To add one, write its folder and name it here. */
export const suites = { 'deep-eval': deepEval, 'direct-rating': directRatings } as const satisfies Record<
  string,
  Suite
>;

export const metrics: readonly Metric[] = Object.values(suites).flatMap((suite) => suite.metrics);

/** The metric of that name, or a refusal that lists the names there are. */
export const metricByName = (name: string): Metric =>
  metrics.find((metric) => metric.name === name) ??
  refuse.invalid(
    `There is no metric named ${JSON.stringify(name)}. Metrics: ${metrics.map((metric) => metric.name).join(', ')}.`
  );

/** A metric as one run judges it. */
export const withSettings = (metric: Metric, settings: MetricSettings = {}): Metric => ({
  ...metric,
  settings: { ...metric.settings, ...settings }
});
