import { describe, expect, it } from 'vitest';
import {
  citedRow,
  errorRows,
  figuresRow,
  majorityOfPeople,
  mappingRows,
  tasksRow,
  uncitedRow,
  type LabelledPair,
  type ValidationRow
} from './validation.ts';

const pairs = (...said: readonly [n: number, person: string | null, pipeline: string | null][]): LabelledPair[] =>
  said.flatMap(([n, person, pipeline], part) =>
    Array.from({ length: n }, (_, k) => ({ qid: `q${(k + part) % 6}`, person, pipeline }))
  );
const brief = ({ key, share, printed, holds, leftOut }: ValidationRow) => [
  key,
  share.n,
  share.value,
  printed?.value ?? null,
  holds,
  leftOut
];

describe('ReportBench’s pipeline compared with people', () => {
  it('gives the printed 80 + 16.7 = 96.7 and 3.3 from 24, 5 and 1 of 30 references, the smallest counts that do', () => {
    const rows = mappingRows(
      pairs(
        [14, 'matched', 'matched'],
        [10, 'unmatched', 'unmatched'],
        [3, 'unresolvable', 'unmatched'],
        [2, 'unresolvable', 'unresolvable'],
        [1, 'matched', 'unmatched'],
        [2, null, 'matched'],
        [1, 'matched', null]
      )
    );
    expect(rows.map(brief)).toEqual([
      ['a', 30, 29 / 30, 0.967, true, 3],
      ['a-strict', 30, 24 / 30, 0.8, true, 3],
      ['a-unverifiable', 30, 5 / 30, 0.167, true, 3],
      ['a-failure', 30, 1 / 30, 0.033, true, 3]
    ]);
    const rounded = rows.map(({ share, printed }) => [Math.round(share.value! * 1000) / 1000, printed!.value]);
    for (const [own, printed] of rounded) expect(own).toBe(printed);
    const [low, high] = rows[0]!.share.interval!;
    expect([low < 29 / 30, high > 29 / 30, high <= 1]).toEqual([true, true, true]);
  });

  it('weights strata back to what they were drawn from, with n as counted', () => {
    // 37 of 40 among those on which judges differ, each drawn for sure, and 10 of 10 among 90 others, drawn with 1/9.
    const differ = pairs([37, 'match', 'match'], [3, 'match', 'mismatch']);
    const agree = pairs([10, 'match', 'match']).map((pair) => ({ ...pair, weight: 9 }));
    expect(citedRow([...differ, ...agree]).share).toMatchObject({ n: 50 });
    expect(citedRow([...differ, ...agree]).share.value).toBeCloseTo(127 / 130, 12);
    const [first] = errorRows([
      { qid: 'a', code: 'temporal-cutoff', weight: 3 },
      { qid: 'b', code: 'other', weight: 1 }
    ]);
    expect(first!.share).toMatchObject({ value: 0.75, n: 2 });
  });

  it('compares labels of statements, and tells if the printed share is out of the interval', () => {
    const same = (n: number, of: number) => pairs([n, 'match', 'match'], [of - n, 'match', 'mismatch']);
    expect(brief(citedRow(same(90, 100)))).toEqual(['b', 100, 0.9, 0.9, true, 0]);
    expect(citedRow(same(40, 100)).holds).toBe(false);
    expect(brief(uncitedRow(pairs([3, 'correct', null])))).toEqual(['c', 0, null, 0.96, null, 3]);
    expect(uncitedRow([{ qid: 'q1', person: 'correct', pipeline: 'correct' }])).toMatchObject({
      holds: null,
      share: { interval: null }
    });
  });

  it('compares figures up to a stated difference, and undefined ones only with each other', () => {
    const figure = (person: number | null, pipeline: number | null, n: number) => ({
      qid: `q${n}`,
      system: 's',
      figure: 'recall' as const,
      person,
      pipeline
    });
    const all = [
      // .4 − .35 is a little above .05 in binary.
      figure(0.4, 0.35, 1),
      figure(0.31, 0.25, 2),
      figure(null, null, 3),
      figure(null, 0, 4),
      figure(0, 0, 5)
    ];
    expect(figuresRow(all).share.value).toBe(3 / 5);
    const failed = { ...figure(0.4, null, 6), isUnknown: true };
    expect(figuresRow([...all, failed])).toMatchObject({ share: { value: 3 / 5, n: 5 }, leftOut: 1 });
    expect(figuresRow(all, 0).share.value).toBe(2 / 5);
    expect(figuresRow(all, 0.06)).toMatchObject({
      share: { value: 4 / 5 },
      title: 'Precision and recall by hand: at most 0.06 apart'
    });
    expect(() => figuresRow(all, 2)).toThrow('tolerance in [0, 1], got 2');
  });

  it('counts a task once, and only if every expert agrees with its prompt and its gold list', () => {
    const task = (qid: string, prompt: boolean, gold: boolean) => ({ qid, prompt, gold });
    expect(
      brief(
        tasksRow([
          task('a', true, true),
          task('a', true, false),
          task('b', true, true),
          task('c', false, true),
          task('d', true, true)
        ])
      )
    ).toEqual(['e', 4, 0.5, 0.95, false, 0]);
  });

  it('shares errors by code among the errors alone', () => {
    const coded = ['temporal-cutoff', 'temporal-cutoff', 'unverifiable', 'other', 'no-error', null].map((code, k) => ({
      qid: `q${k % 2}`,
      code
    }));
    expect(
      errorRows(coded).map(({ key, share, printed, leftOut }) => [
        key,
        share.value,
        share.n,
        printed?.value ?? null,
        leftOut
      ])
    ).toEqual([
      ['error-temporal-cutoff', 0.5, 4, 0.42, 2],
      ['error-unverifiable', 0.25, 4, 0.21, 2],
      ['error-misaligned', 0, 4, 0.09, 2],
      ['error-other', 0.25, 4, null, 2]
    ]);
  });

  it('takes the label of more than half of the people, and none if they are tied', () => {
    expect([
      majorityOfPeople(['a', 'b', 'a']),
      majorityOfPeople(['a', 'b']),
      majorityOfPeople([]),
      majorityOfPeople(['a'])
    ]).toEqual(['a', null, null, 'a']);
  });
});
