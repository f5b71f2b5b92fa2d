import { and, asc, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { sha256 } from '../../server/db/id.ts';
import { baselineReports } from '../../scorer/runs/judged-reports.server.ts';
import { orderSaid, reportValues } from './judge-labels.server.ts';
import { asUnit, judgedUnits } from './judged-units.server.ts';
import type { StudyKind } from '../kinds/index.ts';
import { stratumOf } from '../planning/drawing/sampling.ts';
import type { StudyRun, Unit } from './unit.ts';

/** Units of which a report has exactly one, such as its rating. */
export const wholesIn = (db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] =>
  judgedUnits(db, run, metric, kind).map((unit) => ({
    ...asUnit(unit, kind.units),
    text: kind.question ?? '',
    place: 0
  }));

/** Each compared report beside the baseline's on the same query. */
export function pairsIn(db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] {
  const { runMetric } = schema;
  const row = db
    .select({ settings: runMetric.settings })
    .from(runMetric)
    .where(and(eq(runMetric.runId, run.id), eq(runMetric.metric, metric)))
    .get();
  const baseline = row?.settings.baseline;
  if (baseline === undefined) return [];
  const others = baselineReports(db, baseline, run);
  return judgedUnits(db, run, metric, kind).flatMap((unit): Unit[] => {
    const other = others.get(unit.queryRow);
    if (!other || other.id === unit.reportId) return [];
    return [{ ...asUnit(unit, 'comparison'), text: kind.question ?? '', place: 0, beside: [other.id] }];
  });
}

interface WholeReport {
  reportId: string;
  queryId: string;
  category: string | null;
  systemId: string;
}

const reportsOf = (db: Db, run: StudyRun): WholeReport[] => {
  const { runReport, report, query, system } = schema;
  return db
    .select({ reportId: report.id, queryId: query.qid, category: query.category, systemId: system.name })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(runReport.runId, run.id))
    .orderBy(asc(query.qid), asc(system.name))
    .all();
};

const whole = (kind: StudyKind) =>
  ({
    item: 'report',
    text: kind.question ?? '',
    place: 0,
    unitKind: 'report',
    unitKey: null,
    judgeId: null,
    material: {}
  }) as const;

/** Every report of the run. Judges say nothing of it here, so there is nothing on which they could differ. */
export const reportsIn = (db: Db, run: StudyRun, kind: StudyKind): Unit[] =>
  reportsOf(db, run).map((report) => ({ ...whole(kind), ...report, stratum: 'all-agree', labelled: true, beside: [] }));

/**
 * The reports on each query in groups of up to four. More reports are dealt into groups as even as possible, in a pseudo-random
 * order that is the same each time.
 */
export function groupsIn(db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] {
  const byQuery = Map.groupBy(reportsOf(db, run), ({ queryId }) => queryId);
  const values = reportValues(db, run.id, metric);
  const judges = [...new Set([...values.values()].flatMap((ofReport) => [...ofReport.keys()]))];
  return [...byQuery.values()].flatMap((reports) => {
    const dealt = reports
      .map((report) => ({ report, at: sha256(JSON.stringify([report.queryId, report.systemId])) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ report }) => report);
    const groups = Math.ceil(dealt.length / (kind.mostReports ?? dealt.length));
    return Array.from({ length: groups }, (_, g) => dealt.filter((_one, i) => i % groups === g)).flatMap(
      (group, g): Unit[] => {
        const [first, ...beside] = group;
        if (!first || beside.length === 0) return [];
        const orders = judges.flatMap(
          (judge) =>
            orderSaid(
              kind,
              group.map(({ reportId }) => values.get(reportId)?.get(judge) ?? null)
            ).label ?? []
        );
        return [
          {
            ...whole(kind),
            ...first,
            item: `ranking-${g + 1}`,
            systemId: group.map(({ systemId }) => systemId).join(', '),
            stratum: stratumOf(new Set(orders).size),
            labelled: orders.length > 0,
            beside: beside.map(({ reportId }) => reportId)
          }
        ];
      }
    );
  });
}
