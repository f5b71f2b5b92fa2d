import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { drive, many, tasks, yes } from '../../engine/engine.fixture.ts';
import { memoryStore } from '../../store/memory.fixture.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { ask, failureOf, keysAt } from '../judges.fixture.ts';

const opened: (() => void)[] = [];
afterAll(() => opened.forEach((close) => close()));

/** The judge of that line at a server that answers every request with this body. */
const judgeAt = async (line: string, body: unknown) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return makeJudge(parseJudgeLine(line === 'openai-compatible:m' ? `${line}@${url}` : line), keysAt(url));
};

interface Counts {
  in?: unknown;
  out?: unknown;
  cached?: unknown;
}

const chat = (counts: Counts) => ({
  choices: [{ message: { content: yes }, finish_reason: 'stop' }],
  usage: {
    ...{ prompt_tokens: counts.in, completion_tokens: counts.out },
    prompt_tokens_details: { cached_tokens: counts.cached }
  }
});
/** Sound answers of each provider, with these counts. */
const answers = {
  'openai-compatible:m': chat,
  'openai:m': chat,
  'openai:m webSearch=on': (counts: Counts) => ({
    ...{ status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: yes }] }] },
    usage: {
      ...{ input_tokens: counts.in, output_tokens: counts.out },
      input_tokens_details: { cached_tokens: counts.cached }
    }
  }),
  'gemini:m': (counts: Counts) => ({
    candidates: [{ content: { parts: [{ text: yes }] }, finishReason: 'STOP' }],
    usageMetadata: {
      ...{ promptTokenCount: counts.in, candidatesTokenCount: counts.out },
      cachedContentTokenCount: counts.cached
    }
  }),
  'anthropic:m': (counts: Counts) => ({
    ...{ type: 'message', content: [{ type: 'text', text: yes }], stop_reason: 'end_turn' },
    usage: { input_tokens: counts.in, output_tokens: counts.out, cache_read_input_tokens: counts.cached }
  })
};
const lines = Object.keys(answers) as (keyof typeof answers)[];

describe.each(lines)('the usage that %s receives', (line) => {
  it.each<[string, Counts]>([
    ['nothing', {}],
    ['negative counts', { in: -1_000_000, out: -4 }],
    ['texts', { in: 'many', out: 'x' }],
    ['numbers as texts', { in: '12', out: '5' }],
    ['fractions', { in: 1.5, out: 2.25 }],
    ['more than any context holds', { in: 1e300, out: 1e300 }],
    ['objects', { in: {}, out: [] }],
    ['null', { in: null, out: null }]
  ])('is unknown if it is %s', async (_name, counts) => {
    const reply = await ask(await judgeAt(line, answers[line](counts)));
    expect(reply).toMatchObject({ text: yes, ending: 'complete', usage: null });
  });

  it('has no cached tokens if there are more of them than of the input, or less than none', async () => {
    for (const cached of [-7, 'x']) {
      const { usage } = await ask(await judgeAt(line, answers[line]({ in: 12, out: 5, cached })));
      // Anthropic's input is counted without the cache: where that is unknown, so is the whole.
      if (line === 'anthropic:m') expect(usage).toBeNull();
      else expect(usage).toEqual({ inputTokens: 12, outputTokens: 5 });
    }
    if (line === 'anthropic:m') return;
    const { usage } = await ask(await judgeAt(line, answers[line]({ in: 12, out: 5, cached: 13 })));
    expect(usage).toEqual({ inputTokens: 12, outputTokens: 5 });
  });

  it.each<[string, Counts]>([
    ['missing', {}],
    ['negative', { in: -1_000_000, out: -4 }]
  ])('does not unlock a budget if it is %s: calls cost what was estimated', async (_name, counts) => {
    const judge = await judgeAt(line, answers[line](counts));
    const store = memoryStore();
    const result = await drive({
      ...{ store, tasks: tasks([judge], many(6)), budget: 500, limits: { calls: 1 } },
      prices: { [judge.spec]: { input: 1_000_000, output: 1_000_000, asOf: null } }
    });
    expect(result).toMatchObject({ status: 'over-budget', usage: { inputTokens: 0, outputTokens: 0 } });
    expect(result.spent).toBeGreaterThanOrEqual(500);
    expect(store.calls.reduce((sum, { cost }) => sum + cost!, 0)).toBe(result.spent);
  });
});

