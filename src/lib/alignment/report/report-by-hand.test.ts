import { describe, expect, it } from 'vitest';
import { alignment } from './report.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { sampleRatings, type SampleItem } from '../units/sample-ratings.fixture.ts';
import { candidate, valueOf } from './report.fixture.ts';

/*
 * Two queries, six items, two people, three judges. Reference: i1 yes, i2 split, i3 no, i4 yes, i5 no, i6 no.
 * C abstains on i5 and fails on i6, so i1 … i4 are common to all judges.
 */
const small: SampleItem[] = [
  {
    id: 'i1',
    query: 'q1',
    people: 'yy',
    judges: 'yyy',
    stratum: 'all-agree',
    probability: 0.5,
    preferences: [
      { userId: 'id-H1', choice: 'judges', judgeIds: ['id-A'] },
      { userId: 'id-H2', choice: 'judges', judgeIds: ['id-A', 'id-B'] }
    ]
  },
  { id: 'i2', query: 'q1', people: 'yn', judges: 'ynn', stratum: 'all-agree', probability: 0.5 },
  {
    id: 'i3',
    query: 'q1',
    people: 'nn',
    judges: 'nny',
    stratum: 'all-agree',
    probability: 0.5,
    preferences: [
      { userId: 'id-H1', choice: 'tie', judgeIds: [] },
      { userId: 'id-H2', choice: 'none', judgeIds: [] }
    ]
  },
  { id: 'i4', query: 'q2', people: 'yy', judges: 'ynn', stratum: 'some-differ' },
  { id: 'i5', query: 'q2', people: 'n-', judges: 'ny-', stratum: 'some-differ' },
  { id: 'i6', query: 'q2', people: 'nn', judges: 'yn?', stratum: 'some-differ' }
];
const ratings = sampleRatings(['H1', 'H2'], ['A', 'B', 'C'], small);
const fast = { resamples: 50, seed: 3 };
const report = alignment(ratings, fast);

