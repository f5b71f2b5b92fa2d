import { randomUUID } from 'node:crypto';
import type { Call, Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { BatchStore, StoredBatch } from '../../store/batches.ts';
import type { Following, LaneContext } from './contract.ts';
import { awaitEnd } from './following.ts';
import { findBatch } from './submitting.ts';

/** Questions that providers answer in the background, each by a job of its own. */
export interface RunJobs {
  /** The model with an `ask` that starts a job, or takes up the one that an earlier process started, and follows it to its end. */
  asking(player: Judge, key: string): Judge;
  /** The reply to the question is in the journal: its job is not needed any more. */
  kept(key: string): void;
  /** Ends jobs that no question of a finished run needs any more. */
  close(): void;
}

const LOST = 'It is not known which job of the provider it is; it may have been billed.';
const GONE = 'The provider does not have the job any more.';
/** How long a provider may take to cancel a job, in milliseconds. */
const CANCEL_MS = 10_000;

/** Whether a signal ends one try, because its deadline has passed, and not the run. */
const isDeadline = (signal: AbortSignal): boolean => signal.aborted && signal.reason instanceof JudgeCallError;

const lost = (): JudgeCallError => new JudgeCallError(LOST, { retryable: true, status: 200, used: 'unknown' });

/**
 * Background jobs of a run. A job is stored before it is submitted and again with its id, so that a kill while it is followed asks
 * nothing twice. Limits, deadline and tries are those of single calls: what a job answers is what one try answers. A job whose
 * deadline passes is cancelled at the provider; a run that is stopped leaves its jobs to the next process.
 */
export const createJobs = (context: Omit<LaneContext, 'settleMs'> & { store: BatchStore }): RunJobs => {
  const { store, clock, emit } = context;
  /** Ids of jobs whose reply is not in the journal yet, by the keys of their questions. */
  const answered = new Map<string, string>();

  const begin = async (judge: Judge, key: string, call: Call, following: Following): Promise<StoredBatch> => {
    const known = store.open().find((batch) => batch.judge === judge.fingerprint && batch.lines[0]?.key === key);
    if (known) {
      if (known.remoteId !== null) return known;
      const found = await findBatch(known, following);
      if (typeof found === 'object' && 'remoteId' in found) return taken(known, found.remoteId);
      store.end(known.id, found === 'not-submitted' ? 'It was never submitted.' : LOST, clock.now());
      if (found !== 'not-submitted') throw lost();
    }
    const id = randomUUID();
    const batch: StoredBatch = {
      ...{ id, judge: judge.fingerprint, name: `voirdire-${id}`, remoteId: null, at: clock.now() },
      lines: [{ id, key }]
    };
    store.begin(batch);
    try {
      const request = following.batches.request(call);
      return taken(batch, await following.batches.submit(batch.name, [{ id, request }], following.signal));
    } catch (error) {
      const mayExist = !(error instanceof JudgeCallError) || error.used === 'unknown';
      // A run that is stopped before the answer leaves the job to the next process, which looks for it.
      const { signal } = following;
      if (signal.aborted && mayExist && !isDeadline(signal)) throw error;
      if (mayExist) {
        const found = await findBatch(batch, following).catch(() => 'lost' as const);
        if (typeof found === 'object' && 'remoteId' in found) return taken(batch, found.remoteId);
      }
      store.end(id, error instanceof Error ? error.message : String(error), clock.now());
      throw error;
    }
  };

  const taken = (batch: StoredBatch, remoteId: string): StoredBatch => {
    store.submitted(batch.id, remoteId);
    return { ...batch, remoteId };
  };

  const ask = async (
    judge: Judge,
    key: string,
    call: Call,
    { signal, accepted }: Parameters<Judge['ask']>[1]
  ): Promise<Reply> => {
    const provider = judge.provider ?? judge.spec;
    const following: Following = {
      ...{ ...context, settleMs: 0, signal, provider, batches: judge.batch! },
      tell: (state, lines, words) => emit({ type: 'batch', provider, judge: judge.spec, state, lines, words })
    };
    const batch = await begin(judge, key, call, following);
    following.tell('submitted', 1, '');
    accepted?.();
    try {
      const { results, words } = await awaitEnd(batch.remoteId!, 1, following);
      const [result] = results?.byLine.values() ?? [];
      const end =
        result ??
        new JudgeCallError(results === null ? GONE : words, { retryable: true, status: 200, used: 'unknown' });
      following.tell('ended', 1, words);
      if (end instanceof JudgeCallError) {
        store.end(batch.id, end.message, clock.now());
        throw end;
      }
      answered.set(key, batch.id);
      return end;
    } catch (error) {
      // The deadline of the try, not the end of the run: the job is not used again.
      if (isDeadline(signal)) {
        store.end(batch.id, (signal.reason as JudgeCallError).message, clock.now());
        await judge.batch!.cancel(batch.remoteId!, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
      }
      throw error;
    }
  };

  return {
    asking: (player, key) => ({ ...player, ask: (call, options) => ask(player, key, call, options) }),
    kept(key) {
      const id = answered.get(key);
      if (id === undefined) return;
      answered.delete(key);
      store.end(id, null, clock.now());
    },
    close() {
      for (const { id } of store.open()) store.end(id, 'No question of the run needs it any more.', clock.now());
    }
  };
};
