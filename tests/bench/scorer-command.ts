import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '../../src/lib/server/db/client.ts';
import { start, startJudge } from './processes.ts';
import { benchReport } from './scorer-scene.ts';

/** How many systems the reports are of. */
const SYSTEMS = 20;

export interface CommandFigures {
  calls: number;
  /** Of the whole command: its start, the import of files, the calls, the export of files. */
  seconds: number;
  beforeSeconds: number;
  callSeconds: number;
  afterSeconds: number;
  peakMegabytes: number;
  cpuSeconds: number;
  /** File of the run. */
  database: string;
}

/** Writes reports as a person keeps them: a folder for each system with a file for each query. */
export function writeReports(folder: string, reports: number, characters: number): void {
  const queries = Math.ceil(reports / SYSTEMS);
  for (let system = 0, seed = 0; system < SYSTEMS; system += 1) {
    const own = join(folder, 'reports', `system-${system + 1}`);
    mkdirSync(own, { recursive: true });
    for (let query = 1; query <= queries && seed < reports; query += 1, seed += 1)
      writeFileSync(join(own, `qid_q${query}_report.md`), benchReport(seed, characters));
  }
}

/** Scores them by `voirdire score` in a process of its own, from their files to the files of results. */
export async function scoreByCommand(
  folder: string,
  given: { calls: number; metric: string; latencyMs: number; concurrency: number; node?: readonly string[] }
): Promise<CommandFigures> {
  const judge = await startJudge(given.latencyMs);
  const out = join(folder, `out-${given.metric}-${given.latencyMs}-${Date.now()}`);
  try {
    const usage = join(folder, 'usage.json');
    const words = [
      ...['score', '--reports', join(folder, 'reports'), '--create-queries', '--out', out],
      ...['--metric', given.metric, '--judge', `openai-compatible:bench@${judge.url}`],
      ...['--concurrency', String(given.concurrency), '--json']
    ];
    const began = Date.now();
    await start('tests/bench/score-command.ts', [usage, ...words], {}, given.node).output();
    const took = JSON.parse(readFileSync(usage, 'utf8')) as Pick<
      CommandFigures,
      'seconds' | 'peakMegabytes' | 'cpuSeconds'
    >;
    const database = join(out, 'voirdire.db');
    const { calls, first, last } = callsOf(database);
    if (calls !== given.calls) throw new Error(`${calls} of ${given.calls} calls were answered; see ${out}`);
    return {
      ...{ ...took, database, calls, callSeconds: (last - first) / 1000 },
      beforeSeconds: (first - began) / 1000,
      afterSeconds: Math.max(0, took.seconds - (last - began) / 1000)
    };
  } finally {
    await judge.stop();
  }
}

/** Calls that were answered, and when the first was sent and the last one answered. */
function callsOf(file: string): { calls: number; first: number; last: number } {
  const { sqlite, close } = openReader(file);
  try {
    const row = sqlite
      .prepare(
        'SELECT count(*) AS calls, min(at - milliseconds) AS first, max(at) AS last FROM call WHERE reply IS NOT NULL'
      )
      .get() as { calls: number; first: number; last: number };
    return row;
  } finally {
    close();
  }
}
