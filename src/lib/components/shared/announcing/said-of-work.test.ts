import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { changesOfWork, shortText, type HeardWork } from './said-of-work.ts';

const work: HeardWork = {
  answers: ['Met', null, null],
  texts: ['Names the place', 'Gives the year', 'Cites a source'],
  at: 1,
  chosen: null,
  states: [],
  unsent: 0,
  done: 1,
  total: 3
};
const changes = (before: Partial<HeardWork>, now: Partial<HeardWork>, language = 'en'): string[] =>
  changesOfWork({ ...work, ...before }, { ...work, ...now }, messagesIn(language, 'announcements'));

describe('the announcement of a change', () => {
  it('is the answer and then the next item', () => {
    expect(changes({}, { answers: ['Met', 'Not met', null], at: 2, chosen: 'Not met' })).toEqual([
      'Answered: Not met.',
      'Item 3 of 3: Cites a source'
    ]);
    expect(changes({}, { answers: ['Met', '不满足', null], at: 2 }, 'zh-Hans')).toEqual([
      '已回答：不满足。',
      '第 3 项，共 3 项：Cites a source'
    ]);
  });

  it('is the page after the last item if no item follows', () => {
    const answers = ['Met', null, 'Met'];
    expect(changes({ at: 2, answers }, { at: 3, answers })).toEqual(['End of the items. 1 is still open.']);
    const all = { answers: ['Met', 'Met', 'Met'] };
    expect(changes({ at: 2, ...all }, { at: 3, ...all })).toEqual(['End of the items. Nothing is left to answer.']);
  });

  it('is an answer that was undone, also of another item', () => {
    expect(changes({}, { answers: [null, null, null], at: 0 })).toEqual([
      'Item 1 is open again.',
      'Item 1 of 3: Names the place'
    ]);
  });

  it('is a choice that is not committed, and what was added or removed', () => {
    expect(changes({}, { chosen: 'Met' })).toEqual(['Selected, not committed: Met.']);
    expect(changes({ chosen: 'Met' }, {})).toEqual(['No answer is selected.']);
    expect(changes({ states: ['Passage 4 marked'] }, { states: ['Passage 7 marked'] })).toEqual([
      'Passage 7 marked',
      'Removed: Passage 4 marked'
    ]);
  });

  it('is nothing if nothing changed besides the state that belongs to the next item', () => {
    expect(changes({}, {})).toEqual([]);
    expect(changes({ states: ['Passage 4 marked'] }, { at: 2, chosen: 'Met' })).toEqual([
      'Item 3 of 3: Cites a source'
    ]);
  });
});

it('a long text is read up to a whole word, and one without spaces up to the limit', () => {
  expect(shortText(' Names\n the place ')).toBe('Names the place');
  const cut = shortText('word '.repeat(50));
  expect(cut).toBe(`${'word '.repeat(24).trim()}…`);
  expect(shortText('语'.repeat(200))).toBe(`${'语'.repeat(120)}…`);
});
