import { describe, expect, it } from 'vitest';
import { metricByName } from '../../suites/index.ts';
import { describeJudge, parseJudgeLine, unasked } from '../../judges/index.ts';
import type { Task } from '../contract.ts';
import { estimateRun } from '../estimate/estimate.ts';
import { items, sample } from '../engine.fixture.ts';
import { halfPrice } from './half-price.ts';

describe('the price of a question in a batch', () => {
  it('is half of every rate', () => {
    expect(
      halfPrice({
        ...{ input: 2, output: 10, cachedInput: 0.5, cacheWrite: 2.5, asOf: '2026-11-01' },
        long: { above: 200_000, input: 4, output: 20 }
      })
    ).toEqual({
      ...{ input: 1, output: 5, cachedInput: 0.25, cacheWrite: 1.25, asOf: '2026-11-01' },
      long: { above: 200_000, input: 2, output: 10 }
    });
  });

  it('leaves out rates that are not known', () => {
    expect(halfPrice({ input: 3, output: 15, asOf: null })).toEqual({ input: 1.5, output: 7.5, asOf: null });
  });

  const taskBy = (line: string, metric = 'presentation', webSearch?: true): Task => ({
    sample: { ...sample('r1'), metric, items },
    metric: metricByName(metric),
    judge: unasked(describeJudge(parseJudgeLine(line), {})),
    repeat: 0,
    ...(webSearch && { webSearch })
  });
  const costs = async (task: Task): Promise<(number | null)[]> => {
    const options = { concurrency: 8, limits: {}, prices: { [task.judge.spec]: { input: 2, output: 10, asOf: null } } };
    const single = await estimateRun([task], options);
    const batched = await estimateRun([task], { ...options, batches: 'single' });
    return [single.cost, batched.cost];
  };

  it.each(['openai:gpt-5', 'anthropic:claude-opus-5', 'gemini:gemini-2.5-pro'])(
    'halves the estimate of %s',
    async (line) => {
      const [single, batched] = await costs(taskBy(line));
      expect(single).toBeGreaterThan(0);
      expect(batched).toBeCloseTo(single! / 2, 12);
    }
  );

  it('is the full one for judges without batches, and for questions with web search', async () => {
    for (const task of [taskBy('openai:gpt-5 webSearch=on'), taskBy('anthropic:claude-opus-5', 'presentation', true)]) {
      const [single, batched] = await costs(task);
      expect(batched).toBe(single);
    }
  });
});
