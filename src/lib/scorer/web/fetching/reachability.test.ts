import { describe, expect, test } from 'vitest';
import { isE1 } from '../outcomes.ts';
import { pageFetcher, type FetcherOptions } from './fetcher.ts';
import { html, type Loopback } from '../loopback.fixture.ts';
import { reachability, registrableDomain } from './reachability.ts';
import { parseReachCheck } from './reference-pages.ts';
import type { Resolve } from './request.ts';
import { never, serve } from '../site.fixture.ts';

const failing = (code: string): Error => Object.assign(new Error(`getaddrinfo ${code}`), { code });

/** Names that lead to a server of this machine; all others fail with the code. */
const names =
  (code: () => string, known: readonly string[] = []): Resolve =>
  async (host) => {
    if (known.includes(host)) return [{ address: '127.0.0.1', family: 4 }];
    throw failing(code());
  };

const fetching = (server: Loopback, options: FetcherOptions & { known?: string[]; code?: () => string } = {}) => {
  const { known = [], code = () => 'ENOTFOUND', ...rest } = options;
  const fetch = pageFetcher({
    ...{ allow: known.map((name) => `${name}:${server.port}`), retryPausesMs: [1], references: [] },
    ...{ resolve: names(code, known), ...rest }
  });
  const allow = rest.allow ?? known.map((name) => `${name}:${server.port}`);
  const place = (host: string): string => (allow.includes(`${host}:${server.port}`) ? `${host}:${server.port}` : host);
  return (host: string, path = '/') => fetch(`http://${place(host)}${path}`, { signal: never });
};

const up = () => serve((_, response) => html(response, '<title>T</title><p>Words that stand here.'));

describe('an outage of this machine', () => {
  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'ETIMEDOUT', 'EHOSTUNREACH'])(
    'that fails every host with %s leaves every page not fetched, never E1',
    async (code) => {
      const get = fetching(await up(), { code: () => code });
      const hosts = ['one.example', 'two.test', 'three.invalid', 'www.four.org', 'five.co.uk'];
      const pages = [];
      for (const host of hosts) pages.push(await get(host));
      expect(pages.map(({ outcome }) => outcome)).toEqual(hosts.map(() => 'not-fetched'));
      expect(pages.every(({ outage }) => outage === true)).toBe(true);
      expect(pages.some(({ outcome }) => isE1(outcome, 'strict') || isE1(outcome, 'paper'))).toBe(false);
      expect(pages[0]?.note).toContain('no host on the web answered this machine');
    }
  );

  test('leaves further pages alone once several unrelated hosts failed alike', async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (host) => {
      asked.push(host);
      throw failing('ENOTFOUND');
    };
    const get = fetching(await up(), { resolve });
    for (let n = 0; n < 40; n += 1) expect((await get(`host${n}.example${n}.org`)).outcome).toBe('not-fetched');
    expect(asked.length).toBeLessThan(10);
  });

  test('is not shown by several hosts of one domain', async () => {
    const asked = new Set<string>();
    const resolve: Resolve = async (host) => {
      asked.add(host);
      throw failing('ENOTFOUND');
    };
    const get = fetching(await up(), { resolve });
    for (let n = 0; n < 5; n += 1) await get(`host${n}.example.org`);
    expect(asked.size).toBe(5);
  });

  test('ends when anything answers, and the same page asked again is then its own', async () => {
    let down = true;
    const server = await up();
    const resolve: Resolve = async (host) => {
      if (down || host === 'gone.example') throw failing('ENOTFOUND');
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const get = fetching(server, { resolve, allow: [`there.test:${server.port}`] });
    expect((await get('gone.example')).outcome).toBe('not-fetched');
    down = false;
    expect((await get('there.test')).outcome).toBe('ok');
    expect(await get('gone.example')).toMatchObject({ outcome: 'unresolved' });
  });
});

