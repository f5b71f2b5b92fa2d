import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outbox } from './outbox.svelte.ts';

const sent: string[] = [];
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url);
    return Promise.resolve(new Response('{}', { status: 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const message = (url: string) => ({ url, body: { idempotencyKey: url } });

it('sends what is committed in the very turn in which the page starts', async () => {
  const outbox = new Outbox();
  outbox.start();
  outbox.send(message('/first'));
  expect(await outbox.flush()).toBe(true);
  expect(sent).toEqual(['/first']);
  expect(localStorage).toHaveLength(0);
});

it('sends what is committed while the last answer arrives', async () => {
  const outbox = new Outbox();
  outbox.start((_, answer) => answer && sent.length === 1 && outbox.send(message('/second')));
  outbox.send(message('/first'));
  await outbox.flush();
  await outbox.flush();
  expect(sent).toEqual(['/first', '/second']);
});
