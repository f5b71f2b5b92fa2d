import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import CheckForm from './CheckForm.svelte';

vi.mock('$app/state', () => ({ page: { data: { once: 'token' }, form: null, error: null } }));

const shown = (over: Partial<ComponentProps<typeof CheckForm>> = {}) => {
  const goto = vi.fn();
  const props = {
    ...{ question: 'Is this the right verdict?', judged: 'incorrect', number: 2 },
    counts: { all: 3, confirmed: 1, changed: 0, seats: [{ v: 'yes' }, { v: 'open', me: true }, { v: 'open' }] },
    options: [
      { value: 'incorrect', title: 'incorrect', hint: 'agrees with the judge', key: '1' },
      { value: 'correct', title: 'correct', hint: '', key: '2' }
    ],
    errors: [['search', 'Search']],
    ...{ chosen: null, marked: [], note: '', key: 'k', closed: false, previous: '/one', next: '/three', goto },
    refused: { said: null },
    ...over
  } as ComponentProps<typeof CheckForm>;
  render(CheckForm, { props, context: pageWords() });
  return goto;
};
const press = (key: string, on: Element | Window = window) => fireEvent.keyDown(on, { key });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

afterEach(cleanup);

describe('the form of a spot check', () => {
  it('takes the answer by its key and goes to the neighbours by arrows', async () => {
    const goto = shown();
    await press('2');
    expect(chosen()).toBe('correct');
    await press('1');
    expect(chosen()).toBe('incorrect');
    await press('ArrowRight');
    await press('ArrowLeft');
    expect(goto.mock.calls).toEqual([['/three'], ['/one']]);
  });

  it('leaves keys to the note while one writes, and N begins it', async () => {
    shown();
    await press('n');
    const note = screen.getByRole('textbox');
    expect(document.activeElement).toBe(note);
    await press('2', note);
    expect(chosen()).toBeUndefined();
  });

  it('sends with Enter, and out of the note with Ctrl and Enter', async () => {
    shown();
    const send = vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => undefined);
    await press('Enter');
    await fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
    expect(send).toHaveBeenCalledTimes(2);
    send.mockRestore();
  });

  it('says that it is not blind, and takes nothing once the check has ended', () => {
    shown({ closed: true });
    expect(screen.getByText(/never counts as a blind label/)).toBeTruthy();
    expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Save and continue/ }).disabled).toBe(true);
  });
});
