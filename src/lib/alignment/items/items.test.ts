import { describe, expect, it } from 'vitest';
import { itemsBehind, withoutItems } from './items.ts';
import { alignment } from '../report/report.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';

const report = alignment(
  sampleRatings(
    ['H1', 'H2'],
    ['A', 'B'],
    [
      { id: 'i1', query: 'q1', people: 'yn', judges: 'yy' },
      { id: 'i2', query: 'q1', people: 'yy', judges: 'ny' },
      { id: 'i3', query: 'q2', people: 'nn', judges: 'y-' },
      { id: 'i4', query: 'q2', people: '--', judges: 'n?' }
    ]
  ),
  { resamples: 5 }
);

describe('items behind a number', () => {
  it('are found by its place in the report', () => {
    expect(itemsBehind(report, 'candidates.0.confusion.cells.0.1')).toEqual(['i2']);
    expect(itemsBehind(report, 'candidates.0.kappa')).toEqual(['i1', 'i2', 'i3']);
    expect(itemsBehind(report, 'humans.pooled.differ')).toEqual(['i1']);
    expect(itemsBehind(report, 'scope.common')).toEqual(['i1', 'i2']);
    expect(itemsBehind(report, 'warnings.0')).toEqual(['i4']);
    expect(itemsBehind(report, 'judges.1.unscored')).toEqual(['i4']);
  });

  it('are null for a place that has none, however it is written', () => {
    for (const path of [
      '',
      'candidates',
      'candidates.99',
      'candidates.0.name',
      'candidates.0.judgeIds',
      'method.notes',
      'constructor',
      '__proto__.items',
      'recommendation.equals'
    ])
      expect(itemsBehind(report, path), path).toBeNull();
  });
});

describe('a report without items', () => {
  it('has counts in their place and everything else unchanged', () => {
    const short = withoutItems(report);
    expect(short.candidates[0]!.confusion).toEqual({
      labels: ['yes', 'no'],
      rows: ['yes', 'no', 'tied'],
      columns: ['yes', 'no'],
      cells: [
        [{ items: 0 }, { items: 1 }],
        [{ items: 1 }, { items: 0 }],
        [{ items: 1 }, { items: 0 }]
      ]
    });
    expect(short.candidates[0]!.judgeIds).toEqual(report.candidates[0]!.judgeIds);
    expect(short.candidates[0]!.agreement).toEqual({ ...report.candidates[0]!.agreement, items: 3 });
    expect(short.method).toEqual(report.method);
    expect(short.recommendation).toEqual(report.recommendation);
  });

  it('names no item at all', () => {
    expect(JSON.stringify(withoutItems(report))).not.toMatch(/"i[1-4]"/);
  });
});
