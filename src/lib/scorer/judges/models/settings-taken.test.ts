import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../../../../tests/stand-ins/server.ts';
import { JudgeCallError } from '../../judge.ts';
import { anthropicJudge } from '../providers/anthropic.ts';
import { geminiJudge } from '../providers/gemini.ts';
import { type JudgeConfig, makeJudge, parseJudgeLine, unknownSettings } from '../index.ts';
import { ask, call, keys, keysAt } from '../judges.fixture.ts';
import { knownModels } from './model-table.ts';
import { openaiJudge } from '../providers/openai.ts';
import { checkedSettings } from './settings.ts';

const check = (line: string) => checkedSettings(parseJudgeLine(line));

describe('settings that a model does not take are refused before the run', () => {
  it.each([
    ['openai:gpt-5 temperature=0', /temperature: gpt-5 takes no sampling parameters/],
    ['openai:gpt-5-2025-08-07 temperature=0', /takes no sampling parameters/],
    ['openai:o3 temperature=0.5', /o3 takes no sampling parameters/],
    ['openai:gpt-5.1 temperature=0', /gpt-5.1 takes it only with reasoningEffort=none/],
    ['openai:gpt-5.1 temperature=0 reasoningEffort=low', /takes it only with reasoningEffort=none/],
    ['openai:gpt-6-astra temperature=0 reasoningEffort=none', /temperature: gpt-6-astra takes no sampling/],
    ['openai:gpt-6.2-sol reasoningEffort=max', /reasoningEffort: gpt-6.2-sol takes low, medium, high, xhigh/],
    ['openai:gpt-5 reasoningEffort=none', /gpt-5 takes minimal, low, medium, high/],
    ['openai:gpt-5.1 reasoningEffort=minimal', /gpt-5.1 takes none, low, medium, high/],
    ['openai:gpt-4.1 reasoningEffort=low', /gpt-4.1 takes no effort; leave it out/],
    ['openai:gpt-4o maxOutputTokens=20000', /maxOutputTokens: gpt-4o answers with at most 16384/],
    ['openai:gpt-4.1-nano webSearch=on', /gpt-4.1-nano cannot search the web/],
    ['openai:gpt-5 webSearch=on reasoningEffort=minimal', /no minimal effort together with web search/],
    ['openai:gpt-5 topP=0.5', /topP: openai has temperature, seed/],
    ['gemini:gemini-2.5-pro thinkingBudget=0', /thinkingBudget: gemini-2.5-pro always thinks; leave it out/],
    ['gemini:gemini-2.5-pro thinkingBudget=64', /gemini-2.5-pro takes 128 to 32768/],
    ['gemini:gemini-2.5-flash-lite thinkingBudget=100', /takes 512 to 24576/],
    ['gemini:gemini-2.5-flash reasoningEffort=low', /gemini-2.5-flash takes no effort; use thinkingBudget/],
    ['gemini:gemini-3.1-pro-preview thinkingBudget=0', /always thinks; leave it out, or set reasoningEffort=low/],
    ['gemini:gemini-3.1-pro-preview reasoningEffort=minimal', /takes low, medium, high/],
    ['anthropic:claude-haiku-4-5 temperature=1.5', /claude-haiku-4-5 takes 0 to 1/],
    ['anthropic:claude-sonnet-4-5 reasoningEffort=low', /claude-sonnet-4-5 takes no effort; use thinkingBudget/],
    ['anthropic:claude-opus-4-6 reasoningEffort=xhigh', /claude-opus-4-6 takes low, medium, high, max/],
    ['openai-compatible:openai/gpt-5@https://gateway.example/v1 temperature=0', /gpt-5 takes no sampling/],
    ['openai-compatible:gpt-5@https://gateway.example/v1 temperature=0', /gpt-5 takes no sampling/]
  ])('%s', (line, reason) => {
    expect(() => check(line)).toThrow(reason);
  });

  it.each([
    'openai:gpt-5 temperature=1 reasoningEffort=minimal seed=1',
    'openai:gpt-5.1 temperature=0 reasoningEffort=none',
    'openai:gpt-5-chat-latest temperature=0',
    'openai:gpt-4.1 temperature=0 seed=1',
    'gemini:gemini-2.5-flash thinkingBudget=0 temperature=0',
    'gemini:gemini-2.5-pro thinkingBudget=-1',
    'openai-compatible:qwen3-32b@http://localhost:8000/v1 temperature=0 reasoningEffort=low',
    'openai-compatible:openai/gpt-oss-120b@http://localhost:8000/v1 temperature=0'
  ])('and nothing else: %s', (line) => {
    expect(() => check(line)).not.toThrow();
  });

  it('says of a model that is not known that nothing is known, and lets it be', () => {
    const said = (line: string) => {
      check(line);
      return unknownSettings(parseJudgeLine(line));
    };
    expect(said('openai:gpt-7 temperature=0 seed=1')).toBe(
      'Whether gpt-7 takes temperature and seed is not known here. Its server may refuse the calls.'
    );
    expect(said('openai-compatible:qwen3-32b@http://localhost:8000/v1 temperature=0')).toContain('is not known here');
    expect(said('openai:gpt-7 contextTokens=9000 webSearch=off')).toBeNull();
    expect(said('openai:gpt-4.1 temperature=0')).toBeNull();
    expect(said('rules')).toBeNull();
  });
});

