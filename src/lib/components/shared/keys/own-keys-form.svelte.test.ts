import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import OwnKeys from './OwnKeys.svelte';
import { keysFor } from './own-keys.ts';

vi.mock('$app/state', () => ({ page: { data: { once: 'token' }, form: null, error: null } }));
vi.mock('$app/forms', () => ({ enhance: () => undefined }));

afterEach(cleanup);

const shown = (): HTMLInputElement => {
  render(OwnKeys, {
    props: { keys: keysFor(null), typed: null, refused: null, saved: false },
    context: pageWords()
  });
  return screen.getByLabelText('Write a note or comment');
};
const alerts = (): string[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');

it('a key is set by pressing it, and the usual one is offered again', async () => {
  const note = shown();
  expect(note.value).toBe('N');
  expect(screen.queryByRole('button', { name: /^Reset to/ })).toBeNull();
  await fireEvent.keyDown(note, { key: 'q' });
  expect(note.value).toBe('Q');
  expect(screen.getByRole('button', { name: /^Reset to N/ }).getAttribute('value')).toBe('note');
  await fireEvent.keyDown(note, { key: 'Backspace' });
  expect(note.value).toBe('');
  expect(alerts()).toEqual([]);
});

it.each([
  ['u', 'U is already the key for “Undo the last answer”.'],
  ['F5', 'F5 is reserved for the browser'],
  [' ', 'Space is reserved for the browser'],
  ['7', '7 is a digit'],
  ['b', 'B answers a question on a page with this action.']
])('the key %s is refused with the reason, and the field keeps its own', async (key, reason) => {
  const note = shown();
  await fireEvent.keyDown(note, { key });
  expect(alerts().map((text) => text.slice(0, reason.length))).toEqual([reason]);
  expect(note.value).toBe('N');
  await fireEvent.keyDown(note, { key: 'q' });
  expect(alerts()).toEqual([]);
});

it.each([{ key: 'Tab' }, { key: 'Enter' }, { key: 'r', ctrlKey: true }, { key: 'Process' }])(
  'a key of the form or the browser stays theirs: %o',
  async (press) => {
    const note = shown();
    // Not prevented.
    expect(await fireEvent.keyDown(note, press)).toBe(true);
    expect([note.value, alerts()]).toEqual(['N', []]);
  }
);
