import { describe, expect, it } from 'vitest';
import { type LabelScale, scaleInWords, valueOnScale, yesNo } from './label-scale.ts';

const preference: LabelScale = { level: 'preference', labels: ['A', 'tie', 'B'] };
const fourLevels: LabelScale = { level: 'ordinal', labels: ['1', '2', '3', '4'], withoutValue: ['cannot judge'] };
const score: LabelScale = { level: 'interval', low: 0, high: 10 };

describe('a label scale', () => {
  it('gives each label the number that stands for it', () => {
    expect(['yes', 'no'].map((label) => valueOnScale(yesNo, label))).toEqual([1, 0]);
    expect(['A', 'tie', 'B'].map((label) => valueOnScale(preference, label))).toEqual([1, 0.5, 0]);
    expect(['1', '4'].map((label) => valueOnScale(fourLevels, label))).toEqual([0, 3]);
    expect(['0', '7.5', '10'].map((label) => valueOnScale(score, label))).toEqual([0, 7.5, 10]);
  });

  it('has no value for an answer that says nothing on it', () => {
    expect(valueOnScale(fourLevels, 'cannot judge')).toBeNull();
  });

  it.each<[LabelScale, string]>([
    [yesNo, 'maybe'],
    [preference, 'C'],
    [fourLevels, '5'],
    [score, '10.5'],
    [score, '-1'],
    [score, ''],
    [score, 'high']
  ])('refuses on %o what does not belong to it: "%s"', (scale, label) => {
    expect(() => valueOnScale(scale, label)).toThrow('is not on the scale');
  });

  it('is named in words', () => {
    expect([yesNo, preference, fourLevels, score].map(scaleInWords)).toEqual([
      'yes / no',
      'A / tie / B',
      '1 < 2 < 3 < 4',
      '0 to 10'
    ]);
  });
});
