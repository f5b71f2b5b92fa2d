import { and, eq, sql } from 'drizzle-orm';
import { schema, write, type Db } from '../../../server/db/client.ts';
import type { EngineEvent, EngineResult } from '../../engine/contract.ts';
import type { Page } from '../../page.ts';
import type { Search } from '../../search.ts';
import type { CallRecord, LocalStore } from '../../store/contract.ts';
import type { Queue } from '../connection.server.ts';
import type { FinishedTask } from '../part-journal.ts';
import type { PartResult } from '../published-run.ts';

/** Entries that are read at once: replies may be long. */
const AT_ONCE = 2_000;

interface Collecting {
  db: Db;
  queue: Queue;
  runId: string;
  store: LocalStore;
  result: EngineResult;
  emit: (event: EngineEvent) => void;
}

/** Takes results of workers over into the database of the project. */
interface Collector {
  /** @returns parts that ended, with their results, which are collected as a whole; they are still in the queue */
  collect(): Promise<{ ended: Map<string, PartResult>; moved: number }>;
  /** Takes over the pages and searches of the run. */
  collectPages(): Promise<void>;
  /** The same of the parts that no worker has claimed. */
  collectAll(): Promise<void>;
}

/** Searches are those of the run, whichever task asked first. */
const noTask = { report: '', metric: '', judge: '', repeat: 0 };

interface Row {
  part: string;
  seq: string;
  kind: string;
  body: string;
}

/**
 * The journals of a run's parts, read as they grow. What was read is written by the store like results of this process. A coordinator
 * that was killed reads the journals again from their beginnings, and writes nothing twice.
 */
export const createCollector = ({ db, queue, runId, store, result, emit }: Collecting): Collector => {
  const cursors = new Map<string, string>();
  const { call, judge } = schema;
  const there = db
    .select({ id: call.id })
    .from(call)
    .innerJoin(judge, eq(judge.id, call.judgeId))
    .where(
      and(
        eq(call.key, sql.placeholder('key')),
        ...[eq(call.runId, runId), eq(call.at, sql.placeholder('at')), eq(call.metric, sql.placeholder('metric'))],
        ...[eq(call.repeat, sql.placeholder('repeat')), eq(judge.fingerprint, sql.placeholder('judge'))],
        eq(call.reportId, sql.placeholder('report'))
      )
    )
    .limit(1)
    .prepare();

  const tell = (record: CallRecord): void => {
    const { task, reply, attempts, cost, cached, error } = record;
    result.calls.sent += attempts;
    if (reply === null) {
      result.calls.failed += 1;
      emit({ type: 'call-failed', task, attempts, reason: error ?? '' });
      return;
    }
    result.calls[cached ? 'shared' : 'answered'] += 1;
    const { usage } = reply;
    if (!cached) {
      result.usage.inputTokens += usage?.inputTokens ?? 0;
      result.usage.outputTokens += usage?.outputTokens ?? 0;
    }
    emit({ type: 'call-answered', task, source: cached ? 'shared' : 'sent', attempts, usage, cost });
  };

  const take = async ({ kind, body }: Row): Promise<void> => {
    if (kind === 'verdicts') {
      const { task, verdicts, at } = JSON.parse(body) as FinishedTask;
      const known = store.verdictsDone(task) !== null;
      await store.putVerdicts(task, verdicts, at);
      if (known) return;
      result.tasks.finished += 1;
      for (const { state } of verdicts) result.units[state] += 1;
      emit({ type: 'task-finished', task, skipped: false, verdicts });
      return;
    }
    const record = JSON.parse(body) as CallRecord;
    const { task, key, at } = record;
    if (there.get({ key, at, ...task }) !== undefined) return;
    await store.putCall(record);
    tell(record);
  };

  /** Reads what these parts have written since; true if there may be more. */
  const read = async (parts: readonly string[]): Promise<{ more: boolean; moved: number }> => {
    const rows = await queue.rows<Row>(
      `SELECT part_id AS part, seq::text, kind, body FROM unnest($1::uuid[], $2::bigint[]) AS one (id, after)
      JOIN voirdire.entry ON part_id = one.id AND seq > one.after
      WHERE kind IN ('reply', 'call', 'verdicts') ORDER BY entry.seq LIMIT ${AT_ONCE}`,
      [parts, parts.map((part) => cursors.get(part) ?? '0')]
    );
    await Promise.all(rows.map(take));
    for (const { part, seq } of rows) cursors.set(part, seq);
    return { more: rows.length === AT_ONCE, moved: rows.length };
  };

  const collectPages = async (): Promise<void> => {
    const rows = await queue.rows<{ key: string; body: string }>(
      `SELECT key, body FROM voirdire.page WHERE run_id = $1 AND body IS NOT NULL AND NOT collected LIMIT 200`,
      [runId]
    );
    if (rows.length === 0) return;
    await Promise.all(rows.map(({ key, body }) => store.putPage(key, JSON.parse(body) as Page)));
    // One that was put again meanwhile has another body.
    await queue.rows(
      `UPDATE voirdire.page SET collected = true FROM unnest($2::text[], $3::text[]) AS one (key, body)
      WHERE run_id = $1 AND page.key = one.key AND page.body = one.body`,
      [runId, rows.map(({ key }) => key), rows.map(({ body }) => body)]
    );
    if (rows.length === 200) await collectPages();
  };

  const collectSearches = async (): Promise<void> => {
    const rows = await queue.rows<{ key: string; body: string; cost: number | null; put: string }>(
      `SELECT key, body, cost, put FROM voirdire.search WHERE run_id = $1 AND body IS NOT NULL AND NOT collected`,
      [runId]
    );
    for (const { key, body, cost, put } of rows) {
      const made = JSON.parse(body) as Search;
      // The queue knows what the key has cost in all.
      const row = { ...made, at: Math.round(made.at), cost };
      write(db, (tx) =>
        tx
          .insert(schema.search)
          .values({ runId, key, ...row })
          .onConflictDoUpdate({ target: [schema.search.runId, schema.search.key], set: row })
          .run()
      );
      const { results, ...about } = made;
      emit({ type: 'searched', task: noTask, source: 'sent', search: about, results: results.length, cost });
      await queue.rows(`UPDATE voirdire.search SET collected = true WHERE run_id = $1 AND key = $2 AND put = $3`, [runId, key, put]); // prettier-ignore
    }
  };

  const readAll = async (parts: readonly string[]): Promise<number> => {
    let moved = 0;
    for (let more = parts.length > 0; more;) {
      const got = await read(parts);
      ({ more } = got);
      moved += got.moved;
    }
    return moved;
  };

  return {
    async collect() {
      // Results first: what was written before a part ended is read after that.
      const parts = await queue.rows<{ id: string; result: string | null }>(
        'SELECT id, result FROM voirdire.part WHERE run_id = $1 AND (lease_owner IS NOT NULL OR result IS NOT NULL)',
        [runId]
      );
      const moved = await readAll(parts.map(({ id }) => id));
      const ended = parts.flatMap(({ id, result: told }) =>
        told === null ? [] : [[id, JSON.parse(told) as PartResult] as const]
      );
      for (const [id] of ended) cursors.delete(id);
      return { ended: new Map(ended), moved };
    },
    async collectPages() {
      await collectPages();
      await collectSearches();
    },
    async collectAll() {
      const parts = await queue.rows<{ id: string }>('SELECT id FROM voirdire.part WHERE run_id = $1', [runId]);
      await readAll(parts.map(({ id }) => id));
      await collectPages();
      await collectSearches();
    }
  };
};
