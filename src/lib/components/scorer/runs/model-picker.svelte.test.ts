import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import ModelPicker from './ModelPicker.svelte';

function shown() {
  const add = vi.fn();
  const models = ['openai:gpt-5', 'gemini:gemini-3-pro'].map((spec) => ({ spec, price: null, contextTokens: null }));
  render(ModelPicker, { props: { models, add }, context: pageWords() });
  return { add, find: screen.getByRole<HTMLInputElement>('searchbox') };
}

afterEach(cleanup);

describe('the list of models in the form of a run', () => {
  it('is narrowed by a search and adds the chosen model', async () => {
    const { add, find } = shown();
    await fireEvent.input(find, { target: { value: 'GEMINI' } });
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['gemini:gemini-3-pro']);
    await fireEvent.click(screen.getByRole('button'));
    expect(add.mock.calls).toEqual([['gemini:gemini-3-pro']]);
  });

  it('does not start the run when Enter is pressed in its search, as forms do', async () => {
    const { find } = shown();
    expect(await fireEvent.keyDown(find, { key: 'Enter' })).toBe(false);
    expect(await fireEvent.keyDown(find, { key: 'g' })).toBe(true);
  });
});
