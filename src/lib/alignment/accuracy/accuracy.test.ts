import { describe, expect, it } from 'vitest';
import { consistentCounts } from '../../stats/index.ts';
import { accuracyOf, printedHolds, ratedAgreement, type AgainstTruth, type RatedPair } from './accuracy.ts';

/** `right` of n answers are true, spread over ten tasks. */
const answers = (right: number, n: number): AgainstTruth[] =>
  Array.from({ length: n }, (_, i) => ({ qid: `t${i % 10}`, truth: '1', said: i < right ? '1' : '0' }));

const rounded = (value: number | null, decimals: number): string => (100 * value!).toFixed(decimals);

describe('accuracy against true labels', () => {
  // Made label sets: no count out of the stated 300 gives 88.4, 96.5 or 94.2. 172 is the smallest number from 100 up out of which
  // all four can be counted; which number the paper counted is not known.
  it.each([
    ['88.4', 152, 172],
    ['96.5', 166, 172],
    ['94.2', 162, 172],
    ['95.3', 164, 172]
  ])('prints %s for %i of %i made labels', (printed, right, n) => {
    const { share, leftOut } = accuracyOf(answers(right, n));
    expect(rounded(share.value, 1)).toBe(printed);
    expect([share.n, share.clusters, leftOut]).toEqual([n, 10, 0]);
    expect(printedHolds(Number(printed) / 100, share.interval)).toBe(true);
  });

  it('cannot print 88.4, 96.5 or 94.2 out of 300, and prints 95.3 only for 286', () => {
    expect([88.4, 96.5, 94.2, 95.3].map((printed) => consistentCounts(printed, 300, 1))).toEqual([[], [], [], [286]]);
  });

  it('leaves out answers without a label and items without a true one, and counts them', () => {
    const { share, leftOut } = accuracyOf([
      { qid: 'a', truth: '1', said: '1' },
      { qid: 'a', truth: '1', said: null },
      { qid: 'b', truth: null, said: '1' },
      { qid: 'b', truth: '0', said: '1' }
    ]);
    expect([share.value, share.n, leftOut]).toEqual([0.5, 2, 2]);
  });

  it('weighs answers by the chance with which their items were drawn', () => {
    // Weight 4 for a right one, 1 for a wrong one: 4 / 5.
    const { share } = accuracyOf([
      { qid: 'a', truth: '1', said: '1', weight: 4 },
      { qid: 'b', truth: '1', said: '0', weight: 1 }
    ]);
    expect(share.value).toBeCloseTo(0.8, 12);
  });

  it('is undefined without any answer, and has no interval within one task', () => {
    expect(accuracyOf([]).share).toMatchObject({ value: null, reason: 'n=0', interval: null });
    expect(accuracyOf([{ qid: 'a', truth: '1', said: '1' }]).share).toMatchObject({ value: 1, interval: null });
    expect([printedHolds(null, [0, 1]), printedHolds(0.5, null), printedHolds(0.5, [0.6, 1])]).toEqual([
      null,
      null,
      false
    ]);
  });
});

const scale = ['1', '2', '3', '4'];

/** A table of counts, rows people, columns computed, as pairs spread over six tasks. */
function pairsOf(table: readonly (readonly number[])[]): RatedPair[] {
  const pairs = table.flatMap((row, i) =>
    row.flatMap((n, j) => Array.from({ length: n }, () => ({ person: scale[i]!, computed: scale[j]! })))
  );
  return pairs.map((pair, i) => ({ qid: `t${i % 6}`, ...pair }));
}

describe('computed ratings beside those of people', () => {
  it('has weighted κ as by hand: 4 pairs, one of them a step apart', () => {
    // People 1 1 2 2, computed 1 1 2 3, distances |i − j| / 3: observed 1/3 over 4 pairs; expected from margins (people 1: 2, 2: 2;
    // computed 1: 2, 2: 1, 3: 1): 2·(1·1/3 + 1·2/3) + 2·(2·1/3 + 1·1/3) = 4 over 16. κ = 1 − (1/12) / (1/4) = 2/3.
    const hand: RatedPair[] = [
      { qid: 'a', person: '1', computed: '1' },
      { qid: 'a', person: '1', computed: '1' },
      { qid: 'b', person: '2', computed: '2' },
      { qid: 'b', person: '2', computed: '3' }
    ];
    const { linear, quadratic, cells, n, queries } = ratedAgreement(hand, scale);
    expect(linear.value).toBeCloseTo(2 / 3, 12);
    // Squares: observed 1/9 / 4; expected 2·(1/9 + 4/9) + 2·(2/9 + 1/9) = 16/9 over 16: κ = 1 − (1/36) / (1/9) = 3/4.
    expect(quadratic.value).toBeCloseTo(3 / 4, 12);
    expect(cells).toEqual([
      [2, 0, 0, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0]
    ]);
    expect([n, queries]).toEqual([4, 2]);
  });

  // Made tables: the paper prints one weighted κ and neither its weights nor the counts of its heat map.
  it('prints .859 as linear κ of one made table, and as quadratic κ of another', () => {
    const linear = ratedAgreement(pairsOf(LINEAR), scale);
    const quadratic = ratedAgreement(pairsOf(QUADRATIC), scale);
    expect(linear.linear.value!.toFixed(3)).toBe('0.859');
    expect(quadratic.quadratic.value!.toFixed(3)).toBe('0.859');
    for (const { linear: one, quadratic: other } of [linear, quadratic])
      for (const { value, interval } of [one, other]) {
        expect(interval![0]).toBeLessThan(value!);
        expect(interval![1]).toBeGreaterThan(value!);
      }
  });

  it('is undefined without pairs or if all raters give one rating, and has no interval for one task', () => {
    expect(ratedAgreement([], scale)).toMatchObject({ n: 0, linear: { value: null, reason: 'no-pairs' } });
    const same = [{ qid: 'a', person: '3', computed: '3' }];
    expect(ratedAgreement(same, scale).quadratic).toMatchObject({ value: null, reason: 'single-category' });
    const one = pairsOf(LINEAR).map((pair) => ({ ...pair, qid: 'a' }));
    expect(ratedAgreement(one, scale).linear).toMatchObject({ interval: null, intervalReason: 'too-few-clusters' });
  });
});

const LINEAR = [
  [18, 1, 0, 0],
  [4, 18, 1, 0],
  [0, 4, 18, 1],
  [0, 0, 4, 18]
];
const QUADRATIC = [
  [19, 6, 0, 0],
  [6, 19, 6, 0],
  [0, 6, 19, 6],
  [0, 0, 6, 19]
];
