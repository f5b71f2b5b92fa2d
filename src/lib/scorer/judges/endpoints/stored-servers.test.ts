import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize, instance, operator } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { isRefusal } from '../../../errors.ts';
import { guardFor } from '../../web/fetching/guard.ts';
import { JudgesHere } from '../../runs/driving/judges-here.server.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { ask, failureOf } from '../judges.fixture.ts';
import {
  bindableVariables,
  nameServer,
  removeServer,
  storedServers,
  withStoredServers
} from './stored-servers.server.ts';
import { describeServers } from './servers.ts';

const TEAM = 'key-of-the-team-0001';
const env = {
  TEAM_API_KEY: TEAM,
  VOIRDIRE_KEY_SECOND: 'key-of-the-second-0002',
  OPENAI_API_KEY: 'key-of-openai-0003',
  TAVILY_API_KEY: 'key-of-tavily-0004',
  VOIRDIRE_BACKUP_KEY: 'no-key-of-a-judge-0005',
  VOIRDIRE_SERVER_LAB: 'https://lab.example/v1',
  VOIRDIRE_KEY_LAB: 'key-of-the-lab-0006'
};
const admin = authorize(operator, instance, 'administer');

/** Two servers that keep what they were sent; the first redirects to the second if told so. */
const received: { port: number; text: string }[] = [];
let redirect: string | null = null;
const started: Server[] = [];
const start = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    request.resume().on('end', () => {
      received.push({ port, text: `${request.url}\n${request.rawHeaders.join('\n')}` });
      if (redirect !== null) response.writeHead(307, { location: redirect }).end();
      else response.writeHead(403).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
let url: string;
let other: string;
beforeAll(async () => {
  url = await start();
  other = await start();
});
afterAll(() => started.forEach((server) => void server.close()));

let db: Db;
const guard = () =>
  guardFor([new URL(url).host, new URL(other).host, new URL(url).host.replace('127.0.0.1', 'localhost')]);
beforeEach(() => {
  ({ db } = memoryDatabase());
  received.splice(0);
  redirect = null;
});
const name = (given: Partial<Parameters<typeof nameServer>[2]> = {}) =>
  nameServer(
    db,
    admin,
    { name: 'team-vllm', url: `${url}/v1`, key: 'TEAM_API_KEY', api: 'openai-compatible', ...given },
    { env, guard: guard() }
  );
const judge = (line: string) => makeJudge(parseJudgeLine(line), withStoredServers(db, env), { guard: guard() });
const problemsOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isRefusal(error)) return `${error.message} ${error.problems.map((p) => `${p.column}: ${p.reason}`).join(' ')}`;
    throw error;
  }
  return 'accepted';
};

describe('a server that an admin named', () => {
  it('receives the key of its variable and its headers, and keys of no other server', async () => {
    name({ headers: { 'x-team': 'evaluation' } });
    await failureOf(ask(judge('openai-compatible:qwen3@team-vllm')));
    expect(received).toHaveLength(1);
    expect(received[0]!.text).toContain(`Bearer ${TEAM}`);
    expect(received[0]!.text).toContain('x-team\nevaluation');
    expect(received[0]!.text).not.toMatch(/000[2-6]/);
  });

  it('receives its key in the header that the admin named, and in no other', async () => {
    name({ keyHeader: 'api-key' });
    await failureOf(ask(judge('openai-compatible:qwen3@team-vllm')));
    expect(received[0]!.text).toContain(`api-key\n${TEAM}`);
    expect(received[0]!.text).not.toMatch(/authorization/i);
  });

  it('is listed, and stored with the name of the variable alone', () => {
    name({ models: ['qwen3', 'llama-4'] });
    expect(describeServers(withStoredServers(db, env))).toContainEqual({
      ...{ name: 'team-vllm', origin: url, variable: 'TEAM_API_KEY', set: true },
      ...{ api: 'openai-compatible', models: ['qwen3', 'llama-4'], projects: null, by: 'admin' }
    });
    expect(
      JSON.stringify([db.select().from(schema.setting).all(), db.select().from(schema.audit).all()])
    ).not.toContain(TEAM);
    expect(db.select().from(schema.audit).where(eq(schema.audit.action, 'server.name')).all()).toHaveLength(1);
  });

  it('has only its models and its API', () => {
    name({ models: ['qwen3'] });
    expect(problemsOf(() => judge('openai-compatible:gpt-5@team-vllm'))).toMatch(/has the models qwen3\. Choose one/);
    expect(problemsOf(() => judge('openai:qwen3@team-vllm'))).toMatch(/Write openai-compatible:qwen3@team-vllm/);
    expect(judge('openai-compatible:qwen3@team-vllm').destination).toEqual({ origin: url, key: 'TEAM_API_KEY' });
  });

  it('is found at once by judges of a server that is running, and gone after its removal', () => {
    const here = new JudgesHere(env, { guard: guard() }, db);
    name();
    expect(here.destination(parseJudgeLine('openai-compatible:m@team-vllm'))).toEqual({
      origin: url,
      key: 'TEAM_API_KEY'
    });
    removeServer(db, admin, 'team-vllm');
    expect(storedServers(db)).toEqual({});
    expect(() => here.name(parseJudgeLine('openai-compatible:m@team-vllm'))).toThrow(/ask an admin to name it/);
    expect(() => removeServer(db, admin, 'team-vllm')).toThrow(/No admin has named/);
  });
});

