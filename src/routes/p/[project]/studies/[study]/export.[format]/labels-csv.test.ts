import { expect, it } from 'vitest';
import type { LabelledUnit } from '../../../../../../lib/studies/labels/labels.ts';
import { labelsCsv } from './labels-csv.ts';

const unit: LabelledUnit = {
  itemId: 'i1',
  reportId: 'r1',
  queryId: 'query-1',
  category: null,
  qid: 'q1',
  systemName: 'heron',
  item: 'q1-1',
  text: 'Is the cost given?',
  stratum: 'some-differ',
  inclusionProbability: 0.25,
  humans: ['person-one', 'person-two'].map((userId) => ({
    userId,
    label: 'yes',
    note: '=1+1',
    seconds: 40,
    revised: null
  })),
  judges: [{ judgeId: 'j1', state: 'unscored', label: null, rationale: '', reason: 'timed out' }],
  preferences: []
};
const raters = {
  judges: [{ judgeId: 'j1', spec: 'scripted:ferrule', fingerprint: 'abcdef012345' }],
  people: [
    { userId: 'person-one', name: 'Ana Lima' },
    { userId: 'person-two', name: 'Ana Lima' }
  ]
};

it('names people and judges, and tells two people of one name apart', () => {
  const lines = labelsCsv([unit], raters).split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(',human,Ana Lima (on-one),judged,yes,');
  expect(lines[2]).toContain(',human,Ana Lima (on-two),judged,yes,');
  expect(lines[3]).toContain(',judge,scripted:ferrule,unscored,,,timed out,,0');
});

it('lets no cell run as a formula', () => {
  expect(labelsCsv([unit], raters)).toContain("'=1+1");
});
