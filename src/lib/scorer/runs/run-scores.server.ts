import { LRUCache } from 'lru-cache';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { deletionsSeen } from '../../server/db/deletions-seen.ts';
import { namesSeen } from '../../server/db/names-seen.ts';
import type { Metric } from '../metric.ts';
import type { EnsembleScore, JudgeVerdicts, MissingVerdictRule, Score } from '../score.ts';
import type { Verdict } from '../verdict.ts';
import { meanOfRepeats } from '../protocols/combining.ts';
import { reportsUnder } from './judged-reports.server.ts';
import { metricIn, metricsOf, namedJudges, type Run } from './runs.server.ts';
import { verdictOf } from '../units/stored-verdict.ts';

export interface ReportScore {
  reportId: string;
  qid: string;
  system: string;
  /** Kind of system; null if the lead has not said. */
  category: (typeof schema.system.$inferSelect)['category'];
  /** Kind of task of the query; null if unknown. */
  taskCategory: string | null;
  /** Further attributes that can group a leaderboard. */
  provider: string | null;
  family: string | null;
  backbone: string | null;
  domain: string | null;
  metric: string;
  /** Scores of the run's judges, in the run's order; null if a judge has not come to this report. */
  judges: {
    judge: string;
    score: Score | null;
    /** Values of its repeats, in their order. */ repeats: (number | null)[];
  }[];
  /** Mean over the judges; null until all of them have finished the report. */
  ensemble: EnsembleScore | null;
}

/** Scores of the last runs looked at that are done: their verdicts never change again, but systems and queries may be renamed. */
const kept = new WeakMap<Db, LRUCache<string, ReportScore[]>>();
const MOST_KEPT = 4;

/** Every report's scores, computed from the stored verdicts; a report without any verdict yet is listed with nulls. */
export function reportScores(db: Db, grant: ProjectGrant<'read-results'>, run: Run): ReportScore[] {
  const compute = (): ReportScore[] =>
    scoresUnder(db, grant, run, metricsOf(db, run.id).map(metricIn), run.options.ensemble);
  if (run.status !== 'done') return compute();
  const runs = kept.get(db) ?? new LRUCache<string, ReportScore[]>({ max: MOST_KEPT });
  kept.set(db, runs);
  const names = namesSeen(db, grant.resource.id);
  const key = `${grant.resource.id} ${run.id} ${run.finishedAt} ${deletionsSeen(db)} ${names}`;
  const scores = runs.get(key) ?? compute();
  runs.set(key, scores);
  return scores;
}

/**
 * The scores of a run's stored verdicts under these metrics, by this rule for missing verdicts. Nothing is asked and nothing is stored.
 *
 * @param metrics of the run, with the settings under which verdicts are combined
 */
export function scoresUnder(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  metrics: readonly Metric[],
  rule: MissingVerdictRule
): ReportScore[] {
  const judges = namedJudges(db, run);
  const reports = db
    .select({
      reportId: schema.report.id,
      qid: schema.query.qid,
      system: schema.system.name,
      category: schema.system.category,
      taskCategory: schema.query.category,
      provider: schema.system.provider,
      family: schema.system.family,
      backbone: schema.system.backbone,
      domain: schema.query.domain
    })
    .from(schema.runReport)
    .innerJoin(schema.report, eq(schema.report.id, schema.runReport.reportId))
    .innerJoin(schema.query, eq(schema.query.id, schema.report.queryId))
    .innerJoin(schema.system, eq(schema.system.id, schema.report.systemId))
    .where(eq(schema.runReport.runId, run.id))
    .orderBy(asc(schema.system.name), asc(schema.query.position))
    .all();
  const verdicts = verdictsToCombine(db);
  /** Those of one report, by judge and repeat: those of all reports together are never held. */
  const saidOf = (reportId: string, metric: string): Map<string, Verdict[][]> => {
    const byJudge = new Map<string, Verdict[][]>();
    for (const row of verdicts.all({ runId: run.id, reportId, metric })) {
      const repeats = byJudge.get(row.judgeId) ?? [];
      byJudge.set(row.judgeId, repeats);
      (repeats[row.repeat] ??= []).push(verdictOf({ ...row, text: null, rationale: '', evidence: [] }));
    }
    return byJudge;
  };
  return metrics.flatMap((metric) => {
    const { name, protocol, settings } = metric;
    const judged = new Set(reportsUnder(db, run, name));
    return reports.flatMap((report): ReportScore[] => {
      const byJudge = saidOf(report.reportId, name);
      const said = judges.map(({ id, name: judge }): JudgeVerdicts => {
        const repeats = byJudge.get(id) ?? [];
        return { judge, repeats: repeats.filter((verdicts) => verdicts !== undefined) };
      });
      // Under this metric there is nothing to judge in the report.
      if (!judged.has(report.reportId) && said.every(({ repeats }) => repeats.length === 0)) return [];
      const combined = combine(said, metric, rule);
      const score: ReportScore = {
        ...report,
        metric: name,
        judges: combined.judges.map((judge, i) => {
          const { repeats } = said[i]!;
          return {
            ...judge,
            repeats: repeats.length > 1 ? repeats.map((one) => protocol.combine(one, settings).value) : []
          };
        }),
        ensemble: combined.ensemble
      };
      return [score];
    });
  });
}

/** Each judge's score of one report, and that of all together once all have judged it. */
function combine(
  said: readonly JudgeVerdicts[],
  { protocol, settings }: Metric,
  rule: MissingVerdictRule
): Pick<ReportFigures, 'judges' | 'ensemble'> {
  const all = said.length > 0 && said.every(({ repeats }) => repeats.length > 0);
  return {
    judges: said.map(({ judge, repeats }) => ({
      judge,
      score: repeats.length > 0 ? meanOfRepeats(repeats, (one) => protocol.combine(one, settings)) : null
    })),
    ensemble: all ? protocol.combineJudges(said, settings, rule) : null
  };
}

/** Verdicts from which scores are combined, without the words: a run of thousands of reports has megabytes of those. */
const verdictsToCombine = builtOnce((db) => {
  const { runId, reportId, metric, judgeId, repeat, item, kind, state, label, reason, detail } = schema.verdict;
  return db
    .select({ judgeId, repeat, item, kind, state, label, reason, detail })
    .from(schema.verdict)
    .where(
      and(
        eq(runId, sql.placeholder('runId')),
        eq(reportId, sql.placeholder('reportId')),
        eq(metric, sql.placeholder('metric'))
      )
    )
    .orderBy(asc(repeat), sql`${schema.verdict}.rowid`)
    .prepare();
});

interface ReportFigures {
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
  const scored = metricIn(row);
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
  return {
    title: scored.title,
    scale: scored.scale,
    meanings: scored.protocol.figures,
    ...combine(said, scored, run.options.ensemble)
  };
}
