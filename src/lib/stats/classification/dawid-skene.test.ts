import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { twoRaters } from '../../../../tests/statistics/arbitraries.ts';
import { dawidSkene } from './dawid-skene.ts';

describe('Dawid–Skene', () => {
  it('follows the majority of equal raters and gives posteriors that sum to one', () => {
    fc.assert(
      fc.property(twoRaters, ({ a, b }) => {
        const model = dawidSkene(
          a.map((x, i) => [x, b[i]!]),
          [1, 2, 3, 4],
          5
        );
        for (const row of model.posterior ?? []) expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
      })
    );
    const model = dawidSkene([[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1]], [0, 1]); // prettier-ignore
    expect(model.posterior!.map((row) => Math.round(row[1]!))).toEqual([1, 0, 1, 0]);
  });

  it('is undefined without labels and gives an unlabelled unit the prior', () => {
    expect(dawidSkene([[null]], [0, 1])).toMatchObject({ posterior: null, reason: 'n=0' });
    const model = dawidSkene([[1, 1], [null, null]], [0, 1]); // prettier-ignore
    expect(model.posterior![1]).toEqual(model.prior);
  });
});
