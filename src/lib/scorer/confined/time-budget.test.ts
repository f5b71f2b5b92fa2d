import { describe, expect, test } from 'vitest';
import { pageFetcher } from '../web/fetching/fetcher.ts';
import { alwaysReachable } from '../web/site.fixture.ts';
import { site, never, serve } from '../web/site.fixture.ts';
import { atMost } from '../../../../tests/timing.ts';

describe('time', () => {
  test('a server that never answers, drips or sends half a head is timed out', async () => {
    const drips = new Set<NodeJS.Timeout>();
    const { get } = await site(
      (request, response) => {
        if (request.url === '/never') return;
        if (request.url === '/half') return void request.socket.write('HTTP/1.1 200 OK\r\nContent-Ty');
        response.writeHead(200, { 'content-type': 'text/plain' });
        const drip = setInterval(() => response.write('x'), 20);
        drips.add(drip);
        response.on('close', () => clearInterval(drip));
      },
      { timeoutMs: 300 }
    );
    const begun = performance.now();
    const pages = await Promise.all(['/never', '/half', '/drip'].map((path) => get(path)));
    for (const drip of drips) clearInterval(drip);
    expect(pages.map(({ outcome }) => outcome)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    expect(performance.now() - begun).toBeLessThan(atMost(3_000));
  });

  test('covers a name lookup that never ends', async () => {
    const fetch = pageFetcher({
      ...{ timeoutMs: 100, resolve: () => new Promise(() => undefined), reach: alwaysReachable }
    });
    expect(await fetch('http://slow.example/', { signal: never })).toMatchObject({
      outcome: 'timed-out',
      note: 'no complete answer within 1 second'
    });
  });

  test('is one allowance for all hops of a page', async () => {
    const { get, server } = await site(
      (request, response) => {
        setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 150);
      },
      { timeoutMs: 400 }
    );
    expect((await get('/')).outcome).toBe('timed-out');
    expect(server.asked.length).toBeLessThanOrEqual(3);
  });

  test('spent waiting for a turn does not count, and no host gets more requests at once than its share', async () => {
    let now = 0;
    let most = 0;
    const { get } = await site(
      (_, response) => {
        most = Math.max(most, (now += 1));
        setTimeout(() => {
          now -= 1;
          response.writeHead(404).end();
        }, 200);
      },
      { timeoutMs: 2_500, perHost: 2, total: 8 }
    );
    const pages = await Promise.all(Array.from({ length: 30 }, (_, n) => get(`/${n}`)));
    expect(new Set(pages.map(({ outcome }) => outcome))).toEqual(new Set(['not-found']));
    expect(most).toBe(2);
  });

  test('an abort rejects with its reason and closes the connection', async () => {
    const stop = new AbortController();
    const server = await serve(() => setTimeout(() => stop.abort(new Error('stopped')), 20));
    const fetch = pageFetcher({ allow: [server.hostPort] });
    await expect(fetch(server.origin, { signal: stop.signal })).rejects.toThrow('stopped');
    await expect(fetch(server.origin, { signal: stop.signal })).rejects.toThrow('stopped');
    expect(server.asked).toHaveLength(1);
  });
});
