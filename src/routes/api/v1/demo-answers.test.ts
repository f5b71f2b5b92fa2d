import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { openDatabase, schema, type OpenDatabase } from '$lib/server/db/client.ts';
import { loadDemo } from '../../../../seed/load.server.ts';
import { copyLoadedDemo } from '../../../../tests/loaded-demo.ts';
import { apiOver } from './asking.fixture.ts';
import type { Operation } from './operation.ts';
import { openApiDocument, type JsonSchema } from './openapi.ts';
import { operations } from './operations/index.ts';

// Every operation that reads, over the demo: what it answers fits the published document, and an annotator stays blind.

const folder = mkdtempSync(join(tmpdir(), 'voirdire-api-'));

/** The demo as far as it was loaded before, in memory: a database in a file is read by threads, which take longer to start. */
function demoInMemory(): OpenDatabase {
  copyLoadedDemo(folder);
  const migrations = join(process.cwd(), 'drizzle');
  const { sqlite, close } = openDatabase(join(folder, 'voirdire.db'), migrations);
  // A database in memory has no log beside it.
  sqlite.pragma('journal_mode = DELETE');
  const copied = sqlite.serialize();
  close();
  return openDatabase(':memory:', migrations, copied);
}

const database = demoInMemory();
const { db } = database;
const driver = new RunDriver(db, {});
let api: ReturnType<typeof apiOver>;
const tokens = new Map<string, string>();
beforeAll(async () => {
  const demo = await loadDemo(db, folder);
  api = apiOver(database, driver);
  for (const { role, email } of demo.people) if (!tokens.has(role)) tokens.set(role, api.tokenOf(email));
});
afterAll(async () => {
  await driver.stop();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Why the Python client is not tested here; null if it is. */
const noPython = ((): string | null => {
  try {
    const version = execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      encoding: 'utf8'
    });
    const [major, minor] = version.trim().split('.').map(Number) as [number, number];
    return major > 3 || minor >= 11 ? null : `python3 is ${version.trim()}, and the client needs 3.11`;
  } catch {
    return 'there is no python3';
  }
})();
if (noPython) console.log(`Skipped: tests of clients/python, because ${noPython}.`);

const document = openApiDocument(operations);

/** The schema of an operation's answer in a media type, read back from the document as a client would; null if it names no such type. */
function publishedAnswer({ path, method, status = 200 }: Operation, type: string): z.ZodType | null {
  const { responses } = document.paths[path]![method.toLowerCase()] as {
    responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>;
  };
  const local = (value: object) => JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/'));
  const { content } = responses[status]!;
  const published = content[type] ?? content['*/*'];
  return published ? z.fromJSONSchema({ ...local(published.schema), $defs: local(document.components.schemas) }) : null;
}

/** Things of the demo by the names of parameters, where an annotator has work or a lead has results. */
function params(): Record<string, string> {
  const study = db.select().from(schema.study).all();
  const assignments = db.select().from(schema.assignment).all();
  const annotator = db.select().from(schema.apiToken).all();
  const owner = annotator.find(({ prefix }) => tokens.get('annotator')!.startsWith(prefix))!.userId;
  const mine = assignments.filter(({ userId }) => userId === owner);
  return {
    project: 'demo',
    qid: 'water01',
    report: db.select().from(schema.report).get()!.id,
    run: '3',
    study: String(study.find(({ number }) => number === 1)!.number),
    card: '1',
    metric: 'coverage',
    assignment: mine.at(-1)!.id
  };
}

const files: Record<string, readonly string[]> = {
  getRunFile: ['scores.csv', 'verdicts.jsonl', 'leaderboard.json', 'leaderboard.md.sig'],
  getStudyFile: ['protocol.json', 'raw-labels.jsonl'],
  getAlignmentFile: ['md', 'candidates.csv'],
  getCardFile: ['json']
};

const reads = operations.filter(({ method, id }) => method === 'GET' && id !== 'streamRun');
const addressesOf = ({ id, path }: Operation): string[] => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params()[name] ?? whole);
  return (files[id] ?? ['']).map((file) => filled.replace('{file}', file));
};

