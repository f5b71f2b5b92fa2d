import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import type { Task } from '../../engine/contract.ts';
import { knownPrompt } from '../../prompts/known-prompts.ts';
import { configOf, judgesOf, metricsOf, type Run } from '../../runs/runs.server.ts';
import type { LocalStore } from '../../store/contract.ts';
import { hasLender } from '../../store/lent-replies.server.ts';
import { replyColumns, toReply } from '../../store/statements.server.ts';
import { knownRubric } from '../../suites/rubrics/known-rubrics.ts';
import type { Queue } from '../connection.server.ts';
import { asText } from '../entries.server.ts';
import { offerParts } from '../jobs.server.ts';
import { inParts, type LookupKind, type Part, publishedPart, type PublishedRun, taskIdsOf } from '../published-run.ts';

/** Parts that are written at once: their texts are in memory meanwhile. */
const PARTS_AT_ONCE = 20;

/** A task by a name that tells it from all others of its run. */
export const taskName = (task: { report: string; metric: string; judge: string; repeat: number }): string =>
  JSON.stringify([task.report, task.metric, task.judge, task.repeat]);

/** A run as workers read it. */
export function describeRun(db: Db, run: Run, version: string): PublishedRun {
  const metrics = metricsOf(db, run.id).map(({ metric, settings, promptName, promptVersion, promptHash }) => {
    const prompt = knownPrompt(metric, promptHash);
    const rubric = knownRubric(metric);
    return {
      metric,
      settings,
      promptName,
      promptVersion,
      promptHash,
      ...(prompt && { prompt }),
      ...(rubric && { rubric })
    };
  });
  const { call } = schema;
  const others = db.select({ id: call.id }).from(call).where(ne(call.runId, run.id)).limit(1).get() !== undefined;
  const shares = run.options.useCache && run.options.freshReplies !== true && (others || hasLender(db));
  const lookups: LookupKind[] = [
    ...(['page', 'supplied-page', 'search'] as const),
    ...(run.options.useCache ? (['shared-page', 'shared-search'] as const) : []),
    ...(shares ? (['reply'] as const) : [])
  ];
  return {
    ...{ version, number: run.number, metrics, lookups, delimiterKey: delimiterKey(db), options: run.options },
    judges: judgesOf(db, run.id).map((judge) => {
      const { spec, fingerprint } = judge;
      return { spec, fingerprint, config: configOf(judge) };
    })
  };
}

/** Parts of a run that are in the queue, with their tasks. */
export async function partsInQueue(queue: Queue, runId: string, run: PublishedRun): Promise<Map<string, string[]>> {
  const rows = await queue.rows<{ id: string; about: string }>(
    'SELECT id, about FROM voirdire.part WHERE run_id = $1',
    [runId]
  );
  return new Map(rows.map(({ id, about }) => [id, taskIdsOf(JSON.parse(about) as Part, run).map(taskName)]));
}

/** Writes the run into the queue if it is not there. @returns whether it is there as described; false: as something else */
export async function publishRun(
  queue: Queue,
  { id, projectId }: Pick<Run, 'id' | 'projectId'>,
  run: PublishedRun,
  spent: number
): Promise<boolean> {
  const about = asText(run);
  // In one statement: a connection that is lost between two would leave the run without the money that it has spent.
  const made = await queue.rows(
    `WITH made AS (
      INSERT INTO voirdire.run (id, project, about, state, cap, coordinated)
      VALUES ($1, $2, $3, 'open', $4, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO voirdire.purse (run_id, holder, spent) SELECT id, 'before', $5 FROM made RETURNING run_id`,
    [id, projectId, about, run.options.budget, spent]
  );
  if (made.length > 0) return true;
  const [there] = await queue.rows<{ about: string; state: string }>(
    'SELECT about, state FROM voirdire.run WHERE id = $1',
    [id]
  );
  return there?.state === 'open' && there.about === about;
}

interface Publishing {
  queue: Queue;
  db: Db;
  runId: string;
  run: PublishedRun;
  store: LocalStore;
  signal: AbortSignal;
}

/** Replies that the run has received for these tasks: a worker takes them from there, not from their judge. */
function repliesFor(db: Db, runId: string, tasks: readonly Task[]): Part['replies'] {
  const { call, judge } = schema;
  const keys = new Map<string, Part['replies'][number][1]>();
  const wanted = new Set(
    tasks.map((task) => taskName({ report: task.sample.report.id, metric: task.metric.name, judge: task.judge.fingerprint, repeat: task.repeat })) // prettier-ignore
  );
  for (const report of new Set(tasks.map(({ sample }) => sample.report.id))) {
    const rows = db
      .select({ ...replyColumns, key: call.key, metric: call.metric, repeat: call.repeat, judge: judge.fingerprint })
      .from(call)
      .innerJoin(judge, eq(judge.id, call.judgeId))
      .where(and(eq(call.runId, runId), eq(call.reportId, report), ne(call.outcome, 'error')))
      .orderBy(call.at)
      .all();
    // Usable ones last: they take the place of others.
    for (const usable of [false, true])
      for (const row of rows)
        if ((row.outcome === 'reply') === usable && wanted.has(taskName({ report, ...row })))
          keys.set(row.key, toReply(row));
  }
  return [...keys];
}

/**
 * Offers the tasks in parts. A kill at any moment leaves parts that are there as a whole; a further call offers the rest.
 *
 * @returns the parts with the names of their tasks
 */
export async function publishParts(
  { queue, db, runId, run, signal }: Publishing,
  tasks: readonly Task[]
): Promise<Map<string, string[]>> {
  const published = new Map<string, string[]>();
  const { call } = schema;
  const resumed = db.select({ id: call.id }).from(call).where(eq(call.runId, runId)).limit(1).get() !== undefined;
  const groups = inParts(tasks);
  const texts = new Set<string>();
  for (let at = 0; at < groups.length && !signal.aborted; at += PARTS_AT_ONCE) {
    const some = groups.slice(at, at + PARTS_AT_ONCE).map((group) => {
      const part = publishedPart(group, run, resumed ? repliesFor(db, runId, group) : []);
      return { id: randomUUID(), group, part };
    });
    await writeTexts(
      queue,
      runId,
      some.flatMap(({ group }) => group),
      texts
    );
    await queue.rows(
      `INSERT INTO voirdire.part (id, run_id, about)
      SELECT id, $1, about FROM unnest($2::uuid[], $3::text[]) AS one (id, about) ON CONFLICT DO NOTHING`,
      [runId, some.map(({ id }) => id), some.map(({ part }) => asText(part))]
    );
    await offerParts(queue, runId, some.map(({ id }) => id)); // prettier-ignore
    for (const { id, part } of some) published.set(id, taskIdsOf(part, run).map(taskName));
  }
  return published;
}

/** The texts of reports, once for each run. */
async function writeTexts(queue: Queue, runId: string, tasks: readonly Task[], written: Set<string>): Promise<void> {
  const texts = new Map<string, string>();
  for (const { sample } of tasks)
    for (const { id, markdown } of [sample.report, ...(sample.baseline ? [sample.baseline] : [])])
      if (!written.has(id)) texts.set(id, markdown);
  if (texts.size === 0) return;
  await queue.rows(
    `INSERT INTO voirdire.report (run_id, id, markdown)
    SELECT $1, id, markdown FROM unnest($2::text[], $3::text[]) AS one (id, markdown) ON CONFLICT DO NOTHING`,
    [runId, [...texts.keys()], [...texts.values()].map(asText)]
  );
  for (const id of texts.keys()) written.add(id);
}