describe('candidates of the small example', () => {
  it('agree by the mean of 1 − |score − reference|, a split reference counting ½', () => {
    const expected = {
      A: (1 + 0.5 + 1 + 1 + 1 + 0) / 6,
      B: (1 + 0.5 + 1 + 0 + 0 + 1) / 6,
      C: (1 + 0.5 + 0 + 0) / 4,
      'A + B, average': (1 + 1 + 1 + 0.5 + 0.5 + 0.5) / 6,
      'A + B, any': (1 + 0.5 + 1 + 1 + 0 + 0) / 6,
      'A + B, all': (1 + 0.5 + 1 + 0 + 1 + 1) / 6,
      'A + B + C, average': (1 + 5 / 6 + 2 / 3 + 1 / 3 + 1 / 2) / 5,
      'A + B + C, majority': (1 + 0.5 + 1 + 0 + 0.5) / 5
    };
    for (const [name, value] of Object.entries(expected))
      expect(valueOf(candidate(report, name).agreement), name).toBeCloseTo(value, 12);
    expect(report.candidates).toHaveLength(16);
  });

  it('are compared on the items that every judge answered, with their own n beside', () => {
    expect(report.scope.common).toEqual(['i1', 'i2', 'i3', 'i4']);
    expect(candidate(report, 'A').common).toMatchObject({ value: 3.5 / 4, n: 4, clusters: 2 });
    expect(candidate(report, 'A').agreement).toMatchObject({ value: 4.5 / 6, n: 6, clusters: 2 });
    expect(candidate(report, 'C').common).toMatchObject({ value: 1.5 / 4, n: 4 });
  });

  it('carry Wilson’s interval on at most n items with t on one degree of freedom', () => {
    // A on the common items: the two queries differ less than chance, so n stays 4; t(1) at .975 is 12.7062.
    const [p, n, z] = [3.5 / 4, 4, 12.706204736];
    const half = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n * n));
    const { low, high } = candidate(report, 'A').common;
    expect(low).toBeCloseTo((p + z ** 2 / (2 * n) - half) / (1 + z ** 2 / n), 6);
    expect(high).toBeCloseTo((p + z ** 2 / (2 * n) + half) / (1 + z ** 2 / n), 6);
  });

  it('have a table of all their items, with κ 10/19, AC1 73/145, sensitivity 1 and specificity 4/7 for A', () => {
    const a = candidate(report, 'A');
    expect(a.confusion).toEqual({
      labels: ['yes', 'no'],
      rows: ['yes', 'no', 'tied'],
      columns: ['yes', 'no'],
      cells: [
        [{ items: ['i1', 'i4'] }, { items: [] }],
        [{ items: ['i6'] }, { items: ['i3', 'i5'] }],
        [{ items: ['i2'] }, { items: [] }]
      ]
    });
    // Agreement .75. Yes: 4/6 of the scores, 2.5/6 of people; apart at random (4 · 3.5 + 2 · 2.5) / 36.
    expect(valueOf(a.kappa)).toBeCloseTo(1 - 0.25 / (19 / 36), 12);
    expect(valueOf(a.ac1)).toBeCloseTo((0.75 - 143 / 288) / (1 - 143 / 288), 12);
    expect(a.sensitivity).toMatchObject({ value: 1, n: 3, items: ['i1', 'i2', 'i4'] });
    expect(valueOf(a.specificity)).toBeCloseTo(2 / 3.5, 12);
    expect(a.kappa.items).toEqual(['i1', 'i2', 'i3', 'i4', 'i5', 'i6']);
  });

  it('have κ 8/13, AC1 .6, sensitivity 1 and specificity 2/3 for A if tied items are left out', () => {
    const a = candidate(alignment(ratings, { ...fast, ties: 'leave-out' }), 'A');
    expect(valueOf(a.kappa)).toBeCloseTo(8 / 13, 12);
    expect(valueOf(a.ac1)).toBeCloseTo(0.6, 12);
    expect(a.sensitivity).toMatchObject({ value: 1, n: 2, items: ['i1', 'i4'] });
    expect(valueOf(a.specificity)).toBeCloseTo(2 / 3, 12);
    expect(a.kappa.items).toEqual(['i1', 'i3', 'i4', 'i5', 'i6']);
    expect(a.agreement).toMatchObject({ value: 4 / 5, n: 5 });
  });

  it('count what is missing from each, by reason and by item', () => {
    expect(candidate(report, 'C')).toMatchObject({
      asked: 6,
      answered: 4,
      coverage: { value: 4 / 6 },
      dropped: { abstained: ['i5'], unscored: ['i6'], splitHumans: [] },
      halved: { splitHumans: ['i2'], undecided: [] }
    });
    expect(candidate(report, 'A + B + C, majority')).toMatchObject({
      dropped: { abstained: [], unscored: ['i6'], splitHumans: [] },
      halved: { splitHumans: ['i2'], undecided: ['i5'] }
    });
  });

  it('are compared with single people as people are with one another', () => {
    expect(valueOf(candidate(report, 'A').withOnePerson)).toBeCloseTo(8 / 11, 12);
  });

  it('are weighted back by inclusion probability, and shown by stratum', () => {
    const a = candidate(report, 'A');
    expect(valueOf(a.weighted)).toBeCloseTo((2 * 2.5 + 2) / 9, 12);
    expect(a.strata.map(({ stratum, agreement }) => [stratum, agreement.value])).toEqual([
      ['all-agree', 2.5 / 3],
      ['some-differ', 2 / 3]
    ]);
    expect(report.scope.strata).toEqual([
      { stratum: 'all-agree', items: 3, rated: 3, standsFor: 6 },
      { stratum: 'some-differ', items: 3, rated: 3, standsFor: 3 }
    ]);
  });

  it('are recommended by agreement on common items, the one with fewest judges if several are equal', () => {
    const { best, equals, text } = report.recommendation;
    expect(report.candidates[best!]!.name).toBe('A');
    expect(equals.map((i) => report.candidates[i]!.name)).toEqual(['A + B, average', 'A + B, any']);
    expect(text).toContain('A has the highest agreement with annotators among 16 candidates: .875');
    expect(text).toContain('on the 4 items in 2 queries labelled by every judge');
    expect(text).toContain('2 other candidates agree equally');
    expect(text).toContain('In the sample, it agrees with a single annotator in .727');
  });
});

