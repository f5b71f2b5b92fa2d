import { writeTableCsv } from '../../format/table-csv.ts';

/** One score: a report under a metric by a judge. Undefined values are empty cells with the reason beside them. */
export interface ScoreRow {
  run: string;
  system: string;
  qid: string;
  metric: string;
  judge: string;
  value: number | null;
  reason: string | null;
  n: number;
  abstained: number;
  unscored: number;
  /** Judges that the value rests on. */
  judges: number;
  /** Whether the judge, or one of them, is of the system's own maker or model; null if that is not known. */
  selfJudging: boolean | null;
  /** The judge's own model made what it judges the query by; together: that of any judge. */
  madeItsOwn: boolean;
  /** Whether the report's text speaks to its judges or holds hidden characters. */
  textNotice: boolean;
  /** Model versions that answered, as the servers named them. */
  served: readonly string[];
  /** Figures of the metric's protocol besides the value, by name; null if undefined. */
  figures: Readonly<Record<string, number | null>>;
}

const HEADERS = [
  'run',
  'system',
  'qid',
  'metric',
  'judge',
  'value',
  'reason',
  'n',
  'abstained',
  'unscored',
  'judges'
] as const;

/** After the columns that every metric has, one for each figure; a metric that has no such figure leaves it empty. */
export function writeScoresCsv(rows: Iterable<ScoreRow>): string {
  const all = [...rows];
  const figures = [...new Set(all.flatMap((row) => Object.keys(row.figures)))];
  return writeTableCsv(
    [
      ...HEADERS.map((header) => ({ header, value: (row: ScoreRow) => row[header] })),
      { header: 'self-judging', value: (row: ScoreRow) => row.selfJudging },
      { header: 'made own material', value: (row: ScoreRow) => row.madeItsOwn },
      { header: 'text notice', value: (row: ScoreRow) => row.textNotice },
      { header: 'served', value: (row: ScoreRow) => row.served.join('; ') },
      ...figures.map((header) => ({ header, value: (row: ScoreRow) => row.figures[header] ?? null }))
    ],
    all
  );
}
