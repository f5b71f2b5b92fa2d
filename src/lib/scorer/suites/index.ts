import { knownPrompt } from '../prompts/known-prompts.ts';
import { refuse } from '../../errors.ts';
import type { BoardGrouping } from '../grouping.ts';
import type { Metric, MetricPrompt, MetricSettings, Protocol } from '../metric.ts';
import type { Suite, SuiteFigure } from '../suite.ts';
import { scaleByValues, unknownUnit, type UnitDefinition, type UnitLabel, type UnitScale } from '../unit-definition.ts';
import { sharedUnits } from '../units/kinds/index.ts';
import { dailyReport } from './daily-report/suite/index.ts';
import { deepEval } from './deep-eval/index.ts';
import { directRatings } from './direct-rating/index.ts';
import { reportBench } from './report-bench/suite/index.ts';
import { researchArena } from './research-arena/suite/index.ts';
import { criterion } from './rubrics/criterion.ts';
import { knownRubricMetric, rubricOfMetric } from './rubrics/known-rubrics.ts';
import { reportedScores } from './rubrics/published/reported-summary.ts';

/** Every suite, in the order of display. To add one, write its folder and name it here. */
export const suites = {
  'deep-eval': deepEval,
  'direct-rating': directRatings,
  'report-bench': reportBench,
  'daily-report': dailyReport,
  'research-arena': researchArena
} as const satisfies Record<string, Suite>;

export const metrics: readonly Metric[] = Object.values(suites).flatMap((suite) => suite.metrics);

const added: Suite[] = [];

/**
 * Makes a suite known to this process that is not among the shipped ones.
 *
 * @returns what makes it unknown again
 * @throws if its name, or that of a metric or kind of unit, is taken
 */
export function addSuite(suite: Suite): () => void {
  if (allSuites().some(({ name }) => name === suite.name)) throw new Error(`There is a suite ${suite.name} already.`);
  for (const { name } of suite.metrics)
    if (findMetric(name)) throw new Error(`There is a metric ${name} already; ${suite.name} has to name its own.`);
  for (const { name } of suite.units ?? [])
    if (isKnownUnit(name)) throw new Error(`There is a unit ${name} already; ${suite.name} has to name its own.`);
  for (const { name } of suite.figures ?? [])
    if (allFigures().some((figure) => figure.name === name))
      throw new Error(`There is a figure ${name} already; ${suite.name} has to name its own.`);
  added.push(suite);
  return () => void added.splice(added.indexOf(suite), 1);
}

/** The suites of the registry, then those added to this process. */
export const allSuites = (): readonly Suite[] => [...Object.values(suites), ...added];

/** The metric of that name, also of a rubric that this process knows; undefined if there is none. */
export const findMetric = (name: string): Metric | undefined =>
  allSuites()
    .flatMap((suite) => suite.metrics)
    .find((metric) => metric.name === name) ?? knownRubricMetric(name);

/** The suite that has a metric of that name; undefined for those of rubrics. */
export const suiteWith = (metric: string): Suite | undefined =>
  allSuites().find((suite) => suite.metrics.some(({ name }) => name === metric));

/** Tables and charts of all suites, in the order of display. */
export const allFigures = (): readonly SuiteFigure[] => [
  ...allSuites().flatMap(({ figures }) => figures ?? []),
  reportedScores
];

/** Grouping of the leaderboard of a run of these metrics: the first grouping of their suites, a rubric being one; null: none. */
export const groupingOf = (run: readonly Pick<Metric, 'name'>[]): BoardGrouping | null =>
  run
    .map(({ name }) => {
      const groups = rubricOfMetric(name)?.groups;
      if (groups !== undefined) return { by: groups };
      return suiteWith(name)?.grouping;
    })
    .find((grouping) => grouping !== undefined) ?? null;

/** Those that a run of these metrics has. */
export const figuresFor = (of: readonly Metric[]): SuiteFigure[] =>
  allFigures().filter((figure) => figure.appliesTo(of));

/** Every kind of unit: the shared ones, criteria of rubrics, those of suites. */
export const allUnits = (): readonly UnitDefinition[] => [
  ...sharedUnits,
  criterion,
  ...allSuites().flatMap(({ units }) => units ?? [])
];

export const isKnownUnit = (name: string): boolean => allUnits().some((unit) => unit.name === name);

/** The kind of unit of that name. One that this version does not know is given by its name alone, never refused. */
export const unitNamed = (name: string): UnitDefinition =>
  allUnits().find((unit) => unit.name === name) ?? unknownUnit(name);

/** Whether judges under one of these metrics read pages that reports cite. */
export const readCitedPages = (of: readonly Pick<Metric, 'protocol'>[]): boolean =>
  of.some(({ protocol }) => unitNamed(protocol.unit.kind).pages);

/** The scale of a metric's units; null if their labels are numbers. */
export function scaleOfUnit({ kind, scale, labels }: Protocol['unit']): UnitScale | null {
  const unit = unitNamed(kind);
  if (unit.scale !== 'by-metric') return unit.scale;
  return scale ?? scaleByValues(labels.map((label) => ({ label, title: label, value: null })));
}

/** The labels of a kind of units, under a metric if the kind leaves them to it; none if they are numbers. */
export function labelsOfUnit(kind: string, metric: string): readonly UnitLabel[] {
  const { scale } = unitNamed(kind);
  if (scale !== 'by-metric') return scale?.labels ?? [];
  const judged = findMetric(metric)?.protocol.unit;
  return judged?.kind === kind ? (scaleOfUnit(judged)?.labels ?? []) : [];
}

/** The metric of that name, or a refusal that lists the names there are. */
export const metricByName = (name: string): Metric => findMetric(name) ?? refuseMetric(name);

export const refuseMetric = (name: string): never =>
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

/** The metric with the prompt that has this hash, shipped or reworded; with its own if none has, as in imported runs. */
export const withPrompt = (metric: Metric, hash: string): Metric => ({
  ...metric,
  prompt: metric.versions?.find((one) => one.hash === hash) ?? knownPrompt(metric.name, hash) ?? metric.prompt
});
