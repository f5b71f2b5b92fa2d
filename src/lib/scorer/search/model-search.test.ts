import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { Fault } from '../../../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import type { SearchProviderName } from '../search.ts';
import { searchAdvice, searchProviderOf, searchProvidersIn } from './providers.ts';

const KEY = 'sk-model-search-0123456789';
const names = ['openai-search', 'gemini-search', 'anthropic-search'] as const;
type Name = (typeof names)[number];
let servers: Record<Name, StandIn>;
/** Stand-in for Google's redirections: an address that leads to the page with 302. */
let redirects: { origin: string; asked: string[]; stop: () => Promise<unknown> };

beforeAll(async () => {
  const answer = () => 'Two pages fit.';
  servers = {
    'openai-search': await startOpenAi({ answer, strict: true }),
    'gemini-search': await startGemini({ answer, strict: true }),
    'anthropic-search': await startAnthropic({ answer, strict: true })
  };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'POST') {
      const web = [
        { uri: `${redirects.origin}/grounding-api-redirect/ports`, title: 'b.example' },
        { uri: `${redirects.origin}/admin`, title: 'elsewhere' }
      ];
      const groundingMetadata = { webSearchQueries: ['ports'], groundingChunks: web.map((one) => ({ web: one })) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ candidates: [{ groundingMetadata, finishReason: 'STOP' }] }));
      return;
    }
    response.writeHead(302, { location: `https://ports.example${request.url?.replace(/^.*redirect/, '')}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  redirects = {
    ...{ origin: `http://127.0.0.1:${port}`, asked },
    stop: () => new Promise((resolve) => server.close(resolve))
  };
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  await redirects.stop();
});
beforeEach(() => {
  for (const server of Object.values(servers)) {
    server.misbehave();
    server.requests.length = 0;
  }
  redirects.asked.length = 0;
});

const env = () => ({
  ...{ OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY },
  OPENAI_BASE_URL: servers['openai-search'].url,
  GEMINI_BASE_URL: servers['gemini-search'].url,
  ANTHROPIC_BASE_URL: servers['anthropic-search'].url,
  ...{ OPENAI_SEARCH_MODEL: 'gpt-6-luna', GEMINI_SEARCH_MODEL: 'gemini-2.5-flash' },
  ANTHROPIC_SEARCH_MODEL: 'claude-haiku-4-5'
});
const search = (name: SearchProviderName, before: string | null = null) =>
  searchProviderOf(env(), name)!.search(
    { query: 'How do ports fare?', count: 5, before },
    { signal: AbortSignal.timeout(20_000) }
  );

/** A sound answer with parts of it replaced. */
const replaced = (change: (body: Record<string, unknown>) => object): Fault => ({
  kind: 'raw',
  act: (response: ServerResponse, { text }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)));
  }
});

/** Two pages, of which the answer cites the second, in the provider's own words. */
const found: Record<Name, () => Fault> = {
  'openai-search': () =>
    replaced((body) => ({
      ...body,
      output: [
        { type: 'reasoning', id: 'rs', summary: [] },
        {
          ...{ type: 'web_search_call', id: 'ws', status: 'completed' },
          action: {
            ...{ type: 'search', queries: ['ports'] },
            sources: [
              { type: 'url', url: 'https://a.example/tides' },
              { type: 'url', url: 'https://b.example/ports' }
            ]
          }
        },
        { ...{ type: 'web_search_call', id: 'w2', status: 'completed' }, action: { type: 'open_page', url: 'x' } },
        {
          ...{ type: 'message', id: 'm', role: 'assistant', status: 'completed' },
          content: [
            {
              ...{ type: 'output_text', text: 'Ports' },
              annotations: [
                {
                  ...{ type: 'url_citation', start_index: 0, end_index: 4 },
                  ...{ url: 'https://b.example/ports?utm_source=openai', title: 'Ports' }
                }
              ]
            }
          ]
        }
      ]
    })),
  'gemini-search': () =>
    replaced((body) => ({
      ...body,
      candidates: [
        {
          ...(body['candidates'] as object[])[0],
          groundingMetadata: {
            webSearchQueries: ['ports'],
            groundingChunks: [
              { web: { uri: 'https://a.example/tides', title: 'a.example' } },
              { web: { uri: `${redirects.origin}/grounding-api-redirect/ports`, title: 'b.example' } }
            ],
            groundingSupports: [
              { segment: { startIndex: 0, endIndex: 3, text: 'Two' }, groundingChunkIndices: [1] },
              { segment: { startIndex: 0, endIndex: 3, text: 'Two' }, groundingChunkIndices: [1] }
            ]
          }
        }
      ]
    })),
  'anthropic-search': () =>
    replaced((body) => ({
      ...body,
      content: [
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'ports' } },
        {
          ...{ type: 'web_search_tool_result', tool_use_id: 's' },
          content: [
            {
              ...{ type: 'web_search_result', url: 'https://a.example/tides', title: 'Tides' },
              ...{ page_age: 'March 3, 2025', encrypted_content: 'x' }
            },
            {
              ...{ type: 'web_search_result', url: 'https://b.example/ports', title: 'Ports' },
              ...{ page_age: null, encrypted_content: 'x' }
            }
          ]
        },
        {
          ...{ type: 'text', text: 'Ports' },
          citations: [
            {
              ...{ type: 'web_search_result_location', url: 'https://b.example/ports', title: 'Ports' },
              ...{ cited_text: 'Ports are doing well.', encrypted_index: 'x' }
            }
          ]
        }
      ]
    }))
};

