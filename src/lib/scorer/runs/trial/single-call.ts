import { sendCall } from '../../engine/ask.ts';
import type { CallLedger, Trying } from '../../engine/call-ledger.ts';
import { type CallLimits } from '../../engine/contract.ts';
import { type Clock, systemClock } from '../../engine/limits/clock.ts';
import { defaultLimits } from '../../engine/contract.ts';
import { costOf, expectedOutput, inputTokensOf } from '../../engine/costs/costs.ts';
import { createBudget } from '../../engine/limits/budget.ts';
import { createStandings } from '../../engine/limits/closing.ts';
import type { CallGate } from '../../engine/limits/gate.ts';
import { createJudgeStates } from '../../engine/limits/limits.ts';
import { createWatches } from '../../engine/limits/outage.ts';
import type { Call, Reply } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import type { TokenPrice } from '../run-options.ts';

/** Result of one call outside a run. */
type SingleCall = {
  /** Of the last try; null if none was sent. Waiting for a turn beside the runs under way is not the judge's time. */
  milliseconds: number | null;
  /** Requests that were sent. */
  requests: number;
  /** Those that were never answered: they may have been billed. */
  unanswered: number;
  /** US dollars of tries that brought no answer. */
  lost: number;
} & ({ reply: Reply } | { failure: JudgeCallError });

/**
 * Sends one call as a run sends its own, through the same gate, tries and deadline, but keeps nothing.
 *
 * @param gate its traffic is that of the runs of this process, so that their limits hold for all together
 * @param signal ends it; what it brings then is the signal's reason if that is a `JudgeCallError`, else it is thrown
 */
export async function sendSingleCall(
  judge: Judge,
  call: Call,
  using: {
    gate: CallGate;
    limits: Partial<CallLimits>;
    price: TokenPrice | undefined;
    clock?: Clock;
    signal?: AbortSignal;
  }
): Promise<SingleCall> {
  const { gate, price, clock = systemClock, signal = new AbortController().signal } = using;
  // There is no waiting for a server that does not answer: each failure is a try.
  const limits = { ...defaultLimits, outageWaitMs: 0, ...using.limits };
  const watches = createWatches(limits, { clock, random: Math.random }, { down: () => undefined, up: () => undefined });
  const state = createJudgeStates(watches, createStandings())(judge);
  const expected = { inputTokens: inputTokensOf(call), outputTokens: expectedOutput(judge, call, state.longestReply) };
  const estimate = { tokens: expected.inputTokens + expected.outputTokens, cost: costOf(expected, price) ?? 0 };
  const told = { milliseconds: null as number | null, requests: 0, unanswered: 0, lost: 0 };
  let began = 0;
  const tell = ({ unanswered, lost }: Trying): void => void Object.assign(told, { unanswered, lost });
  const ledger: CallLedger = {
    estimate,
    underWay(change) {
      if (change === 1) began = clock.elapsed();
      else told.milliseconds = Math.round(clock.elapsed() - began);
    },
    sending: () => void (told.requests += 1),
    refused: () => undefined,
    lost: () => undefined,
    costOfLost: (used) => (used === null ? 0 : used === 'unknown' ? estimate.cost : (costOf(used, price) ?? 0)),
    retrying: () => undefined,
    keep(got, tried, kept) {
      tell(tried);
      const tokens = got.usage ? got.usage.inputTokens + got.usage.outputTokens : estimate.tokens;
      kept(tokens, costOf(got.usage, price) ?? 0);
      return Promise.resolve();
    },
    fail: (_failure, tried) => Promise.resolve(tell(tried)),
    giveUp: (tried) => Promise.resolve(tell(tried))
  };
  try {
    const budget = createBudget(null, 0);
    const reply = await sendCall(
      judge,
      call,
      { limits, state, gate, clock, signal, random: Math.random, budget },
      ledger
    );
    return { ...told, reply };
  } catch (error) {
    if (!(error instanceof JudgeCallError)) throw error;
    return { ...told, failure: error };
  } finally {
    watches.close();
  }
}
