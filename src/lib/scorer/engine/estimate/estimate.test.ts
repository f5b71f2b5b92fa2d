import { describe, expect, it } from 'vitest';
import { noticeTextIn } from '../../../messages/library-text.ts';
import { messagesIn } from '../../../messages/words.ts';
import { inputTokensOf } from '../costs/costs.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import type { Task } from '../contract.ts';
import { estimateRun } from './estimate.ts';
import type { Judge } from '../../judge.ts';
import type { Metric } from '../../metric.ts';
import type { Sample } from '../../sample.ts';
import { citationAccuracy } from '../../suites/deep-eval/citation-accuracy.ts';
import { makeJudge, parseJudgeLine } from '../../judges/index.ts';
import { expectedOfPromptCache } from './prompt-cache.ts';
import { metricByName, withSettings } from '../../suites/index.ts';
import { researchTask } from '../../suites/research-arena/material.ts';

const judge = (spec: string, more: Partial<Judge> = {}): Judge => ({
  spec,
  fingerprint: spec,
  provider: spec.split(':')[0]!,
  ask: () => Promise.reject(new Error('an estimate asks nobody')),
  ...more
});
const gpt = judge('openai:gpt-5');
const markdown =
  '# On towns\n\nThe town has 12 parks [1]. It has 3 lakes [2].\n\n## References\n\n[1] https://a.example/one\n[2] https://a.example/two\n';
const sample = (metric: Metric, id = 'r1'): Sample => ({
  metric: metric.name,
  query: { qid: 'a', text: 'What of towns?' },
  report: { id, markdown: markdown.replaceAll('has', `with ${id} has`), collectedAt: null },
  items: [...(metric.items ?? [])],
  ...(metric.protocol.compares && { baseline: { id: 'b', markdown: '# Other\n', collectedAt: null } })
});
const task = (metric: Metric, by: Judge = gpt, id?: string): Task => ({
  sample: sample(metric, id),
  metric,
  judge: by,
  repeat: 0
});
const usual = { concurrency: 8, prices: {}, limits: {} };

