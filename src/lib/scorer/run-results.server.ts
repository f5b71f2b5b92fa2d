import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import type { Evidence, Label, Score, Verdict } from './pipeline.ts';
import { combine, combineJudges, type EnsembleScore } from './protocols/checklist.ts';
import { judgeNames, judgesOf, type Run } from './runs.server.ts';
import { samplesOf } from './tasks.server.ts';

export type VerdictRow = typeof schema.verdict.$inferSelect;

/** The stored row as the pipeline's verdict. */
export function verdictOf(row: VerdictRow): Verdict {
  const { item, rationale, evidence } = row;
  if (row.state === 'unscored')
    return { item, state: 'unscored', label: null, rationale: '', evidence: [], reason: row.reason ?? 'not stored' };
  if (row.state === 'abstained') return { item, state: 'abstained', label: null, rationale, evidence };
  return { item, state: 'judged', label: row.label as 'yes' | 'no', rationale, evidence };
}

/** The run's judges in its order, by the names that tell them apart. */
function namedJudges(db: Db, run: Run): { id: string; name: string }[] {
  const judges = judgesOf(db, run.id);
  const names = judgeNames(judges);
  return judges.map(({ id }, i) => ({ id, name: names[i]! }));
}

export interface ReportScore {
  reportId: string;
  qid: string;
  system: string;
  metric: string;
  /** Scores of the run's judges, in the run's order; null where a judge has not come to this report. */
  judges: { judge: string; score: Score | null }[];
  /** Mean over the judges; null until all of them have finished the report. */
  ensemble: EnsembleScore | null;
}

/** Every report's scores, computed from the stored verdicts; a report without any verdict yet is listed with nulls. */
export function reportScores(db: Db, _grant: ProjectGrant<'read-results'>, run: Run): ReportScore[] {
  const judges = namedJudges(db, run);
  const reports = db
    .select({ reportId: schema.report.id, qid: schema.query.qid, system: schema.system.name })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.system.name), asc(schema.query.position))
    .all();
  const metrics = db
    .select()
    .from(schema.runMetric)
    .where(eq(schema.runMetric.runId, run.id))
    .orderBy(asc(schema.runMetric.position))
    .all();
  const byTask = new Map<string, Verdict[]>();
  const place = (report: string, metric: string, judge: string): string => `${report} ${metric} ${judge}`;
  for (const row of db
    .select()
    .from(schema.verdict)
    .where(eq(schema.verdict.runId, run.id))
    .orderBy(sql`${schema.verdict}.rowid`)
    .all()) {
    const key = place(row.reportId, row.metric, row.judgeId);
    const list = byTask.get(key);
    if (list) list.push(verdictOf(row));
    else byTask.set(key, [verdictOf(row)]);
  }
  return metrics.flatMap(({ metric }) =>
    reports.map((report): ReportScore => {
      const said = judges.map((judge) => ({
        judge: judge.name,
        verdicts: byTask.get(place(report.reportId, metric, judge.id))
      }));
      const finished = said.flatMap(({ judge, verdicts }) => (verdicts ? [{ judge, verdicts }] : []));
      return {
        ...report,
        metric,
        judges: said.map(({ judge, verdicts }) => ({ judge, score: verdicts ? combine(verdicts) : null })),
        ensemble: finished.length === judges.length && judges.length > 0 ? combineJudges(finished) : null
      };
    })
  );
}

export interface SystemScore {
  system: string;
  metric: string;
  /** Mean over reports that have a score, 0–100; null where none has. */
  value: number | null;
  /** Reports that the mean rests on, of how many. */
  n: number;
  reports: number;
  unscoredUnits: number;
  judges: { judge: string; value: number | null; n: number }[];
}

/** System score: mean over its reports of the ensemble's score (paper 000, section 4.2), with the judges' own beside it. */
export function systemScores(scores: readonly ReportScore[]): SystemScore[] {
  const groups = new Map<string, ReportScore[]>();
  for (const score of scores) {
    const key = JSON.stringify([score.metric, score.system]);
    groups.set(key, [...(groups.get(key) ?? []), score]);
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    const values = group.flatMap((s) => s.ensemble?.value ?? []);
    return {
      system: first.system,
      metric: first.metric,
      value: mean(values),
      n: values.length,
      reports: group.length,
      unscoredUnits: group.reduce((n, s) => n + (s.ensemble?.unscored ?? 0), 0),
      judges: first.judges.map(({ judge }, j) => {
        const own = group.flatMap((s) => s.judges[j]?.score?.value ?? []);
        return { judge, value: mean(own), n: own.length };
      })
    };
  });
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;

