import { describe, expect, it } from 'vitest';
import type { Reply, Verdict } from '../pipeline.ts';
import type { CallRecord, RunStore, TaskId } from './contract.ts';
import { LeaseLost } from './contract.ts';

/**
 * Opens stores over one shared memory. It knows the runs `a` and `b`, the reports `r1` and `r2`, the metrics
 * `presentation` and `coverage` and the judges with fingerprints `j1` and `j2`. Each `open` is another process's view.
 */
export interface StoreHarness {
  open(runId: 'a' | 'b'): RunStore;
}

const task: TaskId = { report: 'r1', metric: 'presentation', judge: 'j1' };
const reply: Reply = {
  text: '{"items":[]}',
  ending: 'complete',
  usage: { inputTokens: 12, outputTokens: 3 },
  model: 'gpt-test-1'
};
const call = (over: Partial<CallRecord> = {}): CallRecord => ({
  task,
  key: 'k1',
  reply,
  error: null,
  status: 200,
  attempts: 1,
  cached: false,
  milliseconds: 5,
  at: 1_000,
  ...over
});
const judged: Verdict = {
  item: 'p1',
  state: 'judged',
  label: 'yes',
  rationale: 'In order.',
  evidence: [{ quote: '# Title – “quoted”' }]
};
const abstained: Verdict = { item: 'p2', state: 'abstained', label: null, rationale: 'Not for code.', evidence: [] };
const failed: Verdict = { item: 'p3', state: 'unscored', label: null, rationale: '', evidence: [], reason: 'HTTP 500' };

