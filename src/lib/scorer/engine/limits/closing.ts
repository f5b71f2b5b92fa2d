import { createPlaces } from './places.ts';
import type { Closing, Judge, JudgeCallError } from '../../judge.ts';

/** Whether calls to one judge, or with one key, can succeed at all. */
export interface JudgeStanding {
  /** Why no further call can succeed; null while one may. */
  closed(): string | null;
  /** Waits while an earlier call has to show first whether calls succeed. Leave once the call is over and noted. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Notes how a call ended: its failure, or null for an answer. */
  note(failure: JudgeCallError | null): void;
}

const stay = (): void => undefined;

/**
 * Closes after two calls that fail alike for a reason that holds for every call, without an answer between them. One such
 * failure alone concerns its own unit; until another call has confirmed or refuted it, calls go one at a time.
 *
 * @param concerns The failures that it is about; others say nothing
 * @param trusted False if the first call has to show that calls succeed, before others are sent at the same time
 */
const createStanding = (concerns: readonly Closing[], trusted: boolean): JudgeStanding => {
  const places = createPlaces(1);
  let open = trusted;
  let suspected: Closing | null = null;
  let closed: string | null = null;
  return {
    closed: () => closed,
    async enter(signal) {
      if (open || closed !== null) return stay;
      const leave = await places.take(signal);
      if (!open && closed === null) return leave;
      leave();
      return stay;
    },
    note(failure) {
      const kind = failure?.closes ?? null;
      if (failure && kind !== null && concerns.includes(kind)) {
        if (suspected === kind) closed ??= failure.message;
        suspected = kind;
        open = false;
        return;
      }
      // A busy or unreachable server refutes nothing, but it need not be asked one call at a time either.
      if (failure === null) suspected = null;
      if (suspected === null) open = true;
    }
  };
};

/**
 * The standings of each judge of a run: that of its key, which judges with the same one share, and its own. A wrong key is
 * found out by the first calls of a provider, so nothing else is sent there until one of them was answered.
 */
export const createStandings = (): ((judge: Judge) => readonly JudgeStanding[]) => {
  const keys = new Map<string, JudgeStanding>();
  return ({ account }) => {
    const own = createStanding(['quota', 'model'], true);
    if (account === undefined) return [createStanding(['key', 'address'], true), own];
    const shared = keys.get(account) ?? createStanding(['key', 'address'], false);
    keys.set(account, shared);
    return [shared, own];
  };
};
