import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { serverLimits } from '../../src/lib/exchange/import/import-limits.ts';
import { filesAside } from '../../src/lib/exchange/import/aside/reading-aside.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, schema, write } from '../../src/lib/server/db/client.ts';
import { newId } from '../../src/lib/server/db/id.ts';
import { onDisk } from '../../src/lib/server/db/on-disk.ts';
import { createProject } from '../../src/lib/server/projects.ts';
import { listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { number, timeHead, timeRow, Timings } from './timings.ts';

/** Longest wait of others, in ms. */
const MARK = 100;

/**
 * Imports JSON lines of reports of 54 KB as a server does it, nearly as many as it takes at once, and asks the same process from another thread meanwhile: a GET
 * that reads the project's reports, and a POST that commits a row and waits for the disk, in turn.
 *
 * @returns A paragraph and a table
 */
export async function measureLargeImport(megabytes: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-large-import-'));
  const { db, close } = openDatabase(join(folder, 'voirdire.db'), join(import.meta.dirname, '../../drizzle'));
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Bench', slug: 'bench' });
  const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  const { path, reports, size } = writeReports(folder, megabytes);
  const seen = new Set<number>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.method === 'GET') seen.add(listReports(db, grant).length);
      else await onDisk(db, () => write(db, (tx) => tx.insert(schema.sentForm).values({ key: newId(), at: 0 }).run()));
      response.end('ok');
    };
    void answer();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const client = askInTurn((server.address() as AddressInfo).port);
  const began = performance.now();
  const imported = await importFiles(
    ...([
      db,
      grant,
      [{ name: 'reports.jsonl', bytes: { path, size } }],
      { createQueries: true, limits: serverLimits }
    ] as const),
    (given, hint = {}) => filesAside.files(given, hint, folder)
  );
  const seconds = (performance.now() - began) / 1000;
  const times = await client();
  server.close();
  close();
  rmSync(folder, { recursive: true, force: true });
  if (imported.kind !== 'reports' || imported.result.reports.added !== reports)
    throw new Error('not all were imported');
  if ([...seen].some((n) => n !== 0 && n !== reports)) throw new Error('a part of the import was seen');
  return `An import of ${number(reports)} reports (${number(size / 1e6)} MB of JSON lines) took ${number(seconds, 1)} s. Meanwhile another client read the project’s reports and
committed a row, in turn; it saw no report or all of them. The mark is for the longest wait.

${timeHead}
${['read', 'commit'].map((what) => timeRow(what, times.of(what), null)).join('\n')}

Longest wait: ${number(Math.max(times.of('read').most, times.of('commit').most))} ms (mark ${MARK}).`;
}

function writeReports(folder: string, megabytes: number): { path: string; reports: number; size: number } {
  const path = join(folder, 'reports.jsonl');
  const file = openSync(path, 'w');
  const body = 'The town has 12 parks, and one of them is “old”. '.repeat(1_100);
  let reports = 0;
  for (let written = 0; written < megabytes * 1e6; reports += 1)
    written += writeSync(file, `${JSON.stringify({ system: `s${reports % 20}`, qid: `q${Math.floor(reports / 20)}`, report: `# On ${reports}\n\n${body}` })}\n`); // prettier-ignore
  closeSync(file);
  return { path, reports, size: statSync(path).size };
}

/** Begins to ask; the function that is returned ends it and gives the times. */
function askInTurn(port: number): () => Promise<Timings> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     let open = true;
     parentPort.once('message', () => (open = false));
     (async () => {
       const times = [];
       const ask = async (what, method) => {
         const began = performance.now();
         await (await fetch(workerData, { method })).text();
         times.push([what, performance.now() - began]);
       };
       while (open) {
         await ask('read', 'GET');
         await ask('commit', 'POST');
         await new Promise((resolve) => setTimeout(resolve, 10));
       }
       parentPort.postMessage(times.slice(2));
     })();`,
    { eval: true, workerData: `http://127.0.0.1:${port}/` }
  );
  return async () => {
    const said = new Promise<[string, number][]>((resolve) => worker.once('message', resolve));
    worker.postMessage('end');
    const timings = new Timings();
    for (const [what, time] of await said) timings.add(what, time);
    return timings;
  };
}
