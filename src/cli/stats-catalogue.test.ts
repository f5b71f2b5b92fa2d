import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { catalogue, statisticNames } from './stats/catalogue.ts';
import type { StatisticNeed } from './stats/figure.ts';
import { csv, stats } from './stats.fixture.ts';

afterAll(removeFolders);

describe('every statistic of the catalogue', () => {
  const preferences = ['A', 'B', 'tie'];
  const tables: Record<string, { text: string; args: string[]; unmet: StatisticNeed[] }> = {
    'ratings 1 to 4': {
      text: csv,
      args: ['--scale', 'ordinal:1..4', '--reference', 'human', '--judges', 'judge2', '--positive', '3'],
      unmet: ['unit', 'preferences']
    },
    'ratings with gaps': {
      text: csv.replace(/,(\d),(\d)$/gm, (all, a: string, b: string) => (a === b ? `,${a},` : all)),
      args: ['--scale', 'ordinal:1..4', '--reference', 'human', '--judges', 'judge2', '--positive', '3'],
      unmet: ['unit', 'preferences']
    },
    'a single item': {
      text: 'item,human,judge1,judge2\na,1,0,1\n',
      args: ['--scale', 'ordinal:0,1', '--reference', 'human', '--judges', 'judge2', '--positive', '1'],
      unmet: ['preferences']
    },
    'one label only': {
      text: `item,human,judge1,judge2\n${Array.from({ length: 40 }, (_, i) => `i${i},1,1,1`).join('\n')}\n`,
      args: ['--scale', 'ordinal:0,1', '--reference', 'human', '--judges', 'judge2', '--positive', '1'],
      unmet: ['preferences']
    },
    'a single rater': {
      text: 'item,human\na,1\nb,0\n',
      args: ['--scale', 'ordinal:0,1', '--reference', 'human', '--judges', 'human', '--positive', '1'],
      unmet: ['preferences']
    },
    'scores from 0 to 1': {
      text: csv.replace(
        /,(\d),(\d),(\d)$/gm,
        (_, ...v: string[]) =>
          `,${v
            .slice(0, 3)
            .map((x) => Number(x) / 4)
            .join(',')}`
      ),
      args: ['--scale', 'interval:0..1', '--reference', 'human', '--judges', 'judge2'],
      unmet: ['categories', 'declared', 'preferences', 'positive']
    },
    preferences: {
      text: csv.replace(
        /,(\d),(\d),(\d)$/gm,
        (_, ...v: string[]) =>
          `,${v
            .slice(0, 3)
            .map((x) => preferences[Number(x) % 3])
            .join(',')}`
      ),
      args: ['--scale', 'nominal:A,B,tie', '--reference', 'human', '--judges', 'judge2', '--positive', 'A'],
      unmet: ['numbers', 'unit']
    }
  };
  const all = catalogue.flatMap(({ statistics }) => statistics);

  it.each(Object.entries(tables))(
    'answers %s with a finite number or a reason',
    async (name, { text, args, unmet }) => {
      const path = join(folderOf({ 'table.csv': text }), 'table.csv');
      const wanted = all.filter(({ needs }) => !needs.some((need) => unmet.includes(need))).map((one) => one.name);
      const { code, figures, error } = await stats(path, ...args, '--resamples', '20', '--statistic', ...wanted);
      expect([name, code, error]).toEqual([name, exit.done, undefined]);
      for (const { statistic, value, reason, interval, n, dropped, p } of figures) {
        expect([statistic, value === null ? reason !== null : Number.isFinite(value)]).toEqual([statistic, true]);
        expect([statistic, Number.isInteger(n) && Number.isInteger(dropped) && n >= 0 && dropped >= 0]).toEqual([
          statistic,
          true
        ]);
        if (interval) expect([statistic, interval[0] <= interval[1]]).toEqual([statistic, true]);
        expect([statistic, p === null || (p >= 0 && p <= 1)]).toEqual([statistic, true]);
        // Every table has items: what is missing is pairs, or a spread.
        expect([statistic, reason]).not.toEqual([statistic, 'n=0']);
      }
    }
  );

  it('has a name of its own and is listed', async () => {
    expect(new Set(statisticNames).size).toBe(all.length);
    const { out } = await run(['stats', 'list']);
    for (const name of statisticNames) expect(out).toContain(`${name} `);
    const listed = JSON.parse((await run(['stats', 'list', '--json'])).out) as { statistics: { name: string }[] };
    expect(listed.statistics.map((one) => one.name)).toEqual(statisticNames);
  });
});
