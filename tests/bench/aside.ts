import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AsidePool } from '../../src/lib/alignment/workers/pool.server.ts';
import type { JobInput } from '../../src/lib/alignment/workers/jobs.server.ts';
import { root } from './processes.ts';

interface AsideFigures {
  /** Time of the whole job, and of the same again. */
  workMs: number;
  againMs: number;
  progressTold: number;
  /** Answers of a server in the same process meanwhile. */
  answers: number;
  medianMs: number;
  p99Ms: number;
  slowestMs: number;
}

/** Does a bootstrap in a worker thread while a server in this process answers, one request after the other. */
export async function measureAside(input: JobInput<'table-bootstrap'>): Promise<AsideFigures> {
  const pool = new AsidePool(join(root, 'src/lib/alignment/workers/worker.server.ts'), 1);
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = async (): Promise<number> => {
    const began = performance.now();
    await (await fetch(address)).text();
    return performance.now() - began;
  };
  try {
    for (let nth = 0; nth < 50; nth++) await answer();
    let progressTold = 0;
    let working = true;
    const timed = async (): Promise<number> => {
      const began = performance.now();
      await pool.run('table-bootstrap', input, { onProgress: () => progressTold++ });
      return performance.now() - began;
    };
    const work = timed().finally(() => (working = false));
    const times: number[] = [];
    while (working && times.length < 20_000) {
      times.push(await answer());
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const workMs = await work;
    const told = progressTold;
    const againMs = await timed();
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    return {
      ...{ workMs, againMs, progressTold: told, answers: times.length },
      ...{ medianMs: at(0.5), p99Ms: at(0.99), slowestMs: at(1) }
    };
  } finally {
    server.close();
    await pool.close();
  }
}
