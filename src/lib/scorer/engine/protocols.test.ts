import { describe, expect, it } from 'vitest';
import { drive, fail, judged, judgeOf, many, metricOf, question, reply, sample, turn } from './engine.fixture.ts';
import type { Task } from './engine.ts';
import type { Call, Reply } from '../call.ts';
import { type Judge, JudgeCallError } from '../judge.ts';
import type { Metric } from '../metric.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

/** A judge that remembers what it was asked, and answers with the question. */
const echo = (name = 'j', act: (call: Call, asked: number) => Promise<Reply> | Reply = (call) => reply(call.user)) => {
  const calls: Call[] = [];
  const judge: Judge & { calls: Call[] } = {
    spec: name,
    fingerprint: name,
    calls,
    async ask(call) {
      calls.push(call);
      await turn();
      return act(call, calls.length);
    }
  };
  return judge;
};

const task = (metric: Metric, judge: Judge, report = 'r1', repeat = 0): Task => ({
  sample: sample(report),
  metric,
  judge,
  repeat
});

/** Asks for each part at once; a unit for each. */
const inParts = (parts: readonly string[]): Metric =>
  metricOf(async (_sample, _metric, can) =>
    Promise.all(parts.map(async (part) => judged(part, (await can.ask(question(part))).text)))
  );

