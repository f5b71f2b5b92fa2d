import type { RescoredMetric } from '../../../scorer/rescoring/rescored.ts';
import { writeTableCsv } from '../../format/table-csv.ts';

/** Scores of reports by the rules of their run and by other rules: a row for each report and metric, undefined values empty. */
export function writeRescoredCsv(run: number, metrics: readonly RescoredMetric[]): string {
  const rows = metrics.flatMap(({ name, reports }) => reports.map((report) => ({ metric: name, ...report })));
  return writeTableCsv<(typeof rows)[number]>(
    [
      { header: 'run', value: () => run },
      { header: 'metric', value: ({ metric }) => metric },
      { header: 'system', value: ({ system }) => system },
      { header: 'qid', value: ({ qid }) => qid },
      { header: 'before', value: ({ before }) => before.value },
      { header: 'units before', value: ({ before }) => before.n },
      { header: 'undefined before because', value: ({ before }) => before.reason ?? '' },
      { header: 'after', value: ({ after }) => after.value },
      { header: 'units after', value: ({ after }) => after.n },
      { header: 'undefined after because', value: ({ after }) => after.reason ?? '' }
    ],
    rows
  );
}
