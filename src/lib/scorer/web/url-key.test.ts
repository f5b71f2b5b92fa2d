import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageKey } from './url-key.ts';

test.each([
  ['https://A.example:443/x#part', 'https://a.example/x'],
  ['http://a.example:80', 'http://a.example/'],
  ['https://a.example/x#:~:text=word', 'https://a.example/x'],
  ['  https://a.example/x ', 'https://a.example/x']
])('%s is the page %s', (url, key) => {
  expect(pageKey(url)).toBe(key);
});

test.each([
  // One with a name or password is refused: it must not decide for the page without.
  ['https://user:secret@a.example/x', 'https://a.example/x'],
  ['https://openreview.net/forum?id=a', 'https://openreview.net/forum?id=b'],
  ['https://a.example/#!/x', 'https://a.example/#!/y'],
  ['https://a.example/#/x', 'https://a.example/#/y'],
  ['https://a.example/x', 'http://a.example/x'],
  ['https://a.example/x', 'https://a.example/X'],
  ['https://a.example/x', 'https://a.example:8443/x'],
  ['https://a.example/x', 'https://a.example/x?']
])('%s and %s are two pages', (one, other) => {
  expect(pageKey(one)).not.toBe(pageKey(other));
});

test('text that is no URL is its own key', () => {
  expect(pageKey(' www.a.example ')).toBe('www.a.example');
});

test('a key is its own key', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      expect(pageKey(pageKey(url))).toBe(pageKey(url));
    })
  );
});
