import { describe, expect, it } from 'vitest';
import { estimateRun } from './estimate/estimate.ts';
import { drive, judged, judgeOf, metricOf, question, reply, sample } from './engine.fixture.ts';
import { callsOfTask } from './question-keys.ts';
import type { Question } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

/** A judge whose extractor is another model. */
const cast = (own: Judge, extractor: Judge): Judge => ({
  spec: `${own.spec}[extractor=${extractor.spec}]`,
  fingerprint: `${own.fingerprint}+${extractor.fingerprint}`,
  players: { own, roles: { extractor: [extractor] } },
  ask: own.ask
});
const as = (role: string | undefined, user: string): Question => ({
  ...question(user),
  ...(role !== undefined && { role })
});
/** Asks the extractor, a role that the judge does not name, and the judge itself. */
const metric = metricOf(async (_sample, _metric, can) => {
  const said = [];
  for (const role of ['extractor', 'verifier', undefined]) said.push((await can.ask(as(role, `${role}?`))).text);
  return [judged(said.join(' ')), judged(String(can.roomFor('extractor').contextTokens))];
});
const task = (judge: Judge) => ({ sample: sample('r1'), metric, judge, repeat: 0 });
const saying = (name: string) => judgeOf(() => reply(`by ${name}`), name);

describe('a question to a role', () => {
  it('goes to the model that plays it, and to the judge’s own if none is named', async () => {
    const store = memoryStore();
    const [own, other] = [saying('big'), { ...saying('small'), contextTokens: 500 }];
    await drive({ store, tasks: [task(cast(own, other))] });
    expect(store.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'big+small', repeat: 0 })).toMatchObject([
      { item: 'by small by big by big' },
      { item: '500' }
    ]);
    expect(store.calls.map(({ role, player, task: { judge } }) => [role, player, judge])).toEqual([
      ['extractor', 'small', 'big+small'],
      ['verifier', 'big', 'big+small'],
      [null, 'big', 'big+small']
    ]);
  });

  it('is journaled without role and model if the judge names none', async () => {
    const store = memoryStore();
    await drive({ store, tasks: [task(saying('big'))] });
    expect(store.calls).toHaveLength(3);
    for (const call of store.calls) expect(call).not.toHaveProperty('player');
  });

  it('is priced, limited, refused and shared by the model that plays it', async () => {
    const memory = createMemory();
    const judge = cast(saying('big'), saying('small'));
    const price = (dollars: number) => ({ input: dollars * 1e6, output: 0, asOf: null });
    const first = memoryStore(memory, 'first');
    const { spent } = await drive({ store: first, tasks: [task(judge)], prices: { big: price(1), small: price(3) } });
    expect(spent).toBe(10 + 10 + 30);
    const budget = drive({ tasks: [task(judge)], prices: { big: price(1) }, budget: 5 });
    await expect(budget).rejects.toThrow(/give a price for small/);
    const alone = saying('big');
    const again = await drive({ store: memoryStore(memory, 'second'), tasks: [task(alone)] });
    // The same model is asked the same under two roles of the three: only what the extractor was asked is new to it.
    expect({ asked: alone.asked, shared: again.calls.shared }).toEqual({ asked: 1, shared: 2 });
  });

  it('closes only the model whose key is wrong', async () => {
    const closing = judgeOf(() => {
      throw new JudgeCallError('wrong key', { retryable: false, closes: 'model' });
    }, 'small');
    const own = saying('big');
    const patient = metricOf(async (_sample, _metric, can) => {
      for (const n of [1, 2, 3]) await can.ask(as('extractor', `${n}?`)).catch(() => undefined);
      return [judged((await can.ask(question('own?'))).text)];
    });
    const result = await drive({ tasks: [{ ...task(cast(own, closing)), metric: patient }] });
    expect({ closed: closing.asked, own: own.asked, judged: result.units.judged }).toEqual({
      closed: 2,
      own: 1,
      judged: 1
    });
  });

  it('is answered from the journal when the run is taken up again', async () => {
    const memory = createMemory();
    const other = saying('small');
    const failing = judgeOf(() => {
      throw new Error('killed');
    }, 'big');
    await drive({ store: memoryStore(memory), tasks: [task(cast(failing, other))] });
    const store = memoryStore(memory);
    memory.runs.get('run')!.verdicts.clear();
    const result = await drive({ store, tasks: [task(cast(saying('big'), other))] });
    expect({ asked: other.asked, replayed: result.calls.replayed }).toEqual({ asked: 1, replayed: 1 });
  });

  it('is estimated by the model that plays it', async () => {
    const { lines } = await estimateRun([task(cast(saying('big'), saying('small')))], {
      ...{ concurrency: 1, limits: {} },
      prices: { small: { input: 1e6, output: 0, asOf: null } }
    });
    expect(lines.map(({ judge, calls, cost }) => [judge, calls, cost === null])).toEqual([
      ['big', 2, true],
      ['small', 1, false]
    ]);
  });
});

it('a question without a role has the key that it had before there were roles', () => {
  const { key } = callsOfTask({ ...task(saying('big')) })(question('Why?'));
  expect(key).toBe('3ad9e39d6545a370c539d67bd5fca8d303925fdb8164447e5c0c8802c962d246');
});
