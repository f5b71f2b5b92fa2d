import { describe, expect, it } from 'vitest';
import { alignment } from '../report/report.ts';
import { sampleRatings, sampleScores } from '../units/sample-ratings.fixture.ts';
import { four } from '../units/scales.fixture.ts';
import { quickProcedure } from './procedure.fixture.ts';

/** One mark of a person and of three judges for each item. Every ensemble agrees on 9 of 14. */
const equals = 'ynny nnnn nnny nnnn nnnn ynny nnyn ynyy nnny ynyn nnyy ynny yyyy nnny'.split(' ');

describe('the recommendation of a report', () => {
  it('names the fewest judges if several ensembles agree equally, however their agreement was added up', () => {
    const ratings = sampleRatings(
      ...[['H'], ['J1', 'J2', 'J3']],
      equals.map((marks, i) => ({ id: `i${i + 10}`, query: `q${i % 5}`, people: marks[0]!, judges: marks.slice(1) }))
    );
    const { candidates, recommendation } = alignment(ratings);
    const values = candidates.map(({ common }) => common.value!);
    for (const value of values) expect(value).toBeCloseTo(9 / 14, 12);
    expect(new Set(values).size).toBe(2);
    expect(candidates[recommendation.best!]!.judgeIds).toEqual(['id-J1']);
    expect(recommendation.text).toContain('15 other candidates agree equally');
    expect(quickProcedure(ratings).selection.chosen).toBe(recommendation.best);
  });

  it('says that its figures are not weighted if items had unequal chances, because those of the verdict are', () => {
    const ratings = (least: number) =>
      sampleRatings(['H'], ['J1'], equals.map((marks, i) => ({ id: `i${i}`, query: `q${i % 5}`, people: marks[0]!, judges: marks[1]!, probability: i % 2 ? least : 1 }))); // prettier-ignore
    expect(alignment(ratings(1 / 4)).recommendation.text).toContain(
      ', as sampled and not weighted to the run, on the 14'
    );
    expect(alignment(ratings(1)).recommendation.text).toContain(', as measured, on the 14 items');
  });

  it('says that labels vary too little if all items have all labels and κ is undefined', () => {
    const same = Array.from({ length: 10 }, (_, i) => ({
      id: `i${i}`,
      query: `q${i % 4}`,
      people: ['3', '3'],
      judges: ['3', '3']
    }));
    const { text } = alignment(sampleScores(four, ['H1', 'H2'], ['J1', 'J2'], same)).recommendation;
    expect(text).toBe(
      'The labels on the 10 items labelled by annotators and every judge vary too little for a figure of agreement.'
    );
  });

  it('says that no item has a label from every judge if each fails on other items, on the report and in the gate', () => {
    const apart = Array.from({ length: 10 }, (_, i) => ({
      id: `i${i}`,
      query: `q${i % 4}`,
      people: 'y',
      judges: i % 2 ? 'y?' : '?y'
    }));
    const ratings = sampleRatings(['H'], ['J1', 'J2'], apart);
    expect(alignment(ratings).recommendation.text).toContain(
      'No item with a blind label (10 items) has a label from every judge'
    );
    const gate = quickProcedure(ratings).gates.find(({ name }) => name === 'agreement')!;
    expect(gate.finding).toBe('No item has both a blind label and a label from every judge.');
  });

  it('counts no items apart that judges left out if the run has no judges', () => {
    const alone = Array.from({ length: 4 }, (_, i) => ({ id: `i${i}`, query: `q${i}`, people: 'yn', judges: '' }));
    const { recommendation, warnings } = alignment(sampleRatings(['H1', 'H2'], [], alone));
    expect(recommendation.text).toBe('The run of this study has no judges.');
    expect(warnings.map(({ code }) => code)).toEqual(['few-queries', 'split-people']);
  });
});
