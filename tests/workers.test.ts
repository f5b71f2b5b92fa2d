import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aReport, folderOf, newFolder, removeFolders, run, start } from '../src/cli/command.fixture.ts';
import { openDatabase, openReader } from '../src/lib/server/db/client.ts';
import { takeDelimiterKey } from '../src/lib/server/db/settings.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import { postgresOfTests, withoutPostgres } from './stand-ins/postgres.ts';
import type { StandIn } from './stand-ins/server.ts';
import { sized } from './timing.ts';

afterAll(removeFolders);

const migrations = join(import.meta.dirname, '../drizzle');
const REPORTS = sized(60, 32);
const PLACES = 4;

describe.skipIf(withoutPostgres !== null)('a run that workers score', () => {
  const postgres = postgresOfTests();
  let judge: StandIn;
  let reports: string;
  beforeAll(async () => {
    judge = await startOpenAi({ delayMs: 120 });
    const files = Array.from({ length: REPORTS }, (_, i) => [`aurora/qid_q${i}_report.md`, aReport(`q${i}`)] as const);
    reports = folderOf(Object.fromEntries(files));
  });
  afterAll(() => judge.stop());

  const keys = () => ({ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url });
  const scoring = (out: string): string[] => [
    ...['score', '--reports', reports, '--create-queries', '--out', out, '--judge', 'openai:gpt-5'],
    ...['--metric', 'presentation', 'consistency', '--concurrency', '8']
  ];
  const score = (out: string, ...more: string[]) => start([...scoring(out), ...more], keys());
  const worker = () =>
    start(['worker', '--places', String(PLACES), '--lease', '4'], { ...keys(), VOIRDIRE_QUEUE: postgres().url });
  const results = (out: string): string[] =>
    ['verdicts.jsonl', 'scores.csv', 'systems.csv'].map((name) => readFileSync(join(out, name), 'utf8'));
  const until = async (count: number): Promise<void> => {
    while (judge.count() < count) await pause(10);
  };

  /** The stand-in's answer depends on the whole question, with the marks around foreign text. */
  const sameDelimiters = (from: string, to: string): void => {
    const [given, taking] = [from, to].map((folder) => openDatabase(join(folder, 'voirdire.db'), migrations));
    takeDelimiterKey(taking!.db, given!.db);
    given!.close();
    taking!.close();
  };

  it('has the verdicts of one machine to the byte, after kills of workers, of PostgreSQL and of the command', async () => {
    const alone = newFolder('alone');
    expect(await run(scoring(alone), keys())).toMatchObject({ code: 0 });
    const calls = judge.count();
    expect(calls).toBe(2 * REPORTS);

    const out = newFolder('workers');
    sameDelimiters(alone, out);
    const queue = ['--queue', postgres().url];
    const killed = worker();
    const [staying, first] = [worker(), score(out, ...queue)];
    await until(calls * 1.125);
    await postgres().restart('SIGKILL');
    await until(calls * 1.33);
    killed.child.kill('SIGKILL');
    await until(calls * 1.5);
    first.child.kill('SIGKILL');
    await first.ended;
    await until(calls * 1.625);
    staying.child.kill('SIGKILL');
    const last = worker();
    const resumed = await score(out, ...queue, '--resume').ended;
    expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining('judged (100%)') as unknown });
    last.child.kill('SIGTERM');
    await last.ended;

    expect(results(out)).toEqual(results(alone));
    const sent = judge.count() - calls;
    // Two workers were killed. The crash of PostgreSQL and the kill of the command take no call from a worker.
    console.log(`${calls} calls, ${sent - calls} of the calls under way were asked again.`);
    expect(sent).toBeGreaterThanOrEqual(calls);
    expect(sent).toBeLessThanOrEqual(calls + 2 * PLACES);
    const { sqlite, close } = openReader(join(out, 'voirdire.db'));
    const journal = sqlite
      .prepare(`SELECT sum(reply IS NOT NULL) AS answered, sum(unanswered) AS unanswered FROM call`)
      .get() as { answered: number; unanswered: number };
    close();
    // Each request is in the journal: answered once, or as one that may have been billed.
    expect(journal.answered).toBe(calls);
    expect(journal.answered + journal.unanswered).toBeGreaterThanOrEqual(sent);
  });
});
