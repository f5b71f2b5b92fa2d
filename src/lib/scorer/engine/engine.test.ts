import { describe, expect, it } from 'vitest';
import { type Act, coverage, drive, fail, judgeOf, many, reply, sample, tasks, turn } from './engine.fixture.ts';
import type { EngineEvent } from './engine.ts';
import type { Verdict } from '../verdict.ts';
import { memoryStore } from '../store/memory.fixture.ts';

describe('a run', () => {
  it('gives every task its verdicts and counts what happened', async () => {
    const store = memoryStore();
    const judges = [judgeOf(undefined, 'a'), judgeOf(undefined, 'b')];
    const result = await drive({ store, tasks: tasks(judges, many(3)) });
    expect(result).toEqual({
      status: 'done',
      tasks: { total: 6, finished: 6, skipped: 0 },
      calls: { sent: 6, answered: 6, replayed: 0, shared: 0, failed: 0 },
      searches: { sent: 0, replayed: 0, shared: 0, failed: 0 },
      units: { judged: 12, abstained: 0, unscored: 0 },
      usage: { inputTokens: 60, outputTokens: 12 },
      spent: 0,
      unavailable: null,
      crashes: null,
      outage: null
    });
    expect(store.verdictsDone({ report: 'r2', metric: 'coverage', judge: 'b', repeat: 0 })).toHaveLength(2);
  });

  it('keeps to the limits, for each provider and in all', async () => {
    const slow: Act = async () => {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      return reply();
    };
    const judges = [judgeOf(slow, 'a'), judgeOf(slow, 'b'), judgeOf(slow, 'c')];
    let most = 0;
    const watch = () => {
      most = Math.max(
        most,
        judges.reduce((sum, judge) => sum + judge.atOnce, 0)
      );
    };
    const watching = setInterval(watch, 0);
    const providers = { a: { concurrency: 2 }, b: { concurrency: 2 }, c: { concurrency: 2 } };
    await drive({ tasks: tasks(judges, many(10)), limits: { calls: 4, providers }, onEvent: watch });
    clearInterval(watching);
    expect(judges.map((judge) => judge.most)).toEqual([2, 2, 2]);
    expect(most).toBe(4);
  });

  it('lets others run between the tasks of a judge that never waits', async () => {
    let turns = 0;
    let going = true;
    const count = async () => {
      for (; going; turns += 1) await turn();
    };
    const counting = count();
    await drive({ tasks: tasks([judgeOf()], many(20)), limits: { tasksPerJudge: 1 } });
    going = false;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('refuses misuse: the same task twice', async () => {
    const twice = tasks([judgeOf()], ['r1', 'r1']);
    await expect(drive({ tasks: twice })).rejects.toThrow('requires each task once');
  });

  it('reports events in the order in which they happen', async () => {
    const events: EngineEvent['type'][] = [];
    const judge = judgeOf((asked) => {
      if (asked === 1) throw fail();
      return reply();
    });
    await drive({ tasks: tasks([judge], ['r1']), onEvent: (event) => events.push(event.type) });
    expect(events).toEqual([
      'task-started',
      'calls-under-way',
      'calls-under-way',
      'call-retried',
      'calls-under-way',
      'calls-under-way',
      'call-answered',
      'task-finished'
    ]);
  });

  it.each([
    ['gives no verdict', []],
    ['gives a unit twice', ['i1', 'i2', 'i1']]
  ])('ends with an error when a protocol %s', async (_what, units) => {
    const verdicts = units.map((item): Verdict => ({
      item,
      state: 'judged',
      label: 'yes',
      rationale: '',
      evidence: []
    }));
    const metric = { ...coverage, protocol: { ...coverage.protocol, name: 'broken', judge: async () => verdicts } };
    await expect(drive({ tasks: [{ sample: sample('r1'), metric, judge: judgeOf(), repeat: 0 }] })).rejects.toThrow(
      'The protocol broken requires at least one verdict, and each unit once'
    );
  });
});
