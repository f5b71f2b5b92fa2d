import { describe, expect, test } from 'vitest';
import { textHash } from '../../runs/fingerprint.ts';
import { html } from '../loopback.fixture.ts';
import { site } from '../site.fixture.ts';

test('a page comes with its text, title, hash and time', async () => {
  const { get, server } = await site((_, response) => html(response, '<title>T</title><p>Words'), { now: () => 77 });
  expect(await get('/a?id=1&x=%20#part')).toEqual({
    url: `${server.origin}/a?id=1&x=%20#part`,
    outcome: 'ok',
    note: '200 OK',
    status: 200,
    finalUrl: null,
    title: 'T',
    text: 'Words',
    contentHash: textHash('Words'),
    origin: 'fetched',
    at: 77
  });
  expect(server.asked[0]?.url).toBe('/a?id=1&x=%20');
});

test('no cookies and no credentials are sent, and each request has a connection of its own', async () => {
  const { server, get } = await site((request, response) => {
    if (request.url === '/1') {
      response.writeHead(302, { location: '/2', 'set-cookie': 'a=1; Path=/' }).end();
    } else html(response, '<p>x');
  });
  await get('/1');
  await get('/3');
  for (const { headers } of server.asked) {
    expect(Object.keys(headers)).not.toContain('cookie');
    expect(Object.keys(headers)).not.toContain('authorization');
    expect(headers.host).toBe(server.hostPort);
  }
  expect(server.asked.map(({ url }) => url)).toEqual(['/1', '/2', '/3']);
  expect(server.connections()).toBe(3);
});

