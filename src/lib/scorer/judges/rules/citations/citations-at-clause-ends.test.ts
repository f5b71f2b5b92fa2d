import { describe, expect, test } from 'vitest';
import { readStructure } from '../../../report/structure/structure.ts';
import { citationsAtClauseEnds } from './citations-at-clause-ends.ts';

const on = (text: string) => citationsAtClauseEnds(readStructure(text));

describe('passes citations', () => {
  test.each([
    ['before a full stop', 'Water rises [1].'],
    ['after a full stop', 'Water rises.[1] Wind helps.[2]'],
    ['before a comma and a semicolon', 'Water rises [1], wind helps [2]; rain falls [3].'],
    ['before a conjunction', 'Water rises [1] and wind helps [2] while rain falls [3].'],
    ['in groups', 'Water rises [1][2], [3].'],
    [
      'at the end of a line and of a cell',
      '- Water rises [1]\n- **Wind helps [2]**\n\n| a | b |\n|---|---|\n| x [1] | y [2] |'
    ],
    ['before an aside', 'Water rises [1] (in spring).'],
    ['before and after Chinese punctuation', '水位上升[1]，风有帮助。[2]'],
    ['with links', 'Water rises [1](https://a.example/b_(c)).'],
    ['by author and year', 'Water rises (Berg et al., 2020).']
  ])('%s', (_, text) => {
    expect(on(text).label).toBe('yes');
  });
});

test('fails citations inside words and quotes the lines', () => {
  expect(on('Rest helps. A[2](https://b.example)nother trial agrees.\n\nE[3]xercise helps too [4].')).toEqual({
    label: 'no',
    rationale: '2 citations of 3 stand inside a word.',
    quotes: ['Rest helps. A[2](https://b.example)nother trial agrees.', 'E[3]xercise helps too [4].']
  });
});

test('does not take a missing space for the inside of a word', () => {
  expect(on('Water rises[1]and wind helps [2].').label).not.toBe('no');
});

test('fails a citation between an article and its noun', () => {
  expect(on('Water rises in the [1] northern bay.')).toMatchObject({
    label: 'no',
    rationale: '1 citation of 1 stands between an article and its noun.'
  });
});

test.each([
  ['amid a sentence', 'Water rises [1] during spring.'],
  ['as a word of the sentence', 'As shown in [1] water rises.'],
  ['after an abbreviation', 'Berg et al. [1] show it.'],
  ['amid a Chinese sentence', '研究[1]表明水位上升。'],
  ['before an address', 'Sources: [1] https://a.example; [2] https://b.example'],
  ['at the head of a line', '- [1] Herald: wind\n']
])('abstains from a citation %s', (_, text) => {
  expect(on(text).label).toBe('abstain');
});

test('abstains if only links and names cite', () => {
  expect(on('Water [rises](https://a.example).').label).toBe('abstain');
  expect(on('Berg et al. (2020) say so.').label).toBe('abstain');
  expect(on('Water rises.').label).toBe('abstain');
});
