import { describe, expect, it } from 'vitest';
import { type Act, coverage, drive, judgeOf, many, never, reply, sample, tasks, turn } from './engine.fixture.ts';
import type { EngineEvent, EngineOptions } from './engine.ts';
import type { Judge } from '../judge.ts';
import { createMemory, memoryStore } from '../store/memory.fixture.ts';

describe('resuming', () => {
  it('skips finished tasks and repeats no answered call', async () => {
    const memory = createMemory();
    const control = new AbortController();
    const judge = judgeOf(async (asked, signal) => (asked > 4 ? never(signal) : reply()));
    const all = tasks([judge], many(10));
    let answered = 0;
    const first = await drive({
      store: memoryStore(memory),
      tasks: all,
      limits: { tasksPerJudge: 2 },
      signal: control.signal,
      onEvent: (event) => {
        if (event.type === 'call-answered') answered += 1;
        if (answered === 4) setImmediate(() => control.abort());
      }
    });
    expect(first.status).toBe('cancelled');
    expect(first.tasks.finished).toBe(4);
    const again = judgeOf();
    const second = await drive({ store: memoryStore(memory), tasks: tasks([again], many(10)) });
    expect(second).toMatchObject({ status: 'done', tasks: { total: 10, finished: 6, skipped: 4 } });
    expect(again.asked).toBe(6);
    expect(second.units.judged).toBe(20);
  });

  it('continues inside a task of several calls', async () => {
    const memory = createMemory();
    const faulty = judgeOf((asked, signal) => (asked === 1 ? reply('no JSON') : never(signal)));
    const control = new AbortController();
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'call-answered') setImmediate(() => control.abort());
    };
    await drive({ store: memoryStore(memory), tasks: tasks([faulty], ['r1']), signal: control.signal, onEvent });
    expect(faulty.asked).toBe(2);
    const again = judgeOf();
    const result = await drive({ store: memoryStore(memory), tasks: tasks([again], ['r1']) });
    expect(result.calls).toMatchObject({ replayed: 1, answered: 1 });
    expect(again.asked).toBe(1);
  });
});

describe('replies of other runs', () => {
  const second = async (over: Partial<EngineOptions>, firstAct?: Act, markdown?: string) => {
    const memory = createMemory();
    await drive({ store: memoryStore(memory, 'one'), tasks: tasks([judgeOf(firstAct)], ['r1']) });
    const judge = judgeOf();
    const task = { sample: sample('other-id', markdown ?? 'Report r1'), metric: coverage, judge, repeat: 0 };
    const result = await drive({ store: memoryStore(memory, 'two'), tasks: [task], ...over });
    return { asked: judge.asked, result };
  };

  it('are used for the same question about the same text', async () => {
    const { asked, result } = await second({});
    expect(asked).toBe(0);
    expect(result.calls).toMatchObject({ sent: 0, shared: 1 });
    expect(result.usage.inputTokens).toBe(0);
  });

  it('are not used for another text, another delimiter key, or when switched off', async () => {
    expect((await second({}, undefined, 'Other text')).asked).toBe(1);
    expect((await second({ delimiterKey: 'other' })).asked).toBe(1);
    expect((await second({ useCache: false })).asked).toBe(1);
  });

  it('are not used when they were refused, cut or not usable', async () => {
    expect((await second({}, () => ({ ...reply(''), ending: 'refused' }))).asked).toBe(1);
    expect((await second({}, () => ({ ...reply(), ending: 'cut' }))).asked).toBe(1);
    expect((await second({}, () => reply('no JSON'))).asked).toBe(1);
  });

  it('share one call while it is under way, within a run', async () => {
    const judge = judgeOf(async () => {
      await turn();
      return reply();
    });
    const same = ['r1', 'r2'].map((id) => ({ sample: sample(id, 'Same text'), metric: coverage, judge, repeat: 0 }));
    const result = await drive({ tasks: same });
    expect(judge.asked).toBe(1);
    expect(result.tasks.finished).toBe(2);
  });

  it('are not shared between reports by a judge that reads more than the text', async () => {
    const judge: Judge & { asked: number } = { ...judgeOf(), abstains: true, asked: 0 };
    judge.ask = async () => {
      judge.asked += 1;
      return reply();
    };
    const same = ['r1', 'r2'].map((id) => ({ sample: sample(id, 'Same text'), metric: coverage, judge, repeat: 0 }));
    await drive({ tasks: same });
    expect(judge.asked).toBe(2);
  });
});
