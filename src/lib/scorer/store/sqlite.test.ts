import { afterAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { Page } from '../page.ts';
import type { Verdict } from '../verdict.ts';
import { storeContract } from './contract-suite.fixture.ts';
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
  return {
    open: (runId) => sqliteStore(db, runId),
    supply(urlKey, { url, title, text, contentHash, at }) {
      db.insert(schema.pageContent).values({ hash: contentHash!, text: text!, at }).run();
      db.insert(schema.pageSupplied)
        .values({ id: newId(), projectId: 'p', urlKey, url, title, contentHash: contentHash!, suppliedBy: 'me', at })
        .run();
    }
  };
});

describe('sqlite store', () => {
  it('keeps failed calls with their reason for people to read', async () => {
    const { db } = fresh();
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    await store.putCall({
      task: { report: 'r1', metric: 'coverage', judge: 'j2', repeat: 3 },
      key: 'k',
      outcome: 'error',
      reply: null,
      error: 'HTTP 500 (after 5 tries)',
      status: 500,
      attempts: 5,
      unanswered: 1,
      cached: false,
      cost: null,
      milliseconds: 12.6,
      at: 5
    });
    expect(callsOf(db, 'a')).toMatchObject([
      {
        outcome: 'error',
        error: 'HTTP 500 (after 5 tries)',
        status: 500,
        attempts: 5,
        unanswered: 1,
        judgeId: 'judge-2',
        repeat: 3,
        cost: null,
        milliseconds: 13
      }
    ]);
  });

  it('commits what is put at the same time once', async () => {
    const { db, sqlite } = fresh();
    const task = { report: 'r1', metric: 'coverage', judge: 'j1', repeat: 0 };
    const changes = () => sqlite.prepare('SELECT count(*) AS n FROM verdict').get() as { n: number };
    const commits = vi.fn();
    const transaction = sqlite.transaction.bind(sqlite);
    sqlite.transaction = ((work: (...given: unknown[]) => unknown) =>
      transaction((...given: unknown[]) => {
        commits();
        return work(...given);
      })) as typeof sqlite.transaction;
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    commits.mockClear();
    const unit: Verdict = { item: 'p1', state: 'judged', label: 'yes', rationale: '', evidence: [] };
    await Promise.all(Array.from({ length: 10 }, (_, repeat) => store.putVerdicts({ ...task, repeat }, [unit], 1)));
    expect(commits).toHaveBeenCalledTimes(1);
    expect(changes().n).toBe(10);
  });

  it('does not share pages between projects', async () => {
    const { db } = fresh();
    db.insert(schema.project).values({ id: 'other', slug: 'other', name: 'Other', createdAt: 1 }).run();
    const store = sqliteStore(db, 'a');
    store.acquireLease('me', 0, 1_000);
    const page: Page = {
      ...{ url: 'https://a.example/', outcome: 'ok', note: '', status: 200, finalUrl: null, title: null },
      ...{ text: 'Text', contentHash: 'h', origin: 'fetched', at: 1 }
    };
    await store.putPage('x', page);
    expect(sqliteStore(db, 'b').getSharedPage('x')?.text).toBe('Text');
    const [from] = db.select().from(schema.run).all();
    db.insert(schema.run)
      .values({ ...from!, id: 'c', projectId: 'other', number: 9 })
      .run();
    expect(sqliteStore(db, 'c').getSharedPage('x')).toBeNull();
  });

  it('refuses judges that are not of the run, and runs that do not exist', () => {
    const { db } = fresh();
    const task = { report: 'r1', metric: 'coverage', judge: 'j9', repeat: 0 };
    expect(() => sqliteStore(db, 'a').verdictsDone(task)).toThrow('j9 is none of them');
    expect(() => sqliteStore(db, 'c').acquireLease('me', 0, 1)).toThrow('there is none with id c');
  });

  it('finds replies and pages through an index, in its own run and in others', () => {
    const { db, sqlite } = fresh();
    const prepared: string[] = [];
    const prepare = sqlite.prepare.bind(sqlite);
    sqlite.prepare = ((source: string) => {
      prepared.push(source);
      return prepare(source);
    }) as typeof sqlite.prepare;
    sqliteStore(db, 'a');
    const plans = prepared
      .filter((source) => source.startsWith('select'))
      .map((source) => {
        const holes = source.split('?').length - 1;
        const steps = prepare(`EXPLAIN QUERY PLAN ${source}`).all(...Array<null>(holes).fill(null));
        return (steps as { detail: string }[]).map(({ detail }) => detail);
      });
    expect(plans.length).toBeGreaterThan(5);
    expect(plans.flat().filter((step) => step.startsWith('SCAN'))).toEqual([]);
    const used = plans.flat().join('\n');
    for (const index of ['call_key', 'page_fetch_key', 'page_supplied_key', 'sqlite_autoindex_verdict_1'])
      expect(used).toContain(index);
  });
});
