import { costOf, expectedOutput, inputTokensOf } from './costs/costs.ts';
import type { Clock } from './limits/clock.ts';
import type { JudgeState } from './limits/limits.ts';
import { type EngineEvent, type EngineLimits, type EngineResult, type Task, taskId } from './contract.ts';
import type { Call, Reply } from '../call.ts';
import type { Judge, JudgeCallError } from '../judge.ts';
import type { TokenPrice } from '../runs/run-options.ts';
import { type Awaitable, callOutcome, type CallRecord, type RunStore, type TaskId } from '../store/contract.ts';

/** The tries of a call so far. */
export interface Trying {
  /** Requests that were sent. */
  attempts: number;
  /** US dollars of those that brought no answer. */
  lost: number;
  /** Those that were sent and never answered: they may have been billed. */
  unanswered: number;
}

/** Record of one call while it is sent: each request, its cost, and its end. */
export interface CallLedger {
  /** Estimate of one request, by the replies so far: tokens in and out, US dollars. */
  readonly estimate: { tokens: number; cost: number };
  /** A request begins (1) or is over (-1). */
  underWay(change: 1 | -1): void;
  /** A request is about to be sent: it leaves when this has resolved. */
  sending(): Awaitable<void>;
  /** The request was answered and not billed. */
  refused(): void;
  /** US dollars of a request that brought no answer; estimated if the server did not say what it used. */
  costOfLost(used: JudgeCallError['used']): number;
  /** The request brought no answer and cost this many US dollars. */
  lost(cost: number): Awaitable<void>;
  /** The request is sent again after a wait. */
  retrying(attempt: number, waitMs: number, reason: string): void;
  /**
   * Keeps a reply. The call counts as under way until `kept` is told, with the tokens and US dollars it took: from then on a kill
   * of the process cannot lose it, and another may take its place.
   */
  keep(reply: Reply, tried: Trying, kept: (tokens: number, cost: number) => void): Promise<void>;
  /** Keeps that the call failed for good. */
  fail(failure: JudgeCallError, tried: Trying): Promise<void>;
  /** Keeps that the call was given up without an answer, and why, with what it cost. */
  giveUp(tried: Trying, error: string): Promise<void>;
}

/** Shared objects of the ledgers of a run's calls. */
export interface RunLedger {
  store: RunStore;
  limits: EngineLimits;
  prices: Readonly<Record<string, TokenPrice>>;
  clock: Clock;
  emit: (event: EngineEvent) => void;
  result: EngineResult;
  /** Requests under way now: sent, and not yet kept if a kill of the process cannot take them. */
  underWay: { calls: number };
}

/** A question of a task on its way to the model that it is put to. */
export interface Asking {
  task: Task;
  /** The model that is asked: the judge's own, or who plays the role. */
  player: Judge;
  call: Call;
  key: string;
  /** Whether the protocol can use a complete reply. */
  usable: (reply: Reply) => boolean;
}

const isUsable = ({ usable }: Asking, reply: Reply): boolean => {
  if (reply.ending !== 'complete') return false;
  try {
    return usable(reply);
  } catch {
    return false;
  }
};

/** Keeps one call of a run in its journal, and counts it in the run's result. */
export class JournalledCall implements CallLedger {
  readonly #run: RunLedger;
  readonly #asking: Asking;
  readonly #state: JudgeState;
  readonly #price: TokenPrice | null | undefined;
  readonly #inputTokens: number;
  readonly #task: TaskId;
  /** On the clock that never goes back. */
  readonly #began: number;

  constructor(run: RunLedger, asking: Asking, state: JudgeState) {
    const { player, call, task } = asking;
    this.#run = run;
    this.#asking = asking;
    this.#state = state;
    this.#task = taskId(task);
    this.#began = run.clock.elapsed();
    const price = player.abstains ? null : run.prices[player.spec];
    const counted = price || run.limits.providers[player.provider ?? player.spec]?.tokensPerMinute;
    this.#inputTokens = counted ? inputTokensOf(call) : 0;
    this.#price = price;
  }

