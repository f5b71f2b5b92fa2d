import { describe, expect, it } from 'vitest';
import { authorize, operator } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { notFetchedIn, reopenPages } from './fetching-again.server.ts';
import { pagesOf, pageText, supplyPage } from './pages.server.ts';
import type { Page } from '../../page.ts';
import type { Verdict } from '../../verdict.ts';
import { seedRuns } from '../../store/sqlite.fixture.ts';
import { sqliteStore } from '../../store/sqlite.server.ts';

const resource = { kind: 'project', id: 'p' } as const;
const manage = authorize(operator, resource, 'manage');
const read = authorize(operator, resource, 'read-results');
const elsewhere = authorize(operator, { kind: 'project', id: 'other' }, 'read-results');
const url = 'https://a.example/x';

const fetched: Page = {
  ...{ url, outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: 'X', text: 'The text of X.' },
  ...{ contentHash: 'hash-x', origin: 'fetched', at: 5 }
};
const blocked: Page = {
  ...fetched,
  ...{ url: `${url}/wall`, outcome: 'blocked', note: '403 Forbidden', status: 403, title: null },
  ...{ text: null, contentHash: null }
};

const scene = () => {
  const { db } = memoryDatabase();
  seedRuns(db, {
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
  db.insert(schema.project).values({ id: 'other', slug: 'other', name: 'Other', createdAt: 1 }).run();
  const store = sqliteStore(db, 'a');
  store.acquireLease('me', 0, 1_000);
  return { db, store };
};

describe('a text that a person supplies', () => {
  it('is there for the runs of the project, by the page and not by its fragment, and leaves a trace', () => {
    const { db } = scene();
    const page = supplyPage(db, manage, { url: ` ${url}#part `, title: 'Pasted', text: '  What it says.\n' });
    expect(page).toMatchObject({ outcome: 'ok', origin: 'person', text: 'What it says.' });
    for (const run of ['a', 'b'])
      expect(sqliteStore(db, run).getSuppliedPage(url)).toMatchObject({
        ...{ text: 'What it says.', contentHash: page.contentHash, title: 'Pasted', origin: 'person', outcome: 'ok' }
      });
    const [entry] = db.select().from(schema.audit).all();
    expect(entry).toMatchObject({
      ...{ action: 'page.supply', projectId: 'p', actorName: 'command line' },
      detail: { url: `${url}#part`, characters: 13, contentHash: page.contentHash }
    });
  });

  it('counts in its newest form; the same text twice is kept once', () => {
    const { db } = scene();
    for (const text of ['First', 'Second', 'First']) supplyPage(db, manage, { url, title: null, text });
    expect(sqliteStore(db, 'a').getSuppliedPage(url)?.text).toBe('First');
    expect(db.select().from(schema.pageContent).all()).toHaveLength(2);
  });

  it.each([
    ['without a text', { url, text: ' \n ' }, 'text'],
    ['without an address', { url: '', text: 'x' }, 'url'],
    ['for an address of another kind', { url: 'file:///etc/passwd', text: 'x' }, 'url'],
    ['that is too long', { url, text: 'x'.repeat(5_000_001) }, 'text']
  ])('is refused %s, and nothing is kept', (_what, supplied, column) => {
    const { db } = scene();
    let caught: unknown;
    try {
      supplyPage(db, manage, { title: null, ...supplied });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'invalid-input', problems: [{ column }] });
    expect(db.select().from(schema.pageSupplied).all()).toEqual([]);
    expect(db.select().from(schema.audit).all()).toEqual([]);
  });
});

describe('the pages of a run', () => {
  it('tell how each came back, whether its text was supplied, and how much cites it', async () => {
    const { db, store } = scene();
    await store.putPage(url, fetched);
    await store.putPage(blocked.url, blocked);
    supplyPage(db, manage, { url: blocked.url, title: null, text: 'Behind the wall.' });
    const said = { state: 'judged' as const, label: 'supported', rationale: '', evidence: [] };
    const units: Verdict[] = [
      {
        ...{ ...said, item: 'source-1', kind: 'source', label: 'relevant' },
        detail: { kind: 'source', url, outcome: 'ok', content: 'hash-x' }
      },
      ...['claim-1', 'claim-2'].map((item): Verdict => ({
        ...{ ...said, item, kind: 'claim' },
        detail: { kind: 'claim', url: `${url}#part`, source: 'source-1', place: null }
      }))
    ];
    for (const judge of ['j1', 'j2'])
      for (const report of ['r1', 'r2'])
        await store.putVerdicts({ report, metric: 'citation-accuracy', judge, repeat: 0 }, units, 1);
    expect(pagesOf(db, read, { id: 'a' })).toEqual([
      {
        ...{ urlKey: url, url, outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: 'X' },
        ...{ contentHash: 'hash-x', origin: 'fetched', at: 5, supplied: false, reports: 2, claims: 4 }
      },
      {
        ...{ urlKey: blocked.url, url: blocked.url, outcome: 'blocked', note: '403 Forbidden', status: 403 },
        ...{ finalUrl: null, title: null, contentHash: null, origin: 'fetched', at: 5 },
        ...{ supplied: true, reports: 0, claims: 0 }
      }
    ]);
  });

  it('are those of that run, and none of another project', async () => {
    const { db, store } = scene();
    await store.putPage(url, fetched);
    expect(pagesOf(db, read, { id: 'b' })).toEqual([]);
    expect(pagesOf(db, elsewhere, { id: 'a' })).toEqual([]);
  });
});

describe('the text of a page', () => {
  it('is given by its hash, fetched or supplied, within the project alone', async () => {
    const { db, store } = scene();
    await store.putPage(url, fetched);
    const { contentHash } = supplyPage(db, manage, { url, title: null, text: 'Pasted' });
    expect(pageText(db, read, 'hash-x')).toBe('The text of X.');
    expect(pageText(db, read, contentHash ?? '')).toBe('Pasted');
    expect(() => pageText(db, elsewhere, 'hash-x')).toThrow('no such page');
    expect(() => pageText(db, elsewhere, contentHash ?? '')).toThrow('no such page');
    expect(() => pageText(db, read, 'hash-y')).toThrow('no such page');
  });
});

describe('a run that fetches pages again', () => {
  it('judges again what names one of them, of whatever suite, and what waits for a page that it does not name', async () => {
    const { db, store } = scene();
    const gone: Page = { ...blocked, outcome: 'not-fetched', note: 'the name does not resolve', status: null };
    await store.putPage(`${url}/wall`, gone);
    await store.putPage(url, fetched);
    const finish = (report: string, metric: string, kind: Verdict['kind'], reason: string | null, detail?: object) => {
      const own = reason === null ? { state: 'judged', label: 'correct' } : { state: 'unscored', label: null, reason };
      const verdict = { item: 'one', kind, text: null, rationale: '', evidence: [], ...(detail && { detail }), ...own };
      return store.putVerdicts({ report, metric, judge: 'j1', repeat: 0 }, [verdict as unknown as Verdict], 1);
    };
    const references = [{ url, outcome: 'ok', content: null, check: null, quote: '' }];
    const claim = { kind: 'daily-claim', references };
    await finish('r1', 'daily-factuality', 'daily-claim', 'A page found was not fetched: no name.', claim);
    await finish('r2', 'daily-factuality', 'daily-claim', null, claim);
    await finish('r1', 'presentation', 'item', 'Refused.');
    expect(notFetchedIn(db, 'a')).toMatchObject({ pages: 1, of: 2, reports: 1 });
    expect(pagesOf(db, read, { id: 'a' }).map((page) => [page.urlKey, page.reports, page.claims])).toEqual([
      [url, 2, 2],
      [`${url}/wall`, 0, 0]
    ]);
    const left = () =>
      db
        .select()
        .from(schema.verdict)
        .all()
        .map(({ reportId, metric }) => `${reportId} ${metric}`);
    expect(reopenPages(db, 'a', 'not-fetched')).toEqual({ pages: 1, tasks: 1 });
    expect(left()).toEqual(['r2 daily-factuality', 'r1 presentation']);
    expect(reopenPages(db, 'a', [url])).toEqual({ pages: 1, tasks: 1 });
    expect(left()).toEqual(['r1 presentation']);
  });
});
