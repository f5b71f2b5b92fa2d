import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  searchFormats,
  type SearchStandIn,
  startSearch,
  type StandInResult
} from '../../../../tests/stand-ins/search.ts';
import type { SearchProvider } from './contract.ts';
import { dateIn } from './results.ts';
import { searchAdvice, searchProviderOf, searchProvidersIn, usualSearch } from './providers.ts';
import { tidyResults } from './results.ts';

const KEY = 'tvly-0123456789abcdef';
const one: StandInResult = {
  url: 'https://a.example/tides',
  title: 'Tides & ports',
  snippet: 'Ports are <strong>doing</strong> well &amp; growing.',
  date: '2024-11-03T08:00:00'
};
let given: StandInResult[] = [];
let server: SearchStandIn;
beforeAll(async () => {
  server = await startSearch(() => given);
});
afterAll(() => server.stop());
beforeEach(() => {
  given = [one];
  server.misbehave();
  server.requests.length = 0;
});

const env = () => ({
  ...{ TAVILY_API_KEY: KEY, BRAVE_API_KEY: KEY, SERPER_API_KEY: KEY },
  ...{ TAVILY_BASE_URL: server.urlOf('tavily'), BRAVE_BASE_URL: server.urlOf('brave') },
  ...{ SERPER_BASE_URL: server.urlOf('serper'), SEARXNG_BASE_URL: server.urlOf('searxng') }
});
const provider = (name: string): SearchProvider => searchProviderOf(env(), name)!;
const search = (name: string, query = 'How do ports fare?', more: { count?: number; before?: string } = {}) =>
  provider(name).search(
    { query, count: more.count ?? 5, before: more.before ?? null },
    { signal: AbortSignal.timeout(60_000) }
  );

