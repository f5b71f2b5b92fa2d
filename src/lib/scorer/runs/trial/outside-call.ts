import { systemClock } from '../../engine/limits/clock.ts';
import { costOf } from '../../engine/costs/costs.ts';
import { createGate } from '../../engine/limits/gate.ts';
import { processTraffic } from '../../engine/limits/traffic.ts';
import { redact } from '../../judges/endpoints/call-failure.ts';
import { type Call, type Judge, JudgeCallError, type Reply, type Sample, type Usage } from '../../pipeline.ts';
import type { ProviderLimits, TokenPrice } from '../run-options.ts';
import { sendSingleCall } from './single-call.ts';

/** What a judge is asked outside a run, such as for a draft: nothing is scored. */
export type OutsideQuestion = Pick<Call, 'prompt' | 'system' | 'user' | 'schema'>;

export interface OutsideOptions {
  limits: Record<string, ProviderLimits>;
  price: TokenPrice | null;
}

/** What came of it. A reply may be cut, or refused. */
export interface OutsideAnswer {
  reply: Pick<Reply, 'text' | 'ending' | 'model'> | null;
  /** Why none came, in words; null where one did. */
  problem: string | null;
  /** Requests that were sent, and those of them that were never answered and may have been billed. */
  requests: number;
  unanswered: number;
  usage: Usage | null;
  /** US dollars, of tries without an answer too; null where usage or price is unknown. */
  cost: number | null;
}

const TRIES = 3;
const TRY_MS = 120_000;
const LONGEST_WAIT_MS = 10_000;
/** A person waits for the answer: this long in all, turns behind runs included. */
const IN_ALL_MS = 300_000;

/** A judge that reads `about` has nothing to say. */
const nothing: Sample = {
  metric: 'verification',
  query: { qid: '', text: '' },
  report: { id: '', markdown: '', collectedAt: null },
  items: []
};

/** Asks a judge once, within the limits that it shares with all runs of this process. */
export async function askOutside(
  judge: Judge,
  question: OutsideQuestion,
  { limits, price, secrets }: OutsideOptions & { secrets: readonly string[] }
): Promise<OutsideAnswer> {
  const gate = createGate({ calls: 1, providers: limits }, systemClock, undefined, processTraffic);
  const late = new AbortController();
  const timer = setTimeout(() => {
    const seconds = IN_ALL_MS / 1_000;
    late.abort(
      new JudgeCallError(`No answer came within ${seconds} seconds, waiting for a turn included.`, { retryable: true })
    );
  }, IN_ALL_MS);
  try {
    const came = await sendSingleCall(
      judge,
      { ...question, about: nothing, trial: 0 },
      {
        ...{ gate, price: price ?? undefined, signal: late.signal },
        limits: {
          maxAttempts: TRIES,
          callTimeoutMs: TRY_MS,
          maxBackoffMs: LONGEST_WAIT_MS,
          maxRetryAfterMs: LONGEST_WAIT_MS
        }
      }
    );
    const { requests, unanswered, lost } = came;
    if ('failure' in came) {
      const problem = redact(came.failure.message, secrets, 600);
      return { reply: null, problem, requests, unanswered, usage: null, cost: price === null ? null : lost };
    }
    const { text, ending, model, usage } = came.reply;
    const cost = costOf(usage, price ?? undefined);
    return {
      ...{ reply: { text, ending, model }, problem: null, requests, unanswered, usage },
      cost: cost === null ? null : cost + lost
    };
  } finally {
    clearTimeout(timer);
    gate.close();
  }
}
