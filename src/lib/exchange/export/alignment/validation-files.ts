import type { ValidationRow } from '../../../scorer/suites/report-bench/people/validation.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** A share of ReportBench's human validation with what it rests on: a study, a round, a file. */
export interface ValidationLine {
  from: string;
  /** The judge that people are compared with; null if there is none. */
  judge: string | null;
  row: ValidationRow;
}

const column = (header: string, value: CsvColumn<ValidationLine>['value']): CsvColumn<ValidationLine> => ({
  header,
  value
});

/** One row for each share, from 0 to 1; an empty cell is undefined, or not printed in the paper. */
export const writeValidationCsv = (lines: readonly ValidationLine[]): string =>
  writeTableCsv(
    [
      column('part', ({ row }) => row.key),
      column('figure', ({ row }) => row.title),
      column('from', ({ from }) => from),
      column('judge', ({ judge }) => judge),
      column('n', ({ row }) => row.share.n),
      column('queries', ({ row }) => row.share.clusters),
      column('share', ({ row }) => row.share.value),
      column('low', ({ row }) => row.share.interval?.[0] ?? null),
      column('high', ({ row }) => row.share.interval?.[1] ?? null),
      column('printed', ({ row }) => row.printed?.value ?? null),
      column('printed_as_rough', ({ row }) => row.printed?.about ?? null),
      column('printed_in_interval', ({ row }) => row.holds),
      column('left_out', ({ row }) => row.leftOut)
    ],
    lines
  );

/** The same as JSON, with the studies whose figures are still closed. */
export const writeValidationJson = (
  lines: readonly ValidationLine[],
  embargoed: readonly { study: number; name: string }[]
): string =>
  `${JSON.stringify(
    {
      format: 'voirdire-validation',
      paper: 'arXiv 2508.15804, A.2.3 and A.2.6',
      rows: lines.map(({ from, judge, row: { key, title, share, printed, holds, leftOut } }) => ({
        ...{ part: key, figure: title, from, judge, n: share.n, queries: share.clusters, share: share.value },
        interval: share.interval,
        ...{ printed: printed?.value ?? null, printedAsRough: printed?.about ?? null },
        ...{ printedInInterval: holds, leftOut }
      })),
      embargoed
    },
    null,
    2
  )}\n`;
