import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../stats/index.ts';
import { citationErrors, citationTables } from '../suites/deep-eval/citation-errors.ts';
import { compareUnits, itemRates, leaderboard, metricCorrelations, unitValues } from './index.ts';
import {
  accuracy,
  association,
  consistency,
  coverage,
  depth,
  ensemble,
  metric,
  presentation,
  row,
  unit
} from './figures/rows.fixture.ts';
import { systemCategoryNames } from '../../names.ts';
import type { ReportRow } from './figures/rows.ts';
import { atMost, processorTimeSince } from '../../../../tests/timing.ts';

const SYSTEMS = 17;
const QUERIES = 100;
const JUDGES = ['x', 'y', 'z'];
const metrics = [
  presentation,
  consistency,
  coverage,
  depth,
  association,
  accuracy,
  metric('direct-consistency', 'rating')
];
const tasks = ['market', 'survey', 'news', 'advice'];

/** A run of full size whose scores have an effect of the system and of the query. */
const run = (): ReportRow[] => {
  const random = seededRandom(1);
  const queries = Array.from({ length: QUERIES }, () => random.unit() - 0.5);
  const rows: ReportRow[] = [];
  for (let system = 0; system < SYSTEMS; system++)
    for (const { name } of metrics)
      queries.forEach((query, at) => {
        const good = Math.min(1, Math.max(0, 0.6 + system / 100 + query / 3 + (random.unit() - 0.5) / 3));
        const units =
          name === 'presentation' || name === 'coverage'
            ? Array.from({ length: 10 }, (_, item) => unit(`p${item + 1}`, random.unit() < good ? 1 : 0))
            : [];
        const figures: Record<string, number> =
          name === 'citation-accuracy'
            ? {
                urls: 40,
                e1: random.below(5),
                e1Paper: 5 + random.below(5),
                e2: random.below(9),
                read: 25,
                pairs: 90,
                checked: 70,
                e3: random.below(60),
                blocked: 6
              }
            : { consistent: random.below(2) };
        const value = name === 'depth' ? 20 * good - 12 : 100 * good;
        const own = ensemble(value, { figures }, units);
        rows.push(
          row(name, `s${system}`, `q${at}`, value, {
            category: systemCategoryNames[system % 3] ?? null,
            taskCategory: tasks[at % 4] ?? null,
            score: own,
            perJudge: JUDGES.map((judge) => ({ judge, score: own }))
          })
        );
      });
  return rows;
};

describe('a run of 17 systems, 100 queries and 7 metrics', () => {
  const sumUp = (rows: readonly ReportRow[]) => {
    const of = (name: string) => rows.filter((one) => one.metric === name);
    const board = leaderboard(rows, metrics, { by: 'system-kind' });
    const cited = of('citation-accuracy');
    const [a, b] = ['s0', 's1'].map((name) => of('coverage').filter(({ system }) => system === name));
    return {
      board,
      correlations: metricCorrelations(board),
      rates: itemRates(
        of('presentation'),
        Array.from({ length: 10 }, (_, at) => `p${at + 1}`)
      ),
      tables: [citationErrors(cited), ...citationTables(cited).map(({ systems }) => systems)],
      compared: compareUnits(unitValues(a ?? [], 'by-query'), unitValues(b ?? [], 'by-query'))
    };
  };

  it('is summed up, with all intervals and comparisons, in under a second', () => {
    const rows = run();
    const times: number[] = [];
    while (times.length < 3) {
      const began = process.threadCpuUsage();
      const { board, correlations, rates, tables, compared } = sumUp(rows);
      times.push(processorTimeSince(began));
      expect(board.groups.flatMap(({ systems }) => systems)).toHaveLength(SYSTEMS);
      expect(correlations).toHaveLength(21);
      expect(rates).toHaveLength(SYSTEMS);
      expect(tables.flat()).toHaveLength(5 * SYSTEMS);
      expect(compared.units).toHaveLength(1000);
    }
    expect(Math.min(...times)).toBeLessThan(atMost(1000));
  });

  it('gives the same figures each time', () => {
    const rows = run();
    expect(leaderboard(rows, metrics)).toEqual(leaderboard(rows, metrics));
  });
});
