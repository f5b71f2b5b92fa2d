import { expect, test } from 'vitest';
import { textHash } from '../runs/fingerprint.ts';
import { utf8Bytes } from './utf8-bytes.ts';

const texts = [
  '',
  'heat',
  'Wärme',
  'heat – and cold',
  '热',
  '😀',
  'half \ud83d of one',
  '\udc00',
  'heat, '.repeat(9_000) + '—'
];

test.each(texts.map((text) => [text.slice(-20), text]))('the bytes of a text are those of its hash: %j', (_, text) => {
  expect(utf8Bytes(text)).toEqual(Buffer.from(text));
  expect(textHash(utf8Bytes(text))).toBe(textHash(text));
});
