interface Waiting<T> {
  write: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface GroupCommit<T> {
  /** Resolves once the write is committed. */
  put(write: T): Promise<void>;
  /** Commits what waits, now. */
  flush(): void;
}

export interface GroupCommitOptions {
  /** How long a write may wait for others, where nobody is held up by it. */
  collectMs?: number;
}

/** A commit blocks the process until the disk has it. This leaves half of the time for everything else. */
const PAUSE_PER_COMMIT = 1;
const LONGEST_PAUSE_MS = 10;

/**
 * Collects writes of about the same moment into one commit: a commit costs nearly the same for one write as for twenty.
 * Where there was none lately, a write is committed at once; else it waits a few milliseconds, longer on a slower disk.
 *
 * A group that can not be committed is tried write by write, so that one that can not be stored takes no other with it.
 *
 * @param commit Commits all writes of a group or none; throws where that fails
 * @param fatal Errors that concern every write alike, such as a lost lease
 */
export const createGroupCommit = <T>(
  commit: (group: readonly T[]) => void,
  fatal: (error: unknown) => boolean,
  { collectMs = 0 }: GroupCommitOptions = {}
): GroupCommit<T> => {
  let waiting: Waiting<T>[] = [];
  let cancel: (() => void) | null = null;
  let notBefore = 0;

  const settle = (one: Waiting<T>): void => {
    try {
      commit([one.write]);
    } catch (error) {
      one.reject(error);
      return;
    }
    one.resolve();
  };

  const commitGroup = (group: readonly Waiting<T>[]): void => {
    try {
      commit(group.map(({ write }) => write));
    } catch (error) {
      if (group.length === 1 || fatal(error)) for (const { reject } of group) reject(error);
      else for (const one of group) settle(one);
      return;
    }
    for (const { resolve } of group) resolve();
  };

  const flush = (): void => {
    cancel?.();
    cancel = null;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    const began = performance.now();
    commitGroup(group);
    const ended = performance.now();
    notBefore = ended + Math.min(LONGEST_PAUSE_MS, PAUSE_PER_COMMIT * (ended - began));
  };

  const schedule = (): (() => void) => {
    const wait = Math.max(collectMs, notBefore - performance.now());
    if (wait < 1) {
      const soon = setImmediate(flush);
      return () => clearImmediate(soon);
    }
    const later = setTimeout(flush, wait);
    return () => clearTimeout(later);
  };

  return {
    put: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        cancel ??= schedule();
      }),
    flush
  };
};
