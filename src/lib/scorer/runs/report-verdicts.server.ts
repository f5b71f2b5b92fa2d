import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Metric } from '../metric.ts';
import type { Mark } from '../report/marks.ts';
import type { FigureTable } from '../figure-table.ts';
import type { SaidOfReport } from '../suite.ts';
import { scaleOfUnit, suiteWith } from '../suites/index.ts';
import { type VerdictView, verdictView } from '../units/verdict-view.ts';
import type { Place } from '../verdict.ts';
import { reportFigures } from './run-scores.server.ts';
import { verdictsOfReport } from './run-verdicts.server.ts';
import type { Run } from './runs.server.ts';

interface ReportReading {
  /** Scores of each judge and of all together. */
  figures: ReturnType<typeof reportFigures>;
  /** Null while no judge has come to the report. */
  view: VerdictView | null;
  /** Tables that the metric's suite makes of the verdicts on one report. */
  tables: FigureTable[];
  /** Passages of the report that verdicts are about. */
  marks: Mark[];
}

/**
 * Reads a run's verdicts on one report under one of its metrics, for people to read beside the report.
 *
 * @param wordingOf Words of a checklist's item, by key
 * @param locate Finds a quote in the report
 */
export function readReportVerdicts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { run, metric, reportId }: { run: Run; metric: Metric; reportId: string },
  wordingOf: (key: string) => string,
  locate: (quote: string) => Place | null
): ReportReading {
  const { name, protocol, dimensions = null } = metric;
  const said = verdictsOfReport(db, grant, run, reportId, name);
  const { view, marks } = verdictView(said, wordingOf, locate, scaleOfUnit(protocol.unit), dimensions);
  return {
    figures: reportFigures(db, grant, run, reportId, name),
    view: said.length > 0 ? view : null,
    tables: suiteWith(name)?.reportTables?.(byJudge(said)) ?? [],
    marks
  };
}

/** Verdicts judge by judge and repeat by repeat. */
function byJudge(said: ReturnType<typeof verdictsOfReport>): SaidOfReport[] {
  const all = said.flatMap(({ verdicts }) => verdicts);
  return [...Map.groupBy(all, ({ judgeId, repeat }) => `${judgeId} ${repeat}`).values()].map((own) => ({
    ...{ judge: own[0]!.judge, repeat: own[0]!.repeat },
    verdicts: own.map(({ verdict }) => verdict)
  }));
}
