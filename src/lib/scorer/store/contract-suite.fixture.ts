import { describe, expect, it } from 'vitest';
import type { Reply } from '../call.ts';
import type { Page } from '../page.ts';
import type { Search } from '../search.ts';
import type { Verdict } from '../verdict.ts';
import type { Awaitable, CallRecord, RunStore, TaskId } from './contract.ts';
import { LeaseLost } from './contract.ts';

/**
 * Opens stores over one shared memory. It knows the runs `a` and `b`, the reports `r1` and `r2`, the metrics
 * `presentation` and `coverage` and the judges with fingerprints `j1` and `j2`. Each `open` is another process's view.
 */
interface StoreHarness {
  open(runId: 'a' | 'b'): Awaitable<RunStore>;
  /** A person supplies the text of a page in the project of both runs. */
  supply(urlKey: string, page: Page): Awaitable<void>;
}

const task: TaskId = { report: 'r1', metric: 'presentation', judge: 'j1', repeat: 0 };
const reply: Reply = {
  text: '{"items":[]}',
  ending: 'complete',
  usage: { inputTokens: 12, outputTokens: 3, cachedTokens: 8, cacheWriteTokens: 2 },
  model: 'gpt-test-1'
};
const call = (over: Partial<CallRecord> = {}): CallRecord => ({
  task,
  key: 'k1',
  outcome: 'reply',
  reply,
  error: null,
  status: 200,
  attempts: 1,
  unanswered: 0,
  cached: false,
  cost: null,
  milliseconds: 5,
  at: 1_000,
  ...over
});
const judged: Verdict = {
  item: 'p1',
  state: 'judged',
  label: 'yes',
  rationale: 'In order.',
  prose: true,
  evidence: [{ quote: '# Title – “quoted”' }]
};
const abstained: Verdict = { item: 'p2', state: 'abstained', label: null, rationale: 'Not for code.', evidence: [] };
const failed: Verdict = { item: 'p3', state: 'unscored', label: null, rationale: '', evidence: [], reason: 'HTTP 500' };

const issue: Verdict = {
  item: 'issue-1',
  kind: 'issue',
  text: 'Two totals differ.',
  state: 'judged',
  label: 'issue',
  rationale: 'One says 4, the other 5.',
  evidence: [
    { quote: 'four', place: { block: 2, start: 0, end: 4 } },
    { quote: 'five', place: null }
  ],
  detail: { kind: 'issue', grounded: true }
};
const page: Page = {
  url: 'https://a.example/x',
  outcome: 'ok',
  note: '200 OK',
  status: 200,
  finalUrl: 'https://a.example/y',
  title: 'X',
  text: 'The text of X.',
  contentHash: 'hash-x',
  origin: 'fetched',
  at: 1_000
};
const found: Search = {
  ...{
    query: 'tides “and” ports',
    count: 5,
    before: '2024-05-01',
    provider: 'tavily',
    outcome: 'ok',
    note: '',
    at: 1_000
  },
  results: [
    { url: 'https://a.example/x', title: 'X', snippet: '潮汐 & tides', date: null, dateText: '2 days ago' },
    { url: 'https://a.example/y', title: '', snippet: '', date: '2024-04-30', dateText: '2024-04-30' }
  ]
};
const limited: Search = { ...found, before: null, outcome: 'rate-limited', note: '429', results: [] };
const gone: Page = {
  ...page,
  outcome: 'not-found',
  note: '404 Not Found',
  status: 404,
  finalUrl: null,
  title: null,
  text: null,
  contentHash: null
};

