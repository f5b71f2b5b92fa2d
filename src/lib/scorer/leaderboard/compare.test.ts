import { describe, expect, it } from 'vitest';
import { mcnemar, tTest } from '../../stats/index.ts';
import { compareScores, furthestApart } from './compare-scores.ts';
import { compareUnits, unitsThat, unitValues, type UnitValue } from './compare-units.ts';
import { ensemble, row, rowsOf, unit } from './figures/rows.fixture.ts';

const side = (values: Record<string, number | null>): UnitValue[] =>
  Object.entries(values).map(([key, value]) => ({ key, system: 's', qid: key.slice(0, 2), item: key.slice(3), value }));

describe('two sides, unit by unit', () => {
  const a = side({ 'q1 a': 1, 'q1 b': 1, 'q1 c': 0, 'q2 a': 1, 'q2 b': 0.5, 'q2 c': null, 'q3 a': 2 / 3 });
  const b = side({ 'q1 a': 1, 'q1 b': 0, 'q1 c': 0, 'q2 a': 1 / 3, 'q2 b': 1, 'q2 c': 1, 'q3 z': 1 });
  const found = compareUnits(a, b);

  it('are counted as both, only one, neither; split judges and missing values apart', () => {
    expect(found.counts).toEqual({
      'both-pass': 1,
      'only-a': 2,
      'only-b': 0,
      'both-fail': 1,
      split: 1,
      missing: 3
    });
    expect(Object.values(found.counts).reduce((sum, count) => sum + count, 0)).toBe(found.units.length);
  });

  it('are listed, each unit once, with both values', () => {
    expect(found.units.map(({ key }) => key)).toEqual([...a.map(({ key }) => key), 'q3 z']);
    expect(found.units[1]).toEqual({ key: 'q1 b', system: 's', qid: 'q1', item: 'b', a: 1, b: 0, outcome: 'only-a' });
    expect(found.units.at(-1)).toMatchObject({ a: null, b: 1, outcome: 'missing' });
  });

  it('have pass rates over the units decided on both, McNemar’s test, and a difference clustered by query', () => {
    expect(found.a).toMatchObject({ k: 3, n: 4, value: 0.75 });
    expect(found.b).toMatchObject({ k: 1, n: 4, value: 0.25 });
    expect(found.mcnemar).toEqual(mcnemar(2, 0));
    expect(found.difference).toMatchObject({ value: 0.5, queries: 2 });
  });

  it('are listed by outcome; of none, those that one side alone passes', () => {
    expect(unitsThat(found, '').map(({ key }) => key)).toEqual(['q1 b', 'q2 a']);
    expect(unitsThat(found, 'both-fail').map(({ key }) => key)).toEqual(['q1 c']);
    expect(unitsThat(found, 'no such outcome')).toEqual([]);
  });

  it('turn round with the sides', () => {
    const turned = compareUnits(b, a);
    expect(turned.counts).toMatchObject({ 'only-a': 0, 'only-b': 2, missing: 3 });
    expect(turned.difference?.value).toBe(-0.5);
  });

  it('that are the same differ in nothing', () => {
    expect(compareUnits(a, a)).toMatchObject({ counts: { 'only-a': 0, 'only-b': 0 }, mcnemar: { exactP: 1 } });
    expect(compareUnits([], [])).toMatchObject({ units: [], a: { value: null }, difference: null });
  });

  it('are refused with a unit twice on a side', () => {
    expect(() => compareUnits([...a, a[0]!], b)).toThrow('each unit once');
  });
});

describe('the units of a side', () => {
  const of = (system: string, value: number) =>
    row('coverage', system, 'q1', 1, { score: ensemble(1, {}, [unit('c1', value)]) });

  it('meet by query for two systems and by system for two runs', () => {
    const [a, b] = [[of('x', 1)], [of('y', 0)]];
    expect(compareUnits(unitValues(a, 'by-query'), unitValues(b, 'by-query')).counts['only-a']).toBe(1);
    expect(compareUnits(unitValues(a, 'by-system'), unitValues(b, 'by-system')).counts.missing).toBe(2);
    const runs = [of('x', 1), of('y', 0)];
    expect(compareUnits(unitValues(runs, 'by-system'), unitValues(runs, 'by-system')).counts).toMatchObject({
      'both-pass': 1,
      'both-fail': 1
    });
  });

  it('are none of a report that is not finished', () => {
    expect(unitValues([row('coverage', 'x', 'q1', 1, { score: null })], 'by-query')).toEqual([]);
  });
});

describe('two sides, report by report', () => {
  const a = rowsOf('consistency', 'x', [90, 80, 70, null, 60]);
  const b = rowsOf('consistency', 'y', [80, 80, 90, 50]);

  it('are paired by query, with the mean difference of a paired t test', () => {
    const found = compareScores(a, b, 'by-query');
    expect(found).toMatchObject({ aHigher: 1, bHigher: 1, equal: 1, undefined: 1, scored: 3 });
    expect(found.pairs).toHaveLength(4);
    expect(found.pairs[0]).toEqual({
      ...{ qid: 'q1', a: 90, b: 80 },
      system: { a: 'x', b: 'y' },
      reportId: { a: 'x/q1', b: 'y/q1' }
    });
    const test = tTest([10, 0, -20]);
    expect(found.difference?.value).toBeCloseTo(test.mean!, 12);
    expect(found.difference?.p).toBeCloseTo(test.p!, 12);
  });

  it('are equal if they differ by the rounding of means only, and are then not among those that differ', () => {
    const rounded = (100 * (0.1 + 0.2)) / 0.6;
    expect(rounded).toBeGreaterThan(50);
    const found = compareScores(
      rowsOf('consistency', 'x', [rounded, 40]),
      rowsOf('consistency', 'y', [50, 50]),
      'by-query'
    );
    expect(found).toMatchObject({ aHigher: 0, bHigher: 1, equal: 1 });
    expect(furthestApart(found.pairs, 9).map(({ qid }) => qid)).toEqual(['q2']);
  });

  it('of two runs are paired by system and query', () => {
    expect(compareScores(a, b, 'by-system')).toMatchObject({ pairs: [], difference: null });
    expect(compareScores([...a, ...b], [...a, ...b], 'by-system')).toMatchObject({ equal: 8, undefined: 1 });
  });

  it('are listed from the largest difference down, without those that do not differ or have no score', () => {
    const { pairs } = compareScores(a, b, 'by-query');
    expect(furthestApart(pairs, 9).map(({ qid }) => qid)).toEqual(['q3', 'q1']);
    expect(furthestApart(pairs, 1).map(({ qid }) => qid)).toEqual(['q3']);
  });

  it('are refused if a report could belong to two', () => {
    expect(() => compareScores([...a, ...b], a, 'by-query')).toThrow('each report once');
    expect(() => compareScores(a, [...a, ...b], 'by-query')).toThrow('each report once');
  });
});
