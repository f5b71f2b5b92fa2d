import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../../tests/page-words.ts';
import { AnnotationWork } from '../annotation-work.svelte.ts';
import type { AssignmentItem, AssignmentPage } from '../assignment-page.ts';
import { ReadingState } from '../reading.svelte.ts';
import HeardJudging from './HeardJudging.svelte';

const item = (id: string): AssignmentItem => ({
  ...{
    id,
    text: `Names ${id}`,
    quotes: [],
    block: null,
    language: 'en',
    source: null,
    results: [],
    likely: [],
    feedback: null
  },
  ...{ label: null, basis: '/', note: '', passages: [] },
  answer: { chosen: null, reason: null, acceptable: [], places: [], points: [] }
});
const assignment = {
  ...{ id: 'a1', first: null, training: false },
  options: [
    { label: 'yes', title: 'Met', hint: '', key: '1' },
    { label: 'no', title: 'Not met', hint: '', key: '2' }
  ],
  asks: { question: null, textTitle: null, dimensions: null, multiSelect: false, titles: [] },
  items: [item('place'), item('year')]
} as unknown as AssignmentPage;

const heard = (): string[] =>
  [...document.querySelectorAll('[data-announced] > p')].map(({ textContent }) => textContent);
const opened = () => {
  const reading = new ReadingState({ blocks: [], pins: [] }, '/place');
  const work = new AnnotationWork(assignment, '/work', reading);
  const show = (): unknown =>
    render(HeardJudging, { props: { work, assignment, reading, done: 1, total: 8 }, context: pageWords() });
  return { work, reading, show };
};

beforeEach(() => {
  const region = document.createElement('div');
  region.dataset['announced'] = '';
  document.body.append(region);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 200 })));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.querySelector('[data-announced]')?.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('what the first key did is heard, though this is fetched because of it', async () => {
  const { work, show } = opened();
  work.start();
  work.pick('yes');
  show();
  await vi.waitFor(
    () => expect(heard()).toEqual(['Answered: Met.', 'Item 2 of 2: Names year', 'Saved. 1 of 8 committed.']),
    60_000
  );
  work.stop();
});

it('a passage that the first key marked is heard, and a choice, an end, and a verdict taken back', async () => {
  const { work, show } = opened();
  work.start();
  work.toggle(4);
  show();
  await tick();
  expect(heard()).toEqual(['Relies on passage 4']);
  work.choose(1);
  await tick();
  expect(heard().at(-1)).toBe('Selected, not committed: Met.');
  work.toggle(4);
  await tick();
  expect(heard().at(-1)).toBe('Removed: Relies on passage 4');
  work.pick('no');
  work.pick('no');
  await tick();
  expect(heard()).toContain('End of the items. Nothing is left to answer.');
  work.undo();
  await tick();
  expect(heard()).toContain('Item 2 is open again.');
  work.stop();
});

it('nothing is announced if nothing was done', async () => {
  const { work, show } = opened();
  work.start();
  show();
  await tick();
  expect(heard()).toEqual([]);
  work.stop();
});

it('a label that the server refused is chosen again when the page opens again', async () => {
  const refusal = { message: 'The study is paused.' };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(refusal, { status: url.endsWith('/commit') ? 409 : 200 }))
  );
  const { work } = opened();
  work.start();
  work.pick('no');
  await vi.waitFor(() => expect(work.notTaken.numbers).toEqual([1]), 60_000);
  work.stop();
  const again = opened().work;
  again.start();
  expect(again.items[0]).toMatchObject({ label: null, answer: { chosen: 'no' } });
  again.stop();
});

it('sends the time on an item of all its showings, and after a commit the time since then', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { work } = opened();
  const times: unknown[] = [];
  vi.spyOn(work.outbox, 'send').mockImplementation(({ body }) => void times.push(body['seconds']));
  work.start();
  const after = (seconds: number, act: () => void): void => {
    now += seconds * 1000;
    act();
  };
  after(60, () => work.show(1));
  after(5, () => work.show(0));
  after(1, () => work.pick('yes'));
  after(10, () => work.show(0));
  after(3, () => work.pick('no'));
  after(2, () => work.pick('yes'));
  expect(times).toEqual([61, 3, 17]);
  work.stop();
});
