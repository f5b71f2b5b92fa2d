import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs';
import { openReader } from '../../src/lib/server/db/client.ts';
import { root, start, startJudge } from './processes.ts';
import { writeReports } from './scorer-command.ts';

const help = `Measures how scoring grows with workers: the same reports are scored by one, two and four workers that take parts from a
PostgreSQL server of its own on loopback. The judge answers after 300 ms; each worker has 32 places. Writes docs/bench-workers.md.

  npm run bench:workers [-- --calls 2000] [-- --workers 1,2,4] [-- --note 'about this machine'] [-- --no-write]`;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '1,2,4' },
    note: { type: 'string', default: '' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const CALLS = Number(values.calls);
const LATENCY_MS = 300;
const PLACES = 32;
const MARK = 3.6;
/** Calls per second that a worker would make if a call took nothing but its judge's time. */
const IDEAL = (1_000 * PLACES) / LATENCY_MS;

interface Measured {
  workers: number;
  calls: number;
  seconds: number;
  load: number;
}

const rate = ({ calls, seconds }: Measured): number => calls / seconds;
const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A worker in a process of its own, ready to take parts. */
async function startWorker(queue: string): Promise<{ stop(): Promise<void> }> {
  const words = ['src/cli/main.ts', 'worker', '--places', String(PLACES)];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, VOIRDIRE_QUEUE: queue },
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Press Ctrl+C')) resolve();
    });
    void ended.then(() => reject(new Error('A worker ended before it was ready')));
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    }
  };
}

/** When the first call was sent and the last one answered, by the journal of the run. */
function callsOf(out: string): { calls: number; seconds: number } {
  const { sqlite, close } = openReader(join(out, 'voirdire.db'));
  try {
    const row = sqlite
      .prepare('SELECT count(*) AS calls, max(at) - min(at - milliseconds) AS took FROM call WHERE reply IS NOT NULL')
      .get() as { calls: number; took: number };
    return { calls: row.calls, seconds: row.took / 1_000 };
  } finally {
    close();
  }
}

async function measure(folder: string, queue: string, judge: string, count: number): Promise<Measured> {
  const calls = CALLS * count;
  const own = join(folder, String(count));
  writeReports(own, calls, 2 * 1024);
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(queue)));
  const [load = 0] = loadavg();
  const out = join(own, 'out');
  try {
    await start('src/cli/main.ts', [
      ...['score', '--reports', join(own, 'reports'), '--create-queries', '--out', out, '--metric', 'presentation'],
      ...['--judge', `openai-compatible:bench@${judge}`, '--queue', queue]
    ]).output();
    const measured = { workers: count, ...callsOf(out), load };
    if (measured.calls !== calls) throw new Error(`${measured.calls} of ${calls} calls were answered; see ${out}`);
    console.log(
      `${count} workers: ${number(rate(measured), 1)} calls/s (${number(measured.calls)} calls in ${number(measured.seconds, 1)} s), load ${number(load, 1)}`
    );
    return measured;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    rmSync(own, { recursive: true, force: true });
  }
}

function report(all: readonly Measured[]): string {
  const [cpu] = cpus();
  const one = all.find(({ workers }) => workers === 1);
  const times = (measured: Measured): string => (one ? `${number(rate(measured) / rate(one), 2)} ×` : 'not measured');
  const rows = all.map((measured) => {
    const { workers, calls, seconds, load } = measured;
    const ideal = number((100 * rate(measured)) / (workers * IDEAL));
    return `| ${workers} | ${number(calls)} | ${number(seconds, 1)} | ${number(rate(measured), 1)} | ${times(measured)} | ${ideal}% | ${number(load, 1)} |`;
  });
  const four = all.find(({ workers }) => workers === 4);
  const met =
    one && four
      ? `Four workers make ${times(four)} the calls of one; the mark is ${MARK} ×: ${rate(four) / rate(one) >= MARK ? 'met' : 'not met'}.`
      : `The mark, ${MARK} × with four workers, was not measured.`;
  return `# How scoring grows with workers

\`npm run bench:workers\` measures this and writes this page. Reports of 2 KB are judged under *presentation*, one call each, by a judge
that answers after ${LATENCY_MS} ms; each worker has ${PLACES} places, so that it makes ${number(IDEAL, 1)} calls a second at most. Workers, the command that
collects their results, the judge and PostgreSQL (commits reach the disk) are processes of one machine. A row counts from the first
request to the last answer; all workers are ready before. Load is that of the machine before each row: work of others makes the
processors scarce, above all for four workers.

Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${number(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}. ${new Date().toISOString().slice(0, 10)}.${values.note === '' ? '' : ` ${values.note}`}

| workers | calls | seconds | calls per second | as many as one worker | share of the most | load |
| --: | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}

${met}
`;
}

const programs = findPostgres();
if (programs === null) throw new Error('PostgreSQL was not found: install it, or set VOIRDIRE_POSTGRES.');
const folder = mkdtempSync(join(tmpdir(), 'voirdire-workers-'));
const postgres = await startPostgres(programs, { safe: true });
const judge = await startJudge(LATENCY_MS);
const measured: Measured[] = [];
try {
  for (const count of values.workers.split(',').map(Number))
    measured.push(await measure(folder, postgres.url, judge.url, count));
  const text = report(measured);
  if (values['no-write']) console.log(text);
  else writeFileSync(join(root, 'docs/bench-workers.md'), text);
} finally {
  await judge.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