describe('over the demo', () => {
  it('every answer to a lead has a media type and fits the schema that the document publishes', async () => {
    const faults: string[] = [];
    const statuses: Record<string, number> = {};
    for (const operation of reads)
      for (const address of addressesOf(operation)) {
        const answer = await api.ask('GET', address, { token: tokens.get('lead')! });
        statuses[operation.id] = answer.status;
        if (answer.status >= 500) faults.push(`${address}: ${answer.text}`);
        if (answer.status !== 200) continue;
        const [type] = answer.headers.get('content-type')!.split(';') as [string];
        const read = publishedAnswer(operation, type)?.safeParse(answer.json);
        if (!read?.success) faults.push(`${address}: ${read ? JSON.stringify(read.error.issues.slice(0, 3)) : type}`);
      }
    expect(faults).toEqual([]);
    const refused = Object.entries(statuses).filter(([, status]) => status !== 200);
    // An annotator's work is not a lead's; the demo has no judge card.
    expect(refused.map(([id]) => id).sort()).toEqual(['getAssignment', 'getCard', 'getCardFile', 'listWork']);
  });

  it('a study lists no file in a format that has another scale', async () => {
    const { json } = await api.ask('GET', '/projects/demo/studies/1/files', { token: tokens.get('lead')! });
    const names = (json.rows as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('promptfoo.jsonl');
    expect(names).not.toContain('arena.jsonl');
  });

  it('an annotator is answered their own work, and nothing that names a system, a judge or a verdict of another', async () => {
    const token = tokens.get('annotator')!;
    const systems = db.select().from(schema.system).all();
    const judges = db.select().from(schema.judge).all();
    const rationales = db
      .select()
      .from(schema.verdict)
      .all()
      .map(({ rationale }) => rationale)
      .filter((text) => text.length > 40);
    expect(rationales.length).toBeGreaterThan(50);
    const open: string[] = [];
    const leaks: string[] = [];
    for (const operation of reads)
      for (const address of addressesOf(operation)) {
        const { status, text } = await api.ask('GET', address, { token });
        if (status === 200) open.push(operation.id);
        // The token is asked by the name of a metric; the list of metrics is that of the program.
        const secrets = [
          ...systems.flatMap(({ id, name }) => [id, name]),
          ...judges.flatMap(({ id, fingerprint }) => [id, fingerprint]),
          ...rationales
        ];
        leaks.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${address}: ${secret}`));
      }
    expect(leaks).toEqual([]);
    expect([...new Set(open)].sort()).toEqual([
      ...['getAssignment', 'getMe', 'getProject', 'listMetrics', 'listProjects', 'listWork']
    ]);
  });

  it('a reviewer reads the benchmark, and no results', async () => {
    const token = tokens.get('reviewer')!;
    const at = (path: string) => api.ask('GET', `/projects/demo${path}`, { token }).then(({ status }) => status);
    expect(await at('/queries')).toBe(200);
    for (const path of ['/reports', '/systems', '/runs', '/runs/3/verdicts', '/studies', '/decisions', '/cards'])
      expect(await at(path), path).toBe(403);
  });

  it('a list pages through all of its rows, each once', async () => {
    const token = tokens.get('lead')!;
    const all = await api.ask('GET', '/projects/demo/reports?size=200', { token });
    const ids: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { json } = await api.ask('GET', `/projects/demo/reports?size=7&page=${page}`, { token });
      pages = json.pages as number;
      ids.push(...(json.rows as { id: string }[]).map(({ id }) => id));
    }
    expect(ids).toEqual((all.json.rows as { id: string }[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(all.json.total);
  });

  it('verdicts are handed out in pieces that make up the whole', async () => {
    const token = tokens.get('lead')!;
    const verdicts = db.select().from(schema.verdict).all();
    const run = db
      .select()
      .from(schema.run)
      .all()
      .find(({ number }) => number === 3)!;
    let [from, seen] = [0 as number | null, 0];
    while (from !== null) {
      const { json }: { json: Record<string, unknown> } = await api.ask(
        'GET',
        `/projects/demo/runs/3/verdicts?size=1000&from=${from}`,
        { token }
      );
      seen += (json.rows as unknown[]).length;
      from = json.next as number | null;
    }
    expect(seen).toBe(verdicts.filter(({ runId }) => runId === run.id).length);
  });
});

describe.skipIf(noPython)('the client for Python', () => {
  it('passes its own tests against the demo', async () => {
    const { address, close } = await api.listen();
    const env = {
      ...process.env,
      ...{ VOIRDIRE_ADDRESS: address, VOIRDIRE_TOKEN: tokens.get('lead'), VOIRDIRE_ANNOTATOR: tokens.get('annotator') },
      PYTHONDONTWRITEBYTECODE: '1'
    };
    const said = await new Promise<string>((resolve) => {
      execFile(
        'python3',
        ['-W', 'error', '-m', 'unittest', '-v', 'tests.test_client'],
        { cwd: join(process.cwd(), 'clients/python'), env, timeout: 120_000 },
        (error, out, err) => resolve(`${out}${err}${error && error.killed ? 'timed out' : ''}`)
      );
    });
    await close();
    expect(said.slice(-4_000)).toMatch(/Ran 15 tests[^]*\nOK\n$/);
  });
});
