/** Reported figures as people see them: by system, never together with computed ones. */
import { figureCell, textCell, type FigureCell, type FigureTable } from '../../../figure-table.ts';
import type { Metric } from '../../../metric.ts';
import type { ReportedRow, SuiteFigure } from '../../../suite.ts';
import { formTitles } from './form.ts';

export interface ReportedSummary {
  form: string;
  /** Name of the suite. */
  title: string;
  system: string;
  judge: string | null;
  figure: string;
  /** The figure over all tasks if the file states it, else the mean of the tasks' reported values; null if there is none. */
  value: number | null;
  /** Reported values; 0 for a figure over all tasks. */
  n: number;
  /** Tasks for which the file has words in the place of a value. */
  without: number;
  sources: string[];
}

/** One line for each figure of a system and judge. */
export function summariseReported(rows: readonly ReportedRow[]): ReportedSummary[] {
  const groups = Map.groupBy(rows, ({ form, system, judge, figure, qid }) =>
    JSON.stringify([form, system, judge, figure, qid === null])
  );
  return [...groups.values()].map((own) => {
    const { form, system, judge, figure, qid } = own[0]!;
    const values = own.flatMap(({ value }) => value ?? []);
    return {
      ...{ form, title: (formTitles as Record<string, string>)[form] ?? form, system, judge, figure },
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
      n: qid === null ? 0 : values.length,
      without: qid === null ? 0 : own.length - values.length,
      sources: [...new Set(own.map(({ source }) => source))]
    };
  });
}

/** The form that a rubric's metric is of: `rubric-FORM-HASH`. */
const formOf = ({ name }: Pick<Metric, 'name'>): string | null =>
  /^rubric-(.+)-[0-9a-f]{8,64}$/u.exec(name)?.[1] ?? null;

/** Scores that a run computed, beside those that files of the same form report of the same or other systems. */
export const reportedScores: SuiteFigure = {
  name: 'reported-scores',
  title: 'scores as reported, not recomputed',
  appliesTo: (metrics) => metrics.some((metric) => formOf(metric) !== null),
  table: ({ metrics, rows, reported }): FigureTable | null => {
    const forms = metrics.flatMap((metric) => {
      const form = formOf(metric);
      // A criterion's own figure is on the page of rubrics: 25 columns of them would tell the reader nothing.
      const own =
        form === null ? [] : reported().filter((one) => one.form === form && !one.figure.startsWith('criteria_avgs.'));
      return own.length === 0 ? [] : [{ metric, summary: summariseReported(own) }];
    });
    if (forms.length === 0) return null;
    const columnsOf = forms.map(({ metric, summary }) => ({
      metric,
      summary,
      // A system may be judged by several: each is a column of its own.
      figures: [...new Map(summary.map(({ figure, judge }) => [JSON.stringify([figure, judge]), { figure, judge }])).values()] // prettier-ignore
    }));
    const systems = [...new Set([...rows.map(({ system }) => system), ...forms.flatMap(({ summary }) => summary.map(({ system }) => system))])]; // prettier-ignore
    const several = forms.length > 1;
    const computed = (metric: Metric, system: string): FigureCell => {
      const values = rows.flatMap((row) =>
        row.metric === metric.name && row.system === system ? (row.score?.value ?? []) : []
      );
      if (values.length === 0) return textCell('–');
      const value = values.reduce((sum, one) => sum + one, 0) / values.length;
      return figureCell({ value, reason: null, interval: null }, values.length);
    };
    return {
      name: 'reported-scores',
      title: 'Scores as reported, not recomputed',
      range: 'none, since files report none',
      counted: 'tasks with a value; 0 where the file states one figure for all tasks',
      columns: columnsOf.flatMap(({ metric, figures }) => [
        {
          name: several ? `computed ${metric.name}` : 'computed',
          title: several ? `Computed here, ${metric.title}` : 'Computed here',
          decimals: 3
        },
        ...figures.map(({ figure, judge }) => {
          const title = judge === null ? figure : `${figure}, ${judge}`;
          return { name: several ? `${metric.name} ${title}` : title, title: `Reported: ${title}`, decimals: 3 };
        })
      ]),
      rows: systems.map((system) => ({
        group: null,
        system,
        cells: columnsOf.flatMap(({ metric, summary, figures }) => [
          computed(metric, system),
          ...figures.map(({ figure, judge }) => {
            const found = summary.find((one) => one.system === system && one.figure === figure && one.judge === judge);
            if (!found) return textCell('–');
            if (found.value === null) return textCell('no value');
            return figureCell({ value: found.value, reason: null, interval: null }, found.n);
          })
        ])
      })),
      notes: [
        'Reported figures are those of the files that were imported, as they stand there. They enter no mean, comparison or interval.',
        'Figures of single criteria are on the page Rubrics.',
        'Over several tasks, the plain mean of the reported values is shown; tasks without a value are left out.'
      ]
    };
  }
};
