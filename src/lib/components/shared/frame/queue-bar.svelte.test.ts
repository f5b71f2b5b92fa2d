import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import type { Seat } from '../Seats.svelte';
import QueueBar from './QueueBar.svelte';

afterEach(cleanup);

/** A queue of groups of a size, and the place among its shown seats of the present one, the `me`th of all. */
function placeShown(sizes: readonly number[], me: number): { place: number; shown: number } {
  let at = 0;
  const groups = sizes.map((size) => Array.from({ length: size }, (): Seat => ({ v: 'open', me: at++ === me })));
  const props = { done: 0, total: at, groups, state: '', hints: [] };
  const { container } = render(QueueBar, { props, context: pageWords() });
  const seats = [...container.querySelectorAll('.seat')];
  cleanup();
  return { place: seats.findIndex((seat) => seat.hasAttribute('data-me')), shown: seats.length };
}

it('shows the present one of a long queue near its start, whether the queue is one group or many', () => {
  expect([placeShown([200], 5), placeShown([200], 150)]).toEqual([
    { place: 5, shown: 160 },
    { place: 12, shown: 62 }
  ]);
  const pairs = Array.from({ length: 200 }, () => 2);
  expect([placeShown(pairs, 0), placeShown(pairs, 301)]).toEqual([
    { place: 0, shown: 160 },
    { place: 12, shown: 111 }
  ]);
});
