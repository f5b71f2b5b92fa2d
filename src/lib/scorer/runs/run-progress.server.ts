import { and, count, eq, ne, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { deletionsSeen } from '../../server/db/deletions-seen.ts';
import { arrangeRows } from '../../server/lists/arrange-rows.ts';
import type { ListPage, ListQuestion } from '../../server/lists/list-question.ts';
import { isUnpriced } from '../engine/costs/recorded-costs.server.ts';
import { promptCacheOf } from './prompt-cache.server.ts';
import { reportsToJudge } from './judged-reports.server.ts';
import { type Failure, stateOf } from './run-state.ts';
import { failuresOf, type RunState, type StatedRun, statedRuns, supersededBy } from './run-state.server.ts';
import { modelConfigs } from '../judges/index.ts';
import type { RunCalls, RunLine, RunSpend } from '../engine/estimate/run-progress.ts';
import { configOf, judgeNames, judgesOf, metricsOf, type Run, type StoredJudge } from './runs.server.ts';

export interface RunProgress {
  status: Run['status'];
  /** The same, but `incomplete` if it is done and some units have no verdict. */
  state: RunState;
  /** Why units have no verdict, most frequent first. */
  failures: Failure[];
  problem: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  tasksDone: number;
  tasks: number;
  unscored: number;
  calls: RunCalls;
  spend: RunSpend;
  lines: RunLine[];
}

/** Judges made of code, or of given answers, are asked once. */
const repeatsOf = (run: Run, judge: StoredJudge): number =>
  modelConfigs(configOf(judge)).every(({ provider }) => provider === 'rules' || provider === 'scripted')
    ? 1
    : run.options.repeats;

/** Runs that are done never change again. */
const done = new WeakMap<Db, Map<string, RunProgress>>();

/** Where a run stands, read from what is stored: the same for a live run, a killed one and a finished one. */
export function runProgress(db: Db, runId: string): RunProgress {
  const run = db.select().from(schema.run).where(eq(schema.run.id, runId)).get() ?? refuse.notFound('run');
  if (run.status !== 'done') return readProgress(db, run);
  const known = done.get(db) ?? new Map<string, RunProgress>();
  done.set(db, known);
  const key = `${runId} ${run.finishedAt} ${deletionsSeen(db)}`;
  const progress = known.get(key) ?? readProgress(db, run);
  known.set(key, progress);
  return progress;
}

function readProgress(db: Db, run: Run): RunProgress {
  const runId = run.id;
  const tasks = new Map(metricsOf(db, runId).map(({ metric }) => [metric, subjectsOf(db, run, metric)]));
  const judges = judgesOf(db, runId);
  const names = judgeNames(judges);
  const stored = run.kind === 'making' ? storedMade(db, runId) : storedVerdicts(db, runId);
  const costs = db
    .select({
      metric: schema.call.metric,
      judgeId: schema.call.judgeId,
      known: sql<number>`coalesce(sum(${schema.call.cost}), 0)`,
      unpriced: sql<number>`sum(${isUnpriced})`,
      unanswered: sql<number>`sum(${schema.call.unanswered})`
    })
    .from(schema.call)
    .where(eq(schema.call.runId, runId))
    .groupBy(schema.call.metric, schema.call.judgeId)
    .all();
  const costOf = (metric: string, judgeId: string): number | null => {
    const own = costs.find((row) => row.metric === metric && row.judgeId === judgeId);
    return own && own.unpriced > 0 ? null : (own?.known ?? 0);
  };
  const lines = [...tasks].flatMap(([metric, reports]) =>
    judges.map((judge, i): RunLine => {
      const line = stored.find((row) => row.metric === metric && row.judgeId === judge.id);
      return {
        metric,
        judgeId: judge.id,
        judge: names[i]!,
        tasksDone: line?.tasks ?? 0,
        tasks: reports * repeatsOf(run, judge),
        judged: line?.judged ?? 0,
        abstained: line?.abstained ?? 0,
        unscored: line?.unscored ?? 0,
        cost: costOf(metric, judge.id)
      };
    })
  );
  const calls = db
    .select({
      made: sql<number>`coalesce(sum(not ${schema.call.cached}), 0)`,
      cached: sql<number>`coalesce(sum(${schema.call.cached}), 0)`,
      failed: sql<number>`coalesce(sum(${schema.call.outcome} <> 'reply'), 0)`,
      inputTokens: sql<number>`coalesce(sum(case when ${schema.call.cached} then 0 else ${schema.call.inputTokens} end), 0)`,
      outputTokens: sql<number>`coalesce(sum(case when ${schema.call.cached} then 0 else ${schema.call.outputTokens} end), 0)`
    })
    .from(schema.call)
    .innerJoin(schema.judge, eq(schema.judge.id, schema.call.judgeId))
    .where(
      and(eq(schema.call.runId, runId), ne(sql`coalesce(${schema.call.player}, ${schema.judge.provider})`, 'rules'))
    )
    .get()!;
  const searches = searchSpend(db, runId);
  const sum = (of: (line: RunLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
  const unscored = sum((line) => line.unscored);
  return {
    status: run.status,
    state: stateOf(run.status, unscored),
    failures: unscored > 0 ? failuresOf(db, runId) : [],
    problem: run.problem,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    tasksDone: sum((line) => line.tasksDone),
    tasks: sum((line) => line.tasks),
    unscored,
    calls: { ...calls, promptCache: promptCacheOf(db, run) },
    spend: {
      known: costs.reduce((total, { known }) => total + known, searches.known),
      unpriced: costs.reduce((total, { unpriced }) => total + unpriced, 0),
      unanswered: costs.reduce((total, { unanswered }) => total + unanswered, 0),
      searches,
      budget: run.options.budget
    },
    lines
  };
}

/** Cost of a run's searches. */
const searchSpend = (db: Db, runId: string): RunSpend['searches'] =>
  db
    .select({
      known: sql<number>`coalesce(sum(${schema.search.cost}), 0)`,
      unpriced: sql<number>`coalesce(sum(${schema.search.cost} is null), 0)`
    })
    .from(schema.search)
    .where(eq(schema.search.runId, runId))
    .get()!;

/** How many tasks a judge has under a metric, each asked once. */
const subjectsOf = (db: Db, run: Run, metric: string): number =>
  run.kind === 'making'
    ? db.select({ n: count() }).from(schema.makingUnit).where(eq(schema.makingUnit.runId, run.id)).get()!.n
    : reportsToJudge(db, run, metric);

type Stored = Pick<RunLine, 'metric' | 'judgeId' | 'judged' | 'abstained' | 'unscored'> & { tasks: number };

const storedVerdicts = (db: Db, runId: string): Stored[] =>
  db
    .select({
      metric: schema.verdict.metric,
      judgeId: schema.verdict.judgeId,
      tasks: sql<number>`count(distinct ${schema.verdict.reportId} || ' ' || ${schema.verdict.repeat})`,
      judged: sql<number>`sum(${schema.verdict.state} = 'judged')`,
      abstained: sql<number>`sum(${schema.verdict.state} = 'abstained')`,
      unscored: sql<number>`sum(${schema.verdict.state} = 'unscored')`
    })
    .from(schema.verdict)
    .where(eq(schema.verdict.runId, runId))
    .groupBy(schema.verdict.metric, schema.verdict.judgeId)
    .all();

/** Of a making run: pieces and empty answers are `judged`, units that were not made `unscored`. */
const storedMade = (db: Db, runId: string): Stored[] =>
  db
    .select({
      metric: schema.runMetric.metric,
      judgeId: schema.made.judgeId,
      tasks: sql<number>`count(distinct ${schema.made.unitId} || ' ' || ${schema.made.repeat})`,
      judged: sql<number>`sum(${schema.made.state} <> 'unmade')`,
      abstained: sql<number>`0`,
      unscored: sql<number>`sum(${schema.made.state} = 'unmade')`
    })
    .from(schema.made)
    .innerJoin(schema.runMetric, eq(schema.runMetric.runId, schema.made.runId))
    .where(eq(schema.made.runId, runId))
    .groupBy(schema.runMetric.metric, schema.made.judgeId)
    .all();

export interface RunSummary extends Run {
  metrics: string[];
  judges: string[];
  tasksDone: number;
  tasks: number;
  unscored: number;
  state: RunState;
  /** Number of the later run that completed an incomplete one; see `supersededBy`. */
  supersededBy: number | null;
}

/** All runs of a project, newest first. */
export function listRuns(db: Db, grant: ProjectGrant<'read-results'>): RunSummary[] {
  const runs = statedRuns(db, grant);
  return runs.map((run) => summaryOf(db, run, runs));
}

/**
 * One page of a project's runs, of which alone the progress is counted. Orders: `number`, `name`, `state`, `unscored`, `planned`;
 * filter: `state`. Words are looked for in number, name and metrics.
 */
export function pageOfRuns(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  question: ListQuestion
): ListPage<RunSummary> & { all: number; states: RunState[] } {
  const runs = statedRuns(db, grant);
  const metrics = question.search === '' ? null : metricsByRun(db, grant);
  const found = arrangeRows(runs, question, {
    text: ({ id, number, name }) => [String(number), name, ...(metrics?.get(id) ?? [])],
    orders: {
      number: ({ number }) => number,
      name: ({ name }) => name,
      state: ({ state }) => state,
      unscored: ({ unscored }) => unscored,
      planned: ({ createdAt }) => createdAt
    },
    filters: { state: ({ state }, chosen) => state === chosen }
  });
  return {
    ...found,
    rows: found.rows.map((run) => summaryOf(db, run, runs)),
    all: runs.length,
    states: [...new Set(runs.map(({ state }) => state))].sort()
  };
}

function metricsByRun(db: Db, grant: ProjectGrant<'read-results'>): Map<string, string[]> {
  const { run, runMetric } = schema;
  const rows = db
    .select({ id: runMetric.runId, metric: runMetric.metric })
    .from(runMetric)
    .innerJoin(run, eq(run.id, runMetric.runId))
    .where(eq(run.projectId, grant.resource.id))
    .all();
  const byRun = new Map<string, string[]>();
  for (const { id, metric } of rows) byRun.set(id, [...(byRun.get(id) ?? []), metric]);
  return byRun;
}

function summaryOf(db: Db, run: StatedRun, runs: readonly StatedRun[]): RunSummary {
  const { lines, tasksDone, tasks, unscored, state } = runProgress(db, run.id);
  return {
    ...run,
    metrics: [...new Set(lines.map((line) => line.metric))],
    judges: [...new Set(lines.map((line) => line.judge))],
    tasksDone,
    tasks,
    unscored,
    state,
    supersededBy: supersededBy(db, run, runs)
  };
}