/** Every combination of values that a person may try of one model. */
const tried: Record<'openai' | 'gemini' | 'anthropic', readonly string[]> = {
  openai: [
    ...['', 'temperature=0', 'temperature=1', 'seed=1', 'maxOutputTokens=900', 'maxOutputTokens=1000000'],
    ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].flatMap((effort) => [
      `reasoningEffort=${effort}`,
      `reasoningEffort=${effort} temperature=0`
    ]),
    ...['webSearch=on', 'webSearch=on reasoningEffort=low', 'webSearch=on reasoningEffort=minimal']
  ],
  gemini: [
    ...['', 'temperature=0', 'temperature=2', 'seed=1', 'maxOutputTokens=900', 'webSearch=on'],
    ...['-1', '0', '1', '64', '128', '512', '24576', '32768', '40000'].map((budget) => `thinkingBudget=${budget}`),
    ...['minimal', 'low', 'medium', 'high'].map((effort) => `reasoningEffort=${effort}`)
  ],
  anthropic: [
    ...['', 'temperature=0', 'temperature=1.5', 'maxOutputTokens=900', 'maxOutputTokens=1000000', 'webSearch=on'],
    ...['-1', '0', '512', '1024', '9000'].flatMap((budget) => [
      `thinkingBudget=${budget}`,
      `thinkingBudget=${budget} temperature=0`
    ]),
    ...['low', 'medium', 'high', 'xhigh', 'max'].flatMap((effort) => [
      `reasoningEffort=${effort}`,
      `reasoningEffort=${effort} temperature=0`
    ])
  ]
};

/** The judge of a configuration with its settings unchecked. */
const unchecked = (config: JudgeConfig, url: string) =>
  ({ openai: openaiJudge, gemini: geminiJudge, anthropic: anthropicJudge })[
    config.provider as 'openai' | 'gemini' | 'anthropic'
  ](config, keysAt(url));

describe('the table of what models take, against strict stand-ins', () => {
  const servers = {} as Record<'openai' | 'gemini' | 'anthropic', StandIn>;
  beforeAll(async () => {
    servers.openai = await startOpenAi({ strict: true });
    servers.gemini = await startGemini({ strict: true });
    servers.anthropic = await startAnthropic({ strict: true });
  });
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.stop();
  });

  // A setting that a table does not cover is not refused here, so the server may refuse it.
  const uncovered = new Set(['gemini-4-argon']);

  it.each(
    knownModels.filter(({ name }) => !uncovered.has(name)).map(({ provider, name }) => [provider, name] as const)
  )('%s:%s: what is allowed is answered, what is refused would be refused there', async (provider, name) => {
    const wrong: string[] = [];
    for (const settings of tried[provider]) {
      const config = parseJudgeLine(`${provider}:${name} ${settings}`.trim());
      const allowed = (() => {
        try {
          makeJudge(config, keys);
          return true;
        } catch {
          return false;
        }
      })();
      const answered = await ask(unchecked(config, servers[provider].url)).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(JudgeCallError);
          expect((error as JudgeCallError).status).toBe(400);
          return false;
        }
      );
      if (allowed !== answered)
        wrong.push(`${settings}: ${allowed ? 'allowed' : 'refused'} here, ${answered ? 'answered' : 'refused'} there`);
    }
    expect(wrong).toEqual([]);
  });

  it('names the limit on an answer as the model of a gateway wants it', async () => {
    const lenient = await startOpenAi();
    const body = async (model: string) => {
      await makeJudge(parseJudgeLine(`openai-compatible:${model}@${lenient.url} maxOutputTokens=900`), {}).ask(call, {
        signal: new AbortController().signal
      });
      return lenient.requests.at(-1)?.body ?? {};
    };
    expect(await body('gpt-5')).toMatchObject({ max_completion_tokens: 900 });
    expect(await body('qwen3-32b')).toMatchObject({ max_tokens: 900 });
    await lenient.stop();
  });

  it('are refused by the stand-ins with the words of the provider', async () => {
    const failure = async (line: string, url: string): Promise<string> =>
      ask(unchecked(parseJudgeLine(line), url)).then(
        () => 'it answered',
        (error: Error) => error.message
      );
    expect(await failure('openai:gpt-5 temperature=0', servers.openai.url)).toContain(
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."
    );
    expect(await failure('gemini:gemini-2.5-pro thinkingBudget=0', servers.gemini.url)).toContain(
      'Budget 0 is invalid. This model only works in thinking mode.'
    );
    expect(await failure('anthropic:claude-opus-5 temperature=0', servers.anthropic.url)).toContain('temperature');
    expect(await failure('openai:gpt-nonsense', servers.openai.url)).toContain('does not exist');
  });
});
