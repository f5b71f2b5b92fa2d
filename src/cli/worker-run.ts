import { join } from 'node:path';
import { scriptFiles } from '../lib/scorer/judges/scripted/script-files.ts';
import { addressInWords, demandQueueAddress, openQueue } from '../lib/scorer/queue/connection.server.ts';
import { work } from '../lib/scorer/queue/working/worker.server.ts';
import { JudgesHere } from '../lib/scorer/runs/driving/judges-here.server.ts';
import { pagesHere } from '../lib/scorer/runs/driving/pages-here.server.ts';
import { programVersion } from '../lib/server/program-version.ts';
import { many } from '../lib/stats/writing/figures.ts';
import { readOption } from './read-option.ts';

/** Works on parts of runs until a signal ends it. */
export async function runWorker(
  url: string,
  { places, leaseMs, data }: { places: number; leaseMs: number; data: string }
): Promise<void> {
  readOption('--queue', () => demandQueueAddress(url));
  const judges = new JudgesHere(process.env, scriptFiles(join(data, 'scripts')));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const queue = await openQueue(url);
  console.error(`Worker on ${addressInWords(url)}, up to ${many(places, 'call')} at once. Press Ctrl+C to stop it.`);
  try {
    await work({
      ...{
        queue,
        judges,
        places,
        leaseMs,
        version: programVersion(),
        fetchPage: pagesHere(judges),
        signal: stop.signal
      },
      tell: (line) => console.error(line)
    });
  } finally {
    await queue.close();
  }
}
