import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohenKappa, icc, kendall, krippendorffAlpha, spearman, type Estimate } from '../../stats/index.ts';
import { pairedScores, type ScorePair } from './paired-scores.ts';

const scale = [0, 1, 2, 3];
const pairsOf = (rows: readonly (readonly [number, number])[]): ScorePair[] =>
  rows.map(([a, b], unit) => ({ unit, a, b }));
const ones = (n: number): Float64Array => new Float64Array(n).fill(1);

/** Every pair as often as it is drawn, as the library would be given a resample. */
const expanded = (rows: readonly (readonly [number, number])[], times: readonly number[]): [number[], number[]] => {
  const all = rows.flatMap((row, i) => Array.from({ length: times[i]! }, () => row));
  return [all.map(([a]) => a), all.map(([, b]) => b)];
};

const rowsAndTimes = fc
  .array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 25 })
  .map((drawn) => ({
    rows: drawn.map(([a, b]): [number, number] => [a, b]),
    times: drawn.map(([, , times]) => times)
  }));

const same = (found: Estimate, expected: Estimate, name: string): void => {
  if (expected.value === null) expect(found.value, name).toBeNull();
  else expect(found.value, name).toBeCloseTo(expected.value, 9);
};

describe('statistics of paired scores', () => {
  it('are by hand for (1,1) (2,3) (4,4): κ with quadratic weights 1 − (1/3) / (29/9)', () => {
    const paired = pairedScores(pairsOf([[1, 1], [2, 3], [4, 4]])); // prettier-ignore
    // Nine pairs of all with all: 0, 4, 9; 1, 1, 4; 9, 1, 0, so 29/9 on average; the three pairs differ by 1/3.
    expect(paired.quadraticKappa(ones(3)).value).toBeCloseTo(1 - 1 / 3 / (29 / 9), 12);
    // Without squares: 0 2 3 1 1 2 3 1 0, so 13/9.
    expect(paired.linearKappa(ones(3)).value).toBeCloseTo(1 - 1 / 3 / (13 / 9), 12);
    expect(paired.meanDifference(ones(3)).value).toBeCloseTo(1 / 3, 12);
    expect(paired.spearman(ones(3)).value).toBe(1);
    expect(paired.kendallTauB(ones(3)).value).toBe(1);
  });

  it('take scores that differ by the rounding of a mean for the same: κ, α and ICC are undefined if all are', () => {
    const rows = [[0.3, 0.1 + 0.2], [0.3, 0.3], [0.1 + 0.2, 0.3]] as const; // prettier-ignore
    const paired = pairedScores(pairsOf(rows));
    for (const key of ['quadraticKappa', 'linearKappa', 'alphaInterval', 'icc', 'spearman'] as const)
      expect(paired[key](ones(3)).value, key).toBeNull();
    expect(paired.meanDifference(ones(3)).value).toBe(0);
  });

  it('are those of the library on any resample', () => {
    fc.assert(
      fc.property(rowsAndTimes, ({ rows, times }) => {
        const [a, b] = expanded(rows, times);
        const paired = pairedScores(pairsOf(rows));
        const t = Float64Array.from(times);
        const raters = a.map((x, i) => [x, b[i]!]);
        same(paired.quadraticKappa(t), cohenKappa(a, b, { categories: scale, weights: 'quadratic' }), 'quadratic κ');
        same(paired.linearKappa(t), cohenKappa(a, b, { categories: scale, weights: 'linear' }), 'linear κ');
        same(paired.spearman(t), spearman(a, b), 'Spearman');
        same(paired.kendallTauB(t), kendall(a, b).tauB, 'Kendall');
        same(paired.alphaOrdinal(t), krippendorffAlpha(raters, { categories: scale, metric: 'ordinal' }), 'α ordinal');
        same(
          paired.alphaInterval(t),
          krippendorffAlpha(raters, { categories: scale, metric: 'interval' }),
          'α interval'
        );
        same(paired.icc(t), icc(raters).icc21, 'ICC(2,1)');
      }),
      { numRuns: 300 }
    );
  });

  it('do not change when a number is added to all scores, nor, but for the mean difference, when all are multiplied', () => {
    fc.assert(
      fc.property(rowsAndTimes, fc.double({ min: -1e3, max: 1e3, noNaN: true }), ({ rows, times }, by) => {
        const t = Float64Array.from(times);
        const plain = pairedScores(pairsOf(rows));
        const moved = pairedScores(pairsOf(rows.map(([a, b]) => [3 * a + by, 3 * b + by])));
        for (const name of [
          'quadraticKappa',
          'linearKappa',
          'spearman',
          'kendallTauB',
          'alphaOrdinal',
          'alphaInterval',
          'icc'
        ] as const) {
          const [one, other] = [plain[name](t).value, moved[name](t).value];
          if (one === null) expect(other, name).toBeNull();
          else expect(other, name).toBeCloseTo(one, 6);
        }
      }),
      { numRuns: 100 }
    );
  });

  it('are undefined if nothing is drawn or nothing varies', () => {
    const none = pairedScores([]);
    const flat = pairedScores(pairsOf([[2, 2], [2, 2]])); // prettier-ignore
    for (const name of Object.keys(none) as (keyof typeof none)[]) {
      expect(none[name](ones(0)).value, name).toBeNull();
      expect(flat[name](ones(2)).value, name).toBe(name === 'meanDifference' ? 0 : null);
    }
  });
});
