import { randomUUID } from 'node:crypto';
import type { Judge, JudgeBatches } from '../../judge.ts';
import type { StoredBatch } from '../../store/batches.ts';
import type { Following, LaneContext, LineEnd } from './contract.ts';
import { followBatch } from './following.ts';
import { findBatch, submitBatch } from './submitting.ts';

interface Asked {
  key: string;
  request: unknown;
  bytes: number;
  end: Promise<LineEnd>;
  settle: (end: LineEnd) => void;
  fail: (error: unknown) => void;
}

/** Questions to one model: collected into batches, and answered as these come back. */
export interface BatchLane {
  ask(key: string, request: unknown): Promise<LineEnd>;
  /** Ends batches whose answers were all taken. @param all also those that no question of the run needs any more */
  close(all: boolean): void;
}

const LOST = 'It is not known which batch of the provider it is; it may have been billed.';
/** Bytes of a line beside its request. */
const BESIDE = 200;

const askedOf = (key: string, request: unknown): Asked => {
  let [settle, fail]: [Asked['settle'], Asked['fail']] = [() => undefined, () => undefined];
  const end = new Promise<LineEnd>((resolve, reject) => ([settle, fail] = [resolve, reject]));
  // A question that no task waits for any more must not count as unhandled.
  end.catch(() => undefined);
  return { key, request, bytes: Buffer.byteLength(JSON.stringify(request)) + BESIDE, end, settle, fail };
};

/**
 * The lane of a model. Questions that arrive within `settleMs` of each other share a batch: a run starts all of its tasks, so
 * their first questions make the first batches, and questions that depend on replies make the next ones. Questions of a batch
 * that an earlier process submitted are answered by it.
 */
