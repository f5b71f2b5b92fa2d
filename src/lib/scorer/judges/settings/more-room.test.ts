import { describe, expect, it } from 'vitest';
import { drive, tasks } from '../../engine/engine.fixture.ts';
import type { Judge } from '../../judge.ts';
import { memoryStore } from '../../store/memory.fixture.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { keysAt, standIns } from '../judges.fixture.ts';

const servers = standIns();
const at = (line: string, url: string): Judge => makeJudge(parseJudgeLine(line), keysAt(url));
const limitsSent = (server: 'openai' | 'gemini' | 'anthropic', n: number): unknown[] =>
  servers[server].requests.slice(-n).map(({ body }) => {
    const config = body['generationConfig'] as { maxOutputTokens?: number } | undefined;
    return body['max_completion_tokens'] ?? body['max_tokens'] ?? config?.maxOutputTokens ?? null;
  });

describe('a reply that is cut at its limit', () => {
  it.each([
    ['openai', 'openai:gpt-5 maxOutputTokens=900', [900, 3_600]],
    ['openai', 'openai:gpt-4o maxOutputTokens=10000', [10_000, 16_384]],
    ['gemini', 'gemini:gemini-2.5-pro maxOutputTokens=20000', [20_000, 65_536]],
    ['anthropic', 'anthropic:claude-opus-5', [32_000, 128_000]],
    ['anthropic', 'anthropic:claude-haiku-4-5', [32_000, 64_000]]
  ] as const)('of %s is asked for once more with more room: %s', async (provider, line, limits) => {
    const server = servers[provider];
    const judge = at(line, server.url);
    server.misbehave({ kind: 'cut', on: [server.count() + 1] });
    const store = memoryStore();
    const prices = { [judge.spec]: { input: 1, output: 1, asOf: null } };
    const result = await drive({ store, prices, tasks: tasks([judge], ['r1']) });
    expect(limitsSent(provider, 2)).toEqual(limits);
    expect(result).toMatchObject({ calls: { sent: 2, answered: 2 }, units: { unscored: 0 } });
    expect(store.calls.map(({ outcome }) => outcome)).toEqual(['cut', 'reply']);
    expect(store.calls.every(({ cost }) => (cost ?? 0) > 0)).toBe(true);
    expect(result.spent).toBeCloseTo(
      store.calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      12
    );
  });

  it('a second time is a named outcome, and not asked for again', async () => {
    const server = servers.anthropic;
    server.misbehave({ kind: 'cut' });
    const before = server.count();
    const store = memoryStore();
    const judge = at('anthropic:claude-opus-5 maxOutputTokens=900', server.url);
    await drive({ store, tasks: tasks([judge], ['r1']) });
    expect(server.count() - before).toBe(2);
    const [verdict] =
      store.verdictsDone({ report: 'r1', metric: 'coverage', judge: judge.fingerprint, repeat: 0 }) ?? [];
    expect(verdict).toMatchObject({
      state: 'unscored',
      reason:
        'The reply was cut off at the token limit, and again with room for 3600 tokens. Raise maxOutputTokens of the judge.'
    });
  });

  it('that had all the room there is, is not asked for again', async () => {
    const server = servers.gemini;
    server.misbehave({ kind: 'cut' });
    const before = server.count();
    await drive({ tasks: tasks([at('gemini:gemini-2.5-pro', server.url)], ['r1']) });
    expect(server.count() - before).toBe(1);
  });
});
