import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, removeFolders, run, start } from '../src/cli/command.fixture.ts';
import type { Person } from '../src/lib/server/auth/authorize.ts';
import { openDatabase, schema } from '../src/lib/server/db/client.ts';
import { seededRandom } from '../src/lib/stats/numbers/rng.ts';
import { exampleRun } from '../src/lib/studies/planning/example-run.fixture.ts';
import { createStudy, listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';
import { sized } from './timing.ts';

afterAll(removeFolders);

const root = join(import.meta.dirname, '..');
const migrations = join(root, 'drizzle');
/** Where to kill: the same points in every run, others by VOIRDIRE_CRASH_SEED. */
const seed = Number(process.env.VOIRDIRE_CRASH_SEED ?? 1);
const random = seededRandom(seed);
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe(`a scoring that is killed again and again (seed ${seed})`, () => {
  const REPORTS = 20;
  const CONCURRENCY = 3;
  const KILLS = sized(4, 2);
  const qids = Array.from({ length: REPORTS }, (_, i) => `q${i + 1}`);
  let servers: StandIn[];
  let reports: string;
  beforeAll(async () => {
    servers = [await startOpenAi({ delayMs: 60 }), await startGemini({ delayMs: 60, seed: 2 })];
    reports = folderOf(Object.fromEntries(qids.map((qid) => [`aurora/qid_${qid}_report.md`, aReport(qid)])));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const received = (): number => servers.reduce((sum, server) => sum + server.count(), 0);
  const answered = (): number => servers.reduce((sum, server) => sum + server.answered(), 0);
  const wish = (out: string, ...more: string[]) => [
    ...['score', '--reports', reports, '--create-queries', '--out', out, '--metric', 'presentation'],
    ...['--judge', 'openai:gpt-5', 'gemini:gemini-2.5-pro', '--concurrency', String(CONCURRENCY), ...more]
  ];
  const env = () => ({
    ...{ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: servers[0]!.url },
    ...{ GEMINI_API_KEY: 'test-0000', GEMINI_BASE_URL: servers[1]!.url }
  });
  const results = (out: string): string[] =>
    ['verdicts.jsonl', 'scores.csv', 'systems.csv'].map((name) => readFileSync(join(out, name), 'utf8'));

  it('repeats no completed call and ends with the scores of one that was left in peace', async () => {
    const calls = 2 * REPORTS;
    const peaceful = newFolder('peaceful');
    expect(await run(wish(peaceful), env())).toMatchObject({ code: 0 });
    expect(received()).toBe(calls);

    const out = newFolder('killed');
    const before = received();
    let kills = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const point = answered() + 1 + random.below(4);
      const { child, ended } = start(wish(out, '--resume'), env());
      while (child.exitCode === null && answered() < point) await pause(2);
      await pause(random.below(60));
      child.kill('SIGKILL');
      if ((await ended).code === null) kills += 1;
    }
    expect(kills).toBeGreaterThan(1);
    expect(() => results(out)).toThrow('ENOENT');

    expect(await run(wish(out, '--resume'), env())).toMatchObject({ code: 0 });
    const sent = received() - before;
    console.log(`${calls} calls, ${kills} kills, ${sent - calls} of the calls under way were asked again.`);
    expect(sent).toBeGreaterThanOrEqual(calls);
    expect(sent).toBeLessThanOrEqual(calls + kills * CONCURRENCY);
    expect(results(out)).toEqual(results(peaceful));

    const { db, sqlite, close } = openDatabase(join(out, 'voirdire.db'), migrations);
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const rows = db.select().from(schema.call).all();
    const keys = rows.flatMap(({ key, outcome }) => (outcome === 'error' ? [] : [key]));
    expect(keys).toHaveLength(calls);
    expect(new Set(keys).size).toBe(calls);
    // Each request that a kill left without an answer may have been billed, and is in the journal.
    const unanswered = rows.reduce((sum, row) => sum + row.unanswered, 0);
    expect(calls + unanswered).toBeGreaterThanOrEqual(sent);
    close();

    expect(await run(wish(out, '--resume'), env())).toMatchObject({ code: 0 });
    expect(received() - before).toBe(sent);
  });
});

describe(`a person's commits whose process is killed again and again (seed ${seed})`, () => {
  /** Judges the person's queue; once so many commits were acknowledged, and a moment later, it is killed. */
  const judge = async (
    file: string,
    person: Person,
    projectId: string,
    killAfter: number
  ): Promise<{ acknowledged: string[]; killed: boolean }> => {
    const quick = join(root, 'src/lib/server/db/quick-imports.ts');
    const script = join(root, 'src/lib/studies/judging/committing.fixture.ts');
    // Somewhat later than it is to be killed it waits: a busy machine may let it continue for long before that.
    const last = String(killAfter + 10);
    const child = spawn(
      process.execPath,
      ['--import', quick, script, file, migrations, JSON.stringify({ ...person, projectId }), 'left', 'now', last],
      { stdio: ['ignore', 'pipe', 'ignore'] }
    );
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split('\n').length > killAfter) child.kill('SIGKILL');
    });
    const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
      child.on('close', (_code, by: NodeJS.Signals | null) => resolve(by))
    );
    return { acknowledged: out.split('\n').slice(0, -1), killed: signal === 'SIGKILL' };
  };

  const ROUNDS = sized(5, 3);

  it('keep every verdict that was acknowledged, once', async () => {
    const file = join(newFolder('commits'), 'voirdire.db');
    const { db, sqlite, close } = openDatabase(file, migrations);
    const example = exampleRun(db);
    const [ana] = example.annotators;
    createStudy(db, example.manage, example.input({ sample: { items: 60 }, people: [ana.id], overlap: 1 }));

    const acknowledged = new Set<string>();
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const done = await judge(file, ana, example.projectId, 1 + 20 * round + random.below(20));
      if (done.killed) kills += 1;
      for (const key of done.acknowledged) acknowledged.add(key);
      const rows = db.select().from(schema.humanVerdict).all();
      const stored = rows.map(({ idempotencyKey }) => idempotencyKey);
      expect(stored).toEqual(expect.arrayContaining([...acknowledged]));
      expect(new Set(stored).size).toBe(stored.length);
      const audited = db.select().from(schema.audit).all();
      expect(
        audited
          .filter(({ action }) => action === 'blind-verdict.commit')
          .map(({ entityId }) => entityId)
          .sort()
      ).toEqual(rows.map(({ id }) => id).sort());
    }
    expect(kills).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(0);
    await judge(file, ana, example.projectId, Infinity);
    expect(sqlite.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(listStudies(db, example.read)[0]).toMatchObject({ done: 60, total: 60 });
    console.log(`${acknowledged.size} commits were acknowledged before ${kills} kills; all of them are there.`);
    close();
  });
});
