import type { FigureTable } from '../../../figure-table.ts';
import type { Metric } from '../../../metric.ts';
import type { FigureSource, FigureVerdict, SuiteFigure } from '../../../suite.ts';
import { cascadeTable } from './cascade.ts';
import { metricOfSubtasks, type JudgedReport, judgedReports } from './judged-reports.ts';
import { dailyOverview } from './overview.ts';
import { repeatTable } from './repeats.ts';
import { domainPreferences, typeDifferences } from './task-types.ts';
import { traceTable } from './traces.ts';

const appliesTo = (metrics: readonly Metric[]): boolean => metricOfSubtasks(metrics) !== undefined;

type Named = Pick<SuiteFigure, 'name' | 'title'> & { inPaper?: string };

const ofReports = (
  named: Named,
  make: (reports: JudgedReport[], source: FigureSource) => FigureTable | null
): SuiteFigure => ({
  ...{ ...named, appliesTo },
  table: (source) => {
    const reports = judgedReports(source);
    return reports.length === 0 ? null : make(reports, source);
  }
});

const ofSubtasks = (named: Named, make: (verdicts: Iterable<FigureVerdict>) => FigureTable | null): SuiteFigure => ({
  ...{ ...named, appliesTo },
  table: ({ metrics, verdicts }) => {
    const metric = metricOfSubtasks(metrics);
    return metric ? make(verdicts(metric.name, { kind: 'daily-subtask' })) : null;
  }
});

/** Tables of arXiv 2606.12871, in its order, computed from the scores and subtasks of a run. */
export const dailyReportFigures: readonly SuiteFigure[] = [
  ofReports({ name: 'daily-report-overview', title: 'scores on daily tasks', inPaper: 'Table 3' }, dailyOverview),
  ofSubtasks({ name: 'daily-report-cascade', title: 'where subtasks fail first' }, cascadeTable),
  ofReports(
    { name: 'daily-report-types', title: 'analysis minus retrieval tasks', inPaper: 'Figure 3' },
    typeDifferences
  ),
  ofReports(
    { name: 'daily-report-traces', title: 'traces and references', inPaper: 'Figure 4 and Table 6' },
    traceTable
  ),
  ofSubtasks({ name: 'daily-report-repeats', title: 'spread over repeats', inPaper: 'Table 4' }, repeatTable),
  ofReports(
    { name: 'daily-report-domains', title: 'UserPref by domain and type', inPaper: 'Figure 5' },
    domainPreferences
  )
];
