import { isSelfJudging, type SelfJudging } from '../../../scorer/judges/self-judging.ts';
import type { MissingVerdictRule } from '../../../scorer/score.ts';
import { byOrderColumns, type SystemLine, type WrittenFigure } from '../../import/reports/system-lines.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** How the files name all judges of a run together. */
export const TOGETHER = 'mean of judges';

/** Returns the basis of a value, which tells why the mean of judges need not be the mean of the judges' own values. */
const scoreBasis = (judge: string, measure: SystemLine['measure'], rule: MissingVerdictRule): string => {
  if (judge !== TOGETHER) return 'all units of this judge';
  if (measure === 'win-rate') return 'games by the mean difference of the judges';
  return rule === 'answered' ? 'units that any judge answered' : 'units on which no judge failed';
};

type Row = WrittenFigure & Pick<SystemLine, 'metric' | 'measure' | 'system' | 'reports'> & { judge: string };

const plain = (
  ...names: ('metric' | 'system' | 'judge' | 'value' | 'n' | 'reports' | 'measure' | 'low' | 'high' | 'queries')[]
) => names.map((name): CsvColumn<Row> => ({ header: name, value: (row) => row[name] }));

/**
 * `systems.csv`: the leaderboard's value of each system under each metric, by each judge alone and, if there are several,
 * by all of them together. Columns: run, metric, system, judge, value (empty if undefined), n of reports, measure (`mean`
 * on the metric's scale, or `win-rate` in per cent), low and high of the 95% CI, queries, wins, losses and ties of a
 * win rate (of the mean over both orders), why a value is undefined, units (items, issues, claims) and on which of them it rests, and why a value has no
 * interval; then the win rate with each order a game, as the reference scorer counts, and whether the judge is of the system's own maker or model. The mean of judges rests on fewer units than the judges' own values if one of them failed.
 */
export function writeSystemsCsv(
  run: string,
  lines: readonly SystemLine[],
  { rule = 'all-judges', selfJudging = [] }: { rule?: MissingVerdictRule; selfJudging?: readonly SelfJudging[] } = {}
): string {
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
      { header: 'undefined because', value: ({ reason }) => reason ?? '' },
      { header: 'units', value: ({ units }) => units },
      { header: 'rests on', value: ({ judge, measure }) => scoreBasis(judge, measure, rule) },
      { header: 'no interval because', value: ({ noInterval }) => noInterval ?? '' },
      ...byOrderColumns.map(({ name, value }): CsvColumn<Row> => ({
        header: name,
        value: ({ games }) => value(games)
      })),
      {
        header: 'self-judging',
        value: ({ judge, system }) => isSelfJudging(selfJudging, system, judge === TOGETHER ? undefined : judge)
      }
    ],
    rows
  );
}
