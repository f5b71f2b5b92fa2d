import { expect, it } from 'vitest';
import { metricByName } from '../../suites/index.ts';
import { wordingUnder } from './item-wording.ts';

const queries = [
  { qid: 'q1', items: [{ key: 'c1', text: 'Are dams named?' }] },
  { qid: 'q2', items: [{ key: 'c1', text: 'Are rivers named?' }] }
];

it('items are worded as the metric asks about them: its own, those of the query, those of its rubric', () => {
  const coverage = metricByName('coverage');
  const presentation = metricByName('presentation');
  const ofRubric = {
    items: null,
    protocol: { ...coverage.protocol, itemsOf: (qid: string) => [{ key: 'c1', text: `Criterion for ${qid}` }] }
  };
  expect(['q1', 'q2'].map((qid) => wordingUnder(coverage, queries)(qid, 'c1'))).toEqual([
    'Are dams named?',
    'Are rivers named?'
  ]);
  expect(wordingUnder(presentation, queries)('q1', 'p1')).toBe(presentation.items![0]!.text);
  expect(wordingUnder(ofRubric, queries)('q2', 'c1')).toBe('Criterion for q2');
});

it('an item that is not there any more goes by its key', () => {
  expect(wordingUnder(metricByName('coverage'), queries)('q1', 'c9')).toBe('c9');
  expect(wordingUnder(metricByName('coverage'), queries)('q3', 'c1')).toBe('c1');
  expect(wordingUnder(metricByName('consistency'), queries)('q1', 'c1')).toBe('c1');
});