export interface UnitVerdicts {
  item: string;
  verdicts: { judgeId: string; judge: string; verdict: Verdict }[];
}

/** What the run's judges said of one report, unit by unit. */
export function verdictsOfReport(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  reportId: string,
  metric: string
): UnitVerdicts[] {
  const judges = namedJudges(db, run);
  const rows = db
    .select()
    .from(schema.verdict)
    .where(
      and(eq(schema.verdict.runId, run.id), eq(schema.verdict.reportId, reportId), eq(schema.verdict.metric, metric))
    )
    .orderBy(sql`${schema.verdict}.rowid`)
    .all();
  const units = new Map<string, UnitVerdicts>();
  for (const row of rows) {
    const unit = units.get(row.item) ?? { item: row.item, verdicts: [] };
    unit.verdicts.push({
      judgeId: row.judgeId,
      judge: judges.find((j) => j.id === row.judgeId)?.name ?? '',
      verdict: verdictOf(row)
    });
    units.set(row.item, unit);
  }
  for (const unit of units.values())
    unit.verdicts.sort(
      (a, b) => judges.findIndex((j) => j.id === a.judgeId) - judges.findIndex((j) => j.id === b.judgeId)
    );
  return [...units.values()];
}

/** Units without a valid verdict, with the reason, grouped: what a lead reads before trusting a mean. */
export function unscoredReasons(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run
): { metric: string; judge: string; reason: string; units: number; reports: number }[] {
  const judges = namedJudges(db, run);
  const rows = db
    .select()
    .from(schema.verdict)
    .where(and(eq(schema.verdict.runId, run.id), eq(schema.verdict.state, 'unscored')))
    .all();
  const groups = new Map<
    string,
    { metric: string; judge: string; reason: string; units: number; reports: Set<string> }
  >();
  for (const row of rows) {
    const judge = judges.find((j) => j.id === row.judgeId)?.name ?? '';
    const key = JSON.stringify([row.metric, judge, row.reason]);
    const group = groups.get(key) ?? {
      metric: row.metric,
      judge,
      reason: row.reason ?? '',
      units: 0,
      reports: new Set<string>()
    };
    group.units++;
    group.reports.add(row.reportId);
    groups.set(key, group);
  }
  return [...groups.values()].map((g) => ({ ...g, reports: g.reports.size })).sort((a, b) => b.units - a.units);
}

/** One verdict with everything needed to read it away from the product. */
export interface VerdictLine {
  run: string;
  system: string;
  qid: string;
  metric: string;
  judge: string;
  item: string;
  itemText: string;
  state: Verdict['state'];
  label: Label | null;
  rationale: string;
  evidence: readonly Evidence[];
  reason: string | null;
}

/** Every verdict of a run: metric by metric, report by report, item by item, judge by judge. */
export function verdictLines(db: Db, _grant: ProjectGrant<'read-results'>, run: Run): VerdictLine[] {
  const judges = namedJudges(db, run);
  const systems = new Map(
    db
      .select({ reportId: schema.report.id, system: schema.system.name })
      .from(schema.report)
      .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
      .where(eq(schema.report.projectId, run.projectId))
      .all()
      .map(({ reportId, system }) => [reportId, system])
  );
  const keyOf = (...parts: string[]): string => JSON.stringify(parts);
  const said = new Map(
    db
      .select()
      .from(schema.verdict)
      .where(eq(schema.verdict.runId, run.id))
      .all()
      .map((row) => [keyOf(row.reportId, row.metric, row.item, row.judgeId), row])
  );
  return samplesOf(db, run).flatMap(({ metric, query, report, items }) =>
    items.flatMap(({ key, text }) =>
      judges.flatMap(({ id, name: judge }): VerdictLine[] => {
        const row = said.get(keyOf(report.id, metric, key, id));
        if (!row) return [];
        const { state, label, rationale, evidence, reason } = row;
        const where = { run: run.name, system: systems.get(report.id) ?? '', qid: query.qid, metric, judge };
        return [
          { ...where, item: key, itemText: text, state, label: label as Label | null, rationale, evidence, reason }
        ];
      })
    )
  );
}
