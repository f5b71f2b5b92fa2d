import { writeTableCsv } from './table-csv.ts';

/** The mean of a system's reports under a metric, by one judge or by all of them together. */
export interface SystemRow {
  run: string;
  metric: string;
  system: string;
  judge: string;
  /** 0–100; null where no report has a score. */
  value: number | null;
  /** Reports that the mean rests on, of how many. */
  n: number;
  reports: number;
}

const HEADERS = ['run', 'metric', 'system', 'judge', 'value', 'n', 'reports'] as const;

export const writeSystemsCsv = (rows: Iterable<SystemRow>): string =>
  writeTableCsv(
    HEADERS.map((header) => ({ header, value: (row: SystemRow) => row[header] })),
    rows
  );
