import { expect, it } from 'vitest';
import { directionOf, languageFor } from './languages.ts';

it.each([
  [null, null, 'en'],
  [null, '', 'en'],
  [null, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
  [null, 'zh', 'zh-Hans'],
  [null, 'zh-SG', 'zh-Hans'],
  [null, 'tlh,zh-CN;q=0.5,en;q=0.4', 'zh-Hans'],
  [null, 'en-GB,zh-CN;q=0.9', 'en'],
  [null, 'en;q=0.4, zh-CN;q=0.7', 'zh-Hans'],
  [null, 'zh-CN;q=0, en', 'en'],
  // Traditional characters are another script, of which there is no catalogue.
  [null, 'zh-TW,zh-HK', 'en'],
  [null, '*', 'en'],
  [null, ';;,,q=,\u0000,x-y-z;q=abc', 'en'],
  ['en', 'zh-CN', 'en'],
  ['zh-Hans', 'en', 'zh-Hans'],
  ['tlh', 'zh-CN', 'zh-Hans'],
  ['toString', null, 'en']
])('the choice %j before a browser that asks for %j is %s', (chosen, accept, expected) => {
  expect(languageFor(chosen, accept)).toBe(expected);
});

it('each language has its direction', () => {
  expect([directionOf('en'), directionOf('zh-Hans')]).toEqual(['ltr', 'ltr']);
});
