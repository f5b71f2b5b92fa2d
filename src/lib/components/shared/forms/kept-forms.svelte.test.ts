import { beforeEach, expect, it, vi } from 'vitest';
import { leaveForms, refillForms, settleForms, watchForms } from './kept-forms.ts';
import { setOutboxOwner } from '../drafts/outbox-owner.ts';

const page = `
  <form method="post" action="?/save">
    <input name="name"><input type="checkbox" name="metric" value="a"><input type="checkbox" name="metric" value="b">
    <select name="kind"><option value="one"><option value="two"></select><textarea name="text"></textarea>
    <input type="hidden" name="key" value="of the page"><input name="apiKey">
  </form>
  <form method="post" action="?/sign-in"><input name="email"><input type="password" name="password"></form>`;

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const say = (name: string, value: string): void => {
  field(name).value = value;
  field(name).dispatchEvent(new Event('input', { bubbles: true }));
};
const send = (): boolean => field('name').form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
const stored = (): string => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.innerHTML = page;
  setOutboxOwner('first');
  watchForms();
});

it('stands in the form again after signing in, for the person who typed it alone, and goes once it arrived', async () => {
  say('name', 'A name');
  say('text', 'words');
  field('kind').value = 'two';
  document.querySelectorAll<HTMLInputElement>('[name=metric]')[1]!.checked = true;
  send();
  settleForms(true);

  document.body.innerHTML = page;
  setOutboxOwner('second');
  await refillForms();
  expect(field('name').value).toBe('');

  setOutboxOwner('first');
  await refillForms();
  expect([field('name').value, field('text').value, field('kind').value]).toEqual(['A name', 'words', 'two']);
  expect([...document.querySelectorAll<HTMLInputElement>('[name=metric]')].map(({ checked }) => checked)).toEqual([
    false,
    true
  ]);
  send();
  settleForms(false);
  document.body.innerHTML = page;
  await refillForms();
  expect(field('name').value).toBe('');
  expect(stored()).not.toContain('A name');
});

it('keeps no password, key or hidden value, and nothing of a form that asks for a password', () => {
  say('name', 'A name');
  say('apiKey', 'sk-secret');
  send();
  settleForms(true);
  expect(stored()).toContain('A name');
  say('email', 'ada@lab.example');
  say('password', 'correct horse');
  field('email').form!.dispatchEvent(new Event('submit', { bubbles: true }));
  leaveForms();
  settleForms(true);
  for (const secret of ['sk-secret', 'of the page', 'correct horse', 'ada@lab.example'])
    expect(stored()).not.toContain(secret);
});

it('keeps a form that is left without being sent only if it is a draft, until it is sent', async () => {
  const leave = (): void => {
    leaveForms();
    settleForms(false);
  };
  say('name', 'A name');
  leave();
  expect(stored()).not.toContain('A name');

  field('name').form!.dataset.draft = '';
  say('name', 'A name');
  leave();
  document.body.innerHTML = page;
  await refillForms();
  expect(field('name').value).toBe('A name');
  // Refused: the same form again.
  field('name').form!.dataset.draft = '';
  send();
  settleForms(false);
  expect(stored()).toContain('A name');
  send();
  document.body.innerHTML = '';
  settleForms(false);
  expect(stored()).not.toContain('A name');
});

it('lets a page open although the browser has no room to keep a form', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this[key] = value;
  });
  say('name', 'A name');
  send();
  expect(() => settleForms(true)).not.toThrow();
  vi.restoreAllMocks();
});

it.each([
  ['of a page whose work has drafts', '<main class="bench">', false],
  ['beside a report, without drafts', '<main class="bench-page"><div class="bench">', true]
])('decides about a form %s', (_, around, kept) => {
  document.body.innerHTML = around + page;
  say('name', 'A name');
  send();
  settleForms(true);
  expect(stored().includes('A name')).toBe(kept);
});

it('keeps what was typed and not sent if the page that follows asks to sign in, and forgets it otherwise', async () => {
  say('name', 'Left');
  leaveForms();
  settleForms(false);
  document.body.innerHTML = page;
  await refillForms();
  expect(field('name').value).toBe('');
  say('name', 'Left');
  leaveForms();
  settleForms(true);
  document.body.innerHTML = page;
  await refillForms();
  expect(field('name').value).toBe('Left');
});

it('fills in again what did not arrive if its person comes back from a page of the browser, once', async () => {
  const entry = { type: 'back_forward' } as PerformanceNavigationTiming;
  performance.getEntriesByType ??= () => [];
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  say('name', 'A name');
  send();

  vi.resetModules();
  const opened = await import('./kept-forms.ts');
  (await import('../drafts/outbox-owner.ts')).setOutboxOwner('first');
  document.body.innerHTML = page;
  opened.settleForms(false);
  await opened.refillForms();
  expect(field('name').value).toBe('A name');

  // Sent again on this page, it arrives.
  opened.watchForms();
  send();
  opened.settleForms(false);
  document.body.innerHTML = page;
  await opened.refillForms();
  expect(field('name').value).toBe('');
  entries.mockRestore();
});
