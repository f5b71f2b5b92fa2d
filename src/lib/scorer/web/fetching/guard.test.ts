import fc from 'fast-check';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Page } from '../../page.ts';
import { pageFetcher } from './fetcher.ts';
import { guardFor, type Guard } from './guard.ts';
import { html, loopback, type Loopback } from '../loopback.fixture.ts';
import { alwaysReachable } from '../site.fixture.ts';
import { pageKey } from '../url-key.ts';
import { request, type Address, type Resolve } from './request.ts';

const signal = new AbortController().signal;
let inside: Loopback;
beforeEach(async () => {
  inside = await loopback((_, response) => html(response, '<p>Secret'));
});
afterEach(() => inside.close());

const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 }));

const fetchWith = (options: Parameters<typeof pageFetcher>[0]): ((url: string) => Promise<Page>) => {
  const fetch = pageFetcher({ retryPausesMs: [5], reach: alwaysReachable, ...options });
  return (url) => fetch(url, { signal });
};

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  'fe80::1%lo',
  '64:ff9b::7f00:1',
  '2002:7f00:1::'
])('nothing is sent to a name that stands for %s', async (address) => {
  const page = await fetchWith({ resolve: to(address) })('http://public.example/');
  const note = 'its address is not a public one; nothing was sent to it';
  expect(page).toMatchObject({ outcome: 'not-allowed', note, status: null, text: null });
  expect(inside.connections()).toBe(0);
});

test('nothing is sent to a private address, however the URL writes it', async () => {
  const get = fetchWith({ resolve: to('127.0.0.1') });
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    '0',
    'localhost',
    'LOCALHOST.'
  ];
  const note = 'its address is not a public one; nothing was sent to it';
  for (const host of hosts) {
    expect((await get(`http://${host}:${inside.port}/`)).outcome).toBe('not-allowed');
    expect(await get(`http://${host}/`)).toMatchObject({ outcome: 'not-allowed', note });
  }
  expect((await get(`http://[fe80::1%25lo]:${inside.port}/`)).outcome).toBe('unresolved');
  expect(inside.connections()).toBe(0);
});

test.each([
  'file:///etc/passwd',
  'ftp://a.example/x',
  'data:text/html,x',
  'javascript:alert(1)',
  'http://a.example:22/',
  'http://a.example:25/',
  'http://a.example:8080/',
  'https://a.example:8443/',
  'http://a.example:65535/',
  'http://name@a.example/',
  'https://name:secret@a.example/',
  'https://:secret@a.example/',
  'https://bank.example%40@a.example/'
])('%s is not fetched, nor looked up', async (url) => {
  let looked = 0;
  const resolve: Resolve = async () => {
    looked += 1;
    return [];
  };
  expect((await fetchWith({ resolve })(url)).outcome).toBe('not-allowed');
  expect(looked).toBe(0);
});

test('ports 80 and 443 are asked without being listed, other ports only if they are listed', async () => {
  const guard = guardFor(['a.example:8080']);
  const refusal = (url: string): string | null => guard.refusal(new URL(url));
  for (const url of ['http://a.example/', 'https://a.example/', 'http://a.example:443/', 'https://a.example:80/'])
    expect(refusal(url)).toBeNull();
  expect(refusal('http://a.example:8080/')).toBeNull();
  expect(refusal('http://b.example:8080/')).toBe('port 8080 is neither 80 nor 443');
  expect(refusal('http://name:secret@a.example:8080/')).toBe(
    'its address holds a name or password, which are not sent'
  );
});

test('a URL with a name or password is refused wherever it comes from, and its password is in no answer', async () => {
  const outside = await loopback((_, response) => {
    response.writeHead(302, { location: `http://name:secret@127.0.0.1:${outside.port}/in` }).end();
  });
  const get = fetchWith({ allow: [outside.hostPort] });
  const page = await get(outside.origin);
  expect(page).toMatchObject({ outcome: 'not-allowed', note: expect.stringContaining('it redirects to') });
  expect(JSON.stringify(page)).not.toContain('secret');
  expect((await get(`http://name:secret@${outside.hostPort}/`)).outcome).toBe('not-allowed');
  expect(outside.asked).toHaveLength(1);
  expect(pageKey(`http://name:secret@${outside.hostPort}/`)).not.toBe(pageKey(`${outside.origin}/`));
  await outside.close();
});

test('an allowed server cannot send us on to a private one, nor to another port of its own', async () => {
  const outside = await loopback((_, response) => {
    response.writeHead(302, { location: target }).end();
  });
  let target = '';
  const get = fetchWith({ allow: [outside.hostPort], resolve: to('127.0.0.1') });
  for (target of [
    `http://127.0.0.1:${inside.port}/`,
    `//127.0.0.1:${inside.port}`,
    `http://public.example:${inside.port}/`,
    'http://169.254.169.254/latest/meta-data/'
  ])
    expect(await get(outside.origin)).toMatchObject({
      outcome: 'not-allowed',
      note: expect.stringContaining('it redirects to'),
      finalUrl: expect.any(String)
    });
  expect(inside.connections()).toBe(0);
  await outside.close();
});

