import { and, count, eq, ne, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { promptCacheOf } from './prompt-cache.server.ts';
import type { PromptCacheUse } from '../engine/estimate/prompt-cache.ts';
import { reportsToJudge } from './judged-reports.server.ts';
import { type Failure, stateOf } from './run-state.ts';
import { failuresOf, type RunState, statedRuns, supersededBy } from './run-state.server.ts';
import { modelConfigs } from '../judges/index.ts';
import { configOf, judgeNames, judgesOf, metricsOf, type Run, type StoredJudge } from './runs.server.ts';

/** How far one metric of one judge is. Tasks are reports, as often as they are asked about; units are what is judged of them. */
interface RunLine {
  metric: string;
  judgeId: string;
  judge: string;
  tasksDone: number;
  tasks: number;
  judged: number;
  abstained: number;
  unscored: number;
  /** US dollars; null where some call's cost is unknown. */
  cost: number | null;
}

export interface RunProgress {
  status: Run['status'];
  /** The same, but `incomplete` where it is done and some units have no verdict. */
  state: RunState;
  /** Why units have no verdict, most frequent first. */
  failures: Failure[];
  problem: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  tasksDone: number;
  tasks: number;
  unscored: number;
  /** Questions to judges other than `rules`, as an estimate counts them. */
  calls: {
    made: number;
    cached: number;
    failed: number;
    inputTokens: number;
    outputTokens: number;
    promptCache: PromptCacheUse;
  };
  /**
   * US dollars spent on calls whose price is known, how many calls have none, how many requests were sent and never answered (they
   * may have been billed, and are counted at their estimated cost), and the cap.
   */
  spend: {
    known: number;
    unpriced: number;
    unanswered: number;
    /** US dollars of searches, which `known` includes, and how many of them have no price. */
    searches: SearchSpend;
    budget: number | null;
  };
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
  const key = `${runId} ${run.finishedAt}`;
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
      unpriced: sql<number>`sum(${schema.call.cost} is null and not ${schema.call.cached} and (${schema.call.outcome} <> 'error' or ${schema.call.unanswered} > 0))`,
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

interface SearchSpend {
  /** US dollars, as far as they are known. */
  known: number;
  /** Searches whose price is not known. */
  unpriced: number;
}

/** What the searches of a run have cost. */
const searchSpend = (db: Db, runId: string): SearchSpend =>
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
  return runs.map((run) => {
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
  });
}
