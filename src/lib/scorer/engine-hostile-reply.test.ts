import { describe, expect, it } from 'vitest';
import { drive, judgeOf, many, reply, tasks, yes } from './engine.fixture.ts';
import { readJsonValue } from './protocols/json-value.ts';
import { createMemory, memoryStore } from './store/memory.ts';

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
const hostile = {
  'arrays 200,000 levels deep': nested(200_000),
  'objects 100,000 levels deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a member 50,000 levels deep beside the answer': yes.replace(/\}$/, `,"more":${nested(50_000)}}`),
  'arrays that never close': '['.repeat(100_000),
  'broken text 20,000 levels deep': `${'{a:['.repeat(20_000)}${']}'.repeat(20_000)}`
};

describe('a hostile reply', () => {
  it.each(Object.entries(hostile))('of %s costs its own units, and a resume reads it again', async (_name, text) => {
    const memory = createMemory();
    const judge = judgeOf((asked) => reply(asked <= 2 ? text : yes));
    const one = { tasksPerJudge: 1 };
    const result = await drive({ store: memoryStore(memory), tasks: tasks([judge], many(3)), limits: one });
    expect(result).toMatchObject({ status: 'done', units: { judged: 4, unscored: 2 } });

    // The journal of a run that crashed on the reply: its calls, and none of its verdicts.
    const crashed = memoryStore(memory);
    const journal = crashed.calls.filter(({ task }) => task.report === 'r1');
    const left = memoryStore(createMemory());
    left.acquireLease('before', 0, 1_000);
    for (const call of journal) await left.putCall(call);
    left.releaseLease('before');
    const again = judgeOf();
    const resumed = await drive({ store: left, tasks: tasks([again], many(3)) });
    expect(resumed).toMatchObject({ status: 'done', calls: { replayed: 2 }, units: { judged: 4, unscored: 2 } });
    expect(again.asked).toBe(2);
    expect(left.verdictsDone({ report: 'r1', metric: 'coverage', judge: 'j', repeat: 0 })?.[0]).toMatchObject({
      state: 'unscored',
      reason: expect.stringMatching(/^The reply was not usable: /) as string
    });
  });
});

describe('readJsonValue', () => {
  it('reads 100 levels of brackets and refuses one more', () => {
    expect(readJsonValue(nested(100))).toMatchObject({ ok: true });
    expect(readJsonValue(nested(101))).toEqual({ ok: false, fault: 'it is nested more than 100 levels deep' });
    expect(readJsonValue(JSON.stringify({ text: nested(500) }))).toMatchObject({ ok: true });
  });
});