test('a name that is looked up anew is checked anew: public at first does not help', async () => {
  let looked = 0;
  // The first answer leads to an allowed server by its listed name; the same name then stands for a private address.
  const outside = await loopback((_, response) => {
    response.writeHead(302, { location: 'http://rebind.example/' }).end();
  });
  const resolve: Resolve = async () => {
    looked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const get = fetchWith({ allow: [`rebind.example:${outside.port}`], resolve });
  expect((await get(`http://rebind.example:${outside.port}/`)).outcome).toBe('not-allowed');
  expect(outside.asked).toHaveLength(1);
  expect(looked).toBe(2);
  expect(inside.connections()).toBe(0);
  await outside.close();
});

test('there is one lookup for a connection, and only what it allowed is connected to', async () => {
  const seen: string[] = [];
  const guard: Guard = {
    refusal: () => null,
    mayConnect: (_, address) => {
      seen.push(address);
      return address === '127.0.0.1';
    }
  };
  let looked = 0;
  const answers: Address[][] = [
    [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 }
    ],
    [{ address: '::1', family: 6 }]
  ];
  const resolve: Resolve = async () => answers[looked++] ?? [];
  const url = new URL(`http://rebind.example:${inside.port}/`);
  const answer = await request(url, { guard, resolve, userAgent: 'x' }, signal);
  expect(answer.socket.remoteAddress).toBe('127.0.0.1');
  answer.destroy();
  // Looked up as ::1 and 127.0.0.1, and once more as it was connected.
  expect(seen).toEqual(['::1', '127.0.0.1', '127.0.0.1']);
  expect(looked).toBe(1);
  await expect(request(url, { guard, resolve, userAgent: 'x' }, signal)).rejects.toMatchObject({
    outcome: 'not-allowed'
  });
  expect(inside.asked).toHaveLength(1);
});

test('a connection that ends up elsewhere than was looked up gets nothing sent', async () => {
  let asked = 0;
  const guard: Guard = { refusal: () => null, mayConnect: () => (asked += 1) === 1 };
  const url = new URL(`http://rebind.example:${inside.port}/`);
  const sent = request(url, { guard, resolve: to('127.0.0.1'), userAgent: 'x' }, signal);
  await expect(sent).rejects.toMatchObject({ outcome: 'not-allowed' });
  expect(inside.asked).toHaveLength(0);
});

test('no URL makes the fetcher reject or reach inside', async () => {
  const get = fetchWith({ resolve: to('127.0.0.1'), maxHops: 0 });
  const port = String(inside.port);
  const url = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc
      .tuple(
        fc.constantFrom('http:', 'https:', 'HTTP:', 'ws:'),
        fc.constantFrom('//', '/', '\\\\'),
        fc.constantFrom('127.0.0.1', '[::1]', 'a.example', 'u:p@127.0.0.1', '0'),
        fc.constantFrom(`:${port}`, ''),
        fc.string()
      )
      .map((parts) => parts.join(''))
  );
  await fc.assert(
    fc.asyncProperty(url, async (text) => {
      expect(['not-allowed', 'unresolved']).toContain((await get(text)).outcome);
    }),
    { numRuns: 200 }
  );
  expect(inside.connections()).toBe(0);
});

test('a name that does not resolve, and a server that refuses, are unresolved and say so', async () => {
  const missing: Resolve = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  expect(await fetchWith({ resolve: missing })('http://gone.example/')).toMatchObject({
    outcome: 'unresolved',
    note: 'the name does not resolve (ENOTFOUND)'
  });
  expect((await fetchWith({ resolve: to() })('http://gone.example/')).outcome).toBe('unresolved');
  const { hostPort, origin } = inside;
  await inside.close();
  expect(await fetchWith({ allow: [hostPort] })(origin)).toMatchObject({
    outcome: 'unresolved',
    note: 'the server refuses connections (ECONNREFUSED)'
  });
  expect(await fetchWith({})('no address')).toMatchObject({ outcome: 'unresolved', note: 'it is not a valid address' });
});

test('a failed lookup that may pass is tried once more', async () => {
  let looked = 0;
  const resolve: Resolve = async () => {
    looked += 1;
    if (looked === 1) throw Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' });
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const page = await fetchWith({ resolve, allow: [`a.example:${inside.port}`] })(`http://a.example:${inside.port}/`);
  expect(page).toMatchObject({ outcome: 'ok', text: 'Secret' });
});

test('what does not speak HTTP is unresolved', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const page = await fetchWith({ allow: [`127.0.0.1:${port}`] })(`http://127.0.0.1:${port}/`);
  expect(page).toMatchObject({ outcome: 'unresolved', note: expect.stringContaining('does not answer in HTTP') });
  server.close();
});
