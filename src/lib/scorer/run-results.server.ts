import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import type { Detail, EnsembleScore, Evidence, JudgeVerdicts, Label, Score, UnitKind, Verdict } from './pipeline.ts';
import { meanOfRepeats } from './protocols/combining.ts';
import { reportsUnder } from './judged-reports.server.ts';
import { judgeNames, judgesOf, metricIn, metricsOf, type Run } from './runs.server.ts';
import { verdictOf } from './stored-verdict.ts';
import { samplesOf } from './tasks.server.ts';

export type VerdictRow = typeof schema.verdict.$inferSelect;

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
  /** Kind of system; null where the lead has not said. */
  category: (typeof schema.system.$inferSelect)['category'];
  /** Kind of task of the query; null where unknown. */
  taskCategory: string | null;
  metric: string;
  /** Scores of the run's judges, in the run's order; null where a judge has not come to this report. */
  judges: {
    judge: string;
    score: Score | null;
    /** Values of its repeats, in their order. */ repeats: (number | null)[];
  }[];
  /** Mean over the judges; null until all of them have finished the report. */
  ensemble: EnsembleScore | null;
}

/** Scores of the last runs looked at that are done: their verdicts never change again. */
const kept = new WeakMap<Db, Map<string, ReportScore[]>>();
const MOST_KEPT = 4;

/** Every report's scores, computed from the stored verdicts; a report without any verdict yet is listed with nulls. */
export function reportScores(db: Db, grant: ProjectGrant<'read-results'>, run: Run): ReportScore[] {
  if (run.status !== 'done') return computeScores(db, run);
  const runs = kept.get(db) ?? new Map<string, ReportScore[]>();
  kept.set(db, runs);
  const key = `${grant.resource.id} ${run.id} ${run.finishedAt}`;
  const scores = runs.get(key) ?? computeScores(db, run);
  runs.delete(key);
  runs.set(key, scores);
  for (const oldest of [...runs.keys()].slice(0, -MOST_KEPT)) runs.delete(oldest);
  return scores;
}

function computeScores(db: Db, run: Run): ReportScore[] {
  const judges = namedJudges(db, run);
  const reports = db
    .select({
      reportId: schema.report.id,
      qid: schema.query.qid,
      system: schema.system.name,
      category: schema.system.category,
      taskCategory: schema.query.category
    })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.system.name), asc(schema.query.position))
    .all();
  const byTask = new Map<string, Verdict[][]>();
  const place = (report: string, metric: string, judge: string): string => `${report} ${metric} ${judge}`;
  for (const row of verdictsToCombine(db, run.id)) {
    const key = place(row.reportId, row.metric, row.judgeId);
    const repeats = byTask.get(key) ?? [];
    byTask.set(key, repeats);
    (repeats[row.repeat] ??= []).push(verdictOf({ ...row, text: null, rationale: '', evidence: [] }));
  }
  return metricsOf(db, run.id).flatMap((row) => {
    const { name, protocol, settings } = metricIn(row);
    const judged = new Set(reportsUnder(db, run, name));
    return reports.flatMap((report): ReportScore[] => {
      const said = judges.map(({ id, name: judge }): JudgeVerdicts => {
        const repeats = byTask.get(place(report.reportId, name, id)) ?? [];
        return { judge, repeats: repeats.filter((verdicts) => verdicts !== undefined) };
      });
      // Under this metric there is nothing to judge in the report.
      if (!judged.has(report.reportId) && said.every(({ repeats }) => repeats.length === 0)) return [];
      const all = judges.length > 0 && said.every(({ repeats }) => repeats.length > 0);
      const score: ReportScore = {
        ...report,
        metric: name,
        judges: said.map(({ judge, repeats }) => ({
          judge,
          score: repeats.length > 0 ? meanOfRepeats(repeats, (one) => protocol.combine(one, settings)) : null,
          repeats: repeats.length > 1 ? repeats.map((one) => protocol.combine(one, settings).value) : []
        })),
        ensemble: all ? protocol.combineJudges(said, settings, run.options.ensemble) : null
      };
      return [score];
    });
  });
}

/** What scores rest on, without the words: a run of thousands of reports has megabytes of those. */
const verdictsToCombine = (db: Db, runId: string) => {
  const { reportId, metric, judgeId, repeat, item, kind, state, label, reason, detail } = schema.verdict;
  return db
    .select({ reportId, metric, judgeId, repeat, item, kind, state, label, reason, detail })
    .from(schema.verdict)
    .where(eq(schema.verdict.runId, runId))
    .orderBy(asc(repeat), sql`${schema.verdict}.rowid`)
    .all();
};

export interface UnitVerdicts {
  item: string;
  kind: UnitKind;
  /** Wording of a unit that was found in the report; null for the items of a checklist. */
  text: string | null;
  verdicts: { judgeId: string; judge: string; repeat: number; verdict: Verdict }[];
}

