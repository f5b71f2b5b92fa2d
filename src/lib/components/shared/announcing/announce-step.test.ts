// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { announceStep } from './announce-step.ts';

it('a decision and the rest of the work are announced in the reader’s language', () => {
  document.body.innerHTML = '<div data-announced></div>';
  const heard = (): (string | null)[] => [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
  announceStep(messagesIn('en', 'stepsHeard'), 'accepted', 3);
  announceStep(messagesIn('en', 'stepsHeard'), 'left');
  announceStep(messagesIn('zh-Hans', 'stepsHeard'), 'dismissed', 0);
  expect(heard()).toEqual(['Accepted. 3 are left to decide.', 'A is better: saved.', '问题已驳回。没有待决定的内容。']);
});
