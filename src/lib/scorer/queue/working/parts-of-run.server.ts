import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { runEngine } from '../../engine/engine.ts';
import { defaultLimits, type EngineEvent, type EngineResult } from '../../engine/contract.ts';
import { systemClock } from '../../engine/limits/clock.ts';
import { createStates } from '../../engine/limits/states.ts';
import { createBudget } from '../../engine/limits/budget.ts';
import { limitsOf } from '../../runs/driving/run-limits.ts';
import { LeaseLost } from '../../store/contract.ts';
import { QueueAway } from '../connection.server.ts';
import type { EntryWriter } from '../entries.server.ts';
import { finishPart, type PartJob, returnPart } from '../jobs.server.ts';
import { createLookups } from '../lookups.server.ts';
import { openPartStore } from '../part-store.server.ts';
import type { Part, PartResult, PublishedRun } from '../published-run.ts';
import { createPurse } from '../sharing/purse.server.ts';
import type { SharedTraffic } from '../sharing/shared-traffic.server.ts';
import type { WorkerOnRun } from '../worker-about.ts';
import type { RunHere } from './run-here.server.ts';
import type { WorkerOptions } from './worker-options.server.ts';

/** So many workers may die of a part before its run pauses: the part may be their cause. */
const MOST_CRASHES = 5;

interface PartsOptions extends WorkerOptions {
  /** Id of the run. */
  id: string;
  run: PublishedRun;
  here: RunHere;
  /** Name of the worker. */
  name: string;
  writer: EntryWriter;
  traffic: SharedTraffic;
  leaseMs: number;
}

/** The work of one worker on one run, part by part. */
export interface PartsOfRun {
  /**
   * Scores a part to its end. Another worker takes it over if this one is stopped.
   *
   * @param counted is told how many of its tasks are left
   */
  workOn(job: PartJob, counted: (tasks: number) => void): Promise<void>;
  /** Resolves when the tasks of a part are read, so that they count. */
  begun(job: PartJob): Promise<void>;
  about(): WorkerOnRun;
  /** The run was withdrawn, or the worker stops. */
  stop(): void;
}

const outcomeOf = ({
  status,
  calls,
  searches,
  units,
  usage,
  unavailable,
  crashes,
  outage
}: EngineResult): PartResult => ({
  ...{ status, calls, searches, units, usage, unavailable, crashes, outage }
});

export function createPartsOfRun(options: PartsOptions): PartsOfRun {
  const { id, run, here, name, queue, writer, traffic, places, leaseMs, fetchPage } = options;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const clock = { ...systemClock, now: queue.now };
  const limits = { ...defaultLimits, ...limitsOf(run.options), calls: places, leaseMs };
  const about: WorkerOnRun = { calls: 0, parts: 0, down: {}, held: null, lastRetry: null };
  let heldUntil = 0;
  const calls = new Map<string, number>();
  const beginnings = new Map<string, PromiseWithResolvers<void>>();
  const lookups = createLookups(queue, id, run.lookups, stopping.signal);
  const { budget } = run.options;
  const purse = budget === null ? null : createPurse(queue, id, budget, name);

  const note = (part: string, event: EngineEvent): void => {
    if (event.type === 'calls-under-way') calls.set(part, event.calls);
    if (event.type === 'judge-down') about.down[event.provider] = event.reason;
    if (event.type === 'judge-up') delete about.down[event.provider];
    if (event.type === 'call-retried') about.lastRetry = { task: event.task, reason: event.reason };
    if (event.type === 'limit-reached') {
      about.held = { provider: event.provider, reason: event.reason };
      heldUntil = performance.now() + event.waitMs;
    }
  };
  const states = createStates(limits, { clock, random: Math.random }, (event) => note('', event));

  const scored = async (job: PartJob, part: Part, counted: (tasks: number) => void): Promise<PartResult | null> => {
    const tasks = await here.tasksOf(part);
    const store = await openPartStore({
      ...{ queue, writer, part: job.id, run: id, lookups },
      earlier: new Map(part.replies)
    });
    let left = tasks.length;
    counted(left);
    beginnings.get(job.id)?.resolve();
    try {
      const result = await runEngine({
        ...{ tasks, store, limits, clock, states, traffic, fetchPage, search: here.search, signal: stopping.signal },
        owner: `${name} ${randomUUID().slice(0, 8)}`,
        delimiterKey: run.delimiterKey,
        prices: run.options.prices,
        ...(run.options.searchPrice && { searchPrice: run.options.searchPrice }),
        budget,
        purse: purse ?? createBudget(null, 0),
        useCache: run.options.useCache,
        ...(run.options.freshReplies && { freshReplies: true }),
        mostCrashes: MOST_CRASHES,
        onEvent: (event) => {
          if (event.type === 'task-finished') counted((left -= 1));
          note(job.id, event);
        }
      });
      return result.status === 'cancelled' ? null : outcomeOf(result);
    } catch (error) {
      // Another worker has it by now, or takes it once PostgreSQL answers.
      if (error instanceof LeaseLost || error instanceof QueueAway || stopping.signal.aborted) return null;
      return { status: 'failed', problem: `${(error as Error).name}: ${(error as Error).message}` };
    }
  };

  return {
    async workOn(job, counted) {
      beginnings.set(job.id, Promise.withResolvers());
      about.parts += 1;
      try {
        const [row] = await queue.rows<{ about: string }>(
          'SELECT about FROM voirdire.part WHERE id = $1 AND result IS NULL',
          [job.id]
        );
        if (row) {
          const result = await scored(job, JSON.parse(row.about) as Part, counted);
          if (result === null) return await returnPart(queue, id, job);
          await queue.rows('UPDATE voirdire.part SET result = $2 WHERE id = $1', [job.id, JSON.stringify(result)]);
        }
        await finishPart(queue, id, job);
      } finally {
        beginnings.get(job.id)?.resolve();
        beginnings.delete(job.id);
        about.parts -= 1;
        calls.delete(job.id);
      }
    },
    begun: async (job) => beginnings.get(job.id)?.promise,
    about: () => ({
      ...about,
      calls: [...calls.values()].reduce((sum, count) => sum + count, 0),
      held: performance.now() < heldUntil ? about.held : null
    }),
    stop() {
      stopping.abort();
      states.close();
      purse?.close();
    }
  };
}
