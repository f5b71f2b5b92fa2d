import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<T> {
  write: T;
  written: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface GroupCommit<T> {
  /**
   * Resolves once the disk has the write: it outlasts a power cut. `written` is told before that, as soon as the write
   * outlasts the end of the process.
   */
  put(write: T, written?: () => void): Promise<void>;
  /** The same where nobody is held up by it: it goes with the next commit, or alone after a while. */
  putLater(write: T): Promise<void>;
  /** Writes what waits, now. */
  flush(): void;
}

export interface Commit<T> {
  /** Writes all of a group or none; throws where that fails. */
  write(group: readonly T[]): void;
  /** Told after each group: everything put by now is written or refused. */
  settled(): void;
  /** Resolves once the disk has what was written. */
  flushed(): Promise<void>;
  /** Errors that concern every write alike, such as a lost lease. */
  isFatal(error: unknown): boolean;
}

/** Between two commits, so that writes of about the same moment share one. */
const GATHER_MS = 6;
const LATER_MS = 10;
/** That long at most a commit leaves the way to what goes on meanwhile. */
const QUIET_MS = 20;
/** Between two flushes of the disk: each costs the same however much was written, and the calls of others go on meanwhile. */
const FLUSH_MS = 8;

/**
 * Collects writes of about the same moment into one commit: a commit costs nearly the same for one write as for twenty, and so
 * does a flush of the disk, which goes on beside. Where there was no commit lately, a write is committed as soon as a turn of
 * the event loop brings no further one.
 *
 * A group that can not be written is tried write by write, so that one that can not be stored takes no other with it.
 */
export const createGroupCommit = <T>(commit: Commit<T>): GroupCommit<T> => {
  let waiting: Waiting<T>[] = [];
  let later: Waiting<T>[] = [];
  let unflushed: Waiting<T>[] = [];
  let planned: { at: number; cancel: () => void } | null = null;
  let flushing = false;
  let notBefore = 0;
  let puts = 0;

  /** Those of the group that were written; the others are told why not. */
  const written = (group: readonly Waiting<T>[]): readonly Waiting<T>[] => {
    try {
      commit.write(group.map(({ write }) => write));
      return group;
    } catch (error) {
      if (group.length > 1 && !commit.isFatal(error)) return group.flatMap((one) => written([one]));
      for (const { reject } of group) reject(error);
      return [];
    }
  };

  const toDisk = async (): Promise<void> => {
    flushing = true;
    while (unflushed.length > 0) {
      const group = unflushed;
      unflushed = [];
      try {
        await commit.flushed();
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      if (unflushed.length > 0) await sleep(FLUSH_MS);
    }
    flushing = false;
  };

  const flush = (): void => {
    planned?.cancel();
    planned = null;
    const group = [...waiting, ...later];
    waiting = [];
    later = [];
    if (group.length === 0) return;
    const there = written(group);
    commit.settled();
    notBefore = performance.now() + GATHER_MS;
    for (const { written } of there) written();
    unflushed.push(...there);
    if (!flushing) void toDisk();
  };

  const plan = (at: number): void => {
    if (planned && planned.at <= at) return;
    planned?.cancel();
    let turn: NodeJS.Immediate | undefined;
    /** Once a turn of the event loop has brought nothing new: replies that have arrived make room for the next calls first. */
    const flushWhenQuiet = (): void => {
      const seen = puts;
      turn = setImmediate(() => {
        if (puts === seen || performance.now() > at + QUIET_MS) flush();
        else flushWhenQuiet();
      });
    };
    const wait = at - performance.now();
    const timer = wait < 1 ? undefined : setTimeout(flushWhenQuiet, wait);
    if (!timer) flushWhenQuiet();
    planned = {
      at,
      cancel() {
        clearTimeout(timer);
        clearImmediate(turn);
      }
    };
  };

  const join = (list: Waiting<T>[], write: T, at: number, written: () => void = () => undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      puts += 1;
      list.push({ write, written, resolve, reject });
      plan(at);
    });

  return {
    put: (write, written) => join(waiting, write, notBefore, written),
    putLater: (write) => join(later, write, performance.now() + LATER_MS),
    flush
  };
};
