import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '../../../errors.ts';
import { log } from '../../../server/log.ts';
import { TELL_MS } from '../alive.ts';
import { createEntryWriter } from '../entries.server.ts';
import { keepParts, type PartJob, returnLeft, returnPart, takePart } from '../jobs.server.ts';
import type { PublishedRun } from '../published-run.ts';
import { createSharedTraffic } from '../sharing/shared-traffic.server.ts';
import type { WorkerAbout } from '../worker-about.ts';
import { runHere } from './run-here.server.ts';
import { createPartsOfRun, type PartsOfRun } from './parts-of-run.server.ts';
import type { WorkerOptions } from './worker-options.server.ts';

/** How often a worker looks for parts while it has places free, in milliseconds. */
const LOOK_MS = 200;
/** Tasks in work for each place: the next ones are there before a call ends. */
const TASKS_PER_PLACE = 2;
/** A killed worker's parts are taken by others after this time, in milliseconds. */
const LEASE_MS = 15_000;

/** Takes parts of runs from a queue and scores them until the signal aborts. */
export async function work(options: WorkerOptions): Promise<void> {
  const { queue, judges, version, places, signal, tell = () => undefined } = options;
  const name = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  const writer = createEntryWriter(queue, name);
  const traffic = createSharedTraffic(queue, name, places);
  const runs = new Map<string, PartsOfRun>();
  const refused = new Map<string, string>();
  const parts = new Map<string, { run: string; job: PartJob; tasks: number; ended: Promise<void> }>();
  const shared = { ...options, name, writer, traffic, leaseMs: options.leaseMs ?? LEASE_MS };
  let turn = 0;
  let wake = Promise.withResolvers<void>();

  const openRun = async (id: string): Promise<void> => {
    const [row] = await queue.rows<{ about: string }>('SELECT about FROM voirdire.run WHERE id = $1', [id]);
    if (!row) return;
    const run = JSON.parse(row.about) as PublishedRun;
    try {
      runs.set(id, createPartsOfRun({ ...shared, id, run, here: runHere(queue, id, run, judges, version) }));
      tell(`Run ${run.number}: this worker takes parts of it.`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.set(id, error.message);
      tell(`Run ${run.number}: this worker cannot score it. ${error.message}`);
    }
  };

  /** Which runs are open now: new ones are taken up, withdrawn ones stopped. */
  const lookAtRuns = async (): Promise<void> => {
    const open = await queue.rows<{ id: string }>(`SELECT id FROM voirdire.run WHERE state = 'open' ORDER BY made`);
    const ids = new Set(open.map(({ id }) => id));
    for (const [id, run] of runs)
      if (!ids.has(id)) {
        run.stop();
        runs.delete(id);
      }
    for (const id of refused.keys()) if (!ids.has(id)) refused.delete(id);
    for (const id of ids) if (!runs.has(id) && !refused.has(id)) await openRun(id);
  };

  const about = (): WorkerAbout => ({
    ...{ host: hostname(), version, places },
    runs: Object.fromEntries([...runs].map(([id, run]) => [id, run.about()])),
    refused: Object.fromEntries(refused)
  });

  const tellAlive = (): Promise<unknown> =>
    queue.rows(
      `INSERT INTO voirdire.worker VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET about = excluded.about, seen = excluded.seen`,
      [name, JSON.stringify(about())]
    );

  const keepAlive = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        await lookAtRuns();
        await tellAlive();
        for (const id of new Set([...parts.values()].map(({ run }) => run))) {
          const jobs = [...parts.values()].flatMap(({ run, job }) => (run === id ? [job] : []));
          await keepParts(queue, id, jobs);
        }
        await returnLeft(queue);
        await sleep(TELL_MS, undefined, { signal }).catch(() => undefined);
      } catch (error) {
        log().warn({ err: error }, 'worker.alive');
        await sleep(TELL_MS);
      }
  };

  const tasksInWork = (): number => [...parts.values()].reduce((sum, { tasks }) => sum + tasks, 0);

  /** Takes one part of the run whose turn it is, or of the next one that has some; false if none has. */
  const takeOne = async (): Promise<boolean> => {
    const open = [...runs];
    for (let tried = 0; tried < open.length; tried += 1) {
      const [id, run] = open[(turn += 1) % open.length]!;
      const job = await takePart(queue, id);
      if (!job) continue;
      const part = { run: id, job, tasks: 1, ended: Promise.resolve() };
      parts.set(job.id, part);
      part.ended = run
        .workOn(job, (tasks) => (part.tasks = tasks))
        .catch(async (error: unknown) => {
          log().warn({ err: error, part: job.id }, 'worker.part');
          await returnPart(queue, id, job).catch(() => undefined);
        })
        .finally(() => {
          parts.delete(job.id);
          wake.resolve();
        });
      await run.begun(job);
      return true;
    }
    return false;
  };

  const endTelling = queue.onAway((reason) =>
    tell(reason === null ? 'PostgreSQL answers again.' : `PostgreSQL does not answer, and is asked again: ${reason}`)
  );
  await lookAtRuns();
  await tellAlive();
  const alive = keepAlive();
  while (!signal.aborted) {
    let took = false;
    try {
      took = tasksInWork() < TASKS_PER_PLACE * places && (await takeOne());
    } catch (error) {
      // A run that ended at this moment has no queue any more.
      log().debug({ err: error }, 'worker.take');
    }
    if (took) continue;
    wake = Promise.withResolvers();
    await Promise.race([wake.promise, sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)]);
  }
  for (const run of runs.values()) run.stop();
  await Promise.allSettled([...parts.values()].map(({ ended }) => ended));
  await alive;
  await traffic.close();
  endTelling();
  await queue.rows('DELETE FROM voirdire.worker WHERE name = $1', [name]).catch(() => undefined);
}
