import { type BatchResults, JudgeCallError } from '../../judge.ts';
import type { StoredBatch } from '../../store/batches.ts';
import { believed } from '../limits/limits.ts';
import { JudgeUnavailable } from '../limits/outage.ts';
import type { Following, LineEnd } from './contract.ts';

/**
 * Repeats a request about a batch until it is answered: a batch that was submitted is paid for, so it is never given up for an
 * outage. The run pauses if the provider does not answer for too long, or refuses.
 *
 * @returns null if the provider does not have the batch any more
 */
const untilAnswered = async <T>(request: () => Promise<T>, following: Following): Promise<T | null> => {
  const { clock, signal, pollMs, maxPollMs, outageWaitMs, provider } = following;
  const from = clock.elapsed();
  for (let wait = pollMs; ; wait = Math.min(2 * wait, maxPollMs)) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof JudgeCallError)) throw error;
      if (error.status === 404) return null;
      const waited = clock.elapsed() - from;
      if (!error.retryable || waited > outageWaitMs) throw new JudgeUnavailable(provider, waited, error.message);
      await clock.sleep(Math.max(wait, believed(error, following) ?? 0), signal);
    }
  }
};

/** A line of results as the end of its question. What may pass is asked again, as the run says. */
const lineEnd = (result: unknown): LineEnd => {
  if (!(result instanceof JudgeCallError)) return { reply: result as Extract<LineEnd, { reply: unknown }>['reply'] };
  return result.retryable ? { rest: result.message, used: result.used } : { failure: result };
};

/** Waits until a batch is over and reads its results; null if the provider does not have it any more. */
export const awaitEnd = async (
  remoteId: string,
  lines: number,
  following: Following
): Promise<{ results: BatchResults | null; words: string }> => {
  const { batches, clock, signal, pollMs, maxPollMs, tell } = following;
  let words = '';
  for (let wait = pollMs; ; wait = Math.min(1.5 * wait, maxPollMs)) {
    const state = await untilAnswered(() => batches.state(remoteId, signal), following);
    words = state?.words ?? 'The provider does not have this batch any more.';
    if (state === null || state.over) break;
    tell('running', lines, words);
    await clock.sleep(wait, signal);
  }
  return { results: await untilAnswered(() => batches.results(remoteId, signal), following), words };
};

/** Waits until a batch is over and reads its results: the end of each line by its id, and what was not as it should be. */
export const followBatch = async (
  batch: StoredBatch,
  remoteId: string,
  following: Following
): Promise<{ ends: Map<string, LineEnd>; problem: string | null }> => {
  const { tell } = following;
  const { length } = batch.lines;
  const { results, words } = await awaitEnd(remoteId, length, following);
  const ours = new Set(batch.lines.map(({ id }) => id));
  const ends = new Map<string, LineEnd>();
  for (const [id, result] of results?.byLine ?? []) if (ours.has(id)) ends.set(id, lineEnd(result));
  // Its lines may have been answered, and billed, before it was gone.
  if (results === null) for (const id of ours) ends.set(id, { rest: words, used: 'unknown' });
  const foreign = (results?.byLine.size ?? 0) - ends.size;
  const left = batch.lines.filter(({ id }) => !ends.has(id) || 'rest' in ends.get(id)!).length;
  const problems = [
    ...(left > 0 ? [`${left} of ${length} questions were not answered (${words}).`] : []),
    ...(foreign > 0 ? [`${foreign} results have ids of no question and were not used.`] : []),
    ...(results && results.doubled > 0 ? [`${results.doubled} results came twice; the first counts.`] : [])
  ];
  const problem = problems.length > 0 ? problems.join(' ') : null;
  tell('ended', length, problem ?? words);
  return { ends, problem };
};
