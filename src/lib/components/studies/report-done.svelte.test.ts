import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { AnnotateDesk } from './annotate-desk.svelte.ts';
import ReportDone from './ReportDone.svelte';

const { goto, preloadData, preloadCode } = vi.hoisted(() => ({
  goto: vi.fn(() => Promise.resolve()),
  preloadData: vi.fn(() => Promise.resolve({ type: 'loaded', status: 200, data: {} })),
  preloadCode: vi.fn(() => Promise.resolve())
}));
vi.mock('$app/navigation', () => ({ goto, preloadData, preloadCode }));

let page: object | undefined;
afterEach(async () => {
  if (page) await unmount(page);
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** The page after the last item, and a way to press its button. */
function show(isAllTaken: () => Promise<boolean>): HTMLButtonElement {
  const desk = { items: [{}, {}], complete: true, isAllTaken } as unknown as AnnotateDesk;
  const assignment = {
    ...{ metricTitle: 'Coverage', reveals: 'now' as const, next: null, beside: [] },
    report: { html: '<p>One</p>', language: 'en', outline: [], facts: { words: 1, tables: 0, references: 0 } }
  };
  const target = document.body.appendChild(document.createElement('main'));
  page = mount(ReportDone, {
    target,
    props: { desk, assignment, base: '/p/demo/work/a1', nextHref: '/p/demo', finish: () => Promise.resolve() }
  });
  flushSync();
  return target.querySelector<HTMLButtonElement>('form#reveal button')!;
}

it('opens the judges in the page that is there, once the server has every answer', async () => {
  let taken: (all: boolean) => void = () => {};
  const asked = vi.fn(() => Promise.resolve(Response.json({ type: 'redirect', location: '/p/demo/work/a1/reveal' })));
  vi.stubGlobal('fetch', asked);
  const button = show(() => new Promise((resolve) => (taken = resolve)));
  expect(preloadCode).toHaveBeenCalledWith('/p/demo/work/a1/reveal');
  button.click();
  button.click();
  flushSync();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(asked).not.toHaveBeenCalled();
  taken(true);
  await vi.waitFor(() => expect(goto).toHaveBeenCalledTimes(1));
  expect(goto).toHaveBeenCalledWith('/p/demo/work/a1/reveal');
  expect(asked).toHaveBeenCalledTimes(1);
});

it('lets the browser send the form where the server answers anything else', async () => {
  const sent = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ type: 'failure', status: 409 })));
  show(() => Promise.resolve(true)).click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(goto).not.toHaveBeenCalled();
});

it('stays where an answer is not stored', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const button = show(() => Promise.resolve(false));
  button.click();
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  expect(asked).not.toHaveBeenCalled();
});
