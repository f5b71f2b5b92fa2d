import { describe, expect, it } from 'vitest';
import { accuracy, coverage, ensemble, presentation, row, rowsOf, score, unit } from './figures/rows.fixture.ts';
import { caveatsOf, leaderboard, viewsBeside } from './index.ts';

const many = Array.from({ length: 20 }, (_, at) => 50 + (at % 7));
const board = (...values: (readonly (number | null)[])[]) =>
  leaderboard(
    values.flatMap((own, at) => rowsOf('coverage', `s${at}`, own)),
    [coverage]
  );

describe('what a reader is told about the values of a leaderboard', () => {
  it('is nothing if all rest on 20 queries', () => {
    expect(caveatsOf(board(many, many))).toEqual({ uncompared: false, few: false, ownUnits: false });
  });

  it('is that intervals are narrow below 20 queries, and that there are none below 5', () => {
    expect(caveatsOf(board(many, many.slice(0, 19)))).toEqual({ uncompared: false, few: true, ownUnits: false });
    expect(caveatsOf(board(many, many.slice(0, 4)))).toEqual({ uncompared: true, few: true, ownUnits: false });
  });

  it('is that values are not compared that have too few queries in common with the best', () => {
    const apart = board([...many, null, null], [...many.map(() => null), 40, 41, 42, 43, 44, 45]);
    expect(caveatsOf(apart)).toMatchObject({ uncompared: true, few: true });
  });

  it('says nothing of too few queries under a value that is undefined', () => {
    expect(caveatsOf(board(many, [null, null])).uncompared).toBe(false);
  });

  it('is that judges differ in their units, if their mean is not the value', () => {
    const rows = (own: number) =>
      many.map((value, at) =>
        row('coverage', 'a', `q${at}`, value, {
          perJudge: [
            { judge: 'x', score: score(value) },
            { judge: 'y', score: score(value + own) }
          ]
        })
      );
    expect(caveatsOf(leaderboard(rows(0), [coverage])).ownUnits).toBe(false);
    expect(caveatsOf(leaderboard(rows(1), [coverage])).ownUnits).toBe(true);
  });
});

describe('other views beside the values', () => {
  const rows = ['coverage', 'presentation', 'citation-accuracy'].flatMap((name) =>
    [1, 2].map((at) =>
      row(name, 'a', `q${at}`, 50, { score: ensemble(50, {}, [unit('c1', 1), unit('c2', at === 1 ? 0 : 1)]) })
    )
  );
  const metrics = [coverage, presentation, accuracy];
  const shown = leaderboard(rows, metrics);
  const items = (own: Record<string, null | []>) => metrics.map(({ name }) => ({ name, items: own[name] ?? null }));

  it('are shown of metrics that have any', () => {
    const views = viewsBeside(shown, items({}));
    expect(views.map(({ name }) => name)).toEqual(['coverage', 'presentation']);
    expect(views[0]).toMatchObject({ title: 'coverage', measure: 'mean over queries', unit: '' });
    expect(views[0]!.rows).toMatchObject([{ system: 'a', value: 50, reports: 2, beside: [{ value: 75, n: 4 }] }]);
  });

  it('are left out if every report is asked the same items, if they say the same, and of unknown metrics', () => {
    expect(viewsBeside(shown, items({ presentation: [] })).map(({ name }) => name)).toEqual(['coverage']);
    expect(viewsBeside(shown, [])).toEqual([]);
  });

  it('are left out if no system has a value', () => {
    const empty = leaderboard([row('coverage', 'a', 'q1', null)], [coverage]);
    expect(viewsBeside(empty, items({}))).toEqual([]);
  });
});
