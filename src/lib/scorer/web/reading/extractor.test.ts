import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { extractor } from './extractor.ts';
import { watchThread } from '../../../../../tests/timing.ts';

const never = new AbortController().signal;
const html = (text: string): { bytes: Uint8Array; type: string; charset: null } => ({
  bytes: Buffer.from(text),
  type: 'text/html',
  charset: null
});
/** Markup whose nesting takes a parser many seconds. */
const tangled = html('<div>'.repeat(400_000));

test('bodies are read in threads, several after one another, and stay the caller’s', async () => {
  const read = extractor({ processes: 1 });
  const body = html('<p>Words');
  const all = await Promise.all([read(body, { signal: never }), read(body, { signal: never })]);
  expect(all).toEqual([1, 2].map(() => expect.objectContaining({ readable: true, text: 'Words' })));
  expect(Buffer.from(body.bytes).toString()).toBe('<p>Words');
});

test('markup that takes too long is given up, does not hold up this thread, and the next body is read', async () => {
  const read = extractor({ processes: 1, timeoutMs: 2_000 });
  await read(html('<p>warm'), { signal: never });
  const { longest } = watchThread();
  const next = () => read(html('<p>next'), { signal: never });
  const [bad, first] = await Promise.all([read(tangled, { signal: never }), next()]);
  expect(bad).toEqual({ readable: false, note: 'it could not be read within 2 seconds' });
  // On a busy machine two seconds may be too short for a few words as well.
  let good = first;
  while (isDeepStrictEqual(good, bad)) good = await next();
  expect(good).toMatchObject({ readable: true, text: 'next' });
  expect(longest()).toBeLessThan(500);
});

test('an abort rejects at once, also while a body is waiting or being read', async () => {
  // An abort leaves the process to its deadline.
  const read = extractor({ processes: 1, timeoutMs: 2_000 });
  const stop = new AbortController();
  const reading = read(tangled, { signal: stop.signal });
  const waiting = read(html('<p>x'), { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 100);
  await expect(reading).rejects.toThrow('stopped');
  await expect(waiting).rejects.toThrow('stopped');
  await expect(read(html('<p>x'), { signal: stop.signal })).rejects.toThrow('stopped');
});
