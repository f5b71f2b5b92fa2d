import { type BatchLine, JudgeCallError } from '../../judge.ts';
import type { StoredBatch } from '../../store/batches.ts';
import { believed } from '../limits/limits.ts';
import { JudgeUnavailable } from '../limits/outage.ts';
import type { Following } from './contract.ts';

/** Outcome of a submission. `refused`: this provider takes no such batch; `lost`: it may have been taken. */
export type Submitted = { remoteId: string } | { refused: JudgeCallError } | 'not-submitted' | 'lost';

/**
 * Finds a batch that was stored and perhaps submitted, because a kill or a broken connection took the answer. Batches whose ids
 * are stored already are others.
 */
export const findBatch = async (batch: StoredBatch, { batches, store, signal }: Following): Promise<Submitted> => {
  const taken = new Set(store.open().flatMap(({ remoteId }) => remoteId ?? []));
  const all = await batches.find(batch.name, batch.at, batch.lines.length, signal);
  if (all === null) return 'lost';
  const found = all.filter((id) => !taken.has(id));
  if (found.length > 1) return 'lost';
  return found[0] === undefined ? 'not-submitted' : { remoteId: found[0] };
};

/** Statuses with which a gateway ends a request that the provider may have taken, beside those of a wait that it gave up. */
const UNDECIDED: ReadonlySet<number | null> = new Set([200, 500, 502, 520]);

/** Submits a stored batch. What may pass is tried again; a request without an answer is looked for before. */
export const submitBatch = async (
  batch: StoredBatch,
  lines: readonly BatchLine[],
  following: Following
): Promise<Submitted> => {
  const { batches, clock, signal, pollMs, maxPollMs, outageWaitMs, provider } = following;
  const from = clock.elapsed();
  let unanswered = false;
  for (let wait = pollMs; ; wait = Math.min(2 * wait, maxPollMs)) {
    try {
      if (unanswered) {
        const found = await findBatch(batch, following);
        if (found !== 'not-submitted') return found;
        unanswered = false;
      }
      return { remoteId: await batches.submit(batch.name, lines, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof JudgeCallError)) throw error;
      if (!error.retryable) return { refused: error };
      unanswered ||= error.used === 'unknown' || UNDECIDED.has(error.status);
      const waited = clock.elapsed() - from;
      if (waited > outageWaitMs) throw new JudgeUnavailable(provider, waited, error.message);
      await clock.sleep(Math.max(wait, believed(error, following) ?? 0), signal);
    }
  }
};
