import { expect, test } from 'vitest';
import { isRefusal } from '../../../errors.ts';
import { hostPort, parseFetchAllow } from './allow-list.ts';
import { guardFor } from './guard.ts';

test('entries are separated by commas, spaces or lines, once each', () => {
  expect(parseFetchAllow('wiki.example:8080, 127.0.0.1:4000\n[::1]:4000 Wiki.example:8080')).toEqual([
    'wiki.example:8080',
    '127.0.0.1:4000',
    '[::1]:4000'
  ]);
});

test('nothing given allows nothing', () => {
  expect([parseFetchAllow(undefined), parseFetchAllow(''), parseFetchAllow(' , ')]).toEqual([[], [], []]);
});

test.each([
  'wiki.example',
  'wiki.example:',
  ':8080',
  '*:80',
  '*.example:80',
  'wiki.example:*',
  'wiki.example:0',
  'wiki.example:65536',
  'wiki.example:080',
  'http://wiki.example:80',
  'wiki.example:80/path',
  'user@wiki.example:80',
  '10.0.0.0/8:80',
  '127.1:80',
  '0x7f000001:80',
  '::1:80',
  '[::0001]:80',
  '[::1',
  'a b:80'
])('%s is refused by name', (entry) => {
  let caught: unknown;
  try {
    parseFetchAllow(`good.example:80,${entry}`);
  } catch (error) {
    caught = error;
  }
  expect(isRefusal(caught) && caught.code).toBe('invalid-input');
  expect(String(caught)).toContain('VOIRDIRE_FETCH_ALLOW');
});

test('the default port of a scheme is written out', () => {
  expect(hostPort(new URL('http://a.example/'))).toBe('a.example:80');
  expect(hostPort(new URL('https://a.example/'))).toBe('a.example:443');
  expect(hostPort(new URL('https://[::1]:8443/'))).toBe('[::1]:8443');
});

test('an entry opens that host and port and no other', () => {
  const guard = guardFor(['intranet.example:8080', '127.0.0.1:25']);
  const may = (url: string, address: string): boolean =>
    guard.refusal(new URL(url)) === null && guard.mayConnect(new URL(url), address);
  expect(may('http://intranet.example:8080/x', '10.0.0.5')).toBe(true);
  expect(may('http://127.0.0.1:25/', '127.0.0.1')).toBe(true);
  expect(may('http://intranet.example/x', '10.0.0.5')).toBe(false);
  expect(may('http://intranet.example:8081/', '10.0.0.5')).toBe(false);
  expect(may('http://intranet.example.:8080/', '10.0.0.5')).toBe(false);
  expect(may('http://a.intranet.example:8080/', '10.0.0.5')).toBe(false);
  expect(may('http://other.example:25/', '93.184.216.34')).toBe(false);
  expect(may('http://other.example:8080/', '93.184.216.34')).toBe(false);
  expect(may('http://other.example:443/', '93.184.216.34')).toBe(true);
});
