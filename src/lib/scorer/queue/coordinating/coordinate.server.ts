import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import {
  defaultLimits,
  emptyResult,
  type EngineEvent,
  type EngineResult,
  type Task,
  taskId
} from '../../engine/contract.ts';
import { systemClock } from '../../engine/limits/clock.ts';
import { keepLease, refuseOtherHolder, takeLease } from '../../engine/limits/lease.ts';
import { demandPrices, demandSearchPrice } from '../../engine/limits/budget.ts';
import { allPlayers } from '../../judges/players.ts';
import { MOST_CRASHES } from '../../engine/engine.ts';
import type { Run } from '../../runs/runs.server.ts';
import type { LocalStore } from '../../store/contract.ts';
import { type Queue, QueueAway } from '../connection.server.ts';
import { createEntryWriter } from '../entries.server.ts';
import { forgetParts, offerParts, returnLeft, withdrawParts } from '../jobs.server.ts';
import { openPartStore } from '../part-store.server.ts';
import type { PartResult } from '../published-run.ts';
import { answerLookups } from './answering.server.ts';
import { createCollector } from './collecting.server.ts';
import { describeRun, partsInQueue, publishParts, publishRun, taskName } from './publishing.server.ts';
import { createWorkerNews } from './worker-news.server.ts';

/** Pauses between looks at the queue, in milliseconds: short while results come, longer while none do. */
const BUSY_MS = 120;
const QUIET_MS = 250;
/** Signs of life, pages and parts of killed workers are looked at less often, in milliseconds. */
const SELDOM_MS = 1_000;
/** How long withdrawn parts may take to stop before their workers are taken for gone, in milliseconds. */
const STOPPING_MS = 20_000;

interface Coordination {
  db: Db;
  queue: Queue;
  run: Run;
  /** Version of this program. */
  version: string;
  tasks: readonly Task[];
  store: LocalStore;
  /** Name of this process. */
  owner: string;
  /** Ends the work: the run was cancelled, or this process stops. */
  signal: AbortSignal;
  onEvent: (event: EngineEvent) => void;
}

/**
 * Has a run scored by the workers of a queue: offers its open tasks in parts, answers what workers look up, and takes their results over
 * into the database of the project. Pages and exports read the same rows as after a run in this process.
 *
 * If this process is killed, workers finish the parts in the queue, and the next process that drives the run collects their results. A cancelled run is
 * withdrawn from the queue. The run pauses if PostgreSQL does not answer for too long, and stays in the queue.
 */
export async function coordinate(options: Coordination): Promise<EngineResult> {
  const { run, store, owner, signal, tasks } = options;
  const judges = new Set(tasks.map(({ judge }) => judge));
  demandPrices([...judges].flatMap(allPlayers), run.options.budget, run.options.prices);
  demandSearchPrice(run.options.search, run.options.budget, run.options.searchPrice);
  const lost = new AbortController();
  const leased = { store, owner, leaseMs: defaultLimits.leaseMs, clock: systemClock };
  if (!(await takeLease(leased, signal))) {
    if (signal.aborted) return { ...emptyResult(tasks.length), status: 'cancelled' };
    return refuseOtherHolder();
  }
  const endRenewal = keepLease(leased, (reason) => lost.abort(reason));
  const endTelling = options.queue.onAway((reason) => options.onEvent({ type: 'queue-away', reason }));
  try {
    const crashes = store.crashes();
    if (crashes >= MOST_CRASHES) return { ...emptyResult(tasks.length), status: 'paused', crashes };
    return await coordinateOwned(options, lost.signal);
  } catch (error) {
    if (!(error instanceof QueueAway)) throw error;
    const skipped = tasks.filter((task) => store.verdictsDone(taskId(task)) !== null).length;
    const result = emptyResult(tasks.length);
    return { ...result, tasks: { ...result.tasks, skipped }, status: 'paused', unavailable: error.message };
  } finally {
    endTelling();
    endRenewal();
    store.releaseLease(owner);
  }
}