/** What the run's judges said of one report, unit by unit. Issues are each judge's own; all other units are shared. */
export function verdictsOfReport(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  reportId: string,
  metric: string
): UnitVerdicts[] {
  const judges = namedJudges(db, run);
  const order = new Map(judges.map(({ id }, at) => [id, at]));
  const rows = db
    .select()
    .from(schema.verdict)
    .where(
      and(eq(schema.verdict.runId, run.id), eq(schema.verdict.reportId, reportId), eq(schema.verdict.metric, metric))
    )
    .orderBy(asc(schema.verdict.repeat), sql`${schema.verdict}.rowid`)
    .all()
    .sort((a, b) => (order.get(a.judgeId) ?? 0) - (order.get(b.judgeId) ?? 0));
  const units = new Map<string, UnitVerdicts>();
  for (const row of rows) {
    const { item, kind, text, judgeId, repeat } = row;
    const key = kind === 'issue' ? `${judgeId} ${repeat} ${item}` : item;
    const unit = units.get(key) ?? { item, kind, text, verdicts: [] };
    const judge = judges[order.get(judgeId) ?? -1]?.name ?? '';
    unit.verdicts.push({ judgeId, judge, repeat, verdict: verdictOf(row) });
    units.set(key, unit);
  }
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
  /** 0 for the first time that the judge was asked, 1 … for repeats. */
  repeat: number;
  kind: UnitKind;
  item: string;
  itemText: string;
  state: Verdict['state'];
  label: Label | null;
  rationale: string;
  evidence: readonly Evidence[];
  reason: string | null;
  detail: Detail | null;
}

/** Every verdict of a run: metric by metric, report by report, judge by judge, unit by unit. */
export function verdictLines(db: Db, _grant: ProjectGrant<'read-results'>, run: Run): VerdictLine[] {
  const judges = new Map(namedJudges(db, run).map(({ id, name }, at) => [id, { name, at }]));
  const metrics = new Map(metricsOf(db, run.id).map(({ metric, position }) => [metric, position]));
  const wordings = new Map(
    samplesOf(db, run).flatMap(({ metric, report, items }) =>
      items.map(({ key, text }) => [JSON.stringify([report.id, metric, key]), text])
    )
  );
  return db
    .select({
      verdict: schema.verdict,
      system: schema.system.name,
      qid: schema.query.qid,
      position: schema.runReport.position
    })
    .from(schema.verdict)
    .innerJoin(schema.report, eq(schema.report.id, schema.verdict.reportId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(
      schema.runReport,
      and(eq(schema.runReport.runId, schema.verdict.runId), eq(schema.runReport.reportId, schema.verdict.reportId))
    )
    .where(eq(schema.verdict.runId, run.id))
    .orderBy(sql`${schema.verdict}.rowid`)
    .all()
    .sort(
      (a, b) =>
        (metrics.get(a.verdict.metric) ?? 0) - (metrics.get(b.verdict.metric) ?? 0) ||
        a.position - b.position ||
        (judges.get(a.verdict.judgeId)?.at ?? 0) - (judges.get(b.verdict.judgeId)?.at ?? 0) ||
        a.verdict.repeat - b.verdict.repeat
    )
    .map(({ verdict, system, qid }): VerdictLine => {
      const { metric, repeat, kind, item, text, state, label, rationale, evidence, reason, detail } = verdict;
      return {
        run: run.name,
        system,
        qid,
        metric,
        judge: judges.get(verdict.judgeId)?.name ?? '',
        repeat,
        kind,
        item,
        itemText: text ?? wordings.get(JSON.stringify([verdict.reportId, metric, item])) ?? '',
        state,
        label,
        rationale,
        evidence,
        reason,
        detail
      };
    });
}

export interface ReportFigures {
  title: string;
  scale: { min: number; max: number; better: 'higher' | 'lower' };
  /** Names and meanings of the figures, in the order of display. */
  meanings: Record<string, string>;
  judges: { judge: string; score: Score | null }[];
  ensemble: EnsembleScore | null;
}

/** One report's scores under one metric of a run: each judge's and theirs together. */
export function reportFigures(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  reportId: string,
  metric: string
): ReportFigures | null {
  const row = metricsOf(db, run.id).find((one) => one.metric === metric);
  if (!row) return null;
  const { title, scale, protocol, settings } = metricIn(row);
  const said = namedJudges(db, run).map(({ id, name }): JudgeVerdicts => {
    const repeats: Verdict[][] = [];
    for (const stored of db
      .select()
      .from(schema.verdict)
      .where(
        and(
          eq(schema.verdict.runId, run.id),
          eq(schema.verdict.reportId, reportId),
          eq(schema.verdict.metric, metric),
          eq(schema.verdict.judgeId, id)
        )
      )
      .orderBy(asc(schema.verdict.repeat), sql`${schema.verdict}.rowid`)
      .all())
      (repeats[stored.repeat] ??= []).push(verdictOf(stored));
    return { judge: name, repeats: repeats.filter((verdicts) => verdicts !== undefined) };
  });
  const all = said.length > 0 && said.every(({ repeats }) => repeats.length > 0);
  return {
    title,
    scale,
    meanings: protocol.figures,
    judges: said.map(({ judge, repeats }) => ({
      judge,
      score: repeats.length > 0 ? meanOfRepeats(repeats, (one) => protocol.combine(one, settings)) : null
    })),
    ensemble: all ? protocol.combineJudges(said, settings, run.options.ensemble) : null
  };
}
