import { writeTableCsv } from './table-csv.ts';

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
  /** Null for several judges together, whose units pass in part. */
  passed: number | null;
  abstained: number;
  unscored: number;
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
  'passed',
  'abstained',
  'unscored'
] as const;

export const writeScoresCsv = (rows: Iterable<ScoreRow>): string =>
  writeTableCsv(
    HEADERS.map((header) => ({ header, value: (row: ScoreRow) => row[header] })),
    rows
  );
