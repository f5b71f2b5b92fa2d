import { callsOfTask } from '../../engine/question-keys.ts';
import { roomOf } from '../../engine/journal.ts';
import type { Task } from '../../engine/contract.ts';
import { playersOf } from '../../judges/players.ts';
import { createVote } from '../../judges/votes.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { Call, Question, Reply } from '../../call.ts';
import type { Page } from '../../page.ts';
import type { Search } from '../../search.ts';

/** A call as the protocol words it from what the run stored, with the key under which the journal holds its answer. */
export interface ReplayedCall {
  call: Call;
  key: string;
  player: Judge;
}

/** Stored inputs of a run from outside. */
export interface Stored {
  /** The reply under a call's key; null if there is none. */
  reply: (key: string) => Reply | null;
  /** A cited page as the run read it. */
  page: (url: string) => Page | null;
  search: (query: string, wanted: { count: number; before?: string | null }) => Search | null;
  delimiterKey: string;
}

const missing = (what: string): JudgeCallError =>
  new JudgeCallError(`The run has stored no ${what}.`, { retryable: false });

/**
 * Words the questions of one task again, in the order in which its protocol asks them, answering each from what the run stored.
 * Nothing is sent. It ends if an answer is missing on which further questions depend.
 */
export async function replayTask(task: Task, stored: Stored): Promise<ReplayedCall[]> {
  const callOf = callsOfTask(task);
  const calls = new Map<string, ReplayedCall>();
  const ask = (question: Question, player?: Judge): Promise<Reply> => {
    const call = callOf(question, player);
    calls.set(call.key, call);
    const reply = stored.reply(call.key);
    return reply ? Promise.resolve(reply) : Promise.reject(missing('answer to this question'));
  };
  /** A protocol that gives up leaves others unawaited: they must not count as unhandled. */
  const noted = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => undefined);
    return promise;
  };
  const found = <T>(value: T | null, what: string): Promise<T> =>
    noted(value === null ? Promise.reject(missing(what)) : Promise.resolve(value));
  const [own] = playersOf(task.judge);
  try {
    await task.metric.protocol.judge(task.sample, task.metric, {
      ...roomOf(own!),
      roomFor: (role) => roomOf(playersOf(task.judge, role)[0]!),
      modelsFor: (role) => playersOf(task.judge, role).length,
      delimiterKey: stored.delimiterKey,
      ask: (question) => noted(ask(question)),
      vote: createVote(task.judge, (question, _usable, player) => noted(ask(question, player))),
      fetch: (url) => found(stored.page(url), `page for ${url}`),
      search: (query, wanted) => found(stored.search(query, wanted), `search for ${JSON.stringify(query)}`)
    });
  } catch (error) {
    if (!(error instanceof JudgeCallError)) throw error;
  }
  return [...calls.values()];
}