describe('while other hosts answer', () => {
  test('a name that does not resolve is E1', async () => {
    const get = fetching(await up(), { known: ['there.test'] });
    expect((await get('there.test')).outcome).toBe('ok');
    const gone = await get('gone.example');
    expect(gone).toMatchObject({ outcome: 'unresolved', note: 'the name does not resolve (ENOTFOUND)' });
    expect(isE1(gone.outcome, 'strict')).toBe(true);
  });

  test('a name that fails while no reference page answers is held until another host answered between two failures', async () => {
    const get = fetching(await up(), { known: ['there.test'], reach: reachability(async () => false) });
    expect((await get('there.test')).outcome).toBe('ok');
    expect((await get('gone.example')).outcome).toBe('not-fetched');
    expect((await get('there.test', '/2')).outcome).toBe('ok');
    expect((await get('gone.example')).outcome).toBe('unresolved');
  });

  test('a name that the resolver gives no answer for stays not fetched: that is never the page’s fault', async () => {
    const get = fetching(await up(), { known: ['there.test'], code: () => 'EAI_AGAIN' });
    const [there, open] = await Promise.all([get('there.test'), get('other.example')]);
    expect(there.outcome).toBe('ok');
    expect(open).toMatchObject({ outcome: 'not-fetched', status: null });
    expect(open.note).toContain('EAI_AGAIN');
  });

  test('a host that refuses connections is E1', async () => {
    const server = await up();
    const closed = await up();
    await closed.close();
    const fetch = pageFetcher({
      ...{ allow: [`there.test:${server.port}`, `shut.example:${closed.port}`], references: [], retryPausesMs: [1] },
      resolve: names(() => 'ENOTFOUND', ['there.test', 'shut.example'])
    });
    await fetch(`http://shut.example:${closed.port}/`, { signal: never });
    await fetch(`http://there.test:${server.port}/`, { signal: never });
    expect((await fetch(`http://shut.example:${closed.port}/`, { signal: never })).outcome).toBe('unresolved');
  });

  test('a reference page that answers is enough', async () => {
    const reach = reachability(async () => true);
    const get = fetching(await up(), { reach });
    expect((await get('gone.example')).outcome).toBe('unresolved');
  });
});

describe('a proxy of this network', () => {
  test.each([
    [407, {}, 'wants a sign-in'],
    [511, {}, 'wants a sign-in'],
    [503, { 'x-squid-error': 'ERR_DNS_FAIL 0' }, 'could not reach the server']
  ])('that answers %i in a page’s place leaves it not fetched', async (status, headers, words) => {
    const server = await serve((_, response) => response.writeHead(status, headers).end());
    const get = fetching(server, { known: ['there.test', 'other.example'] });
    for (const host of ['there.test', 'other.example']) {
      const page = await get(host);
      expect(page).toMatchObject({ outcome: 'not-fetched', status: null });
      expect(page.note).toContain(words);
    }
  });

  test('that answers 502 for every host leaves them not fetched; one host alone behind a good network has the error', async () => {
    const bad = await serve((_, response) => response.writeHead(502).end());
    const all = fetching(bad, { known: ['there.test', 'other.example'] });
    expect((await all('there.test')).outcome).toBe('not-fetched');
    expect((await all('other.example')).outcome).toBe('not-fetched');
    const alone = fetching(bad, { known: ['there.test'], reach: reachability(async () => true) });
    expect(await alone('there.test')).toMatchObject({ outcome: 'server-error', status: 502 });
  });
});

test('private addresses stay refused, whether or not anything answers', async () => {
  const server = await up();
  const fetch = pageFetcher({
    ...{ references: [], retryPausesMs: [1] },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }]
  });
  const page = await fetch('http://inside.example/', { signal: never });
  expect(page).toMatchObject({ outcome: 'not-allowed', note: expect.stringContaining('not a public one') });
  expect(server.connections()).toBe(0);
});

test.each([
  ['en.wikipedia.org', 'wikipedia.org'],
  ['www.bbc.co.uk', 'bbc.co.uk'],
  ['a.b.example.com.au', 'example.com.au'],
  ['t.co', 't.co'],
  ['localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]', '2001:db8::1']
])('%s is registered as %s', (host, domain) => expect(registrableDomain(host)).toBe(domain));

test('VOIRDIRE_REACH_CHECK names https pages, or off', () => {
  expect(parseReachCheck(undefined, ['https://a.example/'])).toEqual(['https://a.example/']);
  expect(parseReachCheck('off', ['https://a.example/'])).toEqual([]);
  expect(parseReachCheck('https://b.example/, https://c.example/x', [])).toEqual([
    'https://b.example/',
    'https://c.example/x'
  ]);
  expect(() => parseReachCheck('http://b.example/', [])).toThrow('VOIRDIRE_REACH_CHECK');
});
