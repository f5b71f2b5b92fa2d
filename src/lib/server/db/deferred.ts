import { closeSync, fdatasync, openSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Db, sqliteOf } from './client.ts';

export interface DeferredWrites {
  /** Like `write`, without waiting for the disk: what it wrote is there for every reader, and durable after `flushed`. */
  write(work: () => void): void;
  /** The same for work that opens its transactions itself. */
  within<T>(work: () => T): T;
  /** Resolves once the disk has everything written so far. The process goes on meanwhile. */
  flushed(): Promise<void>;
  /** Lets go of the log's file, after flushes that are under way. */
  close(): void;
}

const walOf = (db: Db): string | null => {
  const files = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`);
  const { file = '' } = files.find(({ name }) => name === 'main') ?? {};
  return file === '' ? null : `${file}-wal`;
};

/**
 * Writes for whoever has many of them and can wait for the disk in parallel. With `synchronous = FULL` each commit blocks the
 * process until the disk has its part of the write-ahead log; here the commit leaves that out, and the log is flushed as a
 * whole by a thread of the runtime. After `flushed` the log holds the same bytes as after a commit in the other way. All
 * other writes of the connection stay as they are, and make these durable with their own.
 */
export const deferredWrites = (db: Db): DeferredWrites => {
  const sqlite = sqliteOf(db);
  const transaction = sqlite.transaction((work: () => void) => work());
  const wal = walOf(db);
  let log: number | null = null;
  let flushes = 0;
  let unused = false;
  const closeIfUnused = (): void => {
    if (log === null || !unused || flushes > 0) return;
    closeSync(log);
    log = null;
  };
  const within = <T>(work: () => T): T => {
    sqlite.exec('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      sqlite.exec('PRAGMA synchronous = FULL');
    }
  };
  return {
    within,
    write: (work) => within(() => transaction.immediate(work)),
    flushed: () =>
      new Promise((resolve, reject) => {
        if (wal === null) return resolve();
        unused = false;
        flushes += 1;
        fdatasync((log ??= openSync(wal, 'r+')), (error) => {
          flushes -= 1;
          closeIfUnused();
          if (error) reject(error);
          else resolve();
        });
      }),
    close() {
      unused = true;
      closeIfUnused();
    }
  };
};
