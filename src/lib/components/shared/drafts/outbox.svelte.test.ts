import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setOutboxOwner } from './outbox-owner.ts';
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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

it('keeps what one person wrote until that person is back: another one neither sends nor discards it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  setOutboxOwner('first');
  const written = new Outbox();
  written.start();
  written.send(message('/of-the-first'));
  expect(await written.flush()).toBe(false);
  written.stop();

  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push(`${(init.headers as Record<string, string>)['x-outbox']} ${url}`);
    return Promise.resolve(new Response('{}', { status: 200 }));
  });
  setOutboxOwner('second');
  const other = new Outbox();
  other.start();
  await other.flush();
  expect(sent).toEqual([]);

  setOutboxOwner('first');
  const back = new Outbox();
  back.start();
  await back.flush();
  expect(sent).toEqual(['first /of-the-first']);
  setOutboxOwner('');
});

it('reads the answer of a server that fails, so that its connection is free for the next', async () => {
  for (const status of [500, 503, 429, 401]) {
    const failed = Response.json({ message: 'Something went wrong on our side.' }, { status });
    vi.stubGlobal('fetch', () => Promise.resolve(failed));
    const outbox = new Outbox();
    outbox.start();
    outbox.send(message(`/answered-with-${status}`));
    expect(await outbox.flush()).toBe(false);
    outbox.stop();
    expect(failed.bodyUsed, `${status}`).toBe(true);
  }
});

it('gives up a request that gets no answer, says so, and asks again', async () => {
  const ends = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ends.signal);
  const answers = fetch;
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('No answer came.'))))
  );
  const outbox = new Outbox();
  outbox.start();
  outbox.send(message('/held'));
  const taken = outbox.flush();
  await Promise.resolve();
  expect(AbortSignal.timeout).toHaveBeenCalledOnce();
  ends.abort();
  expect(await taken).toBe(false);
  expect(outbox.silentSince).not.toBeNull();
  vi.stubGlobal('fetch', answers);
  expect(await outbox.flush()).toBe(true);
  expect(outbox).toMatchObject({ silentSince: null, waiting: [] });
  expect(sent).toEqual(['/held']);
});

it('sends everything although the browser has no room to keep it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const outbox = new Outbox();
  outbox.start();
  for (const url of ['/first', '/second']) outbox.send(message(url));
  expect(await outbox.flush()).toBe(true);
  expect(sent).toEqual(['/first', '/second']);
});

it.each<[string, () => Storage | null]>([
  [
    'refuses to store anything',
    () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    }
  ],
  ['has no storage', () => null]
])('sends everything in a browser that %s', async (_, get) => {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
  Object.defineProperty(window, 'localStorage', { get, configurable: true });
  try {
    // The script that every page runs before all others.
    const html = readFileSync(join(import.meta.dirname, '../../../../app.html'), 'utf8');
    (0, eval)(/<script nonce[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!);
    const outbox = new Outbox();
    outbox.start();
    outbox.send(message('/first'));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual(['/first']);
  } finally {
    Object.defineProperty(window, 'localStorage', own);
  }
});
