import { and, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import { answersOfRun, earlierAnswers } from './earlier-answers.server.ts';
import { type Task, taskId } from '../contract.ts';
import { type Before, countTasks, type Counted, estimateOf, type Observed, type RunEstimate } from './estimate.ts';
import { type JudgeFacts, unasked } from '../../judges/index.ts';
import { createRun, type NewRun } from '../../runs/new-run.server.ts';
import type { Run } from '../../runs/runs.server.ts';
import type { TaskId } from '../../store/contract.ts';
import { outcomesOf } from '../../store/outcomes.server.ts';
import { contentOf, planOf, type RunPlan, tasksIn } from '../../runs/tasks.server.ts';

/** Fewer calls than this say little about the next. */
const ENOUGH = 5;

/** A planned run that is to be estimated: plain data, which another thread can work on. */
export interface EstimateQuestion {
  plan: RunPlan;
  judges: JudgeFacts[];
  delimiterKey: string;
  /** Number of the run with which the questions are compared; the newest that asked these judges under these metrics by default. */
  since?: number;
}

class Undone extends Error {}

/** The question about a run that is not made: it is planned like any other and rolled back. Refused as `createRun` refuses. */
export const planEstimate = (
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: NewRun,
  judges: readonly JudgeFacts[]
): EstimateQuestion => estimatePlan(db, (tx) => createRun(tx, grant, input), judges);

/** The same of a run that `plan` makes or finds. @param options.keep Whether what `plan` writes stays */
export function estimatePlan(
  db: Db,
  plan: (tx: Db) => Run,
  judges: readonly JudgeFacts[],
  { keep = false }: { keep?: boolean } = {}
): EstimateQuestion {
  const found: { plan?: RunPlan & { content: RunPlan['content'] } } = {};
  try {
    write(db, (tx) => {
      const run = plan(tx);
      found.plan = { ...planOf(tx, run), content: contentOf(tx, run) };
      if (!keep) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone) || !found.plan) throw error;
  }
  const { content, ...planned } = found.plan!;
  // A version that was there before, or stays, is read again where the estimate is made.
  const forgotten = content !== undefined && contentOf(db, planned.run) === undefined;
  return {
    plan: { ...planned, ...(forgotten && { content }) },
    judges: [...judges],
    delimiterKey: delimiterKey(db)
  };
}

/** Parts into which an estimate falls: a few reports each, so that its progress shows. */
export const partsOf = ({ plan }: EstimateQuestion): number =>
  Math.max(1, Math.min(20, (plan.units ?? plan.reportIds).length));

/** Common basis of all parts of an estimate. */
export interface PreparedEstimate {
  tasks: Task[][];
  before: Before;
}

/** Reads what the run would ask. Reports on one query come into one part: they cite the same pages, about which is asked once. */
export function prepareEstimate(db: Db, question: EstimateQuestion): PreparedEstimate {
  const { plan, judges, delimiterKey } = question;
  const finished = finishedTasks(db, plan.run.id);
  const asked = tasksIn(db, plan, judges.map(unasked)).filter(
    (task) => finished.size === 0 || !finished.has(taskName(taskId(task)))
  );
  const count = partsOf(question);
  const byReport = asked.toSorted((a, b) => (a.sample.report.id < b.sample.report.id ? -1 : 1));
  const queries = [...new Set(asked.map(({ sample }) => sample.query.qid))];
  const partOf = new Map(queries.map((qid, at) => [qid, at % count]));
  const parts = Map.groupBy(byReport, ({ sample }) => partOf.get(sample.query.qid)!);
  const observed = observedCalls(db, plan.run.projectId);
  return {
    tasks: Array.from({ length: count }, (_, at) => parts.get(at) ?? []),
    before: {
      observed: (judge, metric) =>
        observed.get(JSON.stringify([judge.fingerprint, metric])) ??
        observed.get(JSON.stringify([judge.spec, metric])) ??
        null,
      ...earlierAnswers(db, plan.run),
      // Of a run that has begun only what is left is estimated: that is no comparison of the whole.
      since: finished.size > 0 ? null : answersOfRun(db, question),
      delimiterKey
    }
  };
}

/** Counts one part; see `countTasks`. */
export const estimatePart = (
  { tasks, before }: PreparedEstimate,
  index: number,
  tell?: (share: number) => void
): Promise<Counted> => countTasks(tasks[index] ?? [], before, tell);

/** The estimate, in this thread. */
export async function estimateHere(db: Db, question: EstimateQuestion): Promise<RunEstimate> {
  const prepared = prepareEstimate(db, question);
  const counted: Counted[] = [];
  for (const index of prepared.tasks.keys()) counted.push(await estimatePart(prepared, index));
  return estimateOf(counted, question.plan.run.options);
}

const taskName = ({ report, metric, judge, repeat }: TaskId): string => JSON.stringify([report, metric, judge, repeat]);

/** Tasks of a run that has begun and has finished them: it does not ask about them again. */
function finishedTasks(db: Db, runId: string): Set<string> {
  return new Set(outcomesOf(db, runId).finished().map(taskName));
}

/** Means over answered calls, by judge and metric. */
function observedCalls(db: Db, projectId: string): Map<string, Observed> {
  const { call, judge, run } = schema;
  const rows = db
    .select({
      // Models in roles are known by their spec: the fingerprint is that of the whole judge.
      asked: sql<string>`coalesce(${call.player}, ${judge.fingerprint})`,
      metric: call.metric,
      n: sql<number>`count(*)`,
      outputTokens: sql<number | null>`avg(${call.outputTokens})`,
      milliseconds: sql<
        number | null
      >`avg(case when json_extract(${run.options}, '$.batches') is null then ${call.milliseconds} end)`
    })
    .from(call)
    .innerJoin(judge, eq(judge.id, call.judgeId))
    .innerJoin(run, eq(run.id, call.runId))
    .where(and(eq(run.projectId, projectId), eq(call.outcome, 'reply'), eq(call.cached, false)))
    .groupBy(sql`1`, call.metric)
    .all();
  return new Map(
    rows.flatMap(({ asked, metric, n, outputTokens, milliseconds }) =>
      n < ENOUGH || outputTokens === null ? [] : [[JSON.stringify([asked, metric]), { outputTokens, milliseconds }]]
    )
  );
}
