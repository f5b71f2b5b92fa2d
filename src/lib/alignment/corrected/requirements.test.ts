import { describe, expect, it } from 'vitest';
import type { CorrectedFigure, CorrectedMetric, CorrectedSystem } from './corrected.ts';
import { heldTogether, holdSystems, type HeldResult, type HoldOptions, type Threshold } from './requirements.ts';

const require = (text: string): Threshold => {
  const [, metric, sign, limit] = /^(\w+)(<=|>=|<|>)(\d+)$/.exec(text)!;
  return { text, metric: metric!, sign: sign as Threshold['sign'], limit: Number(limit) };
};
const figure = (low: number | null, high: number | null, value: number | null = 50): CorrectedFigure => ({
  ...{ value, low, high, reason: null }
});
const nothing = { value: null, low: null, high: null, reason: 'No label.' };
const system = (change: Partial<CorrectedSystem> = {}): CorrectedSystem => ({
  ...{ system: 'Tern', units: 40, unanswered: 0, labelled: 0, queries: 0, outside: 40 },
  ...{ raw: figure(70, 90), ppi: { ...nothing, lambda: null }, roganGladen: figure(60, 80) },
  ...change
});
const metric = (systems: CorrectedSystem[], changed: string[] = []): CorrectedMetric =>
  ({ ...{ metric: 'coverage', title: 'Coverage', why: null, repeats: 1 }, by: { changed }, systems }) as never;
const held = (text: string, one: CorrectedSystem, options: HoldOptions = {}) =>
  holdSystems([require(text)], [metric([one])], options)[0]!;

describe('a system held to a requirement', () => {
  it.each<[string, HeldResult]>([
    ['coverage>=60', 'pass'],
    ['coverage>=61', 'inconclusive'],
    ['coverage>=80', 'inconclusive'],
    ['coverage>=81', 'fail'],
    ['coverage>59', 'pass'],
    ['coverage>60', 'inconclusive'],
    ['coverage>80', 'fail'],
    ['coverage<=80', 'pass'],
    ['coverage<=60', 'inconclusive'],
    ['coverage<=59', 'fail'],
    ['coverage<81', 'pass'],
    ['coverage<80', 'inconclusive'],
    ['coverage<60', 'fail']
  ])('%s with the interval 60 – 80: %s', (text, result) => {
    expect(held(text, system())).toMatchObject({ result, score: 'Rogan–Gladen', low: 60, high: 80, units: 40 });
  });

  it('reaches a limit that its bound equals but for rounding', () => {
    const low = (70.1 + 69.9 + 70.3 + 69.7 - 1e-13) / 4;
    expect(low).toBeLessThan(70);
    expect(held('coverage>=70', system({ roganGladen: figure(low, 80) })).result).toBe('pass');
  });

  it('is compared by its own labels if it has them, and by the ensemble alone if that is asked for', () => {
    const labelled = system({ ppi: { ...figure(30, 40), lambda: 1 } });
    expect(held('coverage>=50', labelled)).toMatchObject({ score: 'PPI++', result: 'fail' });
    expect(held('coverage>=50', labelled, { raw: true })).toMatchObject({ score: 'adopted ensemble', result: 'pass' });
    // Labels of too few queries give a value without an interval.
    const few = system({ ppi: { ...figure(null, null), lambda: 1 } });
    expect(held('coverage>=50', few)).toMatchObject({ score: 'Rogan–Gladen', result: 'pass' });
  });

  it('is broken without a value or with units that have no answer, and inconclusive without an interval', () => {
    expect(held('coverage>=50', system({ roganGladen: nothing }))).toMatchObject({
      result: 'broken',
      reason: 'No label.'
    });
    const open = system({ units: 36, unanswered: 4 });
    expect(held('coverage>=50', open)).toMatchObject({
      result: 'broken',
      reason: 'The ensemble gave no answer on 4 of 40 units.'
    });
    const tolerates = (unanswered: number, of: number): boolean => unanswered / of <= 0.1;
    expect(held('coverage>=50', open, { tolerates }).result).toBe('pass');
    expect(held('coverage>=50', system({ roganGladen: figure(null, null) })).result).toBe('inconclusive');
  });
});

describe('requirements of a run', () => {
  it('are broken if the metric was not judged, cannot be corrected, has no system, or its adoption is open again', () => {
    const reasonOf = (metrics: CorrectedMetric[]) => holdSystems([require('coverage>=50')], metrics)[0];
    expect(reasonOf([])).toMatchObject({ result: 'broken', reason: 'The run did not judge this metric.' });
    const uncorrected = { metric: 'coverage', title: 'Coverage', why: 'No ensemble is adopted.', by: null };
    expect(reasonOf([uncorrected])).toMatchObject({ result: 'broken', reason: 'No ensemble is adopted.' });
    expect(reasonOf([metric([])])).toMatchObject({ result: 'broken', system: null });
    expect(reasonOf([metric([system()], ['A judge changed.'])])).toMatchObject({
      result: 'broken',
      reason: 'The adoption is reopened: A judge changed.'
    });
  });

  it('fail if one fails, else are broken if one is, else inconclusive, and pass only if all do', () => {
    const results = (...all: HeldResult[]): HeldResult =>
      heldTogether(all.map((result) => ({ ...held('coverage>=60', system()), result })));
    expect(results('pass', 'broken', 'inconclusive', 'fail')).toBe('fail');
    expect(results('pass', 'inconclusive', 'broken')).toBe('broken');
    expect(results('pass', 'inconclusive')).toBe('inconclusive');
    expect(results('pass', 'pass')).toBe('pass');
    expect(results()).toBe('broken');
  });
});
