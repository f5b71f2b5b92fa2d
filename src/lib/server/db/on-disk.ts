import { closeSync, fdatasync, openSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Db, sqliteOf } from './client.ts';

/** The write-ahead log of a connection, and who waits for it. */
interface Log {
  /** Null for a database in memory. */
  file: string | null;
  /** The flush that has not begun yet: all writes until then share it. */
  next: Promise<void> | null;
  running: Promise<void>;
}

const logs = new WeakMap<object, Log>();

function logOf(db: Db): Log {
  const known = logs.get(db);
  if (known) return known;
  const files = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`);
  const { file = '' } = files.find(({ name }) => name === 'main') ?? {};
  const made: Log = { file: file === '' ? null : `${file}-wal`, next: null, running: Promise.resolve() };
  logs.set(db, made);
  return made;
}

/** Has a thread of the runtime flush the log. */
const flush = ({ file }: Log): Promise<void> =>
  new Promise((resolve, reject) => {
    if (file === null) return resolve();
    const log = openSync(file, 'r+');
    fdatasync(log, (error) => {
      closeSync(log);
      if (error) reject(error);
      else resolve();
    });
  });

/**
 * Carries out work that commits, without waiting for the disk: what it wrote is there for every reader and outlasts the end of
 * the process, and it is durable after `flushed`. With `synchronous = FULL` each commit blocks the process until the disk has
 * its part of the write-ahead log; here the commits leave that out. All other writes of the connection stay as they are.
 */
export function beforeFlush<T>(db: Db, work: () => T): T {
  const sqlite = sqliteOf(db);
  sqlite.exec('PRAGMA synchronous = NORMAL');
  try {
    return work();
  } finally {
    sqlite.exec('PRAGMA synchronous = FULL');
  }
}

/**
 * Resolves once everything written by now is on the disk: the log then holds the same bytes as after commits that wait for it.
 * The process continues meanwhile; one flush runs at a time, and callers that wait share the next.
 */
export function flushed(db: Db): Promise<void> {
  const log = logOf(db);
  log.next ??= log.running
    .catch(() => undefined)
    .then(() => {
      log.next = null;
      log.running = flush(log);
      return log.running;
    });
  return log.next;
}

/**
 * Carries out work that commits, and answers once the disk has what it wrote. Unlike a plain `write` it does not block other
 * requests meanwhile: if fifty people save at the same time, they do not wait for each other's writes to the disk.
 *
 * @param work opens its transactions itself; what it throws is thrown after the flush, because a refusal may have kept a draft
 * @throws also if the disk fails
 */
export async function onDisk<T>(db: Db, work: () => T): Promise<T> {
  try {
    return beforeFlush(db, work);
  } finally {
    await flushed(db);
  }
}
