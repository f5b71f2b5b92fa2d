import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { leaderboard, type ReportRow } from '../../../scorer/leaderboard/index.ts';
import type { EnsembleScore, Score } from '../../../scorer/score.ts';
import { metricByName } from '../../../scorer/suites/index.ts';
import { systemLines } from './system-lines.ts';
import { runFiles, type RunResults } from '../../export/run/run-files.server.ts';
import { writeSystemsCsv } from '../../export/run/systems-csv.ts';

const plain = (value: number | null): Score => ({
  ...{ value, reason: value === null ? 'It failed.' : null, n: 1 },
  ...{ abstained: 0, unscored: value === null ? 1 : 0, figures: {} }
});
const together = (value: number | null): EnsembleScore => ({ ...plain(value), judges: 1, units: [], perJudge: [] });
const row = (metric: string, system: string, qid: string, own: (number | null)[]): ReportRow => {
  const given = own.filter((value) => value !== null);
  const mean = given.length < own.length ? null : given.reduce((sum, value) => sum + value, 0) / own.length;
  return {
    ...{ metric, system, qid, reportId: `${system} ${qid}`, category: null, taskCategory: null },
    score: together(mean),
    perJudge: own.map((value, i) => ({ judge: `judge ${i + 1}`, score: plain(value) }))
  };
};
const board = leaderboard(
  [
    row('consistency', 'aurora', 'q1', [90, 80]),
    row('consistency', 'aurora', 'q2', [100, 70]),
    row('consistency', 'borealis', 'q1', [60, null]),
    row('depth', 'aurora', 'q1', [3, 5]),
    row('depth', 'aurora', 'q2', [-4, 5]),
    row('depth', 'aurora', 'q3', [-9, -5])
  ],
  ['consistency', 'depth'].map(metricByName)
);
const lines = systemLines(board);

describe('the systems of a run', () => {
  it('have the leaderboard’s value with its interval, and each judge’s own', () => {
    expect(lines.map(({ metric, system, measure }) => [metric, system, measure])).toEqual([
      ['consistency', 'aurora', 'mean'],
      ['consistency', 'borealis', 'mean'],
      ['depth', 'aurora', 'win-rate']
    ]);
    expect(lines[0]).toMatchObject({ value: 85, n: 2, reports: 2, queries: 2, judges: [{ value: 95 }, { value: 75 }] });
    expect(lines[0]!.low).toBe(board.groups[0]!.systems[0]!.scores['consistency']!.interval?.[0] ?? null);
  });

  it('have a win rate under a comparison, not a mean of differences', () => {
    // Differences 4, ½ and −7: a win, a tie within a point, a loss. Judge 1 alone: 3, −4, −9; judge 2: 5, 5, −5.
    expect(lines[2]).toMatchObject({ value: 50, n: 3, games: { wins: 1, losses: 1, ties: 1 } });
    expect(lines[2]!.judges.map(({ value, games }) => [value, games])).toEqual([
      [expect.closeTo(100 / 3, 9), { wins: 1, losses: 2, ties: 0, byOrder: null }],
      [expect.closeTo(200 / 3, 9), { wins: 2, losses: 1, ties: 0, byOrder: null }]
    ]);
  });

  it('say why there is no value, and how many reports lack one', () => {
    expect(lines[1]).toMatchObject({ value: null, n: 0, reports: 1, unscored: 1, reason: 'It failed.' });
  });
});

describe('systems.csv', () => {
  const rows = parse(writeSystemsCsv('Run 1', lines), { columns: true }) as Record<string, string>[];

  it('has a row for each judge and one for all of them together', () => {
    expect(
      rows.map(({ metric, system, judge, value }) => [
        metric,
        system,
        judge,
        value === '' ? '' : Number(value).toFixed(2)
      ])
    ).toEqual([
      ['consistency', 'aurora', 'judge 1', '95.00'],
      ['consistency', 'aurora', 'judge 2', '75.00'],
      ['consistency', 'aurora', 'mean of judges', '85.00'],
      ['consistency', 'borealis', 'judge 1', '60.00'],
      ['consistency', 'borealis', 'judge 2', ''],
      ['consistency', 'borealis', 'mean of judges', ''],
      ['depth', 'aurora', 'judge 1', '33.33'],
      ['depth', 'aurora', 'judge 2', '66.67'],
      ['depth', 'aurora', 'mean of judges', '50.00']
    ]);
  });

  it('keeps its columns in their order, games beside win rates only', () => {
    expect(Object.keys(rows[0]!)).toEqual(
      'run,metric,system,judge,value,n,reports,measure,low,high,queries,wins,losses,ties,undefined because,units,rests on,no interval because,win rate by order,by order low,by order high,by order wins,by order losses,by order ties,self-judging'.split(
        ','
      )
    );
    expect(rows[8]).toMatchObject({ measure: 'win-rate', wins: '1', losses: '1', ties: '1' });
    expect(rows[2]).toMatchObject({ measure: 'mean', wins: '', 'undefined because': '' });
    expect(rows[5]).toMatchObject({ 'undefined because': 'It failed.' });
    expect(rows[2]).toMatchObject({ 'no interval because': '2 queries: an interval needs at least 5.' });
  });

  it('says on which units the mean of judges rests, which are fewer than a judge’s own if another failed', () => {
    const partly = leaderboard(
      [row('consistency', 'cygnus', 'q1', [90, 80]), row('consistency', 'cygnus', 'q2', [10, null])],
      [metricByName('consistency')]
    );
    const [line] = systemLines(partly);
    // 85 is not the mean of 50 and 80: it rests on q1 alone.
    expect(line).toMatchObject({ value: 85, n: 1, units: 1, meanOfOwn: false });
    expect(line!.judges.map(({ value, n, units }) => [value, n, units])).toEqual([
      [50, 2, 2],
      [80, 1, 1]
    ]);
    const of = (rule?: 'answered') =>
      (parse(writeSystemsCsv('Run 1', [line!], { rule }), { columns: true }) as Record<string, string>[]).map(
        ({ judge, n, units, ...more }) => [judge, n, units, more['rests on']]
      );
    expect(of()).toEqual([
      ['judge 1', '2', '2', 'all units of this judge'],
      ['judge 2', '1', '1', 'all units of this judge'],
      ['mean of judges', '1', '1', 'units on which no judge failed']
    ]);
    expect(of('answered')[2]).toEqual(['mean of judges', '1', '1', 'units that any judge answered']);
    expect(lines[0]!.meanOfOwn).toBe(true);
    // The file of a run follows the run's own rule.
    const results = { rule: 'answered', summary: { run: { name: 'Run 1' }, systems: [line!], selfJudging: [] } };
    expect(runFiles['systems.csv'](results as unknown as RunResults)).toContain('units that any judge answered');
  });
});
