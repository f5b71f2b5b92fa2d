import { describe, expect, it } from 'vitest';
import { judgeLine, makeJudge, modelFamily, parseJudgeLine, parseJudgeSpec, providerOf } from '../index.ts';
import { ask, failureOf, standIns } from '../judges.fixture.ts';
import { describeServers } from './servers.ts';

const servers = standIns();
const KEYS = { lab: 'key-of-the-lab-0001', cloud: 'key-of-the-cloud-0002' };
const env = (): Record<string, string> => ({
  VOIRDIRE_SERVER_LAB: `${servers.openai.url}/`,
  VOIRDIRE_KEY_LAB: KEYS.lab,
  VOIRDIRE_HEADERS_LAB: '{"x-team": "evaluation"}',
  VOIRDIRE_SERVER_BIG_CLOUD: `http://localhost:${new URL(servers.openai.url).port}/v1`,
  VOIRDIRE_KEY_BIG_CLOUD: KEYS.cloud,
  OPENAI_API_KEY: 'key-of-openai-0003'
});
const headersOf = async (spec: string, given = env()) => {
  await ask(makeJudge(parseJudgeSpec(spec), given));
  return servers.openai.requests.at(-1)?.headers ?? {};
};

describe('a compatible server that the operator named', () => {
  it('gets its own key and headers, and no other server’s', async () => {
    expect(await headersOf('openai-compatible:m@lab')).toMatchObject({
      authorization: `Bearer ${KEYS.lab}`,
      'x-team': 'evaluation'
    });
    const cloud = await headersOf('openai-compatible:m@big-cloud');
    expect(cloud.authorization).toBe(`Bearer ${KEYS.cloud}`);
    expect(cloud).not.toHaveProperty('x-team');
  });

  it('without a key gets none', async () => {
    const { VOIRDIRE_KEY_LAB: _, ...without } = env();
    expect((await headersOf('openai-compatible:m@lab', without)).authorization).toBeUndefined();
  });

  it('that repeats its key or a header in an error shows neither', async () => {
    servers.openai.misbehave({ kind: 'bad-key' });
    const error = await failureOf(ask(makeJudge(parseJudgeSpec('openai-compatible:m@lab'), env())));
    expect(error.message).toContain('[key]');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEYS.lab);
  });

  it('is known by its name alone: limits, spec, line and family do not need its address', () => {
    const config = parseJudgeLine('openai-compatible:qwen3@lab temperature=0');
    expect(judgeLine(config)).toBe('openai-compatible:qwen3@lab temperature=0');
    expect(providerOf(config)).toBe('openai-compatible@lab');
    expect(makeJudge(config, env())).toMatchObject({
      spec: 'openai-compatible:qwen3@lab',
      provider: 'openai-compatible@lab'
    });
    expect(modelFamily('openai-compatible:qwen3@google')).toBe('qwen');
  });

  it('makes another judge if its address changes, and another than the address written out', () => {
    const print = (spec: string, given: Record<string, string>) => makeJudge(parseJudgeSpec(spec), given).fingerprint;
    const here = { VOIRDIRE_SERVER_LAB: 'https://a.example/v1' };
    expect(print('openai-compatible:m@lab', here)).not.toBe(
      print('openai-compatible:m@lab', { VOIRDIRE_SERVER_LAB: 'https://b.example/v1' })
    );
    expect(print('openai-compatible:m@lab', here)).toBe(
      print('openai-compatible:m@lab', { ...here, VOIRDIRE_KEY_LAB: 'another' })
    );
    expect(print('openai-compatible:m@lab', here)).not.toBe(print('openai-compatible:m@https://a.example/v1', {}));
  });

  it('is listed with its origin and whether its key is set, without key or header', () => {
    const open = { api: null, models: null, projects: null, by: 'operator' };
    expect(describeServers({ ...env(), VOIRDIRE_KEY_LAB: ' ' })).toEqual([
      {
        name: 'big-cloud',
        origin: servers.openai.url.replace('127.0.0.1', 'localhost').replace('/v1', ''),
        variable: 'VOIRDIRE_KEY_BIG_CLOUD',
        set: true,
        ...open
      },
      { name: 'lab', origin: servers.openai.url.replace('/v1', ''), variable: 'VOIRDIRE_KEY_LAB', set: false, ...open }
    ]);
  });

  it.each([
    ['openai-compatible:m@lba', {}, /There is big-cloud, lab\. Set VOIRDIRE_SERVER_LBA to the address of lba/],
    ['openai-compatible:m@lab', { VOIRDIRE_SERVER_LAB: 'llm.lab' }, /VOIRDIRE_SERVER_LAB is not a URL/],
    ['openai-compatible:m@lab', { VOIRDIRE_SERVER_LAB: 'https://me:secret@lab' }, /must not hold a user name/],
    ['openai-compatible:m@lab', { VOIRDIRE_HEADERS_LAB: '{"a": 1}' }, /VOIRDIRE_HEADERS_LAB is not valid/],
    ['openai-compatible:m@lab', { VOIRDIRE_HEADERS_LAB: '{"a": "b\\r\\nc: d"}' }, /VOIRDIRE_HEADERS_LAB is not valid/]
  ])('%s is refused with what to set: %o', (spec, over, message) => {
    expect(() => makeJudge(parseJudgeSpec(spec), { ...env(), ...over })).toThrow(message);
  });
});

describe('a compatible server by its address', () => {
  it('gets no key and no header, not even of the server at the same host', async () => {
    const other = servers.openai.url.replace('127.0.0.1', 'localhost');
    const { VOIRDIRE_SERVER_BIG_CLOUD: _, ...rest } = env();
    const headers = await headersOf(`openai-compatible:m@${other}`, rest);
    expect(headers.authorization).toBeUndefined();
    expect(headers).not.toHaveProperty('x-team');
  });

  it('is refused if a name has its key, and the refusal says how to write it', () => {
    expect(() => makeJudge(parseJudgeSpec(`openai-compatible:m@${servers.openai.url}`), env())).toThrow(
      /is the server lab, whose key belongs to its name\. Write openai-compatible:m@lab/
    );
  });

  it('is refused while the key that all servers shared is set', () => {
    expect(() =>
      makeJudge(parseJudgeSpec('openai-compatible:m@https://llm.example/v1'), { OPENAI_COMPATIBLE_API_KEY: 'shared' })
    ).toThrow(/Set VOIRDIRE_SERVER_NAME=https:\/\/llm\.example\/v1 and VOIRDIRE_KEY_NAME/);
  });
});
