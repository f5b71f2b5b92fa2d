import { describe, expect, it } from 'vitest';
import { ensembleCost, type JudgeSpending } from './candidate-cost.ts';

// Four reports of ten items: one call per report.
const priced = (cost: number, more: Partial<JudgeSpending> = {}): JudgeSpending => ({
  ...{ calls: 4, reused: 0, unpriced: 0, cost, reports: 4, items: 40, asked: { reports: 4, items: 40 }, code: false },
  ...more
});

describe('the cost of an ensemble', () => {
  it('adds its judges up: $0.20 and $0.08 over 4 reports and 40 items', () => {
    const cost = ensembleCost(['a', 'b'], new Map(Object.entries({ a: priced(0.2), b: priced(0.08), c: priced(9) })));
    expect(cost).toMatchObject({ unknown: null, calls: 8, reused: 0, reports: 4, items: 40 });
    expect(cost.total).toBeCloseTo(0.28, 12);
    expect(cost.perReport).toBeCloseTo(0.07, 12);
    expect(cost.perThousandItems).toBeCloseTo(7, 12);
  });

  it('of a judge that was asked twice is in the total with both, per report and item with one', () => {
    const twice = priced(0.4, { calls: 8, asked: { reports: 8, items: 80 } });
    const cost = ensembleCost(['a', 'b'], new Map(Object.entries({ a: twice, b: priced(0.08) })));
    expect(cost.total).toBeCloseTo(0.48, 12);
    expect(cost.perReport).toBeCloseTo(0.07, 12);
    expect(cost).toMatchObject({ calls: 12, reports: 4, items: 40 });
  });

  it('is unknown if one call of one judge has no price, or a judge has no call on record', () => {
    const unpriced = priced(0.2, { unpriced: 1 });
    expect(ensembleCost(['a', 'b'], new Map(Object.entries({ a: priced(0.1), b: unpriced })))).toMatchObject({
      ...{ total: null, perReport: null, perThousandItems: null, unknown: 'unpriced', calls: 8 }
    });
    expect(ensembleCost(['gone'], new Map())).toMatchObject({ total: null, unknown: 'no-calls', calls: 0, items: 0 });
    const imported = priced(0, { calls: 0 });
    expect(ensembleCost(['a'], new Map([['a', imported]]))).toMatchObject({ total: null, unknown: 'no-calls' });
  });

  it('says what was spent, but not per item, if replies of an earlier run were used', () => {
    const some = priced(0.05, { calls: 1, reused: 3 });
    expect(ensembleCost(['a'], new Map([['a', some]]))).toMatchObject({
      ...{ total: 0.05, perReport: null, perThousandItems: null, unknown: 'reused', calls: 1, reused: 3 }
    });
  });

  it('is nothing for judges made of code, whatever their calls say', () => {
    const code = priced(0, { calls: 4, unpriced: 4, code: true });
    expect(ensembleCost(['a'], new Map([['a', code]]))).toMatchObject({ total: 0, perReport: 0, unknown: null });
  });
});
