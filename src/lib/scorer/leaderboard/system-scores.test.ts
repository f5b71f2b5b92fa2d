import { describe, expect, it } from 'vitest';
import {
  consistency,
  coverage,
  depth,
  ensemble,
  presentation,
  row,
  rowsOf,
  score,
  unit
} from './figures/rows.fixture.ts';
import { standingsOf } from './system-scores.ts';

const only = (...args: Parameters<typeof standingsOf>) => {
  const [standing, ...more] = standingsOf(...args);
  expect(more).toEqual([]);
  return standing!.score;
};

describe('a system’s score', () => {
  it('is the mean over the reports that have one, with what is missing counted', () => {
    const rows = [
      ...rowsOf('consistency', 'a', [90, 80, null]),
      row('consistency', 'a', 'q4', null, {
        score: ensemble(null, { unscored: 0, abstained: 1, reason: 'The judge abstained.' })
      }),
      row('consistency', 'a', 'q5', null, { score: null }),
      row('coverage', 'a', 'q1', 0)
    ];
    expect(only(consistency, rows)).toMatchObject({
      value: 85,
      queries: 2,
      reports: 5,
      n: 2,
      unscored: 1,
      undecided: 1,
      pending: 1,
      games: null,
      beside: []
    });
  });

  it('is null with the reason, never 0, if no report has one', () => {
    expect(only(consistency, rowsOf('consistency', 'a', [null, null]))).toMatchObject({
      value: null,
      reason: 'HTTP 500',
      interval: null,
      unscored: 2
    });
    const pending = [row('consistency', 'a', 'q1', 0, { score: null })];
    expect(only(consistency, pending)).toMatchObject({ value: null, reason: 'No report is finished yet.', pending: 1 });
  });

  it('stands beside each judge’s own, by its name', () => {
    const said = (first: number | null, second: number) => ({
      perJudge: [
        { judge: 'x', score: first === null ? null : score(first) },
        { judge: 'y', score: score(second) }
      ]
    });
    const rows = [row('consistency', 'a', 'q1', 70, said(80, 60)), row('consistency', 'a', 'q2', 50, said(null, 40))];
    expect(only(consistency, rows).perJudge).toMatchObject([
      { judge: 'x', value: 80, n: 1, interval: null },
      { judge: 'y', value: 50, n: 2 }
    ]);
  });

  it('has the pooled share of items beside it under a checklist: 1 of 1 and 1 of 4 are 62.5 on average, 40 % together', () => {
    const units = (...values: (number | null)[]) =>
      values.map((value, at) => unit(`c${at}`, value, value === null ? 'unscored' : 'judged'));
    const rows = [
      row('coverage', 'a', 'q1', 100, { score: ensemble(100, {}, units(1, null)) }),
      row('coverage', 'a', 'q2', 25, { score: ensemble(25, {}, units(1, 0, 0, 0)) })
    ];
    expect(only(coverage, rows)).toMatchObject({
      value: 62.5,
      beside: [{ name: 'pooled', counted: 'items', k: 2, n: 5, value: 40 }]
    });
    expect(only(presentation, [row('presentation', 'a', 'q1', 50)]).beside).toMatchObject([
      { value: null, n: 0, reason: 'There are no items.' }
    ]);
  });
});

describe('a win rate', () => {
  const game = (qid: string, value: number | null, consistent = 1) =>
    row('depth', 'a', qid, value, {
      score: ensemble(value, { figures: { consistent: value === null ? null : consistent } })
    });

  it('leaves ties out: 2 wins, 1 loss and 3 ties are 66.7 %', () => {
    const rows = [game('1', 3), game('2', 1.5, 0), game('3', -2), game('4', 0), game('5', 1), game('6', -1, 0.5)];
    const found = only(depth, [...rows, game('7', null)]);
    const more = only(depth, [...rows, game('8', 4), game('9', -5)]);
    expect(found).toMatchObject({
      value: 100 * (2 / 3),
      n: 6,
      reports: 7,
      unscored: 1,
      games: { wins: 2, losses: 1, ties: 3, winRate: { k: 2, n: 3 }, consistency: { k: 4.5, n: 6, value: 0.75 } }
    });
    expect(found).toMatchObject({ interval: null, intervalReason: '3 queries: an interval needs at least 5.' });
    expect(more.interval?.[0]).toBeGreaterThan(0);
    expect(more.interval?.[1]).toBeLessThan(100);
  });

  it('is undefined, not 0 %, if no game is decisive, and the ties stand beside it', () => {
    expect(only(depth, [game('1', 0), game('2', 1)])).toMatchObject({
      value: null,
      interval: null,
      n: 2,
      reason: 'No game is decisive: all 2 games are ties.',
      games: { wins: 0, losses: 0, ties: 2 }
    });
    expect(only(depth, [game('1', 0)]).reason).toBe('No game is decisive: the only game is a tie.');
    expect(only(depth, [game('1', null)]).reason).toBe('HTTP 500');
  });

  it('is given for each judge by its own totals', () => {
    const rows = [
      row('depth', 'a', 'q1', 0, {
        perJudge: [
          { judge: 'x', score: score(4) },
          { judge: 'y', score: score(-4) }
        ]
      }),
      row('depth', 'a', 'q2', 2, {
        perJudge: [
          { judge: 'x', score: score(4) },
          { judge: 'y', score: score(0) }
        ]
      })
    ];
    expect(only(depth, rows)).toMatchObject({
      value: 100,
      games: { wins: 1, ties: 1 },
      perJudge: [
        { judge: 'x', value: 100, games: { wins: 2 } },
        { judge: 'y', value: 0, games: { losses: 1, ties: 1 } }
      ]
    });
  });
});
