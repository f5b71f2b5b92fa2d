import { expect, it, vi } from 'vitest';
import { restoreEarlyInput } from './early-input.ts';

it('puts back what hydration replaced, and tells the listeners that are there by now', () => {
  document.body.innerHTML = '<textarea></textarea><input type="checkbox">';
  const text = document.querySelector('textarea')!;
  const tick = document.querySelector('input')!;
  window.takeEarlyInput = () => [
    [text, 'typed early', false],
    [tick, 'on', true]
  ];
  const heard = vi.fn();
  text.addEventListener('input', heard);
  tick.addEventListener('change', heard);
  restoreEarlyInput();
  expect([text.value, tick.checked]).toEqual(['typed early', true]);
  expect(heard).toHaveBeenCalledTimes(2);
});
