import type { SystemLine, WrittenFigure } from './system-lines.ts';
import { writeTableCsv, type CsvColumn } from './table-csv.ts';

/** How the files name all judges of a run together. */
export const TOGETHER = 'mean of judges';

type Row = WrittenFigure & Pick<SystemLine, 'metric' | 'measure' | 'system' | 'reports'> & { judge: string };

const plain = (
  ...names: ('metric' | 'system' | 'judge' | 'value' | 'n' | 'reports' | 'measure' | 'low' | 'high' | 'queries')[]
) => names.map((name): CsvColumn<Row> => ({ header: name, value: (row) => row[name] }));

/**
 * `systems.csv`: the leaderboard's value of each system under each metric, by each judge alone and, where there are several,
 * by all of them together. Columns: run, metric, system, judge, value (empty where undefined), n of reports, measure (`mean`
 * on the metric's scale, or `win-rate` in per cent), low and high of the 95 % interval, queries, wins, losses and ties of a
 * win rate, and why a value is undefined.
 */
export function writeSystemsCsv(run: string, lines: readonly SystemLine[]): string {
  const rows = lines.flatMap(({ judges, ...line }): Row[] => {
    const own = judges.map((one) => ({ ...line, ...one }));
    return judges.length < 2 ? own : [...own, { ...line, judge: TOGETHER }];
  });
  return writeTableCsv<Row>(
    [
      { header: 'run', value: () => run },
      ...plain('metric', 'system', 'judge', 'value', 'n', 'reports', 'measure', 'low', 'high', 'queries'),
      ...(['wins', 'losses', 'ties'] as const).map((name): CsvColumn<Row> => ({
        header: name,
        value: ({ games }) => games?.[name] ?? null
      })),
      { header: 'undefined because', value: ({ reason }) => reason ?? '' }
    ],
    rows
  );
}
