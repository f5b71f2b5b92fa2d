import { expect, it } from 'vitest';
import { shelve, showText } from './text-shelf.ts';

const element = (html = ''): HTMLElement => Object.assign(document.createElement('div'), { innerHTML: html });

it('moves what was made ready, and only once', () => {
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

it('forgets the text that was made ready longest ago', () => {
  const fragments = ['a', 'b', 'c', 'd', 'e'].map((text) => element(text));
  for (const one of fragments) shelve(one.innerHTML, one);
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    const pane = element();
    showText(pane, text);
    expect(pane.innerHTML).toBe(text);
  }
  expect(fragments.map((one) => one.childNodes.length === 0)).toEqual([false, true, true, true, true]);
});
