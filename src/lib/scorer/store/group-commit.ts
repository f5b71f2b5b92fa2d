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

/**
 * Collects writes of about the same moment into one commit: under load a commit costs the same for one write as for
 * twenty, and each waits no longer than for those that arrived with it.
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
  let due: NodeJS.Immediate | null = null;

  const settle = (one: Waiting<T>): void => {
    try {
      commit([one.write]);
    } catch (error) {
      one.reject(error);
      return;
    }
    one.resolve();
  };

  const flush = (): void => {
    if (due) clearImmediate(due);
    due = null;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      commit(group.map(({ write }) => write));
    } catch (error) {
      if (group.length === 1 || fatal(error)) for (const { reject } of group) reject(error);
      else for (const one of group) settle(one);
      return;
    }
    for (const { resolve } of group) resolve();
  };

  return {
    put: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        due ??= setImmediate(flush);
      }),
    flush
  };
};
