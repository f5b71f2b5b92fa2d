import { and, eq, sql } from 'drizzle-orm';
import { RunDriver } from '../../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { createRun } from '../../src/lib/scorer/runs/new-run.server.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, openReader, schema } from '../../src/lib/server/db/client.ts';
import { migrations } from './scorer-scene.ts';

/** Calls of the run that are under way at once. */
export const CONCURRENCY = 32;

const METRICS = ['presentation', 'coverage'];

/**
 * A run over the reports of the study's scene, of at least that many calls. It stands as being under way, so that the server takes
 * it up when it starts.
 *
 * @param env The key and address of its judge, as the server has them
 */
export function prepareRun(file: string, calls: number, env: Record<string, string>): string {
  const { db, close } = openDatabase(file, migrations);
  try {
    const reports = db.select().from(schema.report).all();
    const { id: versionId, projectId } = db.select().from(schema.datasetVersion).get()!;
    const grant = authorize(operator, { kind: 'project', id: projectId }, 'manage');
    const run = createRun(db, grant, {
      ...{ name: 'Beside', versionId, metrics: METRICS },
      judges: [new RunDriver(db, env).name(parseJudgeSpec('openai:gpt-5'))],
      reportIds: reports.map(({ id }) => id),
      options: { concurrency: CONCURRENCY, repeats: Math.ceil(calls / reports.length / METRICS.length) }
    });
    db.update(schema.run).set({ status: 'running' }).where(eq(schema.run.id, run.id)).run();
    return run.id;
  } finally {
    close();
  }
}

/** How many calls of a run were answered so far, and whether it is under way still. */
export function runNow(file: string, runId: string): { answered: number; running: boolean } {
  const { db, close } = openReader(file);
  try {
    const { answered } = db
      .select({ answered: sql<number>`count(*)` })
      .from(schema.call)
      .where(and(eq(schema.call.runId, runId), eq(schema.call.outcome, 'reply')))
      .get()!;
    const { status } = db.select({ status: schema.run.status }).from(schema.run).where(eq(schema.run.id, runId)).get()!;
    return { answered, running: status === 'running' };
  } finally {
    close();
  }
}
