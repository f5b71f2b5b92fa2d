import { and, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import type { Task } from './engine-contract.ts';
import type { Observed } from './estimate.ts';
import type { Judge } from './pipeline.ts';
import type { RunOptions } from './run-options.ts';
import { createRun, type NewRun } from './new-run.server.ts';
import type { Run } from './runs.server.ts';
import { tasksOf } from './tasks.server.ts';

/** Fewer calls than this say little about the next. */
const ENOUGH = 5;

/** What `estimateRun` takes: everything that has to be read from the database. */
export interface Estimating {
  tasks: Task[];
  options: RunOptions;
  observed: (judge: Judge, metric: string) => Observed | null;
}

/** A run's questions, with what the project's earlier calls to the same judges took. */
export function estimating(db: Db, run: Run, judges: readonly Judge[]): Estimating {
  const before = observedCalls(db, run.projectId);
  return {
    tasks: tasksOf(db, run, judges),
    options: run.options,
    observed: (judge, metric) => before.get(JSON.stringify([judge.fingerprint, metric])) ?? null
  };
}

class Undone extends Error {}

/** What estimating a run takes that is not made: it is planned like any other and rolled back. Refused as `createRun` refuses. */
export function planned(db: Db, grant: ProjectGrant<'manage'>, input: NewRun, judges: readonly Judge[]): Estimating {
  const found: { plan?: Estimating } = {};
  try {
    write(db, (tx) => {
      found.plan = estimating(tx, createRun(tx, grant, input), judges);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone) || !found.plan) throw error;
  }
  return found.plan!;
}

/** Means over answered calls, by judge and metric. */
function observedCalls(db: Db, projectId: string): Map<string, Observed> {
  const { call, judge, run } = schema;
  const rows = db
    .select({
      fingerprint: judge.fingerprint,
      metric: call.metric,
      n: sql<number>`count(*)`,
      outputTokens: sql<number | null>`avg(${call.outputTokens})`,
      milliseconds: sql<number>`avg(${call.milliseconds})`
    })
    .from(call)
    .innerJoin(judge, eq(judge.id, call.judgeId))
    .innerJoin(run, eq(run.id, call.runId))
    .where(and(eq(run.projectId, projectId), eq(call.outcome, 'reply'), eq(call.cached, false)))
    .groupBy(judge.fingerprint, call.metric)
    .all();
  return new Map(
    rows.flatMap(({ fingerprint, metric, n, outputTokens, milliseconds }) =>
      n < ENOUGH || outputTokens === null
        ? []
        : [[JSON.stringify([fingerprint, metric]), { outputTokens, milliseconds }]]
    )
  );
}
