interface Waiting {
  work: () => void;
  kept: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Commits {
  /**
   * Resolves once the disk has the write: it outlasts a power cut. `kept` is told before that, as soon as the write outlasts the
   * end of the process.
   */
  put(work: () => void, kept?: () => void): Promise<void>;
  /** Writes what waits, now; what there is no room for fails. */
  end(): void;
}

export interface Committing {
  /** Carries out all of a group in one transaction, or none; throws if that fails. */
  write(group: readonly (() => void)[]): void;
  /** Resolves once the disk has what was written. */
  flushed(): Promise<void>;
  /** Errors that concern every write alike, such as a lost lease or a locked database. */
  isFatal(error: unknown): boolean;
  /** Errors that pass, such as a full disk: the write is held and tried again. */
  mayPass(error: unknown): boolean;
}

/** How long writes are held for which there is no room, and after how long they are tried again. */
const HOLD_MS = 2_000;
const AGAIN_MS = 200;

/**
 * Writes of one turn of the event loop in one commit, which costs nearly the same for one write as for twenty; one flush of the
 * disk for all that were committed while the last went on. A busier process has longer turns, hence larger groups.
 *
 * A group that cannot be written is tried write by write, so that one that cannot be stored takes no other with it. What there
 * is no room for is held in memory for a while: its calls keep their places, so that no further ones are made.
 */
export const createCommits = (to: Committing): Commits => {
  let waiting: Waiting[] = [];
  let planned: NodeJS.Immediate | NodeJS.Timeout | null = null;
  let heldSince: number | null = null;

  /** Those of the group that were written; the others wait again, or are told why not. */
  const written = (group: readonly Waiting[], last: boolean): readonly Waiting[] => {
    try {
      to.write(group.map(({ work }) => work));
      return group;
    } catch (error) {
      if (group.length > 1 && !to.isFatal(error)) return group.flatMap((one) => written([one], last));
      const hold = !last && to.mayPass(error) && performance.now() - (heldSince ??= performance.now()) < HOLD_MS;
      if (hold) waiting.push(...group);
      else for (const { reject } of group) reject(error);
      return [];
    }
  };

  const commit = (last: boolean): void => {
    planned = null;
    const group = waiting;
    if (group.length === 0) return;
    waiting = [];
    const there = written(group, last);
    if (waiting.length === 0) heldSince = null;
    else planned = setTimeout(commit, AGAIN_MS, false);
    if (there.length === 0) return;
    for (const { kept } of there) kept();
    to.flushed().then(
      () => there.forEach(({ resolve }) => resolve()),
      (error: unknown) => there.forEach(({ reject }) => reject(error))
    );
  };

  return {
    put: (work, kept = () => undefined) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, kept, resolve, reject });
        planned ??= setImmediate(commit, false);
      }),
    end() {
      if (planned) {
        clearImmediate(planned as NodeJS.Immediate);
        clearTimeout(planned as NodeJS.Timeout);
      }
      commit(true);
    }
  };
};
