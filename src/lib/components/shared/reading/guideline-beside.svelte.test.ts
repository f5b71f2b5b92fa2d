import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageWords } from '../../../../../tests/page-words.ts';
import { guidelineBeside, toggleGuideline } from './guideline-beside.svelte.ts';
import GuidelineBeside from './GuidelineBeside.svelte';

const shown = (props: { href: string; html?: string; number?: number }) =>
  render(GuidelineBeside, { props, context: pageWords() });
const page = '<h1>Guideline, version 3</h1><article class="paper"><div class="read"><h2>Examples</h2></div></article>';

beforeEach(() => {
  guidelineBeside.open = true;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  guidelineBeside.open = false;
});

describe('the guideline beside an item', () => {
  it('is read from its page, with its version and its examples', async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response(page)));
    vi.stubGlobal('fetch', fetched);
    shown({ href: '/p/demo/studies/1/guideline' });
    expect(await screen.findByRole('heading', { name: 'Guideline, version 3' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Examples' })).toBeTruthy();
    expect(fetched.mock.calls).toEqual([['/p/demo/studies/1/guideline']]);
  });

  it('is not fetched if the page has it already', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('not asked for')));
    shown({ href: '/p/demo/verification/guideline?version=2', html: '<p>Rate each item.</p>', number: 2 });
    expect(await screen.findByText('Rate each item.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Guideline, version 2' })).toBeTruthy();
  });

  it('says so if the server does not answer, or answers with another page, such as that of the sign-in', async () => {
    for (const answer of [Promise.reject(new Error('offline')), Promise.resolve(new Response('<h1>Sign in</h1>'))]) {
      vi.stubGlobal('fetch', () => answer);
      shown({ href: '/p/demo/studies/1/guideline' });
      expect((await screen.findByRole('alert')).textContent).toContain('The guideline was not loaded');
      expect(screen.getByRole('link').getAttribute('href')).toBe('/p/demo/studies/1/guideline');
      cleanup();
    }
  });

  it('is closed by its button and by Escape in it, and is opened again by the key', async () => {
    shown({ href: '/', html: '<p>Text</p>', number: 1 });
    await fireEvent.click(await screen.findByRole('button', { name: /^Close/ }));
    expect(guidelineBeside.open).toBe(false);
    toggleGuideline();
    expect(guidelineBeside.open).toBe(true);
    await fireEvent.keyDown(screen.getByRole('complementary'), { key: 'Escape' });
    expect(guidelineBeside.open).toBe(false);
  });
});
