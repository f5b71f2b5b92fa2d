import { expect, test } from 'vitest';
import { sourceKey, urlsIn } from './urls.ts';

test.each([
  ['See https://a.example/x.', 'https://a.example/x'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['https://a.example/x[12]', 'https://a.example/x'],
  ['<https://a.example/x?q=1&r=2#s>', 'https://a.example/x?q=1&r=2#s'],
  ['见https://a.example/x。更多', 'https://a.example/x'],
  ['**https://a.example/x**', 'https://a.example/x'],
  ['See “https://a.example/x” and', 'https://a.example/x'],
  ['«https://a.example/x», https://a.example/x…', 'https://a.example/x'],
  ['“A”, accessed May 1, [https://a.example/x](https://a.example/x)', 'https://a.example/x'],
  ['[https://a.example/x\\_y…](<https://a.example/x_y/z> "Title").', 'https://a.example/x_y/z'],
  ['https://a.example/x](<#top>)', 'https://a.example/x'],
  ["https://a.example/wiki/Moore's_law.", "https://a.example/wiki/Moore's_law"],
  ["'https://a.example/x', 'https://a.example/x'", 'https://a.example/x'],
  ["<a href='https://a.example/x'>https://a.example/x</a>", 'https://a.example/x'],
  ['url = {https://a.example/x}},', 'https://a.example/x'],
  ['https://a.example/{id}/x', 'https://a.example/{id}/x']
])('finds the URL in %s', (text, url) => {
  expect([...new Set(urlsIn(text))]).toEqual([url]);
});

test('finds no URL without a host', () => {
  expect(urlsIn('http:// and https:///x')).toEqual([]);
});

test('the same source has the same key', () => {
  const key = sourceKey('https://www.A.example/x/?utm_source=b&q=1');
  expect(sourceKey('http://a.example/x?q=1')).toBe(key);
  expect(sourceKey('http://a.example/x?q=2')).not.toBe(key);
  expect(sourceKey('http://a.example/X?q=1')).not.toBe(key);
  expect(sourceKey('http://a.example')).toBe('a.example');
});