describe('the key of a named server', () => {
  it.each([
    ['another path of the address', () => `openai-compatible:m@${url}/v2`],
    ['the address written out', () => `openai-compatible:m@${url}/v1`]
  ])('is not sent to %s: the judge is refused with the name of the server', (_, line) => {
    name();
    expect(problemsOf(() => judge(line()))).toMatch(/is the server team-vllm, whose key belongs to its name/);
  });

  it.each([
    ['another port', () => `openai-compatible:m@${other}/v1`],
    ['another host at the same port', () => `openai-compatible:m@${url.replace('127.0.0.1', 'localhost')}/v1`],
    ['a base URL of another provider', () => `openai:gpt-5 baseUrl=${other}/v1`]
  ])('is not sent to %s', async (_, line) => {
    name();
    await failureOf(ask(judge(line())));
    expect(received).toHaveLength(1);
    expect(received[0]!.text).not.toMatch(/key-of-|authorization/i);
  });

  it.each([
    'openai-compatible:m@team-vllm baseUrl=https://evil.example',
    'openai:m@team-vllm baseUrl=https://evil.example',
    'openai-compatible:m@https://me:secret@evil.example/v1',
    'openai-compatible:m@https://team-vllm@evil.example/v1',
    'openai-compatible:m@team-vllm.',
    'openai-compatible:m@team-vllm@evil.example',
    'openai-compatible:m@TEAM-VLLM'
  ])('is not sent by a judge that mixes name and address: %s', (line) => {
    name();
    const said = problemsOf(() => judge(line));
    expect(said).not.toBe('accepted');
    expect(said).not.toContain(TEAM);
  });

  it('is not sent with http instead of https, nor to the host with a dot at its end', async () => {
    name({ url: 'https://team.example/v1' });
    for (const address of ['http://team.example/v1', 'https://team.example./v1']) {
      const made = judge(`openai-compatible:m@${address}`);
      expect(made.destination).toEqual({ origin: new URL(address).origin, key: null });
    }
  });

  it('is not sent to where the server redirects', async () => {
    name();
    redirect = `${other}/v1/chat/completions`;
    const error = await failureOf(ask(judge('openai-compatible:m@team-vllm')));
    expect(error.message).toContain('HTTP 307');
    expect(received).toHaveLength(1);
  });

  it('does not leave its origin by the name of a model', async () => {
    name({ api: 'gemini' });
    await failureOf(ask(judge('gemini:models/x@evil.example@team-vllm')));
    expect(received.map(({ port }) => `http://127.0.0.1:${port}`)).toEqual([url]);
  });

  it('is not sent after the operator has bound its variable to another origin', () => {
    name();
    const bound = { ...withStoredServers(db, env), OPENAI_BASE_URL: url, VOIRDIRE_SERVER_X: other, VOIRDIRE_KEYVAR_X: 'TEAM_API_KEY' }; // prettier-ignore
    expect(() => makeJudge(parseJudgeLine('openai-compatible:m@team-vllm'), bound)).toThrow(
      /TEAM_API_KEY is bound to .* and is sent nowhere else/
    );
  });
});