describe.each(searchFormats)('%s', (name) => {
  it('is asked in its own format, with its key, and its results are read', async () => {
    expect(await search(name)).toEqual({
      outcome: 'ok',
      results: [{ url: one.url, title: one.title, snippet: one.snippet, date: one.date }]
    });
    const [request] = server.requests;
    expect(request?.query).toBe('How do ports fare?');
    expect(JSON.stringify(request?.headers).includes(KEY)).toBe(name !== 'searxng');
  });

  it('may find nothing, and that is no failure', async () => {
    given = [];
    expect(await search(name)).toEqual({ outcome: 'ok', results: [] });
  });

  it.each([
    ['rate-limit', 'rate-limited'],
    ['quota', 'quota'],
    ['server-error', 'server-error'],
    ['too-slow', 'server-error'],
    ['bad-key', 'not-permitted'],
    ['html', 'unreadable'],
    ['bad-json', 'unreadable'],
    ['wrong-shape', 'unreadable'],
    ['long', 'unreadable'],
    ['disconnect', 'unreached'],
    ['redirect', 'refused']
  ] as const)('that answers with %s is told as %s, without its key', async (fault, outcome) => {
    server.misbehave(fault);
    const reply = await search(name);
    expect(reply).toMatchObject({ outcome });
    expect(JSON.stringify(reply)).not.toContain(KEY);
    if (fault === 'rate-limit') expect(reply).toMatchObject({ retryAfterMs: 2_000 });
  });

  it('ends with the signal if no answer comes', async () => {
    server.misbehave('hang');
    const stop = new AbortController();
    const asked = provider(name).search({ query: 'q', count: 1, before: null }, { signal: stop.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

describe('a limit on the date', () => {
  it('is sent as each provider takes it', async () => {
    for (const name of searchFormats) await search(name, 'q', { before: '2024-05-01', count: 7 });
    const sent = Object.fromEntries(server.requests.map(({ format, sent: fields }) => [format, fields]));
    expect(sent).toEqual({
      searxng: { q: 'q', format: 'json' },
      tavily: { query: 'q', max_results: 7, end_date: '2024-05-01' },
      brave: { q: 'q', count: '7', freshness: '1970-01-01to2024-05-01' },
      serper: { q: 'q', num: 7, tbs: 'cdr:1,cd_max:5/1/2024' }
    });
  });

  it('leaves out what is dated on the day or later, and keeps what has no date', () => {
    const dated = (url: string, date: string | null) => ({
      url: `https://${url}.example/`,
      title: '',
      snippet: '',
      date
    });
    const raw = [
      dated('a', '2024-04-30'),
      dated('b', '2024-05-01'),
      dated('c', 'Jun 2, 2024'),
      dated('d', '2 days ago'),
      dated('e', null)
    ];
    const { results, later } = tidyResults(raw, { query: 'q', count: 20, before: '2024-05-01' });
    expect(results.map(({ url, date, dateText }) => [url.slice(8, 9), date, dateText])).toEqual([
      ['a', '2024-04-30', '2024-04-30'],
      ['d', null, '2 days ago'],
      ['e', null, null]
    ]);
    expect(later).toBe(2);
  });
});

describe('results', () => {
  it('are web addresses, each page once, in plain and bounded text, at most as many as wanted', () => {
    const raw = (url: string, over: Partial<StandInResult> = {}) => ({ ...one, url, ...over });
    const { results } = tidyResults(
      [
        raw('https://a.example/x#part'),
        raw('https://a.example/x'),
        raw('javascript:alert(1)'),
        raw('not a url'),
        raw('https://b.example/', {
          title: `<b>${'t'.repeat(5_000)}`,
          snippet: '1 &lt; 2 &#x41;&#0;&#1114112; <img src=x>'
        }),
        raw('https://c.example/')
      ],
      { query: 'q', count: 2, before: null }
    );
    expect(results.map(({ url }) => url)).toEqual(['https://a.example/x#part', 'https://b.example/']);
    expect(results[0]).toMatchObject({ snippet: 'Ports are doing well & growing.', date: '2024-11-03' });
    expect(results[1]?.title).toHaveLength(300);
    expect(results[1]?.snippet).toBe('1 < 2 A&#0;&#1114112;');
  });

  it.each([
    ['2024-11-03', '2024-11-03'],
    ['2024-11-03T08:00:00', '2024-11-03'],
    ['Sun, 03 Nov 2024 08:00:00 GMT', '2024-11-03'],
    ['Nov 3, 2024', '2024-11-03'],
    ['3 November 2024', '2024-11-03'],
    ['2024-02-30', null],
    ['Feb 30, 2024', null],
    ['2 days ago', null],
    ['vor 2 Tagen', null],
    ['', null],
    [null, null]
  ])('dated %s are dated %s', (text, date) => {
    expect(dateIn(text)).toBe(date);
  });
});

describe('which provider is asked', () => {
  it('is the only one that the operator set up, or the one chosen by name', () => {
    expect(searchProvidersIn(env())).toEqual(['searxng', 'tavily', 'brave', 'serper']);
    expect(searchProviderOf({})).toBeNull();
    expect(searchProviderOf({ BRAVE_API_KEY: 'k' })).toMatchObject({
      ...{ name: 'brave', identity: 'brave' },
      destination: { origin: 'https://api.search.brave.com', key: 'BRAVE_API_KEY' }
    });
    expect(() => searchProviderOf(env())).toThrow(
      /Several search providers are set up: searxng, tavily, brave, serper/
    );
    expect(searchProviderOf({ ...env(), VOIRDIRE_SEARCH: 'serper' })).toMatchObject({ name: 'serper' });
    const usual = [
      {},
      { BRAVE_API_KEY: 'k' },
      env(),
      { ...env(), VOIRDIRE_SEARCH: 'serper' },
      { ...env(), VOIRDIRE_SEARCH: 'exa' }
    ];
    expect(usual.map(usualSearch)).toEqual([null, 'brave', null, 'serper', null]);
    expect(provider('tavily').identity).toBe(`tavily@${server.urlOf('tavily')}`);
  });

  it('is refused by what is missing', () => {
    expect(() => searchProviderOf({}, 'tavily')).toThrow(/set TAVILY_API_KEY/);
    expect(() => searchProviderOf({}, 'searxng')).toThrow(/set SEARXNG_BASE_URL/);
    expect(() => searchProviderOf(env(), 'tavily@https://evil.example')).toThrow(/There is no search provider/);
    expect(() => searchProviderOf({ SEARXNG_BASE_URL: 'ftp://x' }, 'searxng')).toThrow(/SEARXNG_BASE_URL must begin/);
    expect(searchAdvice).toBe(
      'Set up a search provider and start again: searxng (SEARXNG_BASE_URL), tavily (TAVILY_API_KEY), brave (BRAVE_API_KEY), serper (SERPER_API_KEY), openai-search (OPENAI_SEARCH_MODEL), gemini-search (GEMINI_SEARCH_MODEL), anthropic-search (ANTHROPIC_SEARCH_MODEL), recorded (VOIRDIRE_SEARCH_FILE).'
    );
  });
});

describe('recorded searches', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-search-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (content: unknown): string => {
    const path = join(folder, 'searches.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const open = (content: unknown) => searchProviderOf({ VOIRDIRE_SEARCH_FILE: fileOf(content) })!;

  it('answer the queries of their file, and say of others that they are not in it', async () => {
    const recorded = open({ searches: [{ query: 'How do  ports fare?', results: [{ url: 'https://a.example/' }] }] });
    const ask = (query: string) =>
      recorded.search({ query, count: 3, before: null }, { signal: new AbortController().signal });
    expect(await ask('how do ports fare?')).toEqual({
      outcome: 'ok',
      results: [{ url: 'https://a.example/', title: '', snippet: '', date: null }]
    });
    expect(await ask('Why?')).toMatchObject({
      outcome: 'refused',
      note: expect.stringContaining('does not have this query')
    });
  });

  it('are refused with the place of a mistake', () => {
    expect(() => open('{')).toThrow(/not JSON/);
    expect(() => open({ searches: [{ query: 'q', results: [{ url: 4 }] }] })).toThrow(
      /a mistake at searches.0.results.0.url/
    );
    expect(() => searchProviderOf({ VOIRDIRE_SEARCH_FILE: '/nowhere.json' })).toThrow(/cannot be read/);
  });
});