/** Requirements of every store; each store's test file runs them. */
export const storeContract = (name: string, harness: () => Awaitable<StoreHarness>): void => {
  const owned = async (from: Awaitable<StoreHarness>, run: 'a' | 'b' = 'a', owner = 'me'): Promise<RunStore> => {
    const store = await (await from).open(run);
    expect(await store.acquireLease(owner, 0, 1_000)).toBe(true);
    return store;
  };

  describe(`${name}: replies`, () => {
    it('gives back a stored reply exactly, also to a process that opens the run later', async () => {
      const of = await harness();
      await (await owned(of)).putCall(call());
      expect((await of.open('a')).getReply('k1')).toEqual(reply);
      expect((await of.open('a')).getReply('k2')).toBeNull();
    });

    it('keeps a reply without usage and model version', async () => {
      const of = await harness();
      const bare: Reply = { text: '', ending: 'complete', usage: null, model: null };
      await (await owned(of)).putCall(call({ reply: bare }));
      expect((await of.open('a')).getReply('k1')).toEqual(bare);
    });

    it('replays a refused, a cut and an unusable reply within their run', async () => {
      const store = await owned(harness());
      await store.putCall(call({ key: 'refused', outcome: 'refused', reply: { ...reply, ending: 'refused' } }));
      await store.putCall(call({ key: 'cut', outcome: 'cut', reply: { ...reply, ending: 'cut' } }));
      await store.putCall(call({ key: 'unusable', outcome: 'unusable', reply: { ...reply, text: 'no JSON' } }));
      expect(store.getReply('refused')?.ending).toBe('refused');
      expect(store.getReply('cut')?.ending).toBe('cut');
      expect(store.getReply('unusable')).toEqual({ ...reply, text: 'no JSON' });
    });

    it('never replays a failed call, and lets a later reply stand for its key', async () => {
      const store = await owned(harness());
      await store.putCall(call({ outcome: 'error', reply: null, error: 'HTTP 500', status: 500, attempts: 4 }));
      expect(store.getReply('k1')).toBeNull();
      await store.putCall(call({ at: 2_000 }));
      expect(store.getReply('k1')).toEqual(reply);
    });

    it('prefers a usable reply to one that is not', async () => {
      const store = await owned(harness());
      await store.putCall(call());
      await store.putCall(call({ outcome: 'unusable', reply: { ...reply, text: 'no JSON' }, at: 2_000 }));
      expect(store.getReply('k1')).toEqual(reply);
    });

    it('does not take replies of another run for its own', async () => {
      const of = await harness();
      await (await owned(of, 'a')).putCall(call());
      expect((await of.open('b')).getReply('k1')).toBeNull();
    });

    it('takes writes made at the same time, each for itself', async () => {
      const of = await harness();
      const store = await owned(of);
      const keys = Array.from({ length: 20 }, (_, at) => `k${at}`);
      await Promise.all(keys.map((key) => store.putCall(call({ key, reply: { ...reply, text: key } }))));
      const later = await of.open('a');
      expect(keys.map((key) => later.getReply(key)?.text)).toEqual(keys);
    });
  });

  describe(`${name}: replies shared between runs`, () => {
    it('shares a usable reply as soon as it is there', async () => {
      const of = await harness();
      const store = await owned(of);
      expect(await (await of.open('b')).getSharedReply('k1')).toBeNull();
      await store.putCall(call());
      expect(await (await of.open('b')).getSharedReply('k1')).toEqual(reply);
    });

    it('does not share what was refused, cut off, not usable or failed', async () => {
      const of = await harness();
      const store = await owned(of);
      await store.putCall(call({ key: 'refused', outcome: 'refused', reply: { ...reply, ending: 'refused' } }));
      await store.putCall(call({ key: 'cut', outcome: 'cut', reply: { ...reply, ending: 'cut' } }));
      await store.putCall(call({ key: 'unusable', outcome: 'unusable' }));
      await store.putCall(call({ key: 'failed', outcome: 'error', reply: null, error: 'HTTP 500' }));
      for (const key of ['refused', 'cut', 'unusable', 'failed'])
        expect(await (await of.open('b')).getSharedReply(key)).toBeNull();
    });

    it('does not offer a run its own replies as shared ones', async () => {
      const store = await owned(harness());
      await store.putCall(call());
      expect(await store.getSharedReply('k1')).toBeNull();
    });
  });

  describe(`${name}: costs`, () => {
    it('sums what the run’s own calls cost, as far as that is known', async () => {
      const of = await harness();
      expect(await (await of.open('a')).spent()).toBe(0);
      const store = await owned(of);
      await store.putCall(call({ cost: 0.25 }));
      await store.putCall(call({ cost: null }));
      await store.putCall(call({ cost: 0.5, outcome: 'unusable' }));
      await (await owned(of, 'b')).putCall(call({ cost: 8 }));
      expect(await (await of.open('a')).spent()).toBe(0.75);
    });
  });

  describe(`${name}: pages`, () => {
    it('gives back a page exactly, read or not, to its own run alone', async () => {
      const of = await harness();
      const store = await owned(of);
      await store.putPage('x', page);
      await store.putPage('gone', { ...gone, url: 'https://a.example/gone' });
      expect(await (await of.open('a')).getPage('x')).toEqual(page);
      expect(await (await of.open('a')).getPage('gone')).toEqual({ ...gone, url: 'https://a.example/gone' });
      expect(await (await of.open('a')).getPage('y')).toBeNull();
      expect(await (await of.open('b')).getPage('x')).toBeNull();
    });

    it('keeps the latest of a page that is put twice', async () => {
      const store = await owned(harness());
      await store.putPage('x', gone);
      await store.putPage('x', page);
      expect(await store.getPage('x')).toEqual(page);
    });

    it('keeps one text under one hash for several pages', async () => {
      const store = await owned(harness());
      await store.putPage('x', page);
      await store.putPage('y', { ...page, url: 'https://a.example/y' });
      expect(await store.getPage('y')).toMatchObject({ text: page.text });
    });

    it('shares with other runs only what could be read', async () => {
      const of = await harness();
      const store = await owned(of);
      await store.putPage('x', page);
      await store.putPage('gone', gone);
      expect(await (await of.open('b')).getSharedPage('x')).toEqual(page);
      expect(await (await of.open('b')).getSharedPage('gone')).toBeNull();
      expect(await (await of.open('a')).getSharedPage('x')).toBeNull();
    });

    it('knows the newest text that a person supplied', async () => {
      const of = await harness();
      const supplied: Page = { ...page, origin: 'person', status: null, finalUrl: null };
      expect(await (await of.open('a')).getSuppliedPage('x')).toBeNull();
      await of.supply('x', supplied);
      await of.supply('x', { ...supplied, text: 'A better copy.', contentHash: 'hash-better' });
      expect(await (await of.open('a')).getSuppliedPage('x')).toMatchObject({
        outcome: 'ok',
        origin: 'person',
        text: 'A better copy.',
        contentHash: 'hash-better',
        title: 'X'
      });
      expect(await (await of.open('a')).getSuppliedPage('y')).toBeNull();
    });
  });

  describe(`${name}: searches`, () => {
    it('gives back a search exactly, whether it succeeded or not, to its own run alone', async () => {
      const of = await harness();
      const store = await owned(of);
      expect(await store.getSearch('s')).toBeNull();
      await store.putSearch('s', found, 0.008);
      await store.putSearch('t', limited, 0);
      expect(await (await of.open('a')).getSearch('s')).toEqual(found);
      expect(await (await of.open('a')).getSearch('t')).toEqual(limited);
      expect(await (await of.open('b')).getSearch('s')).toBeNull();
    });

    it('keeps the latest of a search that is put twice', async () => {
      const store = await owned(harness());
      await store.putSearch('s', limited, 0.016);
      await store.putSearch('s', found, 0.008);
      expect(await store.getSearch('s')).toEqual(found);
    });

    it('adds up what a search has cost, unknown once a part of it is', async () => {
      const store = await owned(harness());
      await store.putSearch('s', limited, 0.25);
      await store.putSearch('s', found, 0.5);
      await store.putSearch('t', found, 0.125);
      expect(await store.spent()).toBe(0.875);
      await store.putSearch('s', found, null);
      expect(await store.spent()).toBe(0.125);
    });

    it('shares with other runs only what succeeded, and nothing with its own', async () => {
      const of = await harness();
      const store = await owned(of);
      await store.putSearch('s', found, 0.008);
      await store.putSearch('t', limited, 0);
      expect(await (await of.open('b')).getSharedSearch('s')).toEqual(found);
      expect(await (await of.open('b')).getSharedSearch('t')).toBeNull();
      expect(await (await of.open('a')).getSharedSearch('s')).toBeNull();
    });
  });

  describe(`${name}: verdicts`, () => {
    it('gives back the verdicts of a finished task exactly and in order', async () => {
      const of = await harness();
      await (await owned(of)).putVerdicts(task, [failed, judged, issue, abstained], 2_000);
      expect((await of.open('a')).verdictsDone(task)).toEqual([failed, judged, issue, abstained]);
    });

    it('knows a task by report, metric, judge, repeat and run', async () => {
      const of = await harness();
      const store = await owned(of);
      await store.putVerdicts(task, [judged], 2_000);
      expect(store.verdictsDone({ ...task, report: 'r2' })).toBeNull();
      expect(store.verdictsDone({ ...task, metric: 'coverage' })).toBeNull();
      expect(store.verdictsDone({ ...task, judge: 'j2' })).toBeNull();
      expect(store.verdictsDone({ ...task, repeat: 1 })).toBeNull();
      expect((await of.open('b')).verdictsDone(task)).toBeNull();
    });

    it('keeps the first verdicts of a task that is finished twice', async () => {
      const store = await owned(harness());
      await store.putVerdicts(task, [judged], 2_000);
      await store.putVerdicts(task, [{ ...judged, label: 'no' }], 3_000);
      expect(store.verdictsDone(task)).toEqual([judged]);
    });

    it('stores nothing of a task when one of its verdicts cannot be stored, and all of those put with it', async () => {
      const store = await owned(harness());
      const broken = { ...judged, item: 'p2', rationale: (() => 'not data') as unknown as string };
      const other = { ...task, report: 'r2' };
      const [bad, good] = await Promise.allSettled([
        store.putVerdicts(task, [judged, broken], 2_000),
        store.putVerdicts(other, [judged], 2_000)
      ]);
      expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled']);
      expect(store.verdictsDone(task)).toBeNull();
      expect(store.verdictsDone(other)).toEqual([judged]);
    });
  });

  describe(`${name}: lease`, () => {
    it('is held by one owner until it expires', async () => {
      const of = await harness();
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      expect(await mine.acquireLease('me', 0, 1_000)).toBe(true);
      expect(await theirs.acquireLease('they', 999, 1_000)).toBe(false);
      expect(await theirs.acquireLease('they', 1_000, 1_000)).toBe(true);
      expect(await mine.renewLease('me', 1_001, 1_000)).toBe(false);
    });

    it('of a time far ahead does not outlast the clock that was set back', async () => {
      const of = await harness();
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      const year = 365 * 86_400_000;
      expect(await mine.acquireLease('me', year, 1_000)).toBe(true);
      expect(await theirs.acquireLease('they', year - 5_000, 1_000)).toBe(false);
      expect(await theirs.acquireLease('they', 0, 1_000)).toBe(true);
      expect(await mine.renewLease('me', 10, 1_000)).toBe(false);
    });

    it('lasts longer when renewed and ends when released', async () => {
      const of = await harness();
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      await mine.acquireLease('me', 0, 1_000);
      expect(await mine.renewLease('me', 900, 1_000)).toBe(true);
      expect(await theirs.acquireLease('they', 1_500, 1_000)).toBe(false);
      await mine.releaseLease('me');
      expect(await theirs.acquireLease('they', 1_500, 1_000)).toBe(true);
    });

    it('is taken again by the owner who has it, and is not released by another', async () => {
      const of = await harness();
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      await mine.acquireLease('me', 0, 1_000);
      expect(await (await of.open('a')).acquireLease('me', 10, 1_000)).toBe(true);
      await theirs.releaseLease('they');
      expect(await theirs.acquireLease('they', 20, 1_000)).toBe(false);
    });

    it('that was not released counts as a crash of its owner, once', async () => {
      const of = await harness();
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      await mine.acquireLease('me', 0, 1_000);
      await mine.acquireLease('me', 10, 1_000);
      expect(await theirs.acquireLease('they', 20, 1_000)).toBe(false);
      expect(await theirs.crashes()).toBe(0);
      await theirs.acquireLease('they', 2_000, 1_000);
      await theirs.acquireLease('they', 2_001, 1_000);
      expect(await theirs.crashes()).toBe(1);
      await theirs.releaseLease('they');
      await mine.acquireLease('me', 2_002, 1_000);
      expect(await mine.crashes()).toBe(1);
      expect(await (await of.open('b')).crashes()).toBe(0);
    });

    it('belongs to one run', async () => {
      const of = await harness();
      await (await of.open('a')).acquireLease('me', 0, 1_000);
      expect(await (await of.open('b')).acquireLease('they', 0, 1_000)).toBe(true);
    });

    it('is demanded by every write, also after another owner took it over', async () => {
      const of = await harness();
      await expect((await of.open('a')).putCall(call())).rejects.toThrow(LeaseLost);
      const [mine, theirs] = [await of.open('a'), await of.open('a')];
      await mine.acquireLease('me', 0, 1_000);
      await theirs.acquireLease('they', 5_000, 1_000);
      const tried = [
        mine.putCall(call()),
        mine.putVerdicts(task, [judged], 5_000),
        mine.putPage('x', page),
        mine.putSearch('s', found, 0.008)
      ];
      for (const one of await Promise.allSettled(tried))
        expect(one).toMatchObject({ status: 'rejected', reason: expect.any(LeaseLost) as unknown });
      expect(theirs.getReply('k1')).toBeNull();
      expect(theirs.verdictsDone(task)).toBeNull();
      expect(await theirs.getPage('x')).toBeNull();
      await theirs.putCall(call());
      expect(theirs.getReply('k1')).toEqual(reply);
    });

    it('ends after the writes that still wait', async () => {
      const of = await harness();
      const store = await owned(of);
      const writing = store.putCall(call());
      await store.releaseLease('me');
      await writing;
      expect((await of.open('a')).getReply('k1')).toEqual(reply);
    });
  });
};
