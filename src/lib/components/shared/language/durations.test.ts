import { expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { durationsIn } from './durations.ts';

it('durations are in seconds, minutes or hours, in the language of the page', () => {
  const english = durationsIn(messagesIn('en', 'durations'));
  const seconds = [null, undefined, 0, 48.4, 59.6, 185, 3599.6, 4320, 7199];
  expect(seconds.map(english)).toEqual([
    '–',
    '–',
    '0 s',
    '48 s',
    '1 min',
    '3 min 5 s',
    '1 h 0 min',
    '1 h 12 min',
    '2 h 0 min'
  ]);
  const chinese = durationsIn(messagesIn('zh-Hans', 'durations'));
  expect([null, 48, 60, 185, 4320].map(chinese)).toEqual(['–', '48 秒', '1 分钟', '3 分 5 秒', '1 小时 12 分钟']);
});
