import type { Db } from './client.ts';
import { deferredWrites, type DeferredWrites } from './deferred.ts';

interface Log {
  writes: DeferredWrites;
  /** The flush that has not begun yet: whoever has written by then shares it. */
  next: Promise<void> | null;
  running: Promise<void>;
}

const logs = new WeakMap<object, Log>();

function logOf(db: Db): Log {
  const known = logs.get(db);
  if (known) return known;
  const made: Log = { writes: deferredWrites(db), next: null, running: Promise.resolve() };
  logs.set(db, made);
  return made;
}

/** Resolves once everything written by now is on the disk. One flush runs at a time, and those who wait share the next. */
function flushed(log: Log): Promise<void> {
  log.next ??= log.running
    .catch(() => undefined)
    .then(() => {
      log.next = null;
      log.running = log.writes.flushed();
      return log.running;
    });
  return log.next;
}

/**
 * Carries out work that commits, and answers once the disk has what it wrote. Unlike a plain `write` it holds nobody else up
 * meanwhile: where fifty people save at the same time, nobody waits for the disk on behalf of another.
 *
 * @param work opens its transactions itself; what it throws is thrown after the flush, because a refusal may have kept a draft
 * @throws also where the disk fails
 */
export async function onDisk<T>(db: Db, work: () => T): Promise<T> {
  const log = logOf(db);
  try {
    return log.writes.within(work);
  } finally {
    await flushed(log);
  }
}
