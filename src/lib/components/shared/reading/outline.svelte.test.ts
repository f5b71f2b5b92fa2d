import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import Outline from './Outline.svelte';

/** A report of two passages with its outline, in a window that has room for both or not. */
function shown({ narrow = true, ...over }: Partial<ComponentProps<typeof Outline>> & { narrow?: boolean } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }));
  Element.prototype.scrollIntoView = () => {};
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  window.scrollBy = () => {};
  const pane = document.createElement('article');
  pane.innerHTML = '<div class="read"><h2 id="s1">Costs</h2><p data-n="1">Costs of pumps, and costs of pipes</p></div>';
  document.body.append(pane);
  const onchoose = vi.fn();
  const { unmount } = render(Outline, {
    props: {
      outline: [{ id: 's1', title: 'Costs', level: 2, from: 1, to: 1 }],
      facts: { words: 8, tables: 0, references: null },
      ...{ pane, here: 1, onchoose },
      ...over
    } as ComponentProps<typeof Outline>,
    context: pageWords()
  });
  return { onchoose, unmount };
}
const press = (key: string, on: Element | Window = window) => fireEvent.keyDown(on, { key });
const button = () => screen.getByRole('button', { name: /^Find, outline/, hidden: true });
const field = () => screen.getByLabelText<HTMLInputElement>(/^Find in report/);

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('the outline of a report', () => {
  it('is opened by its key, with the field ready to type in, and closed by Escape', async () => {
    shown();
    expect(button().getAttribute('aria-expanded')).toBe('false');
    await press('/');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    await vi.dynamicImportSettled();
    expect(button().getAttribute('aria-expanded')).toBe('true');
    await press('Escape', field());
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).not.toBe(field());
  });

  it('stays closed if Escape is pressed right after its key, however late a loaded module is given again', async () => {
    shown();
    await press('/');
    await vi.dynamicImportSettled();
    await press('Escape', field());
    // No task of the page lies between the two keys: the browser puts keys before modules.
    field().ownerDocument.defaultView!.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await vi.dynamicImportSettled();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).not.toBe(field());
  });

  it('leaves the keys to the page if it is closed before its field was focused in a late frame', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    shown();
    await press('/');
    await vi.dynamicImportSettled();
    await waitFor(() => expect(frames.length).toBeGreaterThan(0));
    await press('Escape', field());
    for (const frame of frames) frame(0);
    expect(document.activeElement).not.toBe(field());
  });

  it('looks for what is typed once its code can be loaded, if that failed when the field was opened', async () => {
    vi.doMock('./outline-use.svelte.ts', () => {
      throw new Error('The network is away.');
    });
    shown();
    await press('/');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    await vi.dynamicImportSettled();
    vi.doUnmock('./outline-use.svelte.ts');
    await fireEvent.input(field(), { target: { value: 'costs' } });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 of 3, ⏎ for the next'));
  });

  it('counts what is found, goes to the next by Enter, and forgets the words when it is closed', async () => {
    shown();
    await press('/');
    await waitFor(() => expect(document.activeElement).toBe(field()));
    await vi.dynamicImportSettled();
    // The search may still be loading while a person types.
    await fireEvent.input(field(), { target: { value: 'costs' } });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 of 3, ⏎ for the next'));
    await press('Enter', field());
    expect(screen.getByRole('status').textContent).toBe('2 of 3, ⏎ for the next');
    await fireEvent.input(field(), { target: { value: 'valves' } });
    expect(screen.getByRole('status').textContent).toBe('Not in this report');
    await press('Escape', field());
    expect(field().value).toBe('');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('tells which section was chosen, and closes if the window has no room for both', async () => {
    for (const narrow of [true, false]) {
      const { onchoose, unmount } = shown({ narrow });
      await press('/');
      await waitFor(() => expect(document.activeElement).toBe(field()));
      await vi.dynamicImportSettled();
      await vi.dynamicImportSettled();
      await fireEvent.click(screen.getByText('Costs', { selector: 'a span' }));
      expect(onchoose.mock.calls).toEqual([['Costs']]);
      expect(button().getAttribute('aria-expanded')).toBe(String(!narrow));
      unmount();
      document.body.replaceChildren();
    }
  });

  it('leaves the key to another report if there are several, and names its own', async () => {
    shown({ letter: 'B', keyed: false, column: false });
    await press('/');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('navigation', { name: 'Outline of report B' })).toBeTruthy();
  });
});
