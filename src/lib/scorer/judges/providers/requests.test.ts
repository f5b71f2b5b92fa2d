import { describe, expect, it } from 'vitest';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../../../../tests/stand-ins/server.ts';
import { readChecklistReply } from '../../protocols/checklist/checklist-reply.ts';
import { makeJudge, parseJudgeLine, parseJudgeSpec } from '../index.ts';
import { ask, items, call, KEY, keysAt, standIns } from '../judges.fixture.ts';

const servers = standIns();

describe('openai-compatible', () => {
  const plain = (env = {}) => makeJudge(parseJudgeSpec(`openai-compatible:llama-3@${servers.openai.url}`), env);

  it('words the schema if the server knows no structured output, and remembers that', async () => {
    servers.openai.misbehave({ kind: 'no-schema' });
    const judge = plain();
    const before = servers.openai.count();
    const reply = await ask(judge);
    expect(readChecklistReply(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
    expect(servers.openai.count() - before).toBe(2);
    expect(servers.openai.requests.at(-1)?.asked.system).toContain('"additionalProperties":false');
    expect(servers.openai.requests.at(-1)?.asked.user).toBe(call.user);
    await ask(judge);
    expect(servers.openai.count() - before).toBe(3);
  });

  it('leaves out the thoughts that a reasoning model puts before its answer', async () => {
    const thinking = await startOpenAi({ wrap: (text) => `<think>\n{"items": maybe}\n</think>\n\n${text}` });
    const reply = await ask(makeJudge(parseJudgeSpec(`openai-compatible:r1@${thinking.url}`), {}));
    await thinking.stop();
    expect(readChecklistReply(reply, items).every((verdict) => verdict.state === 'judged')).toBe(true);
  });

  it('sends no authorization to an address, whatever keys there are', async () => {
    await ask(plain());
    expect(servers.openai.requests.at(-1)?.headers.authorization).toBeUndefined();
    await ask(plain({ OPENAI_API_KEY: 'other', VOIRDIRE_SERVER_LAB: 'https://lab.example', VOIRDIRE_KEY_LAB: KEY }));
    expect(servers.openai.requests.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe('settings', () => {
  const sent = async (line: string, server: StandIn): Promise<Record<string, unknown>> => {
    await ask(makeJudge(parseJudgeLine(line), keysAt(server.url)));
    return server.requests.at(-1)?.body ?? {};
  };

  it('reach the request of each provider in its own words', async () => {
    const settings = 'temperature=0 seed=5 maxOutputTokens=900 contextTokens=9000';
    const asked = await sent(`openai:m ${settings} reasoningEffort=low`, servers.openai);
    expect(asked).toMatchObject({ temperature: 0, seed: 5, max_completion_tokens: 900, reasoning_effort: 'low' });
    expect(JSON.stringify(asked)).not.toContain('9000');
    expect(await sent(`gemini:m ${settings} thinkingBudget=0`, servers.gemini)).toMatchObject({
      generationConfig: {
        temperature: 0,
        seed: 5,
        maxOutputTokens: 900,
        thinkingConfig: { thinkingBudget: 0 },
        responseMimeType: 'application/json'
      }
    });
    expect(await sent('gemini:m reasoningEffort=high', servers.gemini)).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } }
    });
  });

  it('for web search let OpenAI search by its own tool and still answer by the schema, and keep nothing', async () => {
    const line = 'openai:m webSearch=on temperature=0 maxOutputTokens=900 reasoningEffort=low';
    expect(await sent(line, servers.openai)).toEqual({
      model: 'm',
      instructions: call.system,
      input: call.user,
      text: { format: { type: 'json_schema', name: call.schema.name, strict: true, schema: call.schema.json } },
      tools: [{ type: 'web_search' }],
      store: false,
      temperature: 0,
      max_output_tokens: 900,
      reasoning: { effort: 'low' }
    });
    expect(servers.openai.requests.at(-1)?.path).toBe('/v1/responses');
  });

  it('for web search let Gemini search with the schema in words, since it refuses both at once', async () => {
    const body = await sent('gemini:m webSearch=on temperature=0', servers.gemini);
    expect(body).toMatchObject({ tools: [{ googleSearch: {} }], generationConfig: { temperature: 0 } });
    expect(JSON.stringify(body['generationConfig'])).not.toContain('response');
    expect(servers.gemini.requests.at(-1)?.asked.system).toContain(JSON.stringify(call.schema.json));
    expect(servers.gemini.requests.at(-1)?.asked.user).toBe(call.user);
  });
});
