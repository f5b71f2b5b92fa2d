interface Waiting<T> {
  write: T;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export interface GroupCommit<T> {
  /** Resolves once the write is committed: somebody waits for it. */
  put(write: T): Promise<void>;
  /** The same where nobody is held up by it: it goes with the next commit, or alone after a while. */
  putLater(write: T): Promise<void>;
  /** Commits what waits, now. */
  flush(): void;
}

/** A commit blocks the process until the disk has it. This leaves half of the time for everything else. */
const PAUSE_PER_COMMIT = 1;
const LONGEST_PAUSE_MS = 10;
const LATER_MS = 10;

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
  fatal: (error: unknown) => boolean
): GroupCommit<T> => {
  let waiting: Waiting<T>[] = [];
  let later: Waiting<T>[] = [];
  let planned: { at: number; cancel: () => void } | null = null;
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
    planned?.cancel();
    planned = null;
    const group = [...waiting, ...later];
    waiting = [];
    later = [];
    if (group.length === 0) return;
    const began = performance.now();
    commitGroup(group);
    const ended = performance.now();
    notBefore = ended + Math.min(LONGEST_PAUSE_MS, PAUSE_PER_COMMIT * (ended - began));
  };

  const plan = (at: number): void => {
    if (planned && planned.at <= at) return;
    planned?.cancel();
    const wait = at - performance.now();
    if (wait < 1) {
      const soon = setImmediate(flush);
      planned = { at, cancel: () => clearImmediate(soon) };
    } else {
      const timer = setTimeout(flush, wait);
      planned = { at, cancel: () => clearTimeout(timer) };
    }
  };

  const join = (list: Waiting<T>[], write: T, at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      list.push({ write, resolve, reject });
      plan(at);
    });

  return {
    put: (write) => join(waiting, write, notBefore),
    putLater: (write) => join(later, write, Math.max(notBefore, performance.now() + LATER_MS)),
    flush
  };
};
