import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardFor } from '../../web/fetching/guard.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { explainFailure } from '../../runs/trial/trial-words.ts';
import { ask, failureOf } from '../judges.fixture.ts';

const vendors = [
  { provider: 'openai', model: 'gpt-5', variable: 'OPENAI' },
  { provider: 'gemini', model: 'gemini-2.5-pro', variable: 'GEMINI' },
  { provider: 'anthropic', model: 'claude-opus-5', variable: 'ANTHROPIC' }
] as const;
const keys = {
  OPENAI_API_KEY: 'key-of-openai-0001',
  GEMINI_API_KEY: 'key-of-gemini-0002',
  ANTHROPIC_API_KEY: 'key-of-anthropic-0003',
  OPENAI_ORG_ID: 'key-of-the-organization-0004',
  VOIRDIRE_SERVER_OTHER: 'https://other.example/v1',
  VOIRDIRE_KEY_OTHER: 'key-of-other-0005'
};
const secrets = Object.values(keys).filter((value) => value.startsWith('key-of'));

/** A server that keeps the head and body of every request, and answers none of them with what was asked. */
const received: string[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(`${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
      response.writeHead(403).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void received.splice(0));
afterAll(() => void server.close());

/** Asks the judge, and returns all that the server was sent. */
const sent = async (...judge: Parameters<typeof makeJudge>): Promise<string> => {
  await failureOf(ask(makeJudge(...judge)));
  expect(received.length).toBeGreaterThan(0);
  return received.join('\n');
};
const keysIn = (text: string): string[] => secrets.filter((key) => text.includes(key));

describe.each(vendors)('the key of $provider', ({ provider, model, variable }) => {
  const name = `${variable}_API_KEY` as const;

  it('is not sent to an address that a judge names', async () => {
    const told = await sent(parseJudgeLine(`${provider}:${model} baseUrl=${url}`), keys);
    expect(keysIn(told)).toEqual([]);
    expect(told).not.toMatch(/^(?:authorization|x-goog-api-key|x-api-key)$/im);
  });

  it('is sent to the address that the operator set for the provider, also if the judge names it', async () => {
    const env = { ...keys, [`${variable}_BASE_URL`]: url };
    expect(keysIn(await sent(parseJudgeLine(`${provider}:${model}`), env))).toContain(keys[name]);
    received.splice(0);
    expect(keysIn(await sent(parseJudgeLine(`${provider}:${model} baseUrl=${url}/v2`), env))).toContain(keys[name]);
  });

  it('is not sent to another port of the host that the operator set', async () => {
    const env = { ...keys, [`${variable}_BASE_URL`]: 'http://127.0.0.1:9' };
    expect(keysIn(await sent(parseJudgeLine(`${provider}:${model} baseUrl=${url}`), env))).toEqual([]);
  });

  it('is not sent to a named server, which receives its own', async () => {
    const env = { ...keys, VOIRDIRE_SERVER_LAB: url, VOIRDIRE_KEY_LAB: 'key-of-the-lab-0006' };
    const told = await sent(parseJudgeLine(`${provider}:${model}@lab`), env);
    expect(keysIn(told)).toEqual([]);
    expect(told).toContain('key-of-the-lab-0006');
  });

  it('is not sent to a named server without a key, which receives its headers', async () => {
    const env = { ...keys, VOIRDIRE_SERVER_LAB: url, VOIRDIRE_HEADERS_LAB: '{"x-team":"evaluation"}' };
    const told = await sent(parseJudgeLine(`${provider}:${model}@lab`), env);
    expect(keysIn(told)).toEqual([]);
    expect(told).toContain('x-team\nevaluation');
    expect(told).not.toMatch(/^(?:authorization|x-goog-api-key|x-api-key)$/im);
  });

  it('is sent to a named server that the operator bound it to', async () => {
    const env = { ...keys, VOIRDIRE_SERVER_LAB: url, VOIRDIRE_KEYVAR_LAB: name };
    expect(keysIn(await sent(parseJudgeLine(`${provider}:${model}@lab`), env))).toContain(keys[name]);
  });

  it('is not sent to an address written out in the web app, also if it is bound to its origin', async () => {
    const env = { ...keys, [`${variable}_BASE_URL`]: url };
    const guard = guardFor([new URL(url).host]);
    expect(keysIn(await sent(parseJudgeLine(`${provider}:${model} baseUrl=${url}`), env, { guard }))).toEqual([]);
  });
});

describe('an address written out in the web app', () => {
  const guard = guardFor([]);
  const lines = (address: string): string[] => [
    ...vendors.map(({ provider, model }) => `${provider}:${model} baseUrl=${address}`),
    `openai-compatible:m@${address}`
  ];

  it.each([
    'http://127.0.0.1:8000/v1',
    'http://[::1]:8000/v1',
    'http://[::ffff:127.0.0.1]:8000/v1',
    'http://2130706433:8000/v1',
    'http://10.0.0.5/v1',
    'http://192.168.1.1/v1',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00::1]/v1',
    'http://0.0.0.0:8000/v1',
    'https://llm.example:22/v1'
  ])('is refused before a run if it is no public address: %s', (address) => {
    for (const line of lines(address))
      expect(() => makeJudge(parseJudgeLine(line), keys, { guard })).toThrow(
        /(?:is not a public address|is neither 80 nor 443)\. The operator sets VOIRDIRE_SERVER_NAME=/
      );
  });

  it('is sent nothing if its name leads inside, and is not asked again', async () => {
    const inside = url.replace(/127\.0\.0\.1:\d+/, 'localhost');
    for (const line of lines(inside)) {
      const error = await failureOf(ask(makeJudge(parseJudgeLine(line), keys, { guard })));
      expect(error.message).toMatch(/address was refused: it is not a public one/);
      expect(error).toMatchObject({ retryable: false, outage: false, closes: 'address' });
      expect(explainFailure(error, parseJudgeLine(line))).toMatch(/^No judge is asked at this address from here/);
    }
    expect(received).toEqual([]);
  });

  it('is not what an address is that the operator set or named: these may be inside', async () => {
    const env = { ...keys, OPENAI_BASE_URL: url, VOIRDIRE_SERVER_LAB: url };
    await sent(parseJudgeLine('openai:gpt-5'), env, { guard });
    await sent(parseJudgeLine('openai-compatible:m@lab'), env, { guard });
    expect(received).toHaveLength(2);
  });
});

describe('a named server', () => {
  it('asks for the variable that holds its key, and for one place of it', () => {
    const env = { VOIRDIRE_SERVER_LAB: url, VOIRDIRE_KEYVAR_LAB: 'LAB_TOKEN' };
    const judge = parseJudgeLine('gemini:g@lab');
    expect(() => makeJudge(judge, env)).toThrow(/set LAB_TOKEN/);
    expect(() => makeJudge(judge, { ...env, VOIRDIRE_KEY_LAB: 'k' })).toThrow(
      /VOIRDIRE_KEY_LAB and VOIRDIRE_KEYVAR_LAB are both set/
    );
    expect(() => makeJudge(judge, { ...env, VOIRDIRE_KEYVAR_LAB: 'LAB TOKEN' })).toThrow(/not the name of a variable/);
  });

  it('has limits and a fingerprint of its own, and no list price', () => {
    const env = { ...keys, VOIRDIRE_SERVER_LAB: url };
    const judge = makeJudge(parseJudgeLine('openai:gpt-5@lab'), env);
    expect(judge).toMatchObject({ spec: 'openai:gpt-5@lab', provider: 'openai@lab' });
    expect(judge.notes?.price).toContain('the provider’s prices do not hold there');
    expect(judge.fingerprint).not.toBe(makeJudge(parseJudgeLine('openai:gpt-5'), env).fingerprint);
    expect(judge.fingerprint).not.toBe(makeJudge(parseJudgeLine(`openai:gpt-5 baseUrl=${url}`), keys).fingerprint);
  });
});