export const createLane = (judge: Judge, batches: JudgeBatches, context: LaneContext): BatchLane => {
  const { store, clock, signal, emit, settleMs } = context;
  const provider = judge.provider ?? judge.spec;
  const following: Following = {
    ...{ ...context, provider, batches },
    tell: (state, lines, words) => emit({ type: 'batch', provider, judge: judge.spec, state, lines, words })
  };
  /** Batches of an earlier process, by the keys of their questions. */
  const earlier = new Map<string, StoredBatch>();
  for (const batch of store.open())
    if (batch.judge === judge.fingerprint) for (const { key } of batch.lines) earlier.set(key, batch);
  /** State of the batches that this process works on: waiting questions, received answers, and answers that are not taken. */
  const working = new Map<
    string,
    { asked: Map<string, Asked>; ends: Map<string, LineEnd> | null; open: Set<string>; problem: string | null }
  >();
  let waiting: Asked[] = [];
  let lastAt = 0;
  let timing = false;

  const workOn = (batch: StoredBatch, asked: readonly Asked[]) => {
    const work = {
      asked: new Map(asked.map((one) => [one.key, one])),
      ends: null as Map<string, LineEnd> | null,
      ...{ open: new Set(batch.lines.map(({ key }) => key)), problem: null as string | null }
    };
    working.set(batch.id, work);
    return work;
  };
  type Work = ReturnType<typeof workOn>;

  /** Hands an answer to the question that waits for it. */
  const deliver = ({ asked, ends, open }: Work, key: string): void => {
    const one = asked.get(key);
    if (!one || ends === null) return;
    open.delete(key);
    one.settle(ends.get(key) ?? { rest: 'The batch did not answer it.', used: null });
  };

  const endWith = (batch: StoredBatch, work: Work, end: LineEnd, problem: string): void => {
    store.end(batch.id, problem, clock.now());
    working.delete(batch.id);
    for (const one of work.asked.values()) one.settle(end);
    following.tell('ended', batch.lines.length, problem);
  };

  const follow = async (batch: StoredBatch, work: Work, remoteId: string): Promise<void> => {
    const { ends, problem } = await followBatch(batch, remoteId, following);
    work.problem = problem;
    work.ends = new Map(batch.lines.flatMap(({ id, key }) => (ends.has(id) ? [[key, ends.get(id)!]] : [])));
    for (const key of work.asked.keys()) deliver(work, key);
  };

  /** A batch of an earlier process. One that was never submitted is forgotten, and its questions are collected anew. */
  const takeUp = async (batch: StoredBatch, work: Work): Promise<void> => {
    if (batch.remoteId !== null) return follow(batch, work, batch.remoteId);
    const found = await findBatch(batch, following);
    if (found === 'lost') return endWith(batch, work, { rest: LOST, used: 'unknown' }, LOST);
    if (typeof found === 'object' && 'remoteId' in found) {
      store.submitted(batch.id, found.remoteId);
      return follow(batch, work, found.remoteId);
    }
    store.end(batch.id, 'It was never submitted.', clock.now());
    working.delete(batch.id);
    for (const { key } of batch.lines) earlier.delete(key);
    for (const one of work.asked.values()) collect(one);
  };

  const submit = async (lines: readonly Asked[]): Promise<void> => {
    const id = randomUUID();
    const batch: StoredBatch = {
      ...{ id, judge: judge.fingerprint, name: `voirdire-${id}`, remoteId: null, at: clock.now() },
      lines: lines.map(({ key }, at) => ({ id: `${id.replaceAll('-', '')}-${at}`, key }))
    };
    const work = workOn(batch, lines);
    try {
      store.begin(batch);
      const requests = lines.map(({ request }, at) => ({ id: batch.lines[at]!.id, request }));
      const submitted = await submitBatch(batch, requests, following);
      if (submitted === 'lost' || submitted === 'not-submitted')
        return endWith(batch, work, { rest: LOST, used: 'unknown' }, LOST);
      if ('refused' in submitted) {
        const { refused } = submitted;
        const closed = refused.closes !== null || refused.status === 401 || refused.status === 403;
        return endWith(
          batch,
          work,
          closed ? { failure: refused } : { rest: refused.message, used: refused.used },
          refused.message
        );
      }
      store.submitted(id, submitted.remoteId);
      following.tell('submitted', lines.length, '');
      await follow(batch, work, submitted.remoteId);
    } catch (error) {
      for (const one of lines) one.fail(error);
    }
  };

  /** Sends what was collected, in as many batches as it takes. */
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    const { mostLines, mostBytes } = batches;
    for (let from = 0, to = 0; from < all.length; from = to) {
      let bytes = 0;
      for (; to < all.length && to - from < mostLines; to += 1) {
        bytes += all[to]!.bytes;
        if (to > from && bytes > mostBytes) break;
      }
      void submit(all.slice(from, to));
    }
  };

  const flushSoon = async (): Promise<void> => {
    if (timing) return;
    timing = true;
    try {
      for (let rest = settleMs; rest > 0; rest = lastAt + settleMs - clock.elapsed()) await clock.sleep(rest, signal);
    } catch {
      return; // Aborted: those who wait are told by the signal.
    } finally {
      timing = false;
    }
    flush();
  };

  function collect(one: Asked): void {
    waiting.push(one);
    lastAt = clock.elapsed();
    if (waiting.length >= batches.mostLines) flush();
    else void flushSoon();
  }

  return {
    ask(key, request) {
      const one = askedOf(key, request);
      const batch = earlier.get(key);
      // A line that its batch did not answer is asked again in a later one.
      earlier.delete(key);
      if (!batch) collect(one);
      else {
        const begun = working.get(batch.id);
        const work = begun ?? workOn(batch, []);
        work.asked.set(key, one);
        if (begun) deliver(work, key);
        else takeUp(batch, work).catch((error: unknown) => [...work.asked.values()].forEach(({ fail }) => fail(error)));
      }
      return one.end;
    },
    close(all) {
      for (const [id, { open, ends, problem }] of working)
        if (ends !== null && (all || open.size === 0)) store.end(id, problem, clock.now());
      if (!all) return;
      const unused = new Set([...earlier.values()].map(({ id }) => id));
      for (const id of unused)
        if (!working.has(id)) store.end(id, 'No question of the run needs it any more.', clock.now());
    }
  };
};
