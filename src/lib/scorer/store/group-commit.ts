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

const LATER_MS = 10;

export interface Commit<T> {
  /** Writes all of a group or none; throws where that fails. */
  write(group: readonly T[]): void;
  /** Resolves once the disk has what was written. */
  flushed(): Promise<void>;
  /** Errors that concern every write alike, such as a lost lease. */
  isFatal(error: unknown): boolean;
}

/**
 * Collects writes of about the same moment into one commit: a commit costs nearly the same for one write as for twenty.
 * While the disk is at work on one group, the next one gathers.
 *
 * A group that can not be written is tried write by write, so that one that can not be stored takes no other with it.
 */
export const createGroupCommit = <T>(commit: Commit<T>): GroupCommit<T> => {
  let waiting: Waiting<T>[] = [];
  let later: Waiting<T>[] = [];
  let planned: { at: number; cancel: () => void } | null = null;
  let flushing = false;

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

  const commitGroup = async (group: readonly Waiting<T>[]): Promise<void> => {
    const there = written(group);
    if (there.length === 0) return;
    try {
      await commit.flushed();
    } catch (error) {
      for (const { reject } of there) reject(error);
      return;
    }
    for (const { resolve } of there) resolve();
  };

  const flush = (): void => {
    planned?.cancel();
    planned = null;
    const group = [...waiting, ...later];
    waiting = [];
    later = [];
    if (group.length === 0) return;
    flushing = true;
    void commitGroup(group).then(() => {
      flushing = false;
      if (waiting.length > 0) plan(0);
      else if (later.length > 0) plan(performance.now() + LATER_MS);
    });
  };

  const plan = (at: number): void => {
    if (flushing || (planned && planned.at <= at)) return;
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
    put: (write) => join(waiting, write, 0),
    putLater: (write) => join(later, write, performance.now() + LATER_MS),
    flush
  };
};