describe('pairs of the small example', () => {
  it('show inter-annotator agreement by pair and pooled', () => {
    const [pair] = report.humans.pairs;
    expect(pair).toMatchObject({ equal: { value: 4 / 5, n: 5 }, differ: ['i2'], same: ['i1', 'i3', 'i4', 'i6'] });
    expect(valueOf(pair!.kappa)).toBeCloseTo(8 / 13, 12);
    expect(report.humans.pooled.equal).toMatchObject({ value: 4 / 5, n: 5 });
    // Both orders: 4 yes-yes, 4 no-no and one of each other, so chance agreement is ½.
    expect(valueOf(report.humans.pooled.kappa)).toBeCloseTo(0.6, 12);
    expect(valueOf(report.humans.pooled.ac1)).toBeCloseTo(0.6, 12);
    expect(report.humans.pooled.kappa.n).toBe(5);
  });

  it('show agreement between judges on all that both labelled', () => {
    expect(report.judgePairs.map(({ a, b, equal }) => [a.name, b.name, equal.value, equal.n])).toEqual([
      ['A', 'B', 2 / 6, 6],
      ['A', 'C', 1 / 4, 4],
      ['B', 'C', 3 / 4, 4]
    ]);
    expect(report.allJudgesAgree).toMatchObject({ value: 1 / 4, n: 4 });
  });

  it('show each judge with each person and with the majority', () => {
    const a = report.judgesWithPeople.filter((pair) => pair.a.name === 'A');
    expect(a.map(({ b, equal }) => [b.name, equal.value])).toEqual([
      ['H1', 5 / 6],
      ['H2', 3 / 5]
    ]);
    expect(report.judgesWithMajority[0]!.equal).toMatchObject({ value: 4.5 / 6, n: 6 });
  });

  it('show that either judge is right wherever the two differ and people are not tied', () => {
    const [ab] = report.either;
    expect(ab).toMatchObject({
      either: { value: 5.5 / 6, n: 6 },
      bothWrong: { value: 0.5 / 6 },
      consensus: { value: 1, n: 2, items: ['i1', 'i3'] },
      differ: ['i2', 'i4', 'i5', 'i6']
    });
  });
});

describe('preferences of the small example', () => {
  it('are shares of the preferences given, alone and joint apart', () => {
    const { n, judges, tie, none } = report.preferences;
    expect(n).toBe(4);
    expect(judges.map(({ name, sole, joint }) => [name, sole.count, joint.count])).toEqual([
      ['A', 1, 1],
      ['B', 0, 1],
      ['C', 0, 0]
    ]);
    expect(judges[0]!.sole).toMatchObject({ value: 0.25, n: 4, chosen: ['i1'] });
    expect(tie).toMatchObject({ value: 0.25, chosen: ['i3'] });
    expect(none).toMatchObject({ value: 0.25, chosen: ['i3'] });
  });

  it('change nothing about blind agreement', () => {
    const without = alignment({ ...ratings, items: ratings.items.map((item) => ({ ...item, preferences: [] })) }, fast);
    expect(without.candidates).toEqual(report.candidates);
    expect(without.recommendation).toEqual(report.recommendation);
    expect(without.preferences.tie).toMatchObject({ value: null, reason: 'n=0', count: 0 });
  });
});

describe('the report of the small example', () => {
  it('does not depend on the order of items, judges, people or verdicts', () => {
    const back = <T>(list: readonly T[]): T[] => [...list].reverse();
    const turned: StudyRatings = {
      ...ratings,
      people: back(ratings.people),
      judges: back(ratings.judges),
      items: back(ratings.items).map((item) => ({ ...item, humans: back(item.humans), judges: back(item.judges) }))
    };
    expect(alignment(turned, fast)).toEqual(report);
  });
});
