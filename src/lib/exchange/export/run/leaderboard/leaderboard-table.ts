import {
  type ScoreCell,
  type Group,
  type Leaderboard,
  type SystemEntry
} from '../../../../scorer/leaderboard/index.ts';
import { libraryTextIn, textsIn } from '../../../../messages/library-text.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { titleIn } from '../../../../scorer/suites/metric-words.ts';
import type { SelfJudging } from '../../../../scorer/judges/self-judging.ts';
import type { CorrectionTable } from './correction-tables.ts';
import { notesOf } from './leaderboard-notes.ts';
import { gamesIn, viewIn } from '../../../import/reports/system-lines.ts';
import type { LeaderboardColumn, LeaderboardGroup, LeaderboardRow, TableCell, TableNote } from './table-parts.ts';

export type { TableCell, TableNote } from './table-parts.ts';

/** A leaderboard as it is written down, whatever the format, in one language. */
export interface LeaderboardTable {
  /** Of its text (BCP 47). */
  language: string;
  title: string;
  columns: LeaderboardColumn[];
  groups: LeaderboardGroup[];
  /** Notes for readers of the table, one sentence each. */
  notes: TableNote[];
  /** Scores corrected by the labels of people, for each metric that has an adopted ensemble. */
  corrections: CorrectionTable[];
  /** Judges that judge systems of their own maker or model. */
  selfJudging: readonly SelfJudging[];
  /** Of the run: `done`, `incomplete` …; null if the table is of no run. */
  runState: string | null;
}

const AVERAGE = 'average';

/** Properties of cells that say why there is no figure. */
const UNDEFINED_WHY = ['reason', 'noInterval', 'notCompared'];

interface AboutTable {
  /** Of its text (BCP 47); English if absent. */
  language?: string;
  corrections?: CorrectionTable[];
  /** State of the run, and sentences on it, e.g. that it is incomplete; these come first among the notes. */
  run?: { state: string; notes: readonly string[]; selfJudging: readonly SelfJudging[] } | null;
}

export function leaderboardTable(
  title: string,
  board: Leaderboard,
  { language = 'en', corrections = [], run = null }: AboutTable = {}
): LeaderboardTable {
  const { metrics, averaged, groups } = board;
  const words = messagesIn(language, 'leaderboardFile');
  const say = libraryTextIn(language);
  const columns: LeaderboardColumn[] = [
    ...metrics.map((metric): LeaderboardColumn => {
      const { name, better, unit, measure, digits, source } = metric;
      return { ...{ name, title: titleIn(language, metric), unit, better, measure, digits, source } };
    }),
    ...(averaged
      ? [
          {
            name: AVERAGE,
            title: words.average,
            unit: '' as const,
            better: 'higher' as const,
            measure: null,
            digits: 1,
            source: null
          }
        ]
      : [])
  ];
  const table = {
    ...{ language, title, columns },
    groups: groups.map((group): LeaderboardGroup => ({
      // A group that people named is written by their name.
      title: group.title === null || group.title === group.name ? group.title : say(group.title),
      rows: group.systems.map((entry) => rowOf(entry, columns, board, board.groupsOf === 'query' ? group : board)),
      mean: group.systems.length > 1 ? columns.map(({ name }) => meanCell(group, name)) : null
    }))
  };
  return {
    ...table,
    groups: textsIn(language, table.groups, UNDEFINED_WHY),
    runState: run?.state ?? null,
    selfJudging: run?.selfJudging ?? [],
    notes: [
      ...(run?.notes ?? []).map((text): TableNote => ({ kind: 'general', text })),
      ...notesOf(table, board, language)
    ],
    corrections
  };
}

const rowOf = (
  entry: SystemEntry,
  columns: readonly LeaderboardColumn[],
  board: Leaderboard,
  among: Pick<Leaderboard, 'best' | 'bestAverage'>
): LeaderboardRow => ({
  name: entry.system,
  cells: columns.map(({ name }) => {
    if (name === AVERAGE) return averageCell(entry, board, among);
    const cell = entry.scores[name];
    const of = reportsOf(entry);
    if (cell) return metricCell(cell, among.best[name]?.includes(entry.system) ?? false, of);
    return { ...NOTHING, of, ...(of > 0 && { reason: 'The metric judged none of its reports.' }) };
  })
});

/** The cell of a metric that judged no report of the system, such as a comparison for its baseline. */
const NOTHING: TableCell = {
  ...{ value: null, reason: 'There are no reports.', low: null, high: null, noInterval: null, n: 0, of: 0, queries: 0 },
  ...{ mark: null, games: null, beside: [], notCompared: null }
};

/** All reports of a system in the run; a metric that has nothing to judge in some of them has fewer. */
const reportsOf = ({ scores }: SystemEntry): number =>
  Math.max(0, ...Object.values(scores).map(({ reports }) => reports));

const markOf = (best: boolean, tied: boolean | null | undefined): TableCell['mark'] =>
  best ? 'best' : tied === true ? 'tied' : null;

const metricCell = (cell: ScoreCell, best: boolean, of: number): TableCell => ({
  value: cell.value,
  reason: cell.reason,
  low: cell.interval?.[0] ?? null,
  high: cell.interval?.[1] ?? null,
  noInterval: cell.value !== null && cell.interval === null ? cell.intervalReason : null,
  n: cell.n,
  of,
  queries: cell.queries,
  mark: markOf(best, cell.versusBest?.indistinguishable),
  games: gamesIn(cell.games),
  beside: cell.beside.map(viewIn),
  notCompared: cell.versusBest?.reason ?? null
});

/** The `n` of an average is the least of its metrics: 0 if one of them judged no report of the system. */
function averageCell(entry: SystemEntry, board: Leaderboard, among: Pick<Leaderboard, 'bestAverage'>): TableCell {
  const { system, average, scores } = entry;
  return {
    value: average.value,
    reason: average.reason,
    low: average.interval?.[0] ?? null,
    high: average.interval?.[1] ?? null,
    noInterval: average.value !== null && average.interval === null ? average.intervalReason : null,
    n: Math.min(...(board.averaged ?? []).map((name) => scores[name]?.n ?? 0)),
    of: reportsOf(entry),
    queries: average.queries,
    mark: markOf(among.bestAverage.includes(system), average.versusBest?.indistinguishable),
    games: null,
    beside: [],
    notCompared: average.versusBest?.reason ?? null
  };
}

function meanCell(group: Group, name: string): TableCell {
  const mean = name === AVERAGE ? group.average : group.means[name];
  if (!mean) return NOTHING;
  const { value, reason, interval, intervalReason, systems, of, queries } = mean;
  return {
    ...{ ...NOTHING, value, reason, low: interval?.[0] ?? null, high: interval?.[1] ?? null, n: systems, of, queries },
    noInterval: value !== null && interval === null ? intervalReason : null
  };
}