describe('an estimate', () => {
  it.each([
    ['presentation', 1],
    ['consistency', 1],
    ['depth', 2],
    ['presentation-rating', 1]
  ])('counts the calls of %s: %i for a report', async (name, calls) => {
    const { lines } = await estimateRun([task(metricByName(name))], usual);
    expect(lines).toMatchObject([{ metric: name, judge: 'openai:gpt-5', calls, cost: null, observed: false }]);
  });

  it('takes every cited page for one that is read and fetched once, and its relevance to a query for one question', async () => {
    const two = [task(citationAccuracy), task(citationAccuracy, gpt, 'r2')];
    expect(await estimateRun(two.slice(0, 1), usual)).toMatchObject({ calls: 4, known: 0, pages: 2 });
    expect(await estimateRun(two, usual)).toMatchObject({ calls: 6, known: 2, pages: 2 });
  });

  it('counts the tokens of the very prompt', async () => {
    const metric = metricByName('presentation');
    let asked = 0;
    await metric.protocol.judge(
      sample(metric),
      metric,
      capabilities({
        ask: (question) => {
          asked = inputTokensOf(question);
          return Promise.resolve({ text: '', ending: 'refused', usage: null, model: null });
        },
        delimiterKey: 'estimate'
      })
    );
    const { inputTokens } = await estimateRun([task(metric)], usual);
    expect(inputTokens).toBe(asked);
    expect(inputTokens).toBeGreaterThan(500);
  });

  it('reads a long report part by part, as the run will', async () => {
    const small = judge('openai:small', { contextTokens: 8_000 });
    const metric = metricByName('consistency');
    const long = {
      ...sample(metric),
      report: { id: 'r', markdown: `# Long\n\n${'Words of a report. '.repeat(6_000)}`, collectedAt: null }
    };
    const { calls } = await estimateRun([{ sample: long, metric, judge: small, repeat: 0 }], usual);
    expect(calls).toBeGreaterThan(3);
  });

  it('adds up money by the prices of the run, and names judges without one', async () => {
    const metric = metricByName('presentation');
    const prices = { 'openai:gpt-5': { input: 2, output: 10, asOf: null } };
    const both = await estimateRun([task(metric), task(metric, judge('gemini:g'))], { ...usual, prices });
    const [known] = both.lines;
    expect(known?.cost).toBeCloseTo((2 * known!.inputTokens + 10 * known!.outputTokens) / 1e6, 12);
    expect(both).toMatchObject({ cost: known?.cost, unpriced: ['gemini:g'], calls: 2 });
  });

  it('says of a judge at another address that the provider’s prices do not hold, unless one is given', async () => {
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    const elsewhere = makeJudge({ provider: 'openai', model: 'gpt-7', settings: { temperature: 0 } }, env);
    const tasks = [task(metricByName('presentation'), elsewhere)];
    const asked = 'openai:gpt-7 is asked at http://127.0.0.1:9, with the key in OPENAI_API_KEY.';
    const settings = 'Whether gpt-7 takes temperature is not known here. Its server may refuse the calls.';
    expect((await estimateRun(tasks, usual)).notes).toEqual([
      settings,
      'openai:gpt-7 is asked at http://127.0.0.1:9/v1: the provider’s prices do not hold there. Give the price if you know it.',
      asked
    ]);
    const prices = { 'openai:gpt-7': { input: 1, output: 2, asOf: null } };
    expect((await estimateRun(tasks, { ...usual, prices })).notes).toEqual([settings, asked]);
  });

  it('says which reports stay unscored because material is still to be made, also if nothing is asked', async () => {
    const made = { discipline: 'software', family: 'comparative-analysis', difficulty: 'basic', language: 'en' };
    const lacking = (id: string): Task => {
      const one = task(metricByName('adaptive-criteria'), gpt, id);
      return { ...one, sample: { ...one.sample, material: researchTask.parse(made) } };
    };
    const told = await estimateRun([lacking('r1'), lacking('r2'), { ...lacking('r2'), repeat: 1 }], usual);
    const note =
      'Adaptive criteria: 2 reports stay unscored. The criteria of this task have not been made. Run the maker arena-criteria, accept its criteria and freeze a dataset version.';
    expect([told.calls, told.notes]).toEqual([0, [note]]);
    expect(noticeTextIn('zh-Hans')(note)).toBe(
      '自适应准则：2 份报告将不评分。此任务的准则尚未生成。请运行 arena-criteria，接受其准则，并冻结一个数据集版本。'
    );
  });

  it('counts the thinking of judges that think, says what it assumes, and takes another number', async () => {
    const keys = { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
    const estimated = async (line: string, env = {}) => {
      const { outputTokens, notes } = await estimateRun(
        [task(metricByName('consistency'), makeJudge(parseJudgeLine(line), { ...keys, ...env }))],
        usual
      );
      return { thinking: outputTokens - 900, notes: notes.filter((note) => !/ is asked at /.test(note)) };
    };
    expect(await estimated('openai:gpt-4.1-nano')).toEqual({ thinking: 0, notes: [] });
    expect(await estimated('openai:gpt-6-sol')).toEqual({
      thinking: 3_000,
      notes: [
        'openai:gpt-6-sol thinks before it answers: 3,000 tokens a call are assumed for that and counted as tokens out. VOIRDIRE_THINKING_TOKENS sets another number.'
      ]
    });
    const thinking = async (line: string, env = {}) => (await estimated(line, env)).thinking;
    expect(await thinking('openai:gpt-5 reasoningEffort=minimal')).toBe(300);
    expect(await thinking('openai:gpt-5.1 reasoningEffort=none')).toBe(0);
    expect(await thinking('gemini:gemini-2.5-flash thinkingBudget=0')).toBe(0);
    expect(await thinking('gemini:gemini-2.5-pro')).toBe(3_000);
    expect(await thinking('anthropic:claude-haiku-4-5 thinkingBudget=4000')).toBe(2_000);
    expect(await thinking('anthropic:claude-haiku-4-5')).toBe(0);
    const env = { VOIRDIRE_THINKING_TOKENS: '500' };
    expect(await thinking('openai:gpt-5', env)).toBe(500);
    expect(await thinking('openai:gpt-4.1', env)).toBe(0);
    expect(() => makeJudge(parseJudgeLine('openai:gpt-5'), { ...keys, VOIRDIRE_THINKING_TOKENS: 'much' })).toThrow(
      'VOIRDIRE_THINKING_TOKENS is "much". Write a whole number of tokens, or unset it.'
    );
  });

  it('says when a model ends', async () => {
    const asked = makeJudge(parseJudgeLine('openai:gpt-5'), { OPENAI_API_KEY: 'k' });
    const { notes } = await estimateRun([task(metricByName('consistency'), asked)], usual);
    expect(notes.filter((note) => / ends on /.test(note))).toEqual([
      expect.stringMatching(/^openai:gpt-5 ends on 11 Dec 2026: /)
    ]);
  });

  it('leaves out judges made of code', async () => {
    const rules = judge('rules', { abstains: true });
    expect(await estimateRun([task(metricByName('presentation'), rules)], usual)).toMatchObject({
      calls: 0,
      seconds: 0,
      lines: []
    });
  });

  it('expects a report to be written to the prompt cache once and read by the other metrics, and says what that saves', async () => {
    const long = 'word '.repeat(4_000);
    const price = { input: 10, output: 50, cachedInput: 1, cacheWrite: 12.5, asOf: null };
    const judged = { ...gpt, cacheMinimum: 1_024 };
    const tasks = (['presentation', 'coverage'] as const).map((name) => {
      const one = task(withSettings(metricByName(name), { prompt: '2' }), judged);
      const report = { ...one.sample.report, markdown: long };
      const items = [{ key: 'a', text: 'Is it so?' }];
      return { ...one, sample: { ...one.sample, report, items }, sharesBeginning: true as const };
    });
    const prices = { [gpt.spec]: price };
    const { promptCache, cost, lines } = await estimateRun(tasks, { ...usual, prices });
    expect(promptCache).toMatchObject({ calls: 2 });
    expect(promptCache.cachedTokens).toBeGreaterThan(5_000);
    expect(promptCache.cacheWriteTokens).toBe(promptCache.cachedTokens);
    expect(promptCache.saved).toBeCloseTo((promptCache.cachedTokens * (9 - 2.5)) / 1e6, 10);
    expect(lines.map(({ cachedTokens }) => cachedTokens > 0)).toEqual([false, true]);
    const alone = await estimateRun(
      tasks.map(({ sharesBeginning: _, ...one }) => one),
      { ...usual, prices }
    );
    expect(alone.promptCache).toEqual({ calls: 0, cachedTokens: 0, cacheWriteTokens: 0, saved: null });
    expect(alone.cost - cost).toBeCloseTo(promptCache.saved!, 10);
    expect(expectedOfPromptCache(promptCache, messagesIn('en', 'promptCache'))).toMatch(
      /^[\d,]+ of the tokens in are expected from prompt caches, .*\(n = 2 calls that begin with the same report\); that saves about \$0\.0\d, which the cost includes\.$/
    );
    expect(expectedOfPromptCache(alone.promptCache, messagesIn('en', 'promptCache'))).toBeNull();
    const unpriced = await estimateRun(tasks, usual);
    expect(unpriced.promptCache).toMatchObject({ calls: 2, saved: null });
    const unknown = await estimateRun(
      tasks.map((one) => ({ ...one, judge: gpt })),
      { ...usual, prices }
    );
    expect(unknown.promptCache.calls).toBe(0);
    // Batches are asked without it.
    const batched = await estimateRun(
      tasks.map((one) => ({ ...one, judge: { ...judged, batches: true as const } })),
      { ...usual, prices, batches: 'single' }
    );
    expect(batched.promptCache).toEqual(alone.promptCache);
    expect(batched.cost).toBeCloseTo(alone.cost / 2, 10);
  });

  it('says how long: as many calls side by side as the run may make, held back by the limits of each provider', async () => {
    const metric = metricByName('presentation');
    const tasks = Array.from({ length: 60 }, (_, at) => task(metric, gpt, `r${at}`));
    const seen = () => ({ outputTokens: 100, milliseconds: 8_000 });
    const seconds = async (options: Parameters<typeof estimateRun>[1]) =>
      (await estimateRun(tasks, options, { observed: seen })).seconds;
    expect(await seconds(usual)).toBe(60);
    expect(await seconds({ ...usual, limits: { openai: { concurrency: 2 } } })).toBe(240);
    expect(await seconds({ ...usual, limits: { openai: { requestsPerMinute: 20 } } })).toBe(180);
    expect(await seconds({ ...usual, limits: { gemini: { requestsPerMinute: 1 } } })).toBe(60);
  });
});
