import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  defaultAnalysisPlan,
  readAnalysisPlan,
  sameAnalysisPlan,
  typedAs,
  type TypedAnalysisPlan
} from './analysis-plan.ts';

const known = ['a', 'b', 'c'];
const standard = defaultAnalysisPlan(known);
const typed = typedAs(standard);
const wrong = (change: Partial<TypedAnalysisPlan>): string[] => {
  const read = readAnalysisPlan({ ...typed, ...change }, known);
  return 'problems' in read ? read.problems.map(({ column }) => column) : [];
};

describe('a preregistration', () => {
  it('is read as it was typed, with a decimal comma too', () => {
    expect(readAnalysisPlan(typed, known)).toEqual({ analysisPlan: standard });
    expect(readAnalysisPlan({ ...typed, target: ' 0,85 ', floor: '0.8' }, known)).toMatchObject({
      analysisPlan: { target: 0.85, floor: 0.8 }
    });
  });

  it('never takes the comma of a whole number for a decimal one', () => {
    const sequential = { rule: 'pocock', maximum: '1,000', looks: '5' };
    expect(readAnalysisPlan({ ...typed, items: '1,000', queries: '20', sequential }, known)).toMatchObject({
      analysisPlan: { items: 1000, queries: 20, sequential: { maximum: 1000 } }
    });
    expect(wrong({ items: '1,00', queries: '20,0' })).toEqual(['queries', 'items']);
  });

  it('is refused with every problem at once', () => {
    expect(wrong({ target: '1', delta: '', queries: '20.5', items: 'many' })).toEqual([
      'target',
      'delta',
      'queries',
      'items'
    ]);
    expect(wrong({ judges: [] })).toEqual(['judges']);
    expect(wrong({ judges: ['a', 'x'] })).toEqual(['judges']);
    expect(wrong({ floor: '0.95' })).toEqual(['floor']);
    expect(wrong({ ties: 'toss', gates: ['constructor'] })).toEqual(['gates', 'ties']);
    expect(wrong({ confidence: 'NaN' })).toEqual(['confidence']);
  });

  it('is the same whatever the order of its judges and gates', () => {
    expect(
      sameAnalysisPlan(standard, { ...standard, judges: ['c', 'a', 'b'], gates: [...standard.gates].reverse() })
    ).toBe(true);
    expect(changesBetween(standard, { ...standard, target: 0.8, judges: ['a'] })).toEqual(['judges', 'target']);
  });
});
