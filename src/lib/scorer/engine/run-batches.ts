import type { Reply } from '../call.ts';
import type { Judge, JudgeCallError } from '../judge.ts';
import { type Asking, JournalledCall, type RunLedger, type Trying } from './call-ledger.ts';
import type { Budget } from './limits/budget.ts';
import type { JudgeState } from './limits/limits.ts';
import { JudgeUnavailable } from './limits/outage.ts';
import { halfPrice } from './batches/half-price.ts';
import type { BatchOptions, LineEnd } from './batches/contract.ts';
import { type BatchLane, createLane } from './batches/lane.ts';

/** A question that its batch did not answer and that the run leaves for later. */
class LeftByBatch extends JudgeUnavailable {
  constructor(provider: string, reason: string) {
    super(provider, 0, reason);
    this.name = 'LeftByBatch';
    this.message = `A batch of ${provider} left questions unanswered (${reason.replace(/\.$/, '')}). Resume the run to ask them again, or with single calls for the rest.`;
  }
}

export interface RunBatches {
  /** Whether the question goes into a batch. */
  takes(player: Judge, call: Asking['call']): boolean;
  /** Asks by batch. @param single asks by a single call, at its full price */
  ask(asking: Asking, state: JudgeState, single: () => Promise<Reply>): Promise<Reply>;
  /** @param done whether every task has its verdicts */
  close(done: boolean): void;
}

/** Batches of a run: one lane per model. Replies go through the same journal as those of single calls, at half the price. */
export const createRunBatches = (
  run: RunLedger & { budget: Budget; signal: AbortSignal },
  { store, rest, settleMs = 2_000, pollMs = 5_000, maxPollMs = 60_000 }: BatchOptions
): RunBatches => {
  const { clock, signal, emit, budget } = run;
  const prices = Object.fromEntries(Object.entries(run.prices).map(([spec, price]) => [spec, halfPrice(price)]));
  const halved: RunLedger = { ...run, prices };
  const { outageWaitMs, maxRetryAfterMs } = run.limits;
  const context = { store, clock, signal, emit, settleMs, pollMs, maxPollMs, outageWaitMs, maxRetryAfterMs };
  const lanes = new Map<string, BatchLane>();
  const laneOf = (judge: Judge): BatchLane => {
    const known = lanes.get(judge.fingerprint);
    if (known) return known;
    const made = createLane(judge, judge.batch!, context);
    lanes.set(judge.fingerprint, made);
    return made;
  };
  /** The end of a line, or the abort of the run. */
  const orAborted = (end: Promise<LineEnd>): Promise<LineEnd> =>
    new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      end.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });

  return {
    takes: (player, call) => player.background !== true && player.batch?.takes(call) === true,
    async ask(asking, state, single) {
      const { player, call, key } = asking;
      const ledger = new JournalledCall(halved, asking, state);
      const reserved = await budget.reserve(ledger.estimate.cost, signal);
      /** What is paid for a line without an answer. */
      const lost = async (used: JudgeCallError['used']): Promise<Trying> => {
        const paid = ledger.costOfLost(used);
        budget.lost(paid);
        await ledger.lost(paid);
        return { attempts: 1, lost: paid, unanswered: used === 'unknown' ? 1 : 0 };
      };
      try {
        // Breakpoints of a prompt cache cost more to write, and batches seldom read them.
        const { cacheShared: _shared, ...plain } = call;
        const end = await orAborted(laneOf(player).ask(key, player.batch!.request(plain)));
        if ('reply' in end) {
          await ledger.keep(end.reply, { attempts: 1, lost: 0, unanswered: 0 }, (_tokens, cost) =>
            reserved.settle(cost)
          );
          return end.reply;
        }
        if ('failure' in end) {
          await ledger.fail(end.failure, await lost(end.failure.used));
          throw end.failure;
        }
        if (end.used !== null) await ledger.giveUp(await lost(end.used), end.rest);
        if (rest === 'leave') throw new LeftByBatch(player.provider ?? player.spec, end.rest);
      } finally {
        reserved.settle(0);
      }
      return single();
    },
    close(done) {
      for (const lane of lanes.values()) lane.close(done);
    }
  };
};
