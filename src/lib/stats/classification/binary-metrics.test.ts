import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { same } from '../../../../tests/statistics/arbitraries.ts';
import { binaryMetrics } from './binary-metrics.ts';
import { multiclassMetrics } from './multiclass-metrics.ts';

describe('binary measures', () => {
  it('of tp 3, fp 1, fn 2, tn 4: precision 3/4, recall 3/5, F1 2/3, MCC 10/√600', () => {
    const truth = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0];
    const predicted = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0];
    const m = binaryMetrics(truth, predicted, { positive: 1 });
    expect([m.precision.value, m.recall.value, m.f1.value]).toEqual([3 / 4, 3 / 5, 6 / 9]);
    expect(m.mcc.value).toBeCloseTo(10 / Math.sqrt(600), 14);
    expect(m.youdenJ.value).toBeCloseTo(3 / 5 + 4 / 5 - 1, 14);
  });

  it('turn recall into specificity when the other label counts as positive; MCC and κ stay', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(1))), (rows) => {
        const [truth, predicted] = [rows.map(([t]) => t), rows.map(([, p]) => p)];
        const one = binaryMetrics(truth, predicted, { positive: 1 });
        const other = binaryMetrics(truth, predicted, { positive: 0 });
        expect(one.recall).toEqual(other.specificity);
        expect(one.precision).toEqual(other.npv);
        expect(same(one.mcc.value, other.mcc.value) && same(one.kappa.value, other.kappa.value)).toBe(true);
      })
    );
  });

  it('are null if they are 0/0, each for its reason', () => {
    const none = binaryMetrics([1, 0], [0, 0], { positive: 1 });
    expect(none.precision).toEqual({ value: null, reason: 'zero-denominator' });
    expect(none.mcc).toEqual({ value: null, reason: 'zero-variance' });
    expect(none.f1.value).toBe(0);
    expect(binaryMetrics([null], [1], { positive: 1 })).toMatchObject({ accuracy: { reason: 'no-pairs' }, dropped: 1 });
  });

  it('are what the measures of several classes say of two', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(1))), (rows) => {
        const [truth, predicted] = [rows.map(([t]) => t), rows.map(([, p]) => p)];
        const two = binaryMetrics(truth, predicted, { positive: 1 });
        const many = multiclassMetrics(truth, predicted, [0, 1]);
        expect(same(two.mcc.value, many.mcc.value) && same(two.accuracy.value, many.accuracy.value)).toBe(true);
        expect(same(two.f1.value, many.perClass[1]!.f1.value)).toBe(true);
      })
    );
  });

  it('of several classes leave a label that was not used out of the means', () => {
    const m = multiclassMetrics(['A', 'B'], ['A', 'B'], ['A', 'B', 'tie']);
    expect([m.macroF1.value, m.balancedAccuracy.value, m.mcc.value]).toEqual([1, 1, 1]);
    expect(m.perClass[2]!.f1.value).toBeNull();
  });
});
