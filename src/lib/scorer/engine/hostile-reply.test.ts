import { afterAll, describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { drive, judgeOf, many, reply, tasks, yes } from './engine.fixture.ts';
import { readJsonValue } from '../protocols/json-value.ts';
import type { CallRecord, RunStore } from '../store/contract.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';
import { callsOf, seedRuns } from '../store/sqlite.fixture.ts';
import { sqliteStore } from '../store/sqlite.server.ts';
import { toReply } from '../store/statements.server.ts';

const opened: { close(): void }[] = [];
afterAll(() => opened.forEach((one) => one.close()));

/** A run's store, and its calls as a process left them that crashed. */
interface Kept {
  store: RunStore;
  calls: () => CallRecord[];
}

const inMemory = (): Kept => {
  const store = memoryStore(createMemory());
  return { store, calls: () => store.calls };
};

const inDatabase = (): Kept => {
  const database = memoryDatabase();
  opened.push(database);
  const { db } = database;
  const reports = many(3).map((id) => ({ id, markdown: `Report ${id}` }));
  seedRuns(db, { runs: ['a'], judges: [{ id: 'judge', fingerprint: 'j' }], reports });
  return {
    store: sqliteStore(db, 'a'),
    calls: () =>
      callsOf(db, 'a').map(({ reportId, metric, repeat, ...row }) => ({
        task: { report: reportId!, metric, judge: 'j', repeat },
        ...row,
        reply: row.reply === null ? null : toReply(row)
      }))
  };
};

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const hostile = {
  'arrays 200,000 levels deep': nested(200_000),
  'objects 100,000 levels deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a member 50,000 levels deep beside the answer': yes.replace(/\}$/, `,"more":${nested(50_000)}}`),
  'arrays that never close': '['.repeat(100_000),
  'broken text 20,000 levels deep': `${'{a:['.repeat(20_000)}${']}'.repeat(20_000)}`
};

const stores = { 'in memory': inMemory, 'in the database': inDatabase };
const cases = Object.entries(hostile).flatMap(([name, text]) =>
  Object.entries(stores).map(([where, open]) => ({ name, where, text, open }))
);

describe('a hostile reply', () => {
  it.each(cases)('of $name costs its own units, and a resume reads it again, $where', async ({ text, open }) => {
    const first = open();
    const judge = judgeOf((asked) => reply(asked <= 2 ? text : yes));
    const one = { tasksPerJudge: 1 };
    const result = await drive({ store: first.store, tasks: tasks([judge], many(3)), limits: one });
    expect(result).toMatchObject({ status: 'done', units: { judged: 4, unscored: 2 } });

    // The journal of a run that crashed on the reply: its calls, and none of its verdicts.
    const journal = first.calls().filter(({ task }) => task.report === 'r1');
    expect(journal.map((call) => call.reply?.text)).toEqual([text, text]);
    const left = open().store;
    await left.acquireLease('before', 0, 1_000);
    for (const call of journal) await left.putCall(call);
    await left.releaseLease('before');
    const again = judgeOf();
    const resumed = await drive({ store: left, tasks: tasks([again], many(3)) });
    expect(resumed).toMatchObject({ status: 'done', calls: { replayed: 2 }, units: { judged: 4, unscored: 2 } });
    expect(again.asked).toBe(2);
    expect(left.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })?.[0]).toMatchObject({
      state: 'unscored',
      reason: expect.stringMatching(/^The reply was not usable: /) as string
    });
  });
});

it('a reply of two million characters costs its own units, and half of it is kept', async () => {
  const { store, calls } = inDatabase();
  const judge = judgeOf((asked) => reply(asked <= 2 ? 'x'.repeat(2_000_000) : yes));
  const result = await drive({ store, tasks: tasks([judge], many(3)), limits: { tasksPerJudge: 1 } });
  expect(result).toMatchObject({ status: 'done', units: { judged: 4, unscored: 2 } });
  expect(calls().map((call) => call.reply?.text.length)).toEqual([1_000_001, 1_000_001, yes.length, yes.length]);
  expect(store.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })?.[0]).toMatchObject({
    reason: 'The reply was not usable: it is longer than a million characters, and asking again did not help.'
  });
});

describe('readJsonValue', () => {
  it('reads 100 levels of brackets and refuses one more', () => {
    expect(readJsonValue(nested(100))).toMatchObject({ ok: true });
    expect(readJsonValue(nested(101))).toEqual({ ok: false, fault: 'it is nested more than 100 levels deep' });
    expect(readJsonValue(JSON.stringify({ text: nested(500) }))).toMatchObject({ ok: true });
  });
});
