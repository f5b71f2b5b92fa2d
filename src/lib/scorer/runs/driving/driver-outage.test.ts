import { describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { RunDriver } from './driver.server.ts';
import { runProgress } from '../run-progress.server.ts';
import { planned, scene } from '../runs.fixture.ts';

const secrets = (url: string) => ({ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: url });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = performance.now() + 60_000; !holds() && performance.now() < end;) await pause(5);
  expect(holds()).toBe(true);
};

describe('a run whose judge does not answer', () => {
  it('says so while it waits, and continues by itself', async () => {
    const server = await startOpenAi({ faults: [{ kind: 'unavailable' }] });
    try {
      const given = scene();
      const driver = new RunDriver(given.db, secrets(server.url));
      const run = planned(given, driver, { specs: ['openai:gpt-5'] });
      driver.start(given.manage, run.id);
      await until(() => (driver.live(run.id)?.down.length ?? 0) > 0);
      expect(driver.live(run.id)).toMatchObject({
        waiting: 'openai does not answer (The judge’s server answered HTTP 503: no upstream is available)',
        down: [{ provider: 'openai', reason: 'The judge’s server answered HTTP 503: no upstream is available' }]
      });
      expect(runProgress(given.db, run.id)).toMatchObject({ status: 'running', unscored: 0 });
      server.misbehave();
      await driver.ended(run.id);
      expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0, problem: null });
    } finally {
      await server.stop();
    }
  });

  it('for too long is paused with the reason, without a unit unscored, and continues when it is resumed', async () => {
    const server = await startOpenAi({ faults: [{ kind: 'unavailable' }] });
    try {
      const given = scene();
      const driver = new RunDriver(given.db, secrets(server.url));
      const options = { concurrency: 2, outageMinutes: 0.01 };
      const run = planned(given, driver, { specs: ['openai:gpt-5'], options });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      const paused = runProgress(given.db, run.id);
      expect(paused).toMatchObject({ status: 'paused', tasksDone: 0, unscored: 0 });
      expect(paused.problem).toBe(
        'openai has not answered for 1 minute (The judge’s server answered HTTP 503: no upstream is available). The run continues where it stopped once you resume it. 4 of 4 tasks are left.'
      );
      server.misbehave();
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      expect(runProgress(given.db, run.id)).toMatchObject({ status: 'done', tasksDone: 4, unscored: 0, problem: null });
    } finally {
      await server.stop();
    }
  });

  it('records deadline and tries of each judge and the wait for an outage, as they were when it was made', () => {
    const given = scene();
    const driver = new RunDriver(given.db, secrets('http://localhost:1/v1'));
    const run = planned(given, driver, { specs: ['openai:gpt-4o', 'openai:gpt-5', 'openai:o3-pro', 'rules'] });
    expect(run.options).toMatchObject({
      outageMinutes: 30,
      calls: {
        'openai:gpt-4o': { deadlineSeconds: 180, tries: 5 },
        'openai:gpt-5': { deadlineSeconds: 600, tries: 5 },
        'openai:o3-pro': { deadlineSeconds: 1800, tries: 3 },
        rules: { deadlineSeconds: 180, tries: 5 }
      }
    });
  });

  it('is given the deadline and tries of its options', async () => {
    const server = await startOpenAi({ faults: [{ kind: 'hang' }] });
    try {
      const given = scene();
      const driver = new RunDriver(given.db, secrets(server.url));
      const calls = { 'openai:gpt-5': { deadlineSeconds: 0.5, tries: 2 } };
      const run = planned(given, driver, { specs: ['openai:gpt-5'], options: { calls, outageMinutes: 0 } });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      expect(server.count()).toBe(8);
      expect(runProgress(given.db, run.id).failures).toMatchObject([
        { reason: 'The judge gave no answer within 0.5 seconds. (after 2 tries)', tasks: 4 }
      ]);
    } finally {
      await server.stop();
    }
  });
});

describe('two runs of one server', () => {
  it('share the limits of a provider: its calls at once, and its requests per minute', async () => {
    const server = await startOpenAi({ delayMs: 30 });
    try {
      const given = scene();
      const driver = new RunDriver(given.db, secrets(server.url));
      const limits = { openai: { requestsPerMinute: 240, concurrency: 2 } };
      const runs = [1, 2].map(() =>
        planned(given, driver, {
          specs: ['openai:gpt-5'],
          options: { concurrency: 8, limits, useCache: false }
        })
      );
      const began = performance.now();
      for (const run of runs) driver.start(given.manage, run.id);
      await Promise.all(runs.map(({ id }) => driver.ended(id)));
      expect(server.count()).toBe(8);
      expect(server.mostAtOnce()).toBeLessThanOrEqual(2);
      // Four requests may go at once, and then one each 250 ms.
      expect(performance.now() - began).toBeGreaterThan(950);
    } finally {
      await server.stop();
    }
  });
});
