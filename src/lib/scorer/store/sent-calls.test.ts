import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase, schema } from '../../server/db/client.ts';
import { RunDriver } from '../runs/driving/driver.server.ts';
import { runProgress } from '../runs/run-progress.server.ts';
import { planned, scene, sourcesOf, yes } from '../runs/runs.fixture.ts';
import { createSentCalls, leftUnanswered } from './sent-calls.ts';
import { sqliteStore } from './sqlite.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-sent-'));
const { db, close } = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
afterAll(() => {
  close();
  rmSync(folder, { recursive: true, force: true });
});

it('a request that a killed process had sent is journalled as maybe billed, once, and those answered are not', async () => {
  const given = scene((name, id) => `# ${name} on ${id}`, db);
  const run = planned(given, new RunDriver(db, {}, sourcesOf(yes(given.reportIds))));
  const { fingerprint } = db.select().from(schema.judge).get()!;
  const taskOf = (at: number) => ({
    ...{ report: given.reportIds[at]!, metric: 'presentation', judge: fingerprint, repeat: 0 }
  });
  const failed = { reply: null, error: 'HTTP 500', status: 500, cached: false, milliseconds: 5 } as const;
  const killed = sqliteStore(db, run.id);
  killed.acquireLease('killed', 1_000, 10);
  // Answered, and failed for good; a second try of it was answered with a refusal that costs nothing.
  killed.sending(taskOf(0), 'answered', 0.5, 1_000);
  killed.sending(taskOf(0), 'answered', 0.5, 1_001);
  killed.refused('answered');
  await killed.putCall({
    ...{
      ...failed,
      task: taskOf(0),
      key: 'answered',
      outcome: 'error',
      attempts: 2,
      unanswered: 0,
      cost: 0.25,
      at: 1_002
    }
  });
  // Cost more than expected without an answer and was sent again; refused once, before the process ended; of unknown price.
  killed.sending(taskOf(1), 'lost', 0.5, 1_003);
  void killed.lost('lost', 0.75);
  killed.sending(taskOf(1), 'lost', 0.5, 1_004);
  killed.sending(taskOf(2), 'refused', 0.5, 1_004);
  killed.refused('refused');
  killed.sending(taskOf(3), 'unpriced', null, 1_005);
  // As a failing disk leaves them, and of a report that is in this database no more.
  const [file = ''] = readdirSync(folder).filter((name) => name.includes('-sent-'));
  const garbage = [
    '\u0000',
    '[',
    '[]',
    '["sent"]',
    '["sent",null]',
    '["sent",{"key":1}]',
    '["refused",5]',
    '["lost","lost",null]',
    '['.repeat(50_000)
  ];
  const gone = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .find((line) => line.includes('unpriced'))!;
  const foreign = gone.replace(given.reportIds[3]!, 'r9').replace('unpriced', 'foreign');
  appendFileSync(join(folder, file), [...garbage, foreign, ''].join('\n'));

  for (const [owner, at] of [
    ['next', 2_000],
    ['after that', 3_000]
  ] as const)
    expect(sqliteStore(db, run.id).acquireLease(owner, at, 10)).toBe(true);
  const rows = db.select().from(schema.call).all();
  expect(
    rows.map(({ key, outcome, attempts, unanswered, cost }) => [key, outcome, attempts, unanswered, cost])
  ).toEqual([
    ['answered', 'error', 2, 0, 0.25],
    ['lost', 'error', 2, 2, 1.25],
    ['unpriced', 'error', 1, 1, null]
  ]);
  expect(rows[1]!.error).toContain('may have been billed');
  expect(runProgress(db, run.id).spend).toEqual({
    known: 1.5,
    unpriced: 1,
    unanswered: 3,
    searches: { known: 0, unpriced: 0 },
    budget: null
  });
  const last = sqliteStore(db, run.id);
  last.acquireLease('last', 4_000, 10);
  last.releaseLease('last');
  expect(readdirSync(folder).filter((name) => name.includes('-sent-'))).toEqual([]);
});

it('the file of requests stays short however many calls a run makes, and still holds those without an answer', () => {
  const place = mkdtempSync(join(tmpdir(), 'voirdire-sent-many-'));
  const file = join(place, 'sent');
  const sent = createSentCalls(file);
  const call = (n: number) => ({ about: `report ${n}`, metric: 'coverage', judgeId: 'judge', repeat: 0, key: `key ${n}`, cost: 0.01, at: n }); // prettier-ignore
  let longest = 0;
  for (let n = 0; n < 20_000; n += 1) {
    sent.sending(call(n));
    // Every thousandth is never answered; others are answered while 32 further ones are on their way.
    if (n >= 32 && (n - 32) % 1_000 !== 7) sent.answered(`key ${n - 32}`, n);
    if (n % 100 === 0) longest = Math.max(longest, statSync(file).size);
  }
  expect(longest).toBeLessThan(300_000);
  const left = leftUnanswered(file, (key) => {
    const n = Number(key.slice(4));
    return n % 1_000 === 7 || n > 20_000 - 33 ? null : n + 32;
  });
  expect(left.filter(({ at }) => at < 19_000).map(({ key }) => key)).toEqual(
    Array.from({ length: 19 }, (_, n) => `key ${n * 1_000 + 7}`)
  );
  expect(left).toHaveLength(20 + 32);
  sent.end({ keep: false });
  expect(readdirSync(place)).toEqual([]);
  rmSync(place, { recursive: true, force: true });
});
