import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { type Failure, failuresInWords, type StateOf, stateOf } from './run-state.ts';
import { judgesOf, metricsOf, type Run, runsOf } from './runs.server.ts';

export type RunState = StateOf<Run['status']>;

/** Units without a result in a run, by reason, most frequent first; empty for a complete run. */
export function failuresOf(db: Db, runId: string): Failure[] {
  const { made, verdict } = schema;
  const unmade = db
    .select({ reason: made.reason, tasks: count(), units: count() })
    .from(made)
    .where(and(eq(made.runId, runId), eq(made.state, 'unmade')))
    .groupBy(made.reason)
    .all();
  const tasks = sql<number>`count(distinct ${verdict.reportId} || ' ' || ${verdict.metric} || ' ' || ${verdict.judgeId} || ' ' || ${verdict.repeat})`;
  return db
    .select({ reason: verdict.reason, tasks, units: count() })
    .from(verdict)
    .where(and(eq(verdict.runId, runId), eq(verdict.state, 'unscored')))
    .groupBy(verdict.reason)
    .all()
    .concat(unmade)
    .map(({ reason, ...counts }) => ({ reason: reason ?? 'No reason was recorded', ...counts }))
    .sort((a, b) => b.units - a.units || (a.reason < b.reason ? -1 : 1));
}

/** A run with its state. `empty`: it came to its end without a single valid verdict. */
export type StatedRun = Run & { unscored: number; state: RunState; empty: boolean };

/** The project's runs with their states, newest first. */
export function statedRuns(db: Db, grant: ProjectGrant<'read-results' | 'manage'>): StatedRun[] {
  const runs = runsOf(db, grant);
  const { verdict } = schema;
  const ended = runs.filter(({ status }) => status === 'done').map(({ id }) => id);
  const unscored = new Map(
    db
      .select({ runId: verdict.runId, n: count() })
      .from(verdict)
      .where(and(inArray(verdict.runId, ended), eq(verdict.state, 'unscored')))
      .groupBy(verdict.runId)
      .all()
      .map(({ runId, n }) => [runId, n])
  );
  return runs.map((run) => {
    const n = unscored.get(run.id) ?? 0;
    const empty = n > 0 && !hasValidVerdict(db, run.id);
    return { ...run, unscored: n, state: stateOf(run.status, n), empty };
  });
}

const hasValidVerdict = (db: Db, runId: string): boolean =>
  db.get(sql`SELECT 1 FROM verdict WHERE run_id = ${runId} AND state <> 'unscored' LIMIT 1`) !== undefined;

/**
 * Number of the first later run that completed an incomplete one: it came to its end, judged all of its reports under all of its
 * metrics by all of its judges, and left fewer units without a verdict. Null for any other run.
 */
export function supersededBy(db: Db, run: StatedRun, all: readonly StatedRun[]): number | null {
  if (run.state !== 'incomplete') return null;
  const later = all
    .filter(({ number, status, unscored }) => number > run.number && status === 'done' && unscored < run.unscored)
    .sort((a, b) => a.number - b.number);
  return later.find((other) => covers(db, other.id, run.id))?.number ?? null;
}

/** Units without a verdict in an incomplete run: the sentence on them, and the number of the run that completed it. */
interface VerdictGaps {
  words: string;
  supersededBy: number | null;
}

/** The gaps of a run; null unless it is incomplete. */
export function verdictGaps(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { id }: Pick<Run, 'id'>,
  runs: readonly StatedRun[] = statedRuns(db, grant)
): VerdictGaps | null {
  const run = runs.find((one) => one.id === id);
  if (run?.state !== 'incomplete') return null;
  return { words: failuresInWords(failuresOf(db, id)), supersededBy: supersededBy(db, run, runs) };
}

/** Whether one run judges everything that another judges. */
function covers(db: Db, runId: string, other: string): boolean {
  const holds = (own: readonly string[], of: readonly string[]): boolean => {
    const known = new Set(own);
    return of.every((one) => known.has(one));
  };
  const metrics = (id: string): string[] => metricsOf(db, id).map(({ metric }) => metric);
  const judges = (id: string): string[] => judgesOf(db, id).map((judge) => judge.id);
  const { runReport } = schema;
  const reports = (id: string): string[] =>
    db
      .select({ id: runReport.reportId })
      .from(runReport)
      .where(eq(runReport.runId, id))
      .all()
      .map((row) => row.id);
  return (
    holds(metrics(runId), metrics(other)) &&
    holds(judges(runId), judges(other)) &&
    holds(reports(runId), reports(other))
  );
}
