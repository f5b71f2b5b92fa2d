import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import CopyButton from './CopyButton.svelte';

function shown(clipboard: { writeText: (text: string) => Promise<void> } | undefined) {
  vi.stubGlobal('navigator', { clipboard });
  const { rerender } = render(CopyButton, { props: { text: 'one', of: 'Link' }, context: pageWords() });
  return { button: screen.getByRole('button'), rerender };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a button that copies a text', () => {
  it('says that this text is copied, and can be pressed for another one', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    const { button, rerender } = shown({ writeText });
    expect(button.getAttribute('aria-label')).toBe('Copy Link');
    await fireEvent.click(button);
    await vi.waitFor(() => expect(button.textContent).toBe('Copied'), 60_000);
    await rerender({ text: 'two', of: 'Link' });
    expect(button.textContent).toBe('Copy');
    expect(writeText.mock.calls).toEqual([['one']]);
  });

  it.each([
    ['without a clipboard, as on http', undefined],
    ['if its use is refused', { writeText: () => Promise.reject(new Error('refused')) }]
  ])('asks to copy by hand %s', async (_, clipboard) => {
    const { button } = shown(clipboard);
    await fireEvent.click(button);
    await vi.waitFor(() => expect(button.textContent).toBe('Select and copy by hand'), 60_000);
  });
});