  get estimate(): CallLedger['estimate'] {
    const { player, call } = this.#asking;
    const inputTokens = this.#inputTokens;
    const outputTokens = expectedOutput(player, call, this.#state.longestReply);
    return { tokens: inputTokens + outputTokens, cost: costOf({ inputTokens, outputTokens }, this.#price) ?? 0 };
  }

  underWay(change: 1 | -1): void {
    const { underWay, emit } = this.#run;
    underWay.calls += change;
    emit({ type: 'calls-under-way', calls: underWay.calls });
  }

  sending(): Awaitable<void> {
    const { player, key } = this.#asking;
    const { store, clock } = this.#run;
    if (player.abstains) return;
    return store.sending(this.#task, key, this.#price ? this.estimate.cost : null, clock.now());
  }

  refused(): void {
    if (!this.#asking.player.abstains) this.#run.store.refused(this.#asking.key);
  }

  costOfLost(used: JudgeCallError['used']): number {
    if (used === null || this.#asking.player.abstains) return 0;
    return used === 'unknown' ? this.estimate.cost : (costOf(used, this.#price) ?? 0);
  }

  lost(cost: number): Awaitable<void> {
    return this.#run.store.lost(this.#asking.key, cost);
  }

  retrying(attempt: number, waitMs: number, reason: string): void {
    this.#run.emit({ type: 'call-retried', task: this.#task, attempt, waitMs, reason });
  }

  async keep(
    reply: Reply,
    { attempts, lost, unanswered }: Trying,
    kept: (tokens: number, cost: number) => void
  ): Promise<void> {
    const { store, clock, result, emit } = this.#run;
    const { usage } = reply;
    const at = clock.now();
    const { abstains } = this.#asking.player;
    const cost = abstains ? 0 : (costOf(usage, this.#price) ?? this.estimate.cost);
    const tokens = usage ? usage.inputTokens + usage.outputTokens : this.estimate.tokens;
    const outcome = callOutcome(reply, isUsable(this.#asking, reply));
    const paid = abstains || this.#price ? cost + lost : null;
    const row = this.#row(at, { outcome, reply, attempts, unanswered, cost: paid, lost });
    this.#state.longestReply = Math.max(this.#state.longestReply ?? 0, usage?.outputTokens ?? 0);
    await store.putCall(row, () => kept(tokens, cost));
    result.calls.sent += attempts;
    result.calls.answered += 1;
    result.usage.inputTokens += usage?.inputTokens ?? 0;
    result.usage.outputTokens += usage?.outputTokens ?? 0;
    emit({ type: 'call-answered', task: this.#task, source: 'sent', attempts, usage, cost: paid });
  }

  async fail({ message: error, status }: JudgeCallError, { attempts, lost, unanswered }: Trying): Promise<void> {
    const { store, clock, result, emit } = this.#run;
    const cost = lost > 0 ? lost : null;
    await store.putCall(this.#row(clock.now(), { outcome: 'error', reply: null, error, status, attempts, unanswered, cost, lost })); // prettier-ignore
    result.calls.sent += attempts;
    result.calls.failed += 1;
    emit({ type: 'call-failed', task: this.#task, attempts, reason: error });
  }

  async giveUp({ attempts, lost, unanswered }: Trying, error: string): Promise<void> {
    const { store, clock } = this.#run;
    const cost = lost > 0 ? lost : null;
    const row = this.#row(clock.now(), { outcome: 'error', reply: null, error, attempts, unanswered, cost, lost });
    // A process that holds the lease now, or a database that fails, is the reason for the abort, and named already.
    await store.putCall(row).catch(() => undefined);
  }

  #row(
    at: number,
    ended: Pick<CallRecord, 'outcome' | 'reply' | 'attempts' | 'unanswered' | 'cost' | 'lost'> &
      Partial<Pick<CallRecord, 'error' | 'status'>>
  ): CallRecord {
    return {
      ...callOf(this.#asking),
      error: null,
      status: null,
      ...ended,
      milliseconds: this.#run.clock.elapsed() - this.#began,
      at
    };
  }
}

const callOf = ({ task, key, call, player }: Asking) => ({
  ...{ task: taskId(task), key, cached: false },
  ...(task.judge.players && { role: call.role ?? null, player: player.spec })
});

/** Keeps the reply that another run received for the same question. */
export const keepShared = async (
  { store, clock, result, emit }: RunLedger,
  asking: Asking,
  reply: Reply
): Promise<void> => {
  const { usage } = reply;
  const at = clock.now();
  await store.putCall({
    ...callOf(asking),
    ...{ outcome: 'reply', reply, error: null, status: null, cached: true, cost: 0 },
    ...{ attempts: 0, unanswered: 0, milliseconds: 0, at }
  });
  result.calls.shared += 1;
  emit({ type: 'call-answered', task: taskId(asking.task), source: 'shared', attempts: 0, usage, cost: 0 });
};
