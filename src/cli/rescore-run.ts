import { refuse } from '../lib/errors.ts';
import { writeRescoredCsv } from '../lib/exchange/export/run/rescored-csv.ts';
import type { Metric } from '../lib/scorer/metric.ts';
import { printPenaltyTable } from '../lib/scorer/protocols/penalties.ts';
import type { RescoredFigure, RescoredMetric, ScoringRule } from '../lib/scorer/rescoring/rescored.ts';
import { rescore } from '../lib/scorer/rescoring/rescoring.server.ts';
import { metricsOf } from '../lib/scorer/runs/runs.server.ts';
import { rubricOfMetric } from '../lib/scorer/suites/rubrics/known-rubrics.ts';
import { rubricMetricOf } from '../lib/scorer/suites/rubrics/rubrics.server.ts';
import { writeFile } from './leaving.ts';
import { printJson } from './outcome.ts';
import { readOption } from './read-option.ts';
import type { RescoreOptions } from './rescore.ts';
import { rubricText } from './rubric-text.ts';
import { readPenalties } from './score-wish.ts';
import { inProject } from './study-place.ts';
import { textTable, type Alignment } from './table.ts';
import { runNumbered } from './numbered-things.ts';
import { withDecimals } from '../lib/stats/writing/figures.ts';

/** Prints the scores of a run by other rules beside its own. */
export const runRescore = (number: number, options: RescoreOptions): Promise<void> =>
  inProject(options, async ({ db, reading }) => {
    const run = runNumbered(db, reading, number);
    const metric = metricsOf(db, run.id).map((row) => row.metric);
    const { penalties = [], ensemble, rubric = [], csv } = options;
    const tables = Object.entries(readOption('--penalties', () => readPenalties({ metric, penalties })));
    const metrics = rescore(db, reading, run, {
      penalties: Object.fromEntries(tables.map(([name, settings]) => [name, settings.penalties!])),
      ...(ensemble !== undefined && { missing: ensemble }),
      rubrics: Object.fromEntries(rubric.map((file) => rubricFor(metric, file)))
    });
    if (csv !== undefined)
      await writeFile(
        db,
        reading,
        { entity: 'run', entityId: run.id },
        csv,
        writeRescoredCsv(number, metrics),
        'rescored.csv'
      );
    if (options.json) return printJson({ run: { number, name: run.name }, metrics });
    console.log([`Run ${number}: ${run.name}. No judge was asked.`, ...metrics.map(metricText)].join('\n\n'));
    if (csv !== undefined) console.log(`\nScores of reports were written to ${csv}.`);
  });

/** The metric of a rubric file by the metric of the run whose rubric has its name. */
function rubricFor(metrics: readonly string[], file: string): [string, Metric] {
  const other = rubricMetricOf(rubricText(file), file);
  const { name } = rubricOfMetric(other.name)!;
  const own = metrics.find((one) => rubricOfMetric(one)?.name === name);
  if (own === undefined)
    return refuse.invalid(
      `--rubric ${file}: the run has no metric of a rubric named ${name}. Its metrics: ${metrics.join(', ')}.`
    );
  return [own, other];
}

const missingWords: Record<ScoringRule['missing'], string> = {
  'all-judges': 'units on which a judge failed are unscored',
  answered: 'judges that failed are left out'
};

const ruleInWords = ({ penalties, missing, title }: ScoringRule, name: string): string =>
  [
    ...(rubricOfMetric(name) ? [title] : []),
    ...(penalties ? [`penalties ${printPenaltyTable(penalties)}`] : []),
    missingWords[missing]
  ].join('; ');

function metricText({ name, digits, rule, systems }: RescoredMetric): string {
  const shown = (value: number | null): string => (value === null ? '–' : withDecimals(value, digits));
  const cells = ({ value, n, interval }: RescoredFigure): string[] => [
    shown(value),
    interval ? `${shown(interval[0])} – ${shown(interval[1])}` : '–',
    String(n)
  ];
  const header = ['system', 'before', '95% CI', 'n', 'after', '95% CI', 'n', 'change'];
  const rows = systems.map(({ system, before, after }) => {
    const change = before.value === null || after.value === null ? null : after.value - before.value;
    const sign = change !== null && Number(withDecimals(change, digits)) > 0 ? '+' : '';
    return [system, ...cells(before), ...cells(after), `${sign}${shown(change)}`];
  });
  const undefinedWhy = systems.flatMap(({ system, before, after }) => [
    ...(before.value === null ? [`${system} has no score before: ${before.reason ?? 'no reason was recorded'}`] : []),
    ...(after.value === null ? [`${system} has no score after: ${after.reason ?? 'no reason was recorded'}`] : [])
  ]);
  return [
    name,
    `before: ${ruleInWords(rule.before, name)}`,
    `after: ${ruleInWords(rule.after, name)}`,
    textTable(
      header,
      rows,
      header.map((_, at): Alignment => (at === 0 ? 'left' : 'right'))
    ),
    ...undefinedWhy
  ].join('\n');
}