/** What every store must do; each store's test file runs it. */
export const storeContract = (name: string, harness: () => StoreHarness): void => {
  const owned = (of: StoreHarness, run: 'a' | 'b' = 'a', owner = 'me'): RunStore => {
    const store = of.open(run);
    expect(store.acquireLease(owner, 0, 1_000)).toBe(true);
    return store;
  };

  describe(`${name}: replies`, () => {
    it('gives back a stored reply exactly, also to a process that opens the run later', () => {
      const of = harness();
      owned(of).putCall(call());
      expect(of.open('a').getReply('k1')).toEqual(reply);
      expect(of.open('a').getReply('k2')).toBeNull();
    });

    it('keeps a reply without usage and model version', () => {
      const of = harness();
      const bare: Reply = { text: '', ending: 'complete', usage: null, model: null };
      owned(of).putCall(call({ reply: bare }));
      expect(of.open('a').getReply('k1')).toEqual(bare);
    });

    it('replays a refused and a cut reply within their run', () => {
      const store = owned(harness());
      store.putCall(call({ key: 'refused', reply: { ...reply, ending: 'refused' } }));
      store.putCall(call({ key: 'cut', reply: { ...reply, ending: 'cut' } }));
      expect(store.getReply('refused')?.ending).toBe('refused');
      expect(store.getReply('cut')?.ending).toBe('cut');
    });

    it('never replays a failed call, and lets a later reply stand for its key', () => {
      const store = owned(harness());
      store.putCall(call({ reply: null, error: 'HTTP 500', status: 500, attempts: 4 }));
      expect(store.getReply('k1')).toBeNull();
      store.putCall(call({ at: 2_000 }));
      expect(store.getReply('k1')).toEqual(reply);
    });

    it('does not take replies of another run for its own', () => {
      const of = harness();
      owned(of, 'a').putCall(call());
      expect(of.open('b').getReply('k1')).toBeNull();
    });
  });

  describe(`${name}: replies shared between runs`, () => {
    it('shares a reply once its task ended with valid verdicts, and not before', () => {
      const of = harness();
      const store = owned(of);
      store.putCall(call());
      expect(of.open('b').getSharedReply('k1')).toBeNull();
      store.putVerdicts(task, [judged, abstained], 2_000);
      expect(of.open('b').getSharedReply('k1')).toEqual(reply);
    });

    it('does not share a reply whose task ended with an unscored unit', () => {
      const of = harness();
      const store = owned(of);
      store.putCall(call());
      store.putVerdicts(task, [judged, failed], 2_000);
      expect(of.open('b').getSharedReply('k1')).toBeNull();
    });

    it('does not share what was refused, cut off or failed', () => {
      const of = harness();
      const store = owned(of);
      store.putCall(call({ key: 'refused', reply: { ...reply, ending: 'refused' } }));
      store.putCall(call({ key: 'cut', reply: { ...reply, ending: 'cut' } }));
      store.putCall(call({ key: 'failed', reply: null, error: 'HTTP 500' }));
      store.putVerdicts(task, [judged], 2_000);
      for (const key of ['refused', 'cut', 'failed']) expect(of.open('b').getSharedReply(key)).toBeNull();
    });

    it('does not offer a run its own replies as shared ones', () => {
      const store = owned(harness());
      store.putCall(call());
      store.putVerdicts(task, [judged], 2_000);
      expect(store.getSharedReply('k1')).toBeNull();
    });
  });

  describe(`${name}: verdicts`, () => {
    it('gives back the verdicts of a finished task exactly and in order', () => {
      const of = harness();
      owned(of).putVerdicts(task, [failed, judged, abstained], 2_000);
      expect(of.open('a').verdictsDone(task)).toEqual([failed, judged, abstained]);
    });

    it('knows a task by report, metric, judge and run', () => {
      const of = harness();
      const store = owned(of);
      store.putVerdicts(task, [judged], 2_000);
      expect(store.verdictsDone({ ...task, report: 'r2' })).toBeNull();
      expect(store.verdictsDone({ ...task, metric: 'coverage' })).toBeNull();
      expect(store.verdictsDone({ ...task, judge: 'j2' })).toBeNull();
      expect(of.open('b').verdictsDone(task)).toBeNull();
    });

    it('keeps the first verdicts of a task that is finished twice', () => {
      const store = owned(harness());
      store.putVerdicts(task, [judged], 2_000);
      store.putVerdicts(task, [{ ...judged, label: 'no' }], 3_000);
      expect(store.verdictsDone(task)).toEqual([judged]);
    });

    it('stores nothing of a task when one of its verdicts can not be stored', () => {
      const store = owned(harness());
      const broken = { ...judged, item: 'p2', rationale: (() => 'not data') as unknown as string };
      expect(() => store.putVerdicts(task, [judged, broken], 2_000)).toThrow();
      expect(store.verdictsDone(task)).toBeNull();
    });
  });

  describe(`${name}: lease`, () => {
    it('is held by one owner until it expires', () => {
      const of = harness();
      const [mine, theirs] = [of.open('a'), of.open('a')];
      expect(mine.acquireLease('me', 0, 1_000)).toBe(true);
      expect(theirs.acquireLease('they', 999, 1_000)).toBe(false);
      expect(theirs.acquireLease('they', 1_000, 1_000)).toBe(true);
      expect(mine.renewLease('me', 1_001, 1_000)).toBe(false);
    });

    it('lasts longer when renewed and ends when released', () => {
      const of = harness();
      const [mine, theirs] = [of.open('a'), of.open('a')];
      mine.acquireLease('me', 0, 1_000);
      expect(mine.renewLease('me', 900, 1_000)).toBe(true);
      expect(theirs.acquireLease('they', 1_500, 1_000)).toBe(false);
      mine.releaseLease('me');
      expect(theirs.acquireLease('they', 1_500, 1_000)).toBe(true);
    });

    it('is taken again by the owner who has it, and is not released by another', () => {
      const of = harness();
      const [mine, theirs] = [of.open('a'), of.open('a')];
      mine.acquireLease('me', 0, 1_000);
      expect(of.open('a').acquireLease('me', 10, 1_000)).toBe(true);
      theirs.releaseLease('they');
      expect(theirs.acquireLease('they', 20, 1_000)).toBe(false);
    });

    it('belongs to one run', () => {
      const of = harness();
      of.open('a').acquireLease('me', 0, 1_000);
      expect(of.open('b').acquireLease('they', 0, 1_000)).toBe(true);
    });

    it('is demanded by every write, also after another owner took it over', () => {
      const of = harness();
      expect(() => of.open('a').putCall(call())).toThrow(LeaseLost);
      const [mine, theirs] = [of.open('a'), of.open('a')];
      mine.acquireLease('me', 0, 1_000);
      theirs.acquireLease('they', 5_000, 1_000);
      expect(() => mine.putCall(call())).toThrow(LeaseLost);
      expect(() => mine.putVerdicts(task, [judged], 5_000)).toThrow(LeaseLost);
      expect(theirs.getReply('k1')).toBeNull();
      theirs.putCall(call());
      expect(theirs.getReply('k1')).toEqual(reply);
    });
  });
};
