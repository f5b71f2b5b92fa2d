import { describe, expect, it } from 'vitest';
import { drive, judgeOf, many, never, reply, tasks, turn } from '../engine.fixture.ts';
import type { Call } from '../../call.ts';
import { type Judge, JudgeCallError } from '../../judge.ts';
import { memoryStore } from '../../store/memory.fixture.ts';

const refusal = (status: number, message: string, closes: 'key' | 'quota' | 'model' | null = null) =>
  new JudgeCallError(message, { retryable: false, status, closes });

/** A judge that fails on the given reports only, with the same failure each time. */
const failingOn = (reports: readonly string[], failure: JudgeCallError): Judge & { asked: number } => {
  const judge = {
    ...{ spec: 'j', fingerprint: 'j', asked: 0 },
    ask({ about }: Call) {
      judge.asked += 1;
      return reports.includes(about.report.id) ? Promise.reject(failure) : Promise.resolve(reply());
    }
  };
  return judge;
};

const reasonOf = (store: ReturnType<typeof memoryStore>, report: string, judge = 'j') => {
  const verdict = store.verdictsDone({ report, metric: 'coverage', judge, repeat: 0 })?.[0];
  return verdict?.state === 'unscored' ? verdict.reason : null;
};

describe('a failure that concerns one request', () => {
  it.each([
    [403, 'HTTP 403: flagged for violence'],
    [404, 'HTTP 404: no such route'],
    [400, 'HTTP 400: too long'],
    [429, 'HTTP 429: not for you']
  ])('with HTTP %d costs one report of 50, with its own reason', async (status, message) => {
    const store = memoryStore();
    const judge = failingOn(['r4'], refusal(status, message));
    const result = await drive({ store, tasks: tasks([judge], many(50)) });
    expect({ asked: judge.asked, ...result.units }).toEqual({ asked: 50, judged: 98, abstained: 0, unscored: 2 });
    expect(reasonOf(store, 'r4')).toBe(message);
  });

  it.each(['key', 'quota', 'model'] as const)(
    'closes nothing if a further call succeeds, even if it spoke of the %s',
    async (closes) => {
      const judge = failingOn(['r4', 'r20'], refusal(401, 'HTTP 401: no', closes));
      const result = await drive({ tasks: tasks([judge], many(50)), limits: { tasksPerJudge: 1 } });
      expect({ asked: judge.asked, ...result.units }).toEqual({ asked: 50, judged: 96, abstained: 0, unscored: 4 });
    }
  );
});

describe('a failure that concerns every request', () => {
  it.each(['key', 'quota', 'model'] as const)(
    'closes the judge once a further call confirms it (%s), and the rest was never asked',
    async (closes) => {
      const store = memoryStore();
      const judge = failingOn(many(50), refusal(401, 'HTTP 401: no', closes));
      const result = await drive({ store, tasks: tasks([judge], many(50)), limits: { tasksPerJudge: 1 } });
      expect(judge.asked).toBe(2);
      expect(result.units.unscored).toBe(100);
      expect([reasonOf(store, 'r1'), reasonOf(store, 'r2')]).toEqual(['HTTP 401: no', 'HTTP 401: no']);
      expect(reasonOf(store, 'r3')).toBe(
        'Never asked. Two earlier calls failed for a reason that holds for every further call: HTTP 401: no'
      );
      expect(reasonOf(store, 'r50')).toBe(reasonOf(store, 'r3'));
    }
  );

  it('closes the judge when the quota ends within the run, however many calls are under way', async () => {
    const judge = judgeOf((asked) => {
      if (asked > 20) throw refusal(429, 'HTTP 429: daily quota', 'quota');
      return reply();
    });
    const result = await drive({ tasks: tasks([judge], many(50)), limits: { calls: 4 } });
    expect(result.units.judged).toBe(40);
    expect(judge.asked).toBeLessThanOrEqual(25);
  });

  it('is found out with two calls per wrong key, not with two per judge, report or place', async () => {
    let asked = 0;
    const [one, two] = ['one', 'two'].map((name) =>
      Object.assign(
        judgeOf(async () => {
          asked += 1;
          await turn();
          throw refusal(401, 'HTTP 401: wrong key', 'key');
        }, name),
        { account: 'openai@https://api.example' }
      )
    );
    const store = memoryStore();
    const other = Object.assign(judgeOf(undefined, 'other'), { account: 'openai@https://elsewhere.example' });
    const result = await drive({ store, tasks: tasks([one!, two!, other], many(30)), limits: { calls: 12 } });
    expect(asked).toBe(2);
    expect(result.units).toEqual({ judged: 60, abstained: 0, unscored: 120 });
    expect(reasonOf(store, 'r30', 'two')).toMatch(/^Never asked\. .*HTTP 401: wrong key$/);
  });

  it('leaves who waits for the first answer of a server free to be cancelled', async () => {
    const control = new AbortController();
    const judge = Object.assign(
      judgeOf((_asked, signal) => {
        setImmediate(() => control.abort());
        return never(signal);
      }),
      { account: 'a' }
    );
    const result = await drive({ tasks: tasks([judge], many(5)), signal: control.signal });
    expect(result.status).toBe('cancelled');
    expect(judge.asked).toBe(1);
  });
});
