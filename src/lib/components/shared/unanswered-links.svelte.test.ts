import { expect, it, vi } from 'vitest';
import { linkAnswered } from './unanswered-links.ts';

it('leaves a link to the browser if its page stays unknown, and nothing once it is known', () => {
  document.body.innerHTML = '<main><a href="/p/heat/runs"><b>Runs</b></a><p>text</p></main>';
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  // As SvelteKit does with a link that it follows itself.
  document.querySelector('main')!.addEventListener('click', (event) => event.preventDefault());
  const press = (name: string): void => document.querySelector<HTMLElement>(name)!.click();
  const fail = (reason: unknown): void =>
    void dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

  fail(new TypeError('Failed to fetch'));
  press('b');
  fail(new Error('of another kind'));
  linkAnswered();
  fail(new TypeError('Failed to fetch'));
  press('b');
  press('p');
  fail(new TypeError('Failed to fetch'));
  expect(assign).not.toHaveBeenCalled();

  press('b');
  fail(new TypeError('Failed to fetch'));
  expect(assign.mock.calls.map(([to]) => new URL(String(to)).pathname)).toEqual(['/p/heat/runs']);
  vi.unstubAllGlobals();
});
