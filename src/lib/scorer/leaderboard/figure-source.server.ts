import { eq } from 'drizzle-orm';
import { readBudget, type SystemBudget } from '../../names.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { ReportTrace } from '../report-trace.ts';
import type { FigureSource, FigureVerdict, OnlyVerdicts } from '../suite.ts';
import { reportScores } from '../runs/run-scores.server.ts';
import { verdictsOfReport } from '../runs/run-verdicts.server.ts';
import type { Run } from '../runs/runs.server.ts';
import { countedTokens } from '../report/lengths/report-tokens.server.ts';
import { listReported } from '../suites/rubrics/published/reported-figures.server.ts';
import type { FigureTable } from '../figure-table.ts';
import { figuresFor } from '../suites/index.ts';
import { metricsIn, rowOf } from './leaderboard.server.ts';

/** A run as suites compute their figures from it. Material and verdicts are read only if a figure asks for them. */
export function figureSource(db: Db, grant: ProjectGrant<'read-results'>, run: Run): FigureSource {
  const rows = reportScores(db, grant, run).map(rowOf);
  let tokens: Map<string, number> | null = null;
  let budgets: Map<string, SystemBudget | null> | null = null;
  let traces: Map<string, ReportTrace> | null = null;
  let material: Map<string, Record<string, unknown> | undefined> | null = null;
  return {
    metrics: metricsIn(db, run),
    rows,
    verdicts: (metric, only = {}) => eachVerdict(db, grant, run, { metric, ...only }, rows),
    material: (suite, qid) => {
      material ??= materialIn(db, run);
      return material.get(qid)?.[suite];
    },
    systemNamed: (id) =>
      db.select({ name: schema.system.name }).from(schema.system).where(eq(schema.system.id, id)).get()?.name ?? null,
    reported: () => listReported(db, run.projectId),
    tokensOf: (reportId) => {
      tokens ??= countedTokens(db, run);
      return tokens.get(reportId) ?? null;
    },
    budgetOf: (system) => {
      budgets ??= budgetsIn(db, grant);
      return budgets.get(system) ?? null;
    },
    traceOf: (reportId) => {
      traces ??= tracesIn(db, grant);
      return traces.get(reportId) ?? null;
    }
  };
}

const budgetsIn = (db: Db, { resource }: ProjectGrant<'read-results'>): Map<string, SystemBudget | null> =>
  new Map(
    db
      .select({ name: schema.system.name, budget: schema.system.budget })
      .from(schema.system)
      .where(eq(schema.system.projectId, resource.id))
      .all()
      .map(({ name, budget }) => [name, budget === null ? null : readBudget(budget)])
  );

const tracesIn = (db: Db, { resource }: ProjectGrant<'read-results'>): Map<string, ReportTrace> =>
  new Map(
    db
      .select({ trace: schema.reportTrace })
      .from(schema.reportTrace)
      .innerJoin(schema.report, eq(schema.report.id, schema.reportTrace.reportId))
      .where(eq(schema.report.projectId, resource.id))
      .all()
      .map(({ trace: { reportId, searches, pages, tokens } }) => [reportId, { searches, pages, tokens }])
  );

/** The tables of the suites whose metrics a run has, in the order of display; those without anything to show are left out. */
export function suiteTables(db: Db, grant: ProjectGrant<'read-results'>, run: Run): FigureTable[] {
  const source = figureSource(db, grant, run);
  return figuresFor(metricsIn(db, run)).flatMap((figure) => figure.table(source) ?? []);
}

const materialIn = (db: Db, { versionId }: Run): Map<string, Record<string, unknown> | undefined> => {
  if (versionId === null) return new Map();
  const version = db
    .select({ content: schema.datasetVersion.content })
    .from(schema.datasetVersion)
    .where(eq(schema.datasetVersion.id, versionId))
    .get();
  return new Map(version?.content.queries.map(({ qid, material }) => [qid, material]));
};

function* eachVerdict(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { metric, kind: only, systems }: { metric: string } & OnlyVerdicts,
  rows: FigureSource['rows']
): Generator<FigureVerdict> {
  const wanted = rows.filter((row) => row.metric === metric && (systems?.includes(row.system) ?? true));
  for (const { reportId, system, qid } of wanted)
    for (const { kind, text, verdicts } of verdictsOfReport(db, grant, run, reportId, metric, only))
      for (const { judge, repeat, verdict } of verdicts)
        yield { system, qid, reportId, judge, repeat, kind, text, verdict };
}