describe.each(names)('%s', (name) => {
  it('asks the model once with its search tool, with the key, and reads the pages of the tool', async () => {
    servers[name].misbehave(found[name]());
    const reply = await search(name);
    expect(reply).toMatchObject({ outcome: 'ok' });
    const [request, ...more] = servers[name].requests;
    expect(more).toEqual([]);
    expect(request?.asked.webSearch).toBe(true);
    expect(request?.asked.user).toContain('Search: How do ports fare?');
    expect(JSON.stringify(request?.headers)).toContain(KEY);
    const results = reply.outcome === 'ok' ? reply.results : [];
    // The page that the answer cites comes first; words of the model are no snippet.
    expect(results[0]?.url).not.toBe('https://a.example/tides');
    expect(results.map(({ url }) => url)).toContain('https://a.example/tides');
    expect(JSON.stringify(results)).not.toContain('Two pages fit');
  });

  it('asks the model to keep to a limit on the date, and says that the tool takes none', async () => {
    servers[name].misbehave(found[name]());
    expect(await search(name, '2025-01-01')).toMatchObject({
      outcome: 'ok',
      note: expect.stringContaining('takes no date')
    });
    expect(servers[name].requests[0]?.asked.user).toContain('before 2025-01-01');
  });

  it.each([
    ['rate-limit', 'rate-limited'],
    ['quota', 'quota'],
    ['server-error', 'server-error'],
    ['bad-key', 'not-permitted'],
    ['html', 'unreadable'],
    ['empty', 'unreadable'],
    ['bad-json', 'unreadable'],
    ['disconnect', 'unreached']
  ] as const)('that answers with %s is told as %s, without its key', async (kind, outcome) => {
    servers[name].misbehave({ kind, retryAfterSeconds: 2 });
    const reply = await search(name);
    expect(reply).toMatchObject({ outcome });
    expect(JSON.stringify(reply)).not.toContain(KEY);
    if (kind === 'rate-limit') expect(reply).toMatchObject({ retryAfterMs: 2_000 });
  });

  it.each([408, 425])('that answers with status %i may answer later', async (status) => {
    servers[name].misbehave({
      kind: 'raw',
      act: (response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{}}')
    });
    expect(await search(name)).toMatchObject({ outcome: 'server-error' });
  });

  it('ends with the signal if no answer comes', async () => {
    servers[name].misbehave({ kind: 'hang' });
    const stop = new AbortController();
    const asked = searchProviderOf(env(), name)!.search({ query: 'q', count: 1, before: null }, stop);
    while (servers[name].requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('is there once its model is named, at the address of the judges of its provider', () => {
    const variable = `${name.split('-')[0]!.toUpperCase()}_SEARCH_MODEL`;
    expect(searchProvidersIn({ ...env(), [variable]: '' })).not.toContain(name);
    expect(searchProvidersIn(env())).toContain(name);
    expect(searchAdvice).toContain(`${name} (${variable})`);
    const { identity, destination } = searchProviderOf(env(), name)!;
    expect(identity.split('@').slice(0, 2)).toEqual([name, env()[variable as 'OPENAI_SEARCH_MODEL']]);
    expect(destination?.key).toBe(variable.replace('SEARCH_MODEL', 'API_KEY'));
    expect(() => searchProviderOf({ ...env(), [variable]: 'a model@x' }, name)).toThrow(/the name of a model/);
    expect(() => searchProviderOf({ ...env(), [variable.replace('SEARCH_MODEL', 'API_KEY')]: '' }, name)).toThrow(
      /_API_KEY/
    );
  });
});

describe('what a tool returns', () => {
  it('is read from OpenAI: cited pages without its mark, then all others, a page each', async () => {
    servers['openai-search'].misbehave(found['openai-search']());
    expect(await search('openai-search')).toMatchObject({
      results: [
        { url: 'https://b.example/ports', title: 'Ports', snippet: '', date: null },
        { url: 'https://a.example/tides', title: '', snippet: '', date: null },
        { url: 'https://b.example/ports' }
      ]
    });
  });

  it('is read from Anthropic with the words that are cited and the age as it is worded', async () => {
    servers['anthropic-search'].misbehave(found['anthropic-search']());
    expect(await search('anthropic-search')).toMatchObject({
      results: [
        { url: 'https://b.example/ports', title: 'Ports', snippet: 'Ports are doing well.', date: null },
        { url: 'https://a.example/tides', title: 'Tides', snippet: '', date: 'March 3, 2025' }
      ]
    });
  });

  it('is read from Gemini, and a redirection of a foreign host is not followed', async () => {
    servers['gemini-search'].misbehave(found['gemini-search']());
    const reply = await search('gemini-search');
    expect(reply).toMatchObject({
      results: [
        { url: `${redirects.origin}/grounding-api-redirect/ports`, title: 'b.example' },
        { url: 'https://a.example/tides' }
      ]
    });
    expect(redirects.asked).toEqual([]);
  });

  it('is kept from Gemini as the page to which a redirection leads, which is looked up once and not opened', async () => {
    const reply = await searchProviderOf({ ...env(), GEMINI_BASE_URL: redirects.origin }, 'gemini-search')!.search(
      { query: 'ports', count: 5, before: null },
      { signal: AbortSignal.timeout(20_000) }
    );
    expect(reply).toMatchObject({
      results: [{ url: 'https://ports.example/ports' }, { url: `${redirects.origin}/admin` }]
    });
    expect(redirects.asked.slice(1)).toEqual(['HEAD /grounding-api-redirect/ports']);
  });

  it('may be a failure of the tool inside a sound answer', async () => {
    servers['anthropic-search'].misbehave({ kind: 'search-down' });
    expect(await search('anthropic-search')).toMatchObject({
      outcome: 'server-error',
      note: expect.stringMatching(/unavailable/)
    });
    const fault = (error_code: string) =>
      replaced((body) => ({
        ...body,
        content: [{ type: 'web_search_tool_result', tool_use_id: 's', content: { error_code } }]
      }));
    servers['anthropic-search'].misbehave(fault('too_many_requests'));
    expect(await search('anthropic-search')).toMatchObject({ outcome: 'rate-limited' });
    servers['anthropic-search'].misbehave(fault('query_too_long'));
    expect(await search('anthropic-search')).toMatchObject({ outcome: 'refused' });
    servers['openai-search'].misbehave(
      replaced((body) => ({ ...body, status: 'failed', error: { code: 'server_error', message: 'It broke' } }))
    );
    expect(await search('openai-search')).toMatchObject({
      outcome: 'unreadable',
      note: expect.stringMatching(/It broke/)
    });
    servers['gemini-search'].misbehave({ kind: 'refusal' });
    expect(await search('gemini-search')).toMatchObject({ outcome: 'refused', note: 'blocked: PROHIBITED_CONTENT' });
  });

  it.each([
    ['openai-search', { output: [] }],
    ['gemini-search', { candidates: [{ content: { parts: [{ text: 'From memory.' }] }, finishReason: 'STOP' }] }],
    ['anthropic-search', { content: [{ type: 'text', text: 'From memory.' }] }]
  ] as const)('of %s without a search is no result: the model answered from memory', async (name, part) => {
    servers[name].misbehave(replaced((body) => ({ ...body, ...part })));
    expect(await search(name)).toMatchObject({
      outcome: 'refused',
      note: expect.stringMatching(/did not use its search tool/)
    });
  });

  it.each([
    ['openai-search', { output: 'many' }],
    ['openai-search', { output: [{ type: 'web_search_call', action: { sources: [{ url: 7 }, null] } }] }],
    ['gemini-search', { candidates: [{ groundingMetadata: { groundingChunks: [{}, { web: { uri: 'no url' } }] } }] }],
    ['anthropic-search', { content: [{ type: 'web_search_tool_result', content: [{ url: 4 }] }, { type: 'x' }] }],
    ['anthropic-search', { content: [null, { type: 'text', text: 'x', citations: 'all' }] }]
  ] as const)('of %s may be %j: that is told, and nothing breaks', async (name, part) => {
    servers[name].misbehave(replaced((body) => ({ ...body, ...part })));
    const reply = await search(name);
    expect(['ok', 'unreadable', 'refused']).toContain(reply.outcome);
  });
});
