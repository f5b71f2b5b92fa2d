import { describe, expect, it } from 'vitest';
import { candidatesCsv } from '../report/exports.ts';
import { besideOf, candidate, valueOf } from '../report/report.fixture.ts';
import { alignment, type AlignmentReport } from '../report/report.ts';
import { sampleRatings, sampleScores, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { four, preference } from '../units/scales.fixture.ts';

const fast = { resamples: 40, seed: 3 };

/** One person says yes to the first half and no to the rest; the judges’ marks are given item by item. */
const halves = (judges: readonly string[]): SampleItem[] =>
  judges.map((marks, i) => ({
    id: `i${String(i).padStart(2, '0')}`,
    query: `q${i % 4}`,
    people: i < judges.length / 2 ? 'y' : 'n',
    judges: marks
  }));

const rated = (judges: readonly string[], options = {}): AlignmentReport =>
  alignment(sampleRatings(['H'], [...'ABC'].slice(0, judges[0]!.length), halves(judges)), { ...fast, ...options });

describe('figures of an averaged ensemble', () => {
  it('give two judges that differ on 2 of 10 items κ = .8 and AC1 = .8 at agreement .9, not 1', () => {
    const found = candidate(rated(['yy', 'yy', 'yy', 'yy', 'yn', 'ny', 'nn', 'nn', 'nn', 'nn']), 'A + B, average');
    // Eight items count 1, two count ½. Scores and people say yes half of the time: (.9 − .5) / (1 − .5).
    expect(found.agreement).toMatchObject({ value: 0.9, n: 10 });
    expect([found.kappa.value, found.kappa.n]).toEqual([expect.closeTo(0.8, 12), 10]);
    expect([found.ac1!.value, found.ac1!.n]).toEqual([expect.closeTo(0.8, 12), 10]);
    expect([found.sensitivity!.value, found.sensitivity!.n]).toEqual([0.9, 5]);
    expect([found.specificity!.value, found.specificity!.n]).toEqual([0.9, 5]);
  });

  it('give two judges that differ on half of the items agreement 3/4 and κ 1/2', () => {
    const found = candidate(rated(['yy', 'yy', 'yn', 'ny', 'yn', 'ny', 'nn', 'nn']), 'A + B, average');
    expect(found.agreement.value).toBeCloseTo(3 / 4, 12);
    expect(valueOf(found.kappa)).toBeCloseTo(1 / 2, 12);
    expect(found.confusion).toMatchObject({
      labels: ['yes', 'no'],
      rows: ['yes', 'no'],
      columns: ['yes', 'no', 'undecided']
    });
    expect(found.confusion.cells.map((row) => row.map(({ items }) => items.length))).toEqual([
      [2, 0, 2],
      [0, 2, 2]
    ]);
  });

  it('give three judges with scores of 1, 2/3, 2/3 and 0, 1/3, 0 κ 2/3, AC1 217/325, sensitivity 7/9, specificity 8/9', () => {
    const found = candidate(rated(['yyy', 'yyn', 'nyy', 'nnn', 'nyn', 'nnn']), 'A + B + C, average');
    // Yes: 4/9 of the scores, 1/2 of people. AC1 by the mean share of yes, 17/36.
    expect(found.agreement.value).toBeCloseTo(5 / 6, 12);
    expect(valueOf(found.kappa)).toBeCloseTo(2 / 3, 12);
    expect(valueOf(found.ac1)).toBeCloseTo(217 / 325, 12);
    expect(valueOf(found.sensitivity)).toBeCloseTo(7 / 9, 12);
    expect(valueOf(found.specificity)).toBeCloseTo(8 / 9, 12);
  });
});

/** Four items: people yes, split, no, yes; A says yes, yes, no, no and B yes, no, no, no. */
const withSplit = (ties?: 'half' | 'leave-out'): AlignmentReport =>
  alignment(
    sampleRatings(
      ['G', 'H'],
      ['A', 'B'],
      [
        { id: 'i1', query: 'q1', people: 'yy', judges: 'yy' },
        { id: 'i2', query: 'q1', people: 'yn', judges: 'yn' },
        { id: 'i3', query: 'q2', people: 'nn', judges: 'nn' },
        { id: 'i4', query: 'q2', people: 'yy', judges: 'nn' }
      ]
    ),
    { ...fast, ...(ties ? { ties } : {}) }
  );

describe('items on which annotators are tied', () => {
  it('count half in every figure of a candidate if that is preregistered', () => {
    const a = candidate(withSplit(), 'A');
    // 1, ½, 1, 0. Scores 1 1 0 0, references 1 ½ 0 1: at random they are |s − r| = 1/2 apart.
    expect(a.agreement).toMatchObject({ value: 2.5 / 4, n: 4 });
    expect([a.kappa.value, a.kappa.n]).toEqual([expect.closeTo(1 / 4, 12), 4]);
    // A share of (2 + 2.5) / 8 = 9/16 says yes: chance 2 · 9/16 · 7/16 = 63/128.
    expect([a.ac1!.value, a.ac1!.n]).toEqual([expect.closeTo((80 - 63) / (128 - 63), 12), 4]);
    // Half a yes and half a no: 1 + ½ of 2½ yes are found, 1 of 1½ no.
    expect([a.sensitivity!.value, a.sensitivity!.n]).toEqual([expect.closeTo(3 / 5, 12), 3]);
    expect([a.specificity!.value, a.specificity!.n]).toEqual([expect.closeTo(2 / 3, 12), 2]);
    expect(a.confusion.rows).toEqual(['yes', 'no', 'tied']);
    expect(a.dropped.splitHumans).toEqual([]);
    expect(a.halved.splitHumans).toEqual(['i2']);
  });

  it('are in no figure of a candidate if leaving them out is preregistered', () => {
    const a = candidate(withSplit('leave-out'), 'A');
    expect(a.agreement).toMatchObject({ value: 2 / 3, n: 3, items: ['i1', 'i3', 'i4'] });
    expect(a.common.n).toBe(3);
    expect(a.kappa).toMatchObject({ n: 3, items: ['i1', 'i3', 'i4'] });
    expect(a.ac1).toMatchObject({ n: 3 });
    expect(a.sensitivity).toMatchObject({ value: 1 / 2, n: 2 });
    expect(a.confusion.rows).toEqual(['yes', 'no']);
    expect(a.dropped.splitHumans).toEqual(['i2']);
    expect(a.halved.splitHumans).toEqual([]);
  });

  it('count in a judge beside the majority as they do in the candidate of that judge alone', () => {
    for (const ties of ['half', 'leave-out'] as const) {
      const report = withSplit(ties);
      for (const [i, name] of ['A', 'B'].entries()) {
        const [pair, alone] = [report.judgesWithMajority[i]!, candidate(report, name)];
        expect([pair.agreement, pair.kappa, pair.ac1]).toEqual([alone.agreement, alone.kappa, alone.ac1]);
      }
      expect(report.either[0]!.either.n).toBe(ties === 'half' ? 4 : 3);
    }
    // Both are wrong on i4, and one of two that differ is half right on i2.
    expect(withSplit().either[0]).toMatchObject({ either: { value: 2.5 / 4 }, bothWrong: { value: 1.5 / 4 } });
  });

  it('do not leave two people who disagree out of the figures of people: half for a tie is 1/4, not 1', () => {
    const report = alignment(
      sampleScores(preference, ['G', 'H'], ['J'], [
        { id: 'i1', query: 'q1', people: ['A', 'B'], judges: ['A'] },
        { id: 'i2', query: 'q2', people: ['A', 'tie'], judges: ['A'] }
      ]), // prettier-ignore
      fast
    );
    expect(report.humans.beside.map(({ key, figure }) => [key, figure.value, figure.n])).toEqual([
      ['half-tie', 1 / 4, 2],
      ['ties-excluded', 0, 1]
    ]);
    // J beside people: A against A or B is ½; A against A or tie (1 + ½) / 2.
    expect(besideOf(candidate(report, 'J'), 'half-tie')).toBeCloseTo((1 / 2 + 3 / 4) / 2, 12);
  });
});

it('a judge says the same as the mean of annotators if the two differ by rounding alone', () => {
  const scale = { level: 'interval', low: 0, high: 1 } as const;
  const items = [{ id: 'i1', query: 'q1', people: [0.2, 0.4], judges: [0.3] }];
  const report = alignment(sampleScores(scale, ['G', 'H'], ['J'], items), fast);
  expect(report.judgesWithMajority[0]).toMatchObject({ equal: { value: 1 }, same: ['i1'], differ: [] });
});

describe('medians between two steps', () => {
  const report = alignment(
    sampleScores(four, ['G', 'H'], ['J'], [
      { id: 'i1', query: 'q1', people: [2, 3], judges: [2] },
      { id: 'i2', query: 'q1', people: [2, 3], judges: [3] },
      { id: 'i3', query: 'q2', people: [1, 1], judges: [1] },
      { id: 'i4', query: 'q2', people: [4, 4], judges: [4] }
    ]), // prettier-ignore
    fast
  );

  it('have a row of their own in the table, so that rounding favours neither side', () => {
    const { labels, cells } = candidate(report, 'J').confusion;
    expect(labels).toEqual(['1', '2', '2 to 3', '3', '4']);
    expect(cells[2]!.map(({ items }) => items)).toEqual([[], ['i1'], [], ['i2'], []]);
  });

  it('leave AC2 defined: such a value is half of each step beside it', () => {
    // Mean squared difference (¼ + ¼) / 4 / 9 = 1/72; each step has 1/4 of all, so that chance agreement is
    // Σ weights / (4 · 3) · 4 · 1/4 · 3/4 = (16 − 2 · (3 · 1 + 2 · 4 + 9) / 9) / 16 = 13/18.
    const { ac1, kappa } = report.judgesWithMajority[0]!;
    expect(ac1).toMatchObject({ value: expect.closeTo((71 / 72 - 52 / 72) / (20 / 72), 12) as number, n: 4 });
    expect(kappa.value).toBe(candidate(report, 'J').kappa.value);
  });
});

describe('candidates as CSV', () => {
  it('have the n of each figure, and how many items were left out or counted half, with the reason', () => {
    const csv = candidatesCsv(withSplit('leave-out'), []);
    const [head, row] = csv.split('\n').map((line) => line.split(','));
    const cell = (name: string): string => row![head!.indexOf(name)]!;
    expect([cell('agreement_n'), cell('cohen_kappa_n'), cell('gwet_ac1_n')]).toEqual(['3', '3', '3']);
    expect([cell('ties'), cell('left_out_tied_people'), cell('half_tied_people')]).toEqual(['leave-out', '1', '0']);
  });
});
