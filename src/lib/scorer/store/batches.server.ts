import { and, asc, eq, isNull } from 'drizzle-orm';
import { schema, write, type Db } from '../../server/db/client.ts';
import type { BatchStore } from './batches.ts';

const { batch } = schema;

/** Batches of a run in the database. */
export const sqliteBatches = (db: Db, runId: string): BatchStore => ({
  open: () =>
    db
      .select()
      .from(batch)
      .where(and(eq(batch.runId, runId), isNull(batch.endedAt)))
      .orderBy(asc(batch.at), asc(batch.id))
      .all(),
  begin({ id, judge, name, remoteId, lines, at }) {
    write(db, (tx) =>
      tx
        .insert(batch)
        .values({ id, runId, judge, name, remoteId, lines: [...lines], at })
        .run()
    );
  },
  submitted(id, remoteId) {
    write(db, (tx) => tx.update(batch).set({ remoteId }).where(eq(batch.id, id)).run());
  },
  end(id, problem, at) {
    write(db, (tx) =>
      tx
        .update(batch)
        .set({ endedAt: at, problem })
        .where(and(eq(batch.id, id), isNull(batch.endedAt)))
        .run()
    );
  }
});

/** A batch of a run as pages show it. */
interface ShownBatch {
  name: string;
  remoteId: string | null;
  lines: number;
  at: number;
  endedAt: number | null;
  problem: string | null;
}

/** Batches of a run, newest first. */
export const batchesOfRun = (db: Db, runId: string): ShownBatch[] =>
  db
    .select()
    .from(batch)
    .where(eq(batch.runId, runId))
    .orderBy(asc(batch.at), asc(batch.id))
    .all()
    .reverse()
    .map(({ name, remoteId, lines, at, endedAt, problem }) => ({
      name,
      remoteId,
      lines: lines.length,
      at,
      endedAt,
      problem
    }));