async function coordinateOwned(
  { db, queue, run, version, tasks, store, signal, onEvent }: Coordination,
  lost: AbortSignal
): Promise<EngineResult> {
  const result = emptyResult(tasks.length);
  const described = describeRun(db, run, version);
  const collector = createCollector({ db, queue, runId: run.id, store, result, emit: onEvent });
  const news = createWorkerNews(queue, run.id, onEvent);
  const stop = AbortSignal.any([signal, lost]);
  const isOpen = (task: Task): boolean => store.verdictsDone(taskId(task)) === null;

  /** Takes back what no worker has, waits for those that have some, and leaves nothing of the run in the queue. */
  const withdraw = async (): Promise<void> => {
    await queue.rows(`UPDATE voirdire.run SET state = 'withdrawn' WHERE id = $1`, [run.id]);
    await offerParts(queue, run.id, []);
    await withdrawParts(queue, run.id);
    const held = () =>
      queue.rows<{ id: string }>(
        `SELECT id FROM voirdire.part WHERE run_id = $1 AND lease_owner IS NOT NULL AND lease_until > $2`,
        [run.id, queue.now()]
      );
    for (const until = Date.now() + STOPPING_MS; (await held()).length > 0 && Date.now() < until;) await sleep(100);
    await settleLeft();
    await collector.collectAll();
    await queue.rows('DELETE FROM voirdire.run WHERE id = $1', [run.id]);
    await forgetParts(queue, run.id);
  };

  /** Requests of killed workers may have been billed: their parts' journals get them as calls without an answer. */
  const settleLeft = async (): Promise<void> => {
    const writer = createEntryWriter(queue, 'coordinator');
    const left = await queue.rows<{ id: string }>(
      `SELECT id FROM voirdire.part WHERE run_id = $1 AND lease_owner IS NOT NULL`,
      [run.id]
    );
    for (const { id } of left) {
      const part = await openPartStore({ queue, writer, run: run.id, part: id });
      // Any lease has ended a day ahead.
      if (await part.acquireLease('coordinator', queue.now() + DAY_MS, 1)) await part.releaseLease('coordinator');
    }
  };

  if (!(await publishRun(queue, run, described, store.spent()))) {
    // The run stands there with other settings: an earlier process published it before they were changed.
    await withdraw();
    await publishRun(queue, run, described, store.spent());
  }
  const parts = await partsInQueue(queue, run.id, described);
  await offerParts(queue, run.id, [...parts.keys()]);
  await collector.collect();
  result.tasks.finished = 0;
  const inQueue = new Set([...parts.values()].flat());
  const open = tasks.filter((task) => isOpen(task) && !inQueue.has(taskName(taskId(task))));
  const publishing = publishParts({ queue, db, runId: run.id, run: described, store, signal: stop }, open).then(
    (more) => {
      for (const [id, names] of more) parts.set(id, names);
    }
  );
  let nextAt = 0;
  const seldom = async (): Promise<void> => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + SELDOM_MS;
    await news.read();
    await collector.collectPages();
    await returnLeft(queue);
  };
  let published = false;
  const outcomes: PartResult[] = [];
  void publishing.then(
    () => (published = true),
    () => (published = true)
  );

  while (!stop.aborted) {
    const [{ ended, moved }] = await Promise.all([
      collector.collect(),
      answerLookups({ db, queue, runId: run.id, store }),
      seldom()
    ]);
    if (ended.size > 0) {
      outcomes.push(...ended.values());
      await queue.rows('DELETE FROM voirdire.part WHERE id = ANY ($1)', [[...ended.keys()]]);
    }
    if (outcomes.some(({ status }) => status === 'failed' || status === 'over-budget')) break;
    if (published && (ended.size > 0 || moved === 0)) {
      await publishing;
      const [left] = await queue.rows('SELECT FROM voirdire.part WHERE run_id = $1 LIMIT 1', [run.id]);
      if (!left) break;
    }
    await sleep(moved > 0 ? BUSY_MS : QUIET_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  await publishing.catch(() => undefined);
  lost.throwIfAborted();
  // Stopped with its process, the run stays in the queue: workers continue, and the next process collects their results.
  if (signal.aborted && statusOf(db, run) === 'running') return { ...result, status: 'cancelled' };
  await withdraw();
  await publishing;
  result.tasks.skipped = tasks.filter((task) => !isOpen(task)).length - result.tasks.finished;
  result.spent = store.spent();
  if (signal.aborted) return { ...result, status: 'cancelled' };
  return endedWith(result, outcomes);
}

const DAY_MS = 86_400_000;

const statusOf = (db: Db, { id }: Run) => db.select().from(schema.run).where(eq(schema.run.id, id)).get()?.status;

/** How a run ends by the ends of its parts. */
function endedWith(result: EngineResult, outcomes: readonly PartResult[]): EngineResult {
  const failed = outcomes.find((one) => one.status === 'failed');
  if (failed?.status === 'failed') throw new Error(failed.problem);
  const parts = outcomes.filter((one) => one.status !== 'failed');
  for (const { calls, searches } of parts) {
    result.calls.replayed += calls.replayed;
    for (const name of ['sent', 'replayed', 'shared', 'failed'] as const) result.searches[name] += searches[name];
  }
  const crashes = parts.map((one) => one.crashes).filter((one) => one !== null);
  return {
    ...result,
    status: (['over-budget', 'paused'] as const).find((status) => parts.some((one) => one.status === status)) ?? 'done',
    unavailable: parts.find((one) => one.unavailable !== null)?.unavailable ?? null,
    crashes: crashes.length > 0 ? Math.max(...crashes) : null,
    outage: parts.findLast((one) => one.outage !== null)?.outage ?? null
  };
}
