import { describe, expect, it } from 'vitest';
import type { SystemLine } from '../lib/exchange/import/reports/system-lines.ts';
import { addCondition, conditionInWords, checkSystems, shownBeside, unknownConditions } from './fail-if.ts';

const line = (metric: string, system: string, value: number | null): SystemLine => ({
  ...{ metric, system, value, measure: 'mean', low: null, high: null, n: 3, queries: 3, units: 30 },
  ...{ reason: value === null ? 'No report has a score.' : null, noInterval: null, games: null, reports: 3 },
  ...{ undecided: 0, unscored: 0, pending: 0, meanOfOwn: null, beside: [], judges: [] }
});

describe('conditions of --fail-if', () => {
  it('are a metric, a sign and a number', () => {
    expect(addCondition(' coverage <= 80.5 ')).toEqual([
      { text: 'coverage <= 80.5', metric: 'coverage', sign: '<=', limit: 80.5 }
    ]);
    expect(addCondition('depth>-1', addCondition('coverage<80'))).toHaveLength(2);
  });

  it.each(['coverage', 'coverage<', 'coverage=80', '<80', 'coverage<80%', 'coverage<1e3', ''])('refuse %j', (text) => {
    expect(() => addCondition(text)).toThrow('is not a condition');
  });

  it('name those whose metric the run does not judge', () => {
    const conditions = addCondition('depth>1', addCondition('coverage<80'));
    expect(unknownConditions(conditions, ['coverage', 'depth'])).toBeNull();
    expect(unknownConditions(conditions, ['coverage'])).toBe(
      '--fail-if depth>1: the run has no such metric. Its metrics: coverage.'
    );
  });
});

describe('systems under conditions', () => {
  it('compare unrounded values, equality by the sign', () => {
    const results = (text: string): string[] =>
      checkSystems(addCondition(text), [
        line('coverage', 'a', 80),
        line('coverage', 'b', 79.99),
        line('depth', 'a', 1)
      ]).map(({ result }) => result);
    expect(results('coverage<80')).toEqual(['not-met', 'met']);
    const equal = [line('coverage', 'a', (0.7 + 0.7 + 0.7) / 3)]; // 0.6999999999999998
    expect(checkSystems(addCondition('coverage<0.7'), equal)[0]).toMatchObject({ result: 'not-met' });
    expect(checkSystems(addCondition('coverage<=0.7'), equal).map(conditionInWords)[0]).toContain('a scores 0.7 (');
    expect(results('coverage<=80')).toEqual(['met', 'met']);
    expect(results('coverage>79.99')).toEqual(['met', 'not-met']);
    expect(results('coverage>=79.99')).toEqual(['met', 'met']);
  });

  it('without a value are neither', () => {
    const [one] = checkSystems(addCondition('coverage<80'), [line('coverage', 'a', null)]);
    expect(one).toMatchObject({ result: 'undefined', value: null });
    expect(conditionInWords(one!)).toBe('coverage<80: a has no score for coverage: No report has a score.');
  });

  it('are told with the decimals that show the difference', () => {
    expect(shownBeside(79.99, 80)).toBe('79.99');
    expect(shownBeside(79.4, 80)).toBe('79.4');
    expect(shownBeside(80, 80)).toBe('80');
    const [one] = checkSystems(addCondition('coverage<80'), [line('coverage', 'b', 79.996)]);
    expect(conditionInWords(one!)).toBe('coverage<80: b scores 79.996 (3 reports).');
  });
});
