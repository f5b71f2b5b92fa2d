import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../page.ts';
import { selfSigned } from '../certificate.fixture.ts';
import { pageFetcher } from './fetcher.ts';
import { html, listen, loopback } from '../loopback.fixture.ts';
import { failsClaims, isE1 } from '../outcomes.ts';
import { alwaysReachable } from '../site.fixture.ts';

const signal = new AbortController().signal;
const before = getCACertificates('default');
const good = selfSigned('good.example');
const expired = selfSigned('expired.example', [-30, -1]);
const early = selfSigned('early.example', [1, 30]);
const servers: { close(): unknown }[] = [];
const ports: Record<string, number> = {};

beforeAll(async () => {
  const named = { good, expired, early, unknown: selfSigned('unknown.example') };
  for (const [name, certificate] of Object.entries(named)) {
    const server = createServer(certificate, (_, response) => html(response, '<p>Safe'));
    servers.push(server);
    ports[name] = await listen(server);
  }
  // Known signers, so that only what is under test is wrong with a certificate.
  setDefaultCACertificates([good.cert, expired.cert, early.cert]);
});
afterAll(() => {
  setDefaultCACertificates(before);
  for (const server of servers) server.close();
});

const get = (host: string, port: number, scheme = 'https'): Promise<Page> => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const fetch = pageFetcher({ allow: [`${host}:${port}`], resolve, retryPausesMs: [5], reach: alwaysReachable });
  return fetch(`${scheme}://${host}:${port}/`, { signal });
};

test('a page with a sound certificate is read', async () => {
  expect(await get('good.example', ports.good!)).toMatchObject({ outcome: 'ok', text: 'Safe' });
});

test.each([
  ['expired', 'expired.example', 'expired', 'its certificate has expired (CERT_HAS_EXPIRED)'],
  ['of tomorrow', 'early.example', 'early', 'its certificate is not valid yet (CERT_NOT_YET_VALID)'],
  [
    'self-signed',
    'unknown.example',
    'unknown',
    'its certificate is signed by an unknown authority (DEPTH_ZERO_SELF_SIGNED_CERT)'
  ],
  ['for another host', 'other.example', 'good', 'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)']
])('a certificate that is %s makes the page insecure, with the reason', async (_, host, server, note) => {
  expect(await get(host, ports[server]!)).toMatchObject({ outcome: 'insecure', note, status: null, text: null });
});

test('a server that speaks no TLS is insecure, and one that speaks only TLS breaks plain HTTP off', async () => {
  const plain = await loopback((_, response) => html(response, '<p>x'));
  expect(await get('127.0.0.1', plain.port)).toMatchObject({
    outcome: 'insecure',
    note: expect.stringContaining('no secure connection')
  });
  await plain.close();
  expect(await get('good.example', ports.good!, 'http')).toMatchObject({ outcome: 'reset' });
});

test('an insecure page counts in both readings of E1 and against its claims, as when it was called unresolved', () => {
  expect([isE1('insecure', 'strict'), isE1('insecure', 'paper'), failsClaims('insecure')]).toEqual([true, true, true]);
});
