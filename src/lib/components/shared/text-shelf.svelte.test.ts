import { expect, it } from 'vitest';
import { keepTexts, keptTexts, shelve, showText } from './text-shelf.ts';

const element = (html = ''): HTMLElement => Object.assign(document.createElement('div'), { innerHTML: html });

it('moves what a page that leaves has shown, and only once', () => {
  const html = '<p data-n="1">One</p><p data-n="2">Two</p>';
  const leaving = element(html);
  const first = leaving.querySelector('p')!;
  const [next, beside] = [element(), element()];
  // A text that nobody handed on is left where it is, also if another one says the same.
  showText(beside, html);
  expect(leaving.children).toHaveLength(2);
  shelve(html, leaving);
  showText(next, html);
  expect(next.firstElementChild).toBe(first);
  expect(next.innerHTML).toBe(html);
  expect(leaving.childNodes).toHaveLength(0);
  showText(beside, html);
  expect(beside.innerHTML).toBe(html);
  expect(next.innerHTML).toBe(html);
});

it('shows another text in place of one', () => {
  const pane = element();
  showText(pane, '<p>One</p>');
  shelve('<p>Two</p>', document.createRange().createContextualFragment('<p>Two</p>'));
  showText(pane, '<p>Two</p>');
  expect(pane.innerHTML).toBe('<p>Two</p>');
});

it('forgets the texts of the assignment that was opened longest ago', () => {
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e']) keepTexts(name, [name]);
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => keptTexts(name)?.[0])).toEqual(['a', undefined, 'c', 'd', 'e']);
});