it.each<[string, object, number]>([
  ['beside the words, as xAI counts them', { completion_tokens: 1, total_tokens: 399 }, 387],
  ['alone, as Gemini counts them for this protocol', { completion_tokens: 0, total_tokens: 72 }, 60],
  ['within the words, as OpenAI counts them', { completion_tokens: 100, total_tokens: 112 }, 100],
  ['in a total that is no count', { completion_tokens: 100, total_tokens: -5 }, 100],
  ['in a total below the input', { completion_tokens: 100, total_tokens: 7 }, 100]
])('tokens of thinking count as output if a compatible server has them %s', async (_name, counts, outputTokens) => {
  const body = { ...chat({}), usage: { prompt_tokens: 12, ...counts } };
  const { usage } = await ask(await judgeAt('openai-compatible:m', body));
  expect(usage).toEqual({ inputTokens: 12, outputTokens });
});

describe('a part of an answer is no answer', () => {
  const ending = (finish_reason: unknown, more: object = {}) => ({
    choices: [{ message: { content: '# Half a report' }, finish_reason, ...more }]
  });
  it.each(['error', 'abort', 'network_error', 'insufficient_system_resource'])(
    'if a compatible server ended it with %s',
    async (finish) => {
      const failure = await failureOf(ask(await judgeAt('openai-compatible:m', ending(finish))));
      expect(failure).toMatchObject({ retryable: true, status: 200 });
      expect(failure.message).toBe(`The judge’s server sent no answer: it broke off: ${finish}`);
    }
  );

  it('if an error stands beside it, which the failure repeats', async () => {
    const error = { code: 502, message: 'The upstream fell silent' };
    for (const body of [ending('error', { error }), { ...ending('error'), error }, ending('stop', { error })]) {
      const failure = await failureOf(ask(await judgeAt('openai-compatible:m', body)));
      expect(failure.message).toBe('The judge’s server sent no answer: The upstream fell silent');
    }
  });

  it.each(['model_length', 'MAX_TOKENS', 'model_context_window_exceeded'])(
    'but cut off if it is %s',
    async (finish) => {
      expect(await ask(await judgeAt('openai-compatible:m', ending(finish)))).toMatchObject({ ending: 'cut' });
    }
  );

  it.each(['content_filter: SAFETY', 'sensitive', 'refusal'])('and refused if it is %s', async (finish) => {
    expect(await ask(await judgeAt('openai-compatible:m', ending(finish)))).toMatchObject({ ending: 'refused' });
  });

  it.each(['eos_token', 'stop_sequence', null, undefined])('and complete if it is %s', async (finish) => {
    expect(await ask(await judgeAt('openai-compatible:m', ending(finish)))).toMatchObject({ ending: 'complete' });
  });

  it.each(['OTHER', 'MALFORMED_RESPONSE'])('if Gemini ended it with %s', async (finishReason) => {
    const body = { candidates: [{ content: { parts: [{ text: yes }] }, finishReason }] };
    expect((await failureOf(ask(await judgeAt('gemini:m', body)))).message).toBe(
      `The judge’s server sent no answer (${finishReason}).`
    );
  });

  it.each(['failed', 'cancelled'])('if OpenAI’s response is %s', async (status) => {
    const body = { ...answers['openai:m webSearch=on']({ in: 3, out: 2 }), status };
    const failure = await failureOf(ask(await judgeAt('openai:m webSearch=on', body)));
    expect(failure).toMatchObject({ retryable: true, used: { inputTokens: 3, outputTokens: 2 } });
    expect(failure.message).toBe(`The judge’s server sent no answer: it ended as ${status}`);
  });
});

it.each([
  [{ error: 'The model is overloaded' }, ': The model is overloaded'],
  [{ error: { message: 12, code: 503 } }, ': 12'],
  [{ error: { code: 'no_room' } }, ': no_room'],
  [{ object: 'error', message: 'The model is loading', code: 40_303 }, ': The model is loading'],
  [{ detail: 'Not authenticated' }, ': Not authenticated'],
  [{ detail: [{ loc: ['body'], msg: 'field required' }] }, '.'],
  [{ errors: [{ message: 'No quota is left' }] }, ': No quota is left'],
  [{ choices: [{ message: 'hello', finish_reason: 'stop' }] }, '.'],
  [{ choices: [{ message: null, finish_reason: 'stop' }] }, '.'],
  [{ choices: [null] }, '.']
])('the error under a success’s status is repeated, in the shape of any server: %j', async (body, says) => {
  const failure = await failureOf(ask(await judgeAt('openai-compatible:m', body)));
  expect(failure).toMatchObject({ retryable: true, status: 200 });
  expect(failure.message).toBe(`The judge’s server sent no answer${says}`);
});
