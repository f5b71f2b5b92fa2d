import { afterAll, describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.ts';
import { storeContract } from './contract-suite.ts';
import { callsOf, seedRuns } from './sqlite.fixture.ts';
import { sqliteStore } from './sqlite.server.ts';

const opened: { close(): void }[] = [];
afterAll(() => opened.forEach((one) => one.close()));

const fresh = () => {
  const database = memoryDatabase();
  opened.push(database);
  seedRuns(database.db, {
    runs: ['a', 'b'],
    judges: [
      { id: 'judge-1', fingerprint: 'j1' },
      { id: 'judge-2', fingerprint: 'j2' }
    ],
    reports: [
      { id: 'r1', markdown: 'One' },
      { id: 'r2', markdown: 'Two' }
    ]
  });
  return database;
};

storeContract('sqlite store', () => {
  const { db } = fresh();
  return { open: (runId) => sqliteStore(db, runId) };
});

describe('sqlite store', () => {
  it('keeps failed calls with their reason for people to read', () => {
    const { db } = fresh();
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    const task = { report: 'r1', metric: 'coverage', judge: 'j2' };
    const call = { task, key: 'k', reply: null, error: 'HTTP 500 (after 5 tries)', status: 500, attempts: 5 };
    store.putCall({ ...call, cached: false, milliseconds: 12.6, at: 5 });
    expect(callsOf(db, 'a')).toMatchObject([
      {
        outcome: 'error',
        error: 'HTTP 500 (after 5 tries)',
        status: 500,
        attempts: 5,
        judgeId: 'judge-2',
        milliseconds: 13
      }
    ]);
  });

  it('refuses judges that are not of the run, and runs that do not exist', () => {
    const { db } = fresh();
    expect(() => sqliteStore(db, 'a').verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j9' })).toThrow(
      'j9 is none of them'
    );
    expect(() => sqliteStore(db, 'c').acquireLease('me', 0, 1)).toThrow('there is none with id c');
  });

  it('finds replies through the index, in its own run and in others', () => {
    const { db, sqlite } = fresh();
    const store = sqliteStore(db, 'a');
    const asked: string[] = [];
    const prepare = sqlite.prepare.bind(sqlite);
    sqlite.prepare = ((source: string) => {
      asked.push(source);
      return prepare(source);
    }) as typeof sqlite.prepare;
    store.getReply('k');
    store.getSharedReply('k');
    const plan = (source: string) => {
      const holes = source
        .split('?')
        .slice(1)
        .map(() => null);
      return (prepare(`EXPLAIN QUERY PLAN ${source}`).all(...holes) as { detail: string }[]).map((row) => row.detail);
    };
    const [own, ended, shared] = asked.map(plan);
    expect(own?.[0]).toContain('call_key');
    expect(ended?.[0]).toContain('USING INDEX');
    expect(shared?.[0]).toContain('call_key');
    expect([...(own ?? []), ...(ended ?? []), ...(shared ?? [])].filter((step) => step.startsWith('SCAN'))).toEqual([]);
  });
});
