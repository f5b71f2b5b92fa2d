import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { same, shuffled, twoRaters, units } from '../../../../../tests/statistics/arbitraries.ts';
import { fleissKappa, fleissKappaFromCounts } from './fleiss-kappa.ts';
import { gwetAC } from './gwet-ac1.ts';
import { gwetACMany } from './gwet-ac-many.ts';
import { krippendorffAlpha, type AlphaMetric } from './krippendorff-alpha.ts';
import { lightKappa } from './light-kappa.ts';
import { scottPi } from './scott-pi.ts';

const categories = [1, 2, 3, 4];
const statistics: Record<string, (u: (number | null)[][], scale?: readonly number[]) => { value: number | null }> = {
  fleiss: (u, scale = categories) => fleissKappa(u, { categories: scale }),
  'fleiss quadratic': (u, scale = categories) => fleissKappa(u, { categories: scale, weights: 'quadratic' }),
  gwet: (u, scale = categories) => gwetACMany(u, { categories: scale }),
  'alpha nominal': (u, scale = categories) => krippendorffAlpha(u, { categories: scale, metric: 'nominal' }),
  'alpha ordinal': (u, scale = categories) => krippendorffAlpha(u, { categories: scale, metric: 'ordinal' }),
  'alpha interval': (u, scale = categories) => krippendorffAlpha(u, { categories: scale, metric: 'interval' })
};
const each = Object.entries(statistics);

describe('coefficients of many raters', () => {
  it('Fleiss κ of two units rated 1 1 2 and 2 2 2: pa 2/3, π 1/3 and 2/3, pe 5/9, κ 1/4', () => {
    expect(fleissKappaFromCounts([[2, 1], [0, 3]]).value).toBeCloseTo(1 / 4, 14); // prettier-ignore
  });

  it('nominal α of 1 1, 1 2, 2 2: Do 1/3, De 3/5, α 4/9', () => {
    const alpha = krippendorffAlpha([[1, 1], [1, 2], [2, 2]], { categories: [1, 2], metric: 'nominal' }); // prettier-ignore
    expect(alpha.value).toBeCloseTo(4 / 9, 14);
  });

  it.each(each)('%s does not depend on the order of raters or units', (_, statistic) => {
    fc.assert(
      fc.property(units, fc.nat(), (u, seed) => {
        const moved = shuffled(u, seed).map((row) => shuffled(row, seed + 1));
        expect(same(statistic(u).value, statistic(moved).value)).toBe(true);
      })
    );
  });

  it.each(each)('%s does not change when the scale is shifted and stretched', (_, statistic) => {
    fc.assert(
      fc.property(units, (u) => {
        const moved = u.map((row) => row.map((v) => (v === null ? null : 100 + 3 * v)));
        expect(same(statistic(u).value, statistic(moved, [103, 106, 109, 112]).value)).toBe(true);
      })
    );
  });

  it.each(each)('%s is at most 1', (_, statistic) => {
    fc.assert(
      fc.property(units, (u) => {
        expect(statistic(u).value ?? 0).toBeLessThanOrEqual(1 + 1e-12);
      })
    );
  });

  it('Fleiss κ and AC1 keep their value when every unit is doubled; α approaches them', () => {
    fc.assert(
      fc.property(units, (u) => {
        expect(same(statistics.fleiss!(u).value, statistics.fleiss!([...u, ...u]).value)).toBe(true);
        expect(same(statistics.gwet!(u).value, statistics.gwet!([...u, ...u]).value)).toBe(true);
      })
    );
  });

  it('of two raters without gaps, Fleiss κ is Scott’s π and AC1 the AC1 of two raters', () => {
    fc.assert(
      fc.property(twoRaters, ({ a, b }) => {
        const rows = a.map((x, i) => [x, b[i]!]).filter((row) => row.every((v) => v !== null));
        const [first, second] = [rows.map((r) => r[0]!), rows.map((r) => r[1]!)];
        const options = { categories };
        expect(same(fleissKappa(rows, options).value, scottPi(first, second, options).value)).toBe(true);
        expect(same(gwetACMany(rows, options).value, gwetAC(first, second, options).value)).toBe(true);
      })
    );
  });

  it('α rescales with the data: ratio α of values times three is the same', () => {
    fc.assert(
      fc.property(units, (u) => {
        const tripled = u.map((row) => row.map((v) => (v === null ? null : 3 * v)));
        const one = krippendorffAlpha(u, { categories, metric: 'ratio' });
        const other = krippendorffAlpha(tripled, { categories: [3, 6, 9, 12], metric: 'ratio' });
        expect(same(one.value, other.value)).toBe(true);
      })
    );
  });

  it('are undefined, each for its reason, without two values in any unit or with one category', () => {
    expect(fleissKappa([[1, null]], { categories })).toMatchObject({ value: null, reason: 'no-pairable-values' });
    expect(fleissKappa([[1, 1]], { categories })).toMatchObject({ value: null, reason: 'single-category' });
    expect(gwetACMany([[1, 1]], { categories })).toMatchObject({ value: 1, se: null });
    expect(lightKappa([[1, 2]], { categories })).toMatchObject({ value: null, reason: 'too-few-raters' });
    const metrics: AlphaMetric[] = ['nominal', 'ordinal', 'interval', 'ratio'];
    for (const metric of metrics) {
      expect(krippendorffAlpha([[2, null]], { categories, metric }).reason).toBe('no-pairable-values');
      expect(krippendorffAlpha([[2, 2]], { categories, metric }).reason).toBe('single-category');
    }
  });

  it('α refuses names on a scale that needs numbers', () => {
    expect(() => krippendorffAlpha([['a', 'b']], { categories: ['a', 'b'], metric: 'interval' })).toThrow(
      'requires numbers'
    );
  });

  it('Light’s κ is the mean over pairs and counts the undefined ones', () => {
    const light = lightKappa([[1, 2, 1], [1, 2, 2], [1, 1, null]], { categories: [1, 2] }); // prettier-ignore
    expect(light).toMatchObject({ pairs: 3, undefinedPairs: 0 });
    expect(light.value).toBeCloseTo((0.4 + 0 + 0) / 3, 12);
  });
});
