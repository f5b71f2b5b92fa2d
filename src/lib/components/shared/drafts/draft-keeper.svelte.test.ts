import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DraftKeeper } from './draft-keeper.svelte.ts';
import { dropDrafts, newestDraft, pageName } from './kept-drafts.ts';
import { setOutboxOwner } from './outbox-owner.ts';

interface Sent {
  note: string;
  basis: string;
  writers: string[];
}
let sent: Sent[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(Response.json({ basis: '/1' }));
  localStorage.clear();
  setOutboxOwner('first');
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)) as Sent);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setOutboxOwner('');
});

function keeper() {
  const told = { saved: vi.fn(), overtaken: vi.fn() };
  return { told, drafts: new DraftKeeper('/bench', (id, content) => ({ id, ...content }), told) };
}

it('keeps what is typed in the browser at once, and drops it there when the server has it', async () => {
  const { drafts, told } = keeper();
  drafts.changed('item', { note: 'typed' }, '/');
  expect(newestDraft('/bench/item')).toMatchObject({ content: { note: 'typed' }, basis: '/' });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(700);
  expect(sent).toEqual([{ id: 'item', note: 'typed', basis: '/', writers: [pageName] }]);
  expect(newestDraft('/bench/item')).toBeNull();
  expect(told.saved).toHaveBeenCalledWith('item', expect.objectContaining({ basis: '/' }), '/1');
});

it('sends again what the server did not take, and keeps it for the next page of the same person alone', async () => {
  answer = () => Promise.reject(new Error('offline'));
  const { drafts } = keeper();
  drafts.changed('item', { note: 'typed offline' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  expect(drafts.failing).toBe(true);
  expect(newestDraft('/bench/item')?.content).toEqual({ note: 'typed offline' });
  setOutboxOwner('second');
  expect(keeper().drafts.takeUp('item')).toBeNull();
  setOutboxOwner('first');
  expect(keeper().drafts.takeUp('item')?.content).toEqual({ note: 'typed offline' });

  answer = () => Promise.resolve(Response.json({ basis: '/2' }));
  await vi.advanceTimersByTimeAsync(3100);
  expect(sent.map(({ note }) => note)).toEqual(['typed offline', 'typed offline']);
  expect(drafts.failing).toBe(false);
  expect(newestDraft('/bench/item')).toBeNull();
});

it('does not drop words that were typed while older ones were on their way', async () => {
  let arrive = (): void => undefined;
  answer = () => new Promise((done) => (arrive = () => done(Response.json({ basis: '/1' }))));
  const { drafts } = keeper();
  drafts.changed('item', { note: 'old' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  drafts.changed('item', { note: 'old and new' }, '/');
  arrive();
  await vi.advanceTimersByTimeAsync(1);
  expect(newestDraft('/bench/item')?.content).toEqual({ note: 'old and new' });
});

it('keeps both if another tab was first, and tells what stands', async () => {
  answer = () => Promise.resolve(Response.json({ stands: { note: 'theirs' } }, { status: 409 }));
  const { drafts, told } = keeper();
  drafts.changed('item', { note: 'mine' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  expect(told.overtaken).toHaveBeenCalledWith('item', expect.objectContaining({ basis: '/' }), { note: 'theirs' });
  expect(newestDraft('/bench/item')?.content).toEqual({ note: 'mine' });
  dropDrafts('/bench/item', { writers: ['another page'], at: Date.now() });
  expect(newestDraft('/bench/item')).not.toBeNull();
  drafts.drop('item');
  expect(newestDraft('/bench/item')).toBeNull();
});

it('reads the answer of a server that fails, so that its connection is free for the next', async () => {
  const failed = [500, 429, 401].map((status) => Response.json({ message: 'Something went wrong.' }, { status }));
  const left = [...failed];
  answer = () => Promise.resolve(left.shift() ?? Response.json({ basis: '/1' }));
  const { drafts } = keeper();
  drafts.changed('item', { note: 'typed' }, '/');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sent).toHaveLength(4);
  expect(failed.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true, true]);
});

it('forgets what was committed although the clock was set back since it was typed', () => {
  const { drafts } = keeper();
  vi.setSystemTime(2_000_000);
  drafts.changed('item', { note: 'typed' }, '/');
  vi.setSystemTime(1_000_000);
  drafts.drop('item');
  expect(newestDraft('/bench/item')).toBeNull();
});

it('gives up a draft that gets no answer, and sends it again', async () => {
  const ends = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ends.signal);
  answer = () =>
    new Promise((_, reject) => ends.signal.addEventListener('abort', () => reject(new Error('No answer.'))));
  const { drafts } = keeper();
  drafts.changed('item', { note: 'typed' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  ends.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(AbortSignal.timeout).toHaveBeenCalledOnce();
  expect(drafts.failing).toBe(true);
  answer = () => Promise.resolve(Response.json({ basis: '/1' }));
  await vi.advanceTimersByTimeAsync(3100);
  expect(drafts.failing).toBe(false);
  vi.restoreAllMocks();
});

it('says why the server refuses a draft, and not that it is saved, until it takes one', async () => {
  const { drafts } = keeper();
  drafts.changed('item', { note: 'type' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  expect(drafts.savedAt).not.toBeNull();
  answer = () => Promise.resolve(Response.json({ message: 'The work is another person’s by now.' }, { status: 409 }));
  drafts.changed('item', { note: 'typed' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  expect(drafts.refused).toBe('The work is another person’s by now.');
  expect(drafts.savedAt).toBeNull();
  expect(newestDraft('/bench/item')?.content).toEqual({ note: 'typed' });
  answer = () => Promise.resolve(Response.json({ basis: '/1' }));
  drafts.changed('other', { note: 'typed' }, '/');
  await vi.advanceTimersByTimeAsync(700);
  expect(drafts.refused).toBe('');
});