describe('naming a server is refused', () => {
  it.each([
    ['a key of a provider', { key: 'OPENAI_API_KEY' }, /key: OPENAI_API_KEY is bound to https:\/\/api\.openai\.com/],
    ['a key of the operator’s server', { key: 'VOIRDIRE_KEY_LAB' }, /bound to https:\/\/lab\.example/],
    ['a key of a search provider', { key: 'TAVILY_API_KEY' }, /key: Write the name of a variable/],
    ['a variable that is no key', { key: 'VOIRDIRE_BACKUP_KEY' }, /key: Write the name of a variable/],
    ['a key in place of its variable', { key: 'sk-0123456789abcdef' }, /key: Correct this field/],
    ['a user name in the address', { url: 'https://me:pw@team.example/v1' }, /url: Write an address/],
    ['another protocol', { url: 'file:///etc/passwd' }, /url: Write an address/],
    ['a dot at the end of the host', { url: 'https://team.example./v1' }, /url: Write an address without/],
    ['a query in the address', { url: 'https://team.example/v1?to=x' }, /url: Write an address without/],
    ['an address inside the network', { url: 'http://10.0.0.5/v1' }, /url: 10\.0\.0\.5 is not a public address/],
    ['a port that is no port of the web', { url: 'https://team.example:8000/v1' }, /VOIRDIRE_FETCH_ALLOW/],
    ['a name of the operator', { name: 'lab' }, /The operator has named a server lab/],
    ['a name with capitals', { name: 'Team' }, /name: Write a name of small letters/],
    ['a header with a line break', { headers: { 'x-a': 'b\r\nc: d' } }, /headers: Correct this field/],
    ['a model with spaces', { models: ['a b'] }, /models: Correct this field/]
  ])('with %s', (_, given, message) => {
    expect(problemsOf(() => name(given))).toMatch(message);
    expect(storedServers(db)).toEqual({});
  });

  it('with a variable that another server of an admin has, at another origin only', () => {
    name();
    expect(problemsOf(() => name({ name: 'second', url: `${other}/v1` }))).toMatch(/TEAM_API_KEY is bound to http/);
    expect(problemsOf(() => name({ name: 'second', url: `${url}/v2` }))).toBe('accepted');
  });

  it('so only free variables are offered', () => {
    expect(bindableVariables(env)).toEqual(['TEAM_API_KEY', 'VOIRDIRE_KEY_SECOND']);
  });
});

describe('a settings file', () => {
  const file = (value: unknown): Record<string, string> => {
    const path = join(mkdtempSync(join(tmpdir(), 'servers-')), 'servers.json');
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return { ...env, VOIRDIRE_SERVERS: path };
  };

  it('names servers as the page does, also inside the network', async () => {
    const here = file({ ollama: { url: `${url}/v1`, key: 'TEAM_API_KEY', models: ['qwen3'] } });
    await failureOf(ask(makeJudge(parseJudgeLine('openai-compatible:qwen3@ollama'), here, { guard: guardFor([]) })));
    expect(received[0]!.text).toContain(`Bearer ${TEAM}`);
    const { TEAM_API_KEY: _, ...without } = here as typeof here & { TEAM_API_KEY: string };
    expect(() => makeJudge(parseJudgeLine('openai-compatible:qwen3@ollama'), without)).toThrow(/set TEAM_API_KEY/);
  });

  it('replaces a server of an admin, and a variable of the environment replaces it', () => {
    name({ name: 'x' });
    const here = { ...withStoredServers(db, env), ...file({ x: { url: 'https://file.example' } }) };
    const originOf = (given: Record<string, string | undefined>) =>
      describeServers(given).find((server) => server.name === 'x')?.origin;
    expect(originOf(here)).toBe('https://file.example');
    expect(originOf({ ...here, VOIRDIRE_SERVER_X: 'https://variable.example' })).toBe('https://variable.example');
  });

  it.each([
    ['{', /is not valid: it is not JSON/],
    [{ x: { url: 'https://a.example', apiKey: 'secret' } }, /is not valid: x: Unrecognized key/],
    [{ X: { url: 'https://a.example' } }, /is not valid/],
    [{ x: { url: 'https://a.example', key: 'sk-1' } }, /x\.key: write the name of a variable/]
  ])('that is not valid is refused with the place: %o', (value, message) => {
    expect(() => describeServers(file(value))).toThrow(message);
  });

  it('that is not there is refused with its path', () => {
    expect(() => describeServers({ VOIRDIRE_SERVERS: '/nowhere/servers.json' })).toThrow(
      /VOIRDIRE_SERVERS names \/nowhere\/servers\.json, which cannot be read \(ENOENT\)/
    );
  });
});
