import { refuse } from '../../errors.ts';
import type { Metric, MetricPrompt, MetricSettings, Suite } from '../pipeline.ts';
import { deepEval } from './deep-eval/index.ts';
import { directRatings } from './direct-rating/index.ts';
import { knownRubricMetric } from './rubrics/known-rubrics.ts';

/** Every suite, in the order of display. To add one, write its folder and name it here. */
export const suites = { 'deep-eval': deepEval, 'direct-rating': directRatings } as const satisfies Record<
  string,
  Suite
>;

export const metrics: readonly Metric[] = Object.values(suites).flatMap((suite) => suite.metrics);

/** The metric of that name, also of a rubric that this process knows; undefined if there is none. */
export const findMetric = (name: string): Metric | undefined =>
  metrics.find((metric) => metric.name === name) ?? knownRubricMetric(name);

/** The metric of that name, or a refusal that lists the names there are. */
export const metricByName = (name: string): Metric =>
  findMetric(name) ??
  refuse.invalid(
    `There is no metric named ${JSON.stringify(name)}. Metrics: ${metrics.map((metric) => metric.name).join(', ')}.`
  );

/** The prompt of that version, or a refusal that lists the versions there are. */
const promptOf = ({ name, prompt, versions = [prompt] }: Metric, version: string): MetricPrompt =>
  versions.find((one) => one.version === version) ??
  refuse.invalid(
    `The metric ${name} has no prompt version ${JSON.stringify(version)}. Versions: ${versions.map((one) => one.version).join(', ')}.`
  );

/** A metric as one run judges it. Refused: a version that its prompt does not have. */
export const withSettings = (metric: Metric, settings: MetricSettings = {}): Metric => ({
  ...metric,
  settings: { ...metric.settings, ...settings },
  prompt: settings.prompt === undefined ? metric.prompt : promptOf(metric, settings.prompt)
});

/** The metric with the prompt that has this hash; with its own where none has, as in imported runs. */
export const withPrompt = (metric: Metric, hash: string): Metric => ({
  ...metric,
  prompt: metric.versions?.find((one) => one.hash === hash) ?? metric.prompt
});
