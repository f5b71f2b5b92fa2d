import type { Call } from '../../call.ts';
import type { Judge } from '../../judge.ts';

/** Calls of a judge that begin alike, by name: what a prompt cache holds for one of them, it holds for all. */
export const beginningOf = (
  judge: Pick<Judge, 'fingerprint'>,
  { about, shared }: Pick<Call, 'about' | 'shared'>
): string => JSON.stringify([judge.fingerprint, about.report.id, shared]);

/** Sends the first of several calls that begin alike alone, and the others once it is over, however it ended. */
export const createBeginnings = (): (<T>(beginning: string, send: () => Promise<T>) => Promise<T>) => {
  const first = new Map<string, Promise<unknown>>();
  return async (beginning, send) => {
    const before = first.get(beginning);
    if (before) {
      await before;
      return send();
    }
    const sent = send();
    first.set(
      beginning,
      sent.catch(() => undefined)
    );
    return sent;
  };
};
