import type { EngineEvent } from '../../engine/contract.ts';
import { ALIVE } from '../alive.ts';
import type { Queue } from '../connection.server.ts';
import type { WorkerAbout } from '../worker-about.ts';

/** A limit that holds calls back is told for so long, in milliseconds. */
const HELD_MS = 2_000;

/** Tells what the workers of a run tell of themselves, as if it happened in this process. */
export const createWorkerNews = (
  queue: Queue,
  runId: string,
  emit: (event: EngineEvent) => void
): { read(): Promise<void> } => {
  const down = new Set<string>();
  return {
    async read() {
      const rows = await queue.rows<{ about: string }>(`SELECT about FROM voirdire.worker WHERE name IN (${ALIVE})`);
      await queue.rows('UPDATE voirdire.run SET coordinated = clock_timestamp() WHERE id = $1', [runId]);
      const workers = rows.map(({ about }) => JSON.parse(about) as WorkerAbout);
      const here = workers.flatMap(({ runs }) => runs[runId] ?? []);
      emit({ type: 'calls-under-way', calls: here.reduce((sum, { calls }) => sum + calls, 0) });
      const refusals = workers.flatMap(({ host, refused }) => {
        const reason = refused[runId];
        return reason === undefined ? [] : [{ host, reason }];
      });
      emit({ type: 'workers', able: workers.length - refusals.length, refusals });
      const downNow = new Map(here.flatMap((one) => Object.entries(one.down)));
      for (const [provider, reason] of downNow) if (!down.has(provider)) emit({ type: 'judge-down', provider, reason });
      for (const provider of down) if (!downNow.has(provider)) emit({ type: 'judge-up', provider });
      down.clear();
      for (const provider of downNow.keys()) down.add(provider);
      const held = here.find((one) => one.held !== null)?.held;
      if (held) emit({ type: 'limit-reached', provider: held.provider, waitMs: HELD_MS, reason: held.reason });
    }
  };
};