describe('a protocol of many calls', () => {
  it('has them under way at once, within the limits', async () => {
    const judge = judgeOf(async () => {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return reply();
    });
    const metric = inParts(many(12));
    await drive({ tasks: [task(metric, judge)], limits: { calls: 5 } });
    expect(judge.asked).toBe(12);
    expect(judge.most).toBe(5);
  });

  it('continues where it stopped: answered questions are not asked again', async () => {
    const memory = createMemory();
    const control = new AbortController();
    const first = echo('j', (call, asked) => {
      if (asked === 5) control.abort();
      return reply(call.user);
    });
    const metric = inParts(many(10));
    const limits = { calls: 1 };
    await drive({ store: memoryStore(memory), tasks: [task(metric, first)], limits, signal: control.signal });
    const { calls } = memoryStore(memory);
    const kept = calls.filter(({ outcome }) => outcome === 'reply').length;
    expect(kept).toBe(4);
    expect(calls.slice(kept)).toMatchObject([{ outcome: 'error', unanswered: 1 }]);
    const again = echo();
    const result = await drive({ store: memoryStore(memory), tasks: [task(metric, again)], limits });
    expect(again.calls).toHaveLength(10 - kept);
    expect(result.calls).toMatchObject({ replayed: kept, answered: 10 - kept });
    expect(memoryStore(memory).verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })).toEqual(
      many(10).map((part) => judged(part, part))
    );
  });

  it('that lets a failure through is unscored as a whole, in its own units', async () => {
    const store = memoryStore();
    const judge = echo('j', (call) => {
      if (call.user === 'r2') throw fail({ retryable: false, status: 400 });
      return reply(call.user);
    });
    const result = await drive({ store, tasks: [task(inParts(many(3)), judge)] });
    expect(store.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })).toMatchObject([
      { item: 'whole', state: 'unscored', reason: 'HTTP 500' }
    ]);
    expect(result.units).toEqual({ judged: 0, abstained: 0, unscored: 1 });
    // The others were asked and are paid for: they are kept, although no caller waited for them.
    expect(store.calls.map(({ outcome }) => outcome).sort()).toEqual(['error', 'reply', 'reply']);
  });

  it('that makes do without a call keeps its other units', async () => {
    const judge = echo('j', (call) => {
      if (call.user === 'r2') throw fail({ retryable: false, status: 400 });
      return reply(call.user);
    });
    const metric = metricOf(async (_sample, _metric, can) =>
      Promise.all(
        many(3).map(async (part) => {
          try {
            return judged(part, (await can.ask(question(part))).text);
          } catch (failure) {
            if (!(failure instanceof JudgeCallError)) throw failure;
            const { message: reason } = failure;
            return { item: part, state: 'unscored', label: null, rationale: '', evidence: [], reason } as const;
          }
        })
      )
    );
    const result = await drive({ tasks: [task(metric, judge)] });
    expect(result.units).toEqual({ judged: 2, abstained: 0, unscored: 1 });
  });

  it('that gives up at the first failure leaves no promise unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const metric = metricOf(async (_sample, _metric, can) => {
      const [first, second] = [can.ask(question('a')), can.ask(question('b'))];
      return [judged((await first).text), judged((await second).text)];
    });
    const judge = echo('j', () => {
      throw fail({ retryable: false, status: 400 });
    });
    await drive({ tasks: [task(metric, judge)] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('the same question', () => {
  const twice = metricOf(async (_sample, _metric, can) => {
    const answers = [await can.ask(question('same')), await can.ask(question('same'))];
    return answers.map(({ text }, nth) => judged(`${nth}`, text));
  });

  it('asked again within a task is another trial, and so are the repeats of a run', async () => {
    const store = memoryStore();
    const judge = echo('j', (_call, asked) => reply(`answer ${asked}`));
    await drive({ store, tasks: [task(twice, judge, 'r1', 0), task(twice, judge, 'r1', 1)] });
    expect(judge.calls.map(({ trial }) => trial).sort((a, b) => a - b)).toEqual([0, 1, 1_000, 1_001]);
    expect(new Set(store.calls.map(({ key }) => key)).size).toBe(4);
  });

  it('of the same repeat is shared between runs, of another it is not', async () => {
    const memory = createMemory();
    await drive({ store: memoryStore(memory, 'one'), tasks: [task(twice, echo())] });
    const judge = echo();
    const result = await drive({
      store: memoryStore(memory, 'two'),
      tasks: [task(twice, judge, 'r1', 0), task(twice, judge, 'r1', 1)]
    });
    expect(result.calls).toMatchObject({ shared: 2, sent: 2 });
    expect(judge.calls.map(({ trial }) => trial)).toEqual([1, 1_001]);
  });
});

describe('a reply that its protocol cannot use', () => {
  const picky = metricOf(async (_sample, _metric, can) => {
    const answer = await can.ask(question('q'), ({ text }) => text === 'good');
    return [judged('i', answer.text)];
  });

  it('is kept as unusable: replayed in its run, never shared with another', async () => {
    const memory = createMemory();
    const bad = echo('j', () => reply('bad'));
    await drive({ store: memoryStore(memory, 'one'), tasks: [task(picky, bad)] });
    expect(memoryStore(memory, 'one').calls).toMatchObject([{ outcome: 'unusable', reply: { text: 'bad' } }]);

    const other = echo('j', () => reply('good'));
    await drive({ store: memoryStore(memory, 'one'), tasks: [task(picky, other, 'r2')] });
    expect(other.calls).toHaveLength(0);
    await drive({ store: memoryStore(memory, 'two'), tasks: [task(picky, other)] });
    expect(other.calls).toHaveLength(1);

    const third = echo();
    await drive({ store: memoryStore(memory, 'three'), tasks: [task(picky, third)] });
    expect(third.calls).toHaveLength(0);
  });

  it('is one if looking at it fails', async () => {
    const store = memoryStore();
    const broken = metricOf(async (_sample, _metric, can) => {
      await can.ask(question('q'), () => {
        throw new TypeError('x is undefined');
      });
      return [judged('i')];
    });
    await drive({ store, tasks: [task(broken, echo())] });
    expect(store.calls).toMatchObject([{ outcome: 'unusable' }]);
  });

  it('shares its task’s other replies all the same', async () => {
    const memory = createMemory();
    const metric = metricOf(async (_sample, _metric, can) => {
      await can.ask(question('good'));
      await can.ask(question('bad'), () => false);
      return [{ item: 'i', state: 'unscored', label: null, rationale: '', evidence: [], reason: 'bad' }];
    });
    await drive({ store: memoryStore(memory, 'one'), tasks: [task(metric, echo())] });
    const judge = echo();
    await drive({ store: memoryStore(memory, 'two'), tasks: [task(metric, judge)] });
    expect(judge.calls.map(({ user }) => user)).toEqual(['bad']);
  });
});

describe('a judge made of code', () => {
  it('reads the material of a question, which therefore enters its key', async () => {
    const page = (text: string) => ({
      ...({ url: 'https://a.example/', outcome: 'ok', note: '', status: 200, finalUrl: null, title: null } as const),
      ...({ text, contentHash: text, origin: 'fetched', at: 1 } as const)
    });
    const store = memoryStore();
    const judge: Judge & { seen: unknown[] } = {
      ...echo(),
      abstains: true,
      seen: [],
      async ask(call) {
        judge.seen.push(call.material);
        return reply();
      }
    };
    const metric = metricOf(async (_sample, _metric, can) => {
      for (const text of ['one', 'two'])
        await can.ask({ ...question('q'), material: { kind: 'relevance', page: page(text) } });
      return [judged('i')];
    });
    await drive({ store, tasks: [task(metric, judge)] });
    expect(judge.seen).toMatchObject([{ page: { text: 'one' } }, { page: { text: 'two' } }]);
    expect(new Set(store.calls.map(({ key }) => key)).size).toBe(2);
  });
});

describe('what a protocol is told', () => {
  it('is whether its judge may abstain, and how much fits into its context', async () => {
    const seen: unknown[] = [];
    const metric = metricOf(async (_sample, _metric, can) => {
      seen.push([can.abstains, can.contextTokens]);
      return [judged('i')];
    });
    await drive({
      tasks: [task(metric, { ...echo('a'), abstains: true }), task(metric, { ...echo('b'), contextTokens: 128_000 })]
    });
    expect(seen).toEqual([
      [true, null],
      [false, 128_000]
    ]);
  });
});
