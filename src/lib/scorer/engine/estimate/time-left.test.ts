import { describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { EngineEvent, Task } from '../contract.ts';
import { taskId } from '../contract.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import type { ProviderLimits } from '../../runs/run-options.ts';
import type { CallsLeft } from './time-left.ts';
import { createTimeLeft } from './time-left.ts';
import { planned, scene } from '../../runs/runs.fixture.ts';

/** Tasks of one judge, by the calls that each makes. */
const tasksWith = (calls: readonly number[], provider = 'openai'): Task[] =>
  calls.map(
    (_, at) =>
      ({
        sample: { report: { id: `${provider} r${at}` } },
        metric: { name: 'citation-accuracy' },
        judge: { spec: `${provider}:m`, provider, fingerprint: provider },
        repeat: 0
      }) as unknown as Task
  );

const answered = (task: Task): EngineEvent => ({
  type: 'call-answered',
  task: taskId(task),
  source: 'sent',
  attempts: 1,
  usage: null,
  cost: null
});
const finished = (task: Task): EngineEvent => ({
  type: 'task-finished',
  task: taskId(task),
  skipped: false,
  verdicts: []
});

/** Plays a run of one call each half second, and tells after each task what was said and what was still to come. */
function play(calls: readonly number[], count: boolean, perMinute?: number) {
  let now = 0;
  const tasks = tasksWith(calls);
  const limits: Record<string, ProviderLimits> =
    perMinute === undefined ? {} : { openai: { requestsPerMinute: perMinute } };
  const time = createTimeLeft(tasks, limits, () => now);
  if (count) for (const [at, task] of tasks.entries()) time.counted(task, calls[at]!);
  const said: { told: CallsLeft | null; calls: number; seconds: number; byReports: number | null }[] = [];
  let left = calls.reduce((sum, n) => sum + n, 0);
  for (const [at, task] of tasks.entries()) {
    for (let call = 0; call < calls[at]!; call += 1) {
      now += 500;
      left -= 1;
      time.note(answered(task));
    }
    time.note(finished(task));
    const done = at + 1;
    said.push({
      ...{ told: time.left(), calls: left, seconds: left / 2 },
      byReports: ((calls.length - done) * now) / 1_000 / done
    });
  }
  return said;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the time left of a run', () => {
  // 90 reports cite one page, the last ten cite sixty.
  const uneven = [...Array.from({ length: 90 }, () => 1), ...Array.from({ length: 10 }, () => 60)];

  it('counts calls: right from early on if the last reports have sixty times the calls of the first', () => {
    const said = play(uneven, true);
    for (const { told, calls, seconds } of said.slice(10, 99)) {
      expect(told!.calls).toBe(calls);
      expect(told!.seconds / seconds).toBeCloseTo(1, 1);
    }
    // Counted by reports, a run of 345 seconds was said to be over in 40.
    const { byReports, seconds } = said[19]!;
    expect(byReports).toBeCloseTo(40, 0);
    expect(seconds).toBe(335);
  });

  it('is not known before ten calls were made, nor if nothing says how many calls a report takes', () => {
    expect(play(uneven, true)[8]!.told).toBeNull();
    expect(play(uneven, true)[9]!.told).not.toBeNull();
    expect(play([4, 4, 4, 4, 4, 4], false).map(({ told }) => told?.calls ?? null)).toEqual([
      ...[null, null, null, null],
      ...[4, 0]
    ]);
  });

  it('is corrected by what tasks made in comparison with their count', () => {
    let now = 0;
    const tasks = tasksWith([20, 20, 20]);
    const time = createTimeLeft(tasks, {}, () => now);
    for (const task of tasks) time.counted(task, 40);
    for (let at = 0; at < 20; at += 1) {
      now += 1_000;
      time.note(answered(tasks[0]!));
    }
    time.note(finished(tasks[0]!));
    expect(time.left()).toEqual({ calls: 40, seconds: 40 });
  });

  it('is never shorter than the limits of a provider allow', () => {
    // Two calls a second were measured; 60 a minute are allowed.
    const { told, calls } = play(uneven, true, 60)[40]!;
    expect(told!.seconds).toBe(calls);
  });

  it('is that of the slowest provider, and not known while one of them has answered too little', () => {
    let now = 0;
    const [quick, slow] = [tasksWith([100], 'openai'), tasksWith([100], 'gemini')];
    const time = createTimeLeft([...quick, ...slow], {}, () => now);
    time.counted(quick[0]!, 100);
    time.counted(slow[0]!, 100);
    for (let at = 1; at <= 50; at += 1) {
      now += 1_000;
      time.note(answered(quick[0]!));
      if (at <= 9 || at === 50) time.note(answered(slow[0]!));
      if (at === 49) expect(time.left()).toBeNull();
    }
    expect(time.left()).toEqual({ calls: 140, seconds: 450 });
  });

  it('is told of a real run whose reports differ: calls made and left come to what the run makes in all', async () => {
    const server = await startOpenAi({
      delayMs: 40,
      answer: ({ schemaName }) =>
        schemaName === 'source_relevance' ? { rationale: 'It is about them.', label: 'relevant' } : undefined
    });
    try {
      const given = scene((name) =>
        name === 'aurora'
          ? '# Short\n\nOne claim stands here [1].\n\n[1] https://one.example/a'
          : [
              '# Long',
              ...Array.from({ length: 40 }, (_, at) => `Claim number ${at} of heat pumps stands here [${at + 1}].`),
              Array.from({ length: 40 }, (_, at) => `[${at + 1}] https://site${at}.example/page`).join('\n')
            ].join('\n\n')
      );
      const env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url };
      let pages = 0;
      const told: number[] = [];
      const driver = new RunDriver(given.db, env, {}, async (url) => {
        pages += 1;
        // Counting ahead takes little of the time: on a busy machine the run would be through first.
        while (pages > 20 && told.length === 0) await pause(5);
        return {
          ...{ url, outcome: 'ok', note: '', status: 200, finalUrl: null, title: 'A page', contentHash: url },
          ...{ text: `Words of ${url} about heat pumps.`, origin: 'fetched', at: 0 }
        };
      });
      const run = planned(given, driver, {
        ...{ metrics: ['citation-accuracy'], specs: ['openai:gpt-5'] },
        options: { concurrency: 2 }
      });
      driver.start(given.manage, run.id);
      expect(driver.live(run.id)?.left).toBeNull();
      let over = false;
      const ended = driver.ended(run.id).then(() => (over = true));
      while (!over) {
        const left = driver.live(run.id)?.left;
        if (left) told.push(left.calls + server.answered());
        await pause(5);
      }
      await ended;
      const all = server.count();
      expect(all).toBeGreaterThan(80);
      expect(told.length).toBeGreaterThan(0);
      for (const sum of told) expect(Math.abs(sum - all) / all).toBeLessThan(0.1);
    } finally {
      await server.stop();
    }
  });
});
