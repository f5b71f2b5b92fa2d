import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from './connection.server.ts';
import type { LookupKind } from './published-run.ts';

/** Asks the process that coordinates a run. It answers as soon as it is there: a run without one waits. */
export interface Lookups {
  /** @returns the thing, or null if the project does not have it */
  ask(kind: LookupKind, key: string): Promise<unknown>;
}

const AGAIN_MS = 60;

/** @param kinds kinds that may have an answer; of others it is known that there is none */
export const createLookups = (
  queue: Queue,
  runId: string,
  kinds: readonly LookupKind[],
  signal: AbortSignal
): Lookups => {
  const waiting = new Map<string, { kind: LookupKind; key: string; answer: Promise<unknown>; resolve: (told: unknown) => void; reject: (error: unknown) => void }>(); // prettier-ignore
  let asking: Promise<void> | null = null;

  /** Puts all questions that wait, and reads the answers that are there. */
  const round = async (): Promise<void> => {
    const open = [...waiting.values()];
    const rows = await queue.rows<{ kind: LookupKind; key: string; answer: string }>(
      `WITH asked AS (
        INSERT INTO voirdire.lookup (run_id, kind, key)
        SELECT $1, kind, key FROM unnest($2::text[], $3::text[]) AS one (kind, key) ON CONFLICT DO NOTHING
      )
      SELECT kind, key, answer FROM voirdire.lookup JOIN unnest($2::text[], $3::text[]) AS one (kind, key) USING (kind, key)
      WHERE run_id = $1 AND answer IS NOT NULL`,
      [runId, open.map(({ kind }) => kind), open.map(({ key }) => key)]
    );
    for (const { kind, key, answer } of rows) {
      const name = `${kind} ${key}`;
      waiting.get(name)?.resolve(JSON.parse(answer));
      waiting.delete(name);
    }
  };

  const askAll = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        signal.throwIfAborted();
        await round();
        if (waiting.size > 0) await sleep(AGAIN_MS, undefined, { signal });
      }
    } catch (error) {
      for (const { reject } of waiting.values()) reject(signal.aborted ? signal.reason : error);
      waiting.clear();
    }
    asking = null;
  };

  return {
    async ask(kind, key) {
      if (!kinds.includes(kind)) return null;
      const name = `${kind} ${key}`;
      const same = waiting.get(name);
      if (same) return same.answer;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(name, { kind, key, answer: promise, resolve, reject });
      asking ??= askAll();
      return promise;
    }
  };
};

/** For runs that stand alone, as in tests of the store: the project has nothing. */
export const noLookups: Lookups = { ask: () => Promise.resolve(null) };
