import { describe, expect, it } from 'vitest';
import { citationErrors } from '../suites/deep-eval/citation-errors.ts';
import { leaderboard, LEAST_QUERIES } from './index.ts';
import {
  accuracy,
  consistency,
  coverage,
  depth,
  ensemble,
  presentation,
  association,
  row,
  rowsOf,
  score
} from './figures/rows.fixture.ts';

const four = [presentation, consistency, coverage, association];
const cellOf = (board: ReturnType<typeof leaderboard>, system: string, metric: string) =>
  board.groups.flatMap(({ systems }) => systems).find((one) => one.system === system)!.scores[metric]!;

describe('below the minimum of queries', () => {
  const short = [90, 95, 85, 92];
  const board = leaderboard(
    [...rowsOf('coverage', 'a', short), ...rowsOf('coverage', 'b', [10, 12, 11, 9])],
    [coverage]
  );

  it('is five', () => {
    expect(LEAST_QUERIES).toBe(5);
  });

  it('a value has no interval and is not compared with any other, and says why', () => {
    for (const system of ['a', 'b'])
      expect(cellOf(board, system, 'coverage')).toMatchObject({
        n: 4,
        interval: null,
        intervalReason: '4 queries: an interval needs at least 5.',
        versusBest: {
          best: null,
          difference: null,
          pAdjusted: null,
          indistinguishable: null,
          reason: '4 queries: a comparison needs at least 5.'
        }
      });
    expect(board.best).toEqual({ coverage: [] });
    expect(board.groups[0]!.best).toEqual({ coverage: [] });
    expect(board.groups[0]!.means['coverage']).toMatchObject({ interval: null });
  });

  it('an average and a win rate have no interval and no comparison either', () => {
    const averages = leaderboard(
      four.flatMap(({ name }) => [...rowsOf(name, 'a', short), ...rowsOf(name, 'b', [1, 2, 3, 4])]),
      four
    );
    const [entry] = averages.groups[0]!.systems;
    expect(entry!.average).toMatchObject({ interval: null, versusBest: { indistinguishable: null } });
    expect(averages.bestAverage).toEqual([]);
    const games = leaderboard([...rowsOf('depth', 'a', [5, 5, 5]), ...rowsOf('depth', 'b', [-5, -5, 5])], [depth]);
    expect(cellOf(games, 'a', 'depth')).toMatchObject({
      value: 100,
      interval: null,
      versusBest: { indistinguishable: null }
    });
  });

  it('neither has a mean of values of which one rests on so few queries, of metrics or of systems', () => {
    const noise = [1, -2, 3, -1, 2, -3, 1, 0];
    const around = (level: number) => noise.map((one) => level + one);
    const averages = leaderboard(
      [
        ...four.flatMap(({ name }, at) => rowsOf(name, 'a', at === 0 ? [100] : around(80))),
        ...four.flatMap(({ name }, at) => rowsOf(name, 'b', around(70 + at)))
      ],
      four
    );
    const [b, a] = averages.groups[0]!.systems;
    expect(a).toMatchObject({
      system: 'a',
      average: {
        ...{ value: 85.09375, queries: 1, interval: null, intervalReason: '1 query: an interval needs at least 5.' },
        versusBest: { best: 'b', indistinguishable: null }
      }
    });
    expect(b!.average).toMatchObject({ queries: 8, versusBest: { best: 'b' } });
    expect(averages.bestAverage).toEqual(['b']);
    expect(averages.groups[0]!.means).toMatchObject({
      [presentation.name]: { interval: null, systems: 2 },
      coverage: { interval: expect.any(Array) as number[], systems: 2 }
    });
  });

  it('a rating of games on so few queries is not the best that others are compared with', () => {
    const rated = { ...coverage, aggregation: { by: 'elo' } as const };
    const games = leaderboard(
      [
        ...rowsOf('coverage', 'few', [9]),
        ...rowsOf('coverage', 'good', [5, 5, 5, 5, 5, 1, 5, 5]),
        ...rowsOf('coverage', 'poor', [4, 4, 4, 4, 4, 4, 4, 4])
      ],
      [rated]
    );
    expect(cellOf(games, 'poor', 'coverage').versusBest?.best).toBe('good');
    expect(cellOf(games, 'few', 'coverage').versusBest).toMatchObject({ best: 'good', indistinguishable: null });
  });

  it('one system is neither the best nor below it, while the others are compared with each other', () => {
    const noise = [1, -2, 3, -1, 2, -3, 1, 0];
    const mixed = leaderboard(
      [
        ...rowsOf('coverage', 'few', [100, 100, 100]),
        ...rowsOf(
          'coverage',
          'good',
          noise.map((one) => 80 + one)
        ),
        ...rowsOf(
          'coverage',
          'poor',
          noise.map((one) => 40 - one)
        )
      ],
      [coverage]
    );
    expect(mixed.best).toEqual({ coverage: ['good'] });
    expect(cellOf(mixed, 'few', 'coverage').versusBest).toMatchObject({ best: 'good', indistinguishable: null });
    expect(cellOf(mixed, 'poor', 'coverage').versusBest).toMatchObject({ best: 'good', indistinguishable: false });
  });

  it('two systems with too few queries in common are not compared', () => {
    const apart = leaderboard(
      [
        ...rowsOf('coverage', 'a', [80, 82, 79, 81, 80, 83]),
        ...[3, 4, 5, 6, 7, 8].map((at) => row('coverage', 'b', `q${at}`, at))
      ],
      [coverage]
    );
    expect(cellOf(apart, 'b', 'coverage').versusBest).toMatchObject({
      best: 'a',
      difference: null,
      indistinguishable: null,
      reason: '4 queries in common with a: a comparison needs at least 5.'
    });
  });

  it('a judge’s own value has no interval', () => {
    const rows = [50, 60, 70].map((value, at) =>
      row('coverage', 'a', `q${at}`, value, { perJudge: [{ judge: 'x', score: score(value) }] })
    );
    const own = leaderboard(rows, [coverage]);
    expect(cellOf(own, 'a', 'coverage').perJudge).toMatchObject([{ judge: 'x', value: 60, n: 3, interval: null }]);
  });

  it('citation errors have neither interval of counts nor of rates', () => {
    const counts = { urls: 10, e1: 1, e1Paper: 3, e2: 2, read: 7, pairs: 20, checked: 12, e3: 4, blocked: 2 };
    const rows = [1, 2, 3, 4].map((at) =>
      row(accuracy.name, 'a', `q${at}`, 0, { score: ensemble(at, { figures: { ...counts, e3: at } }) })
    );
    const [few] = citationErrors(rows);
    expect(few).toMatchObject({ perReport: { e3: { value: 2.5, interval: null } }, rates: { e3: { interval: null } } });
  });
});

it('from five queries on there are intervals and comparisons', () => {
  const board = leaderboard(
    [...rowsOf('coverage', 'a', [80, 82, 79, 81, 80]), ...rowsOf('coverage', 'b', [40, 43, 41, 39, 42])],
    [coverage]
  );
  expect(cellOf(board, 'a', 'coverage').interval).not.toBeNull();
  expect(cellOf(board, 'b', 'coverage').versusBest).toMatchObject({ best: 'a', indistinguishable: false });
  expect(board.best).toEqual({ coverage: ['a'] });
});
