import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fleissKappa, gwetACMany, icc, krippendorffAlpha } from '../../stats/index.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { ceilingOf, type CeilingKey } from './ceiling.ts';
import { sampleScores } from '../units/sample-ratings.fixture.ts';
import { ratedUnits } from '../units/units.ts';

const four: LabelScale = { level: 'ordinal', labels: ['1', '2', '3', '4'] };
const people = ['G', 'H', 'I'];

describe('the ceiling of people', () => {
  it('is what the library gives with items that one person labelled, or none', () => {
    const label = fc.constantFrom(null, 1, 2, 3, 4);
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label, label), { minLength: 1, maxLength: 15 }), (rows) => {
        const ratings = sampleScores(four, people, [], rows.map((row, i) => ({ id: `i${i}`, query: `q${i % 3}`, people: row, judges: [] }))); // prettier-ignore
        const { figures } = ceilingOf(ratedUnits(ratings));
        const found = (key: CeilingKey): number | null => figures.find((one) => one.key === key)!.figure.value;
        const used = rows.filter((row) => row.some((v) => v !== null));
        const categories = [1, 2, 3, 4];
        const same = (key: CeilingKey, expected: number | null): void =>
          expected === null ? expect(found(key), key).toBeNull() : expect(found(key), key).toBeCloseTo(expected, 9);
        same('alpha', krippendorffAlpha(used, { categories, metric: 'ordinal' }).value);
        same('fleiss', fleissKappa(used, { categories, weights: 'quadratic' }).value);
        same('gwet', gwetACMany(used, { categories, weights: 'quadratic' }).value);
        const everybody = new Set(rows.flatMap((row) => row.flatMap((v, p) => (v === null ? [] : [p]))));
        if (everybody.size === 3) {
          const { icc21, icc2k } = icc(used.filter((row) => row.every((v) => v !== null)));
          same('icc-single', icc21.value);
          same('icc-mean', icc2k.value);
        }
      }),
      { numRuns: 150 }
    );
  });

  it('leaves out people who labelled nothing', () => {
    const ratings = sampleScores(four, people, [], [
      { id: 'a', query: 'q1', people: [1, 1, null], judges: [] },
      { id: 'b', query: 'q2', people: [3, 4, null], judges: [] }
    ]); // prettier-ignore
    const { raters, figures } = ceilingOf(ratedUnits(ratings));
    expect(raters).toBe(2);
    expect(figures.at(-1)!.name).toBe('ICC(2,2), mean of all annotators');
  });
});
