import { afterAll, beforeEach, expect, it } from 'vitest';
import { showAnswer } from './show-answer.ts';

const at = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[name=${name}]`)!;
/** Sends the form of a control, as the page of every form notes it. */
const sentFrom = (control: HTMLElement): EventTarget[] => {
  control.focus();
  let path: EventTarget[] = [];
  const note = (event: Event): void => void (path = [document.activeElement!, ...event.composedPath()]);
  document.addEventListener('submit', note, { once: true });
  control.closest('form')!.dispatchEvent(new Event('submit', { bubbles: true }));
  control.blur();
  return path;
};

// jsdom draws nothing.
const { checkVisibility } = Element.prototype;
afterAll(() => void (Element.prototype.checkVisibility = checkVisibility));
beforeEach(() => {
  Element.prototype.checkVisibility = function () {
    return this.isConnected;
  };
  document.body.innerHTML = `<main><a href="/">first</a><table><tbody>
    <tr><td><form><button name="a"></button></form></td></tr>
    <tr><td><form><button name="b"></button></form></td></tr></tbody></table></main>`;
});

it('returns the focus to the button of a form once its answer is there', async () => {
  await showAnswer(sentFrom(at('b')), false);
  expect(document.activeElement).toBe(at('b'));
});

it('moves the focus to the nearest row if the answer removed that of the form', async () => {
  const sent = sentFrom(at('b'));
  at('b').closest('tr')!.remove();
  await showAnswer(sent, false);
  expect(document.activeElement).toBe(at('a'));
});

it('leaves a person who has moved on in the meantime', async () => {
  const sent = sentFrom(at('b'));
  at('a').focus();
  await showAnswer(sent, false);
  expect(document.activeElement).toBe(at('a'));
});

it('brings the result of an import that is out of view into view', async () => {
  document.querySelector('main')!.insertAdjacentHTML('afterbegin', '<section class="result"></section>');
  const result = document.querySelector<HTMLElement>('.result')!;
  let shown = 0;
  result.scrollIntoView = () => void shown++;
  await showAnswer(sentFrom(at('b')), false);
  expect(shown).toBe(1);
});