describe('statuses', () => {
  test.each([
    [404, 'not-found', '404 Not Found'],
    [410, 'not-found', '410 Gone'],
    [401, 'needs-sign-in', '401 Unauthorized'],
    [403, 'blocked', '403 Forbidden'],
    [451, 'blocked', '451 Unavailable For Legal Reasons'],
    [406, 'blocked', '406 Not Acceptable'],
    [999, 'blocked', '999'],
    [408, 'timed-out', '408 Request Timeout'],
    [429, 'rate-limited', '429 Too Many Requests'],
    [501, 'server-error', '501 Not Implemented'],
    [302, 'redirects', '302 Found; it does not say where to'],
    [204, 'unreadable', '204 No Content; it is empty']
  ])('%i is %s, asked once', async (status, outcome, note) => {
    const { get, server } = await site((_, response) => response.writeHead(status).end());
    expect(await get('/')).toMatchObject({ outcome, note, status, text: null, contentHash: null });
    expect(server.asked).toHaveLength(1);
  });

  test('an error of the server is asked for again, and its success counts', async () => {
    let tries = 0;
    const { get } = await site((_, response) => {
      tries += 1;
      if (tries < 3) response.writeHead(500).end();
      else html(response, '<p>Back');
    });
    expect(await get('/')).toMatchObject({ outcome: 'ok', text: 'Back' });
  });

  test('an error of the server that stays is one after three tries', async () => {
    const { get, server } = await site((_, response) => response.writeHead(502).end());
    expect(await get('/')).toMatchObject({ outcome: 'server-error', note: '502 Bad Gateway', status: 502 });
    expect(server.asked).toHaveLength(3);
  });

  test('a short Retry-After is waited for, once after 429; a long pause is not, nor one that takes most of the time', async () => {
    let tries = 0;
    const { get } = await site((_, response) => {
      tries += 1;
      if (tries === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else html(response, '<p>Now');
    });
    const begun = performance.now();
    expect(await get('/')).toMatchObject({ outcome: 'ok', text: 'Now' });
    expect(performance.now() - begun).toBeGreaterThan(950);

    const busy = await site((_, response) => response.writeHead(429, { 'retry-after': '0' }).end());
    expect((await busy.get('/')).outcome).toBe('rate-limited');
    expect(busy.server.asked).toHaveLength(2);

    const slow = await site((_, response) => response.writeHead(500).end(), {
      retryPausesMs: [54_000],
      timeoutMs: 60_000
    });
    expect((await slow.get('/')).outcome).toBe('server-error');
    expect(slow.server.asked).toHaveLength(1);

    const later = await site((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end());
    expect((await later.get('/')).outcome).toBe('server-error');
    expect(later.server.asked).toHaveLength(1);
  });
});

describe('walls', () => {
  const check = '<title>Just a moment...</title><p>Verify you are human.';

  test('a robot check is blocked, with 200, with 503 or by its head', async () => {
    const { get } = await site((request, response) => {
      if (request.url === '/head') response.writeHead(403, { 'cf-mitigated': 'challenge' }).end();
      else response.writeHead(request.url === '/503' ? 503 : 200, { 'content-type': 'text/html' }).end(check);
    });
    for (const path of ['/', '/503', '/head'])
      expect(await get(path)).toMatchObject({ outcome: 'blocked', text: null, contentHash: null });
  });

  test('a page that asks for a password or redirects to do so needs sign-in', async () => {
    const { get } = await site((request, response) => {
      if (request.url === '/paper') response.writeHead(302, { location: '/login?back=/paper' }).end();
      else html(response, '<title>Members</title><form>Name <input name="n"> Password <input type="password"></form>');
    });
    expect(await get('/')).toMatchObject({ outcome: 'needs-sign-in', note: '200 OK; it shows only a sign-in form' });
    expect(await get('/paper')).toMatchObject({
      outcome: 'needs-sign-in',
      finalUrl: expect.stringContaining('/login')
    });
  });

  test('a page that only scripts fill, and one that only forwards, is unreadable', async () => {
    const { get, server } = await site((request, response) =>
      html(
        response,
        request.url === '/app'
          ? '<div id="root"></div><p>You need to enable JavaScript to run this app.'
          : '<meta http-equiv="refresh" content="0;url=/elsewhere">'
      )
    );
    expect((await get('/app')).outcome).toBe('unreadable');
    expect(await get('/forward')).toMatchObject({ outcome: 'unreadable', note: expect.stringContaining('forwards') });
    expect(server.asked.map(({ url }) => url)).not.toContain('/elsewhere');
  });
});

describe('a soft 404', () => {
  test('is told from a page, with 200 and the reason', async () => {
    const { get } = await site((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/errors/404.html' }).end();
      else if (request.url === '/articles/12') response.writeHead(301, { location: '/' }).end();
      else if (request.url === '/') html(response, `<title>Lab</title><p>${'What we found this week. '.repeat(90)}`);
      else if (request.url === '/errors/404.html') html(response, '<title>Lab</title><p>Try the search.');
      else html(response, '<title>Page not found | Lab</title><h1>Oops</h1><p>We looked everywhere.');
    });
    expect(await get('/gone')).toMatchObject({
      outcome: 'soft-404',
      note: '200 OK; it says that there is no such page: “Page not found | Lab”',
      status: 200,
      text: null,
      contentHash: null
    });
    expect(await get('/moved')).toMatchObject({
      outcome: 'soft-404',
      note: expect.stringContaining('/errors/404.html')
    });
    expect(await get('/articles/12')).toMatchObject({
      outcome: 'soft-404',
      note: expect.stringMatching(
        /^200 OK; it leads to the home page of \S+, not to a page of its own: \/articles\/12$/
      )
    });
    expect(await get('/')).toMatchObject({ outcome: 'ok' });
  });
});

describe('redirects', () => {
  test('up to five are followed, relative or absolute, with non-Latin addresses', async () => {
    const { get, server } = await site((request, response) => {
      const to: Record<string, string> = { '/a/1': '2', '/a/2': '/3', '/3': '?q=1', '/3?q=1': '/%E6%B0%A2' };
      const { url = '' } = request;
      const next = to[url];
      if (next) response.writeHead(302, { location: next }).end();
      else if (url === '/%E6%B0%A2')
        response.writeHead(308, { location: Buffer.from('/能#x').toString('latin1') }).end();
      else html(response, `<p>${url}`);
    });
    expect(await get('/a/1')).toMatchObject({
      outcome: 'ok',
      text: '/%E8%83%BD',
      finalUrl: `${server.origin}/%E8%83%BD`
    });
  });

  test('a sixth is not', async () => {
    const { get, server } = await site((request, response) =>
      response.writeHead(301, { location: `/${Number(request.url?.slice(1)) + 1}` }).end()
    );
    expect(await get('/0')).toMatchObject({ outcome: 'redirects', note: 'it redirects more than 5 times' });
    expect(server.asked).toHaveLength(6);
  });

  test('a circle is seen at once, and one that waits for a cookie keeps us out', async () => {
    const { get, server } = await site((request, response) => {
      const cookie = request.url?.startsWith('/cookie') ? { 'set-cookie': 'a=1' } : {};
      response
        .writeHead(302, {
          location: request.url === '/a' ? '/b' : request.url === '/b' ? '/a' : request.url,
          ...cookie
        })
        .end();
    });
    expect(await get('/a')).toMatchObject({ outcome: 'redirects', note: 'it redirects in a circle' });
    expect(server.asked).toHaveLength(2);
    expect((await get('/self')).outcome).toBe('redirects');
    expect((await get('/cookie')).outcome).toBe('blocked');
  });

  test('to another scheme lead nowhere', async () => {
    const { get } = await site((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
    expect(await get('/')).toMatchObject({ outcome: 'not-allowed', finalUrl: 'file:///etc/passwd' });
  });
});
