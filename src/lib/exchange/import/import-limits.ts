import { sayingsOf } from '../../messages/sayings.ts';
import { refuse, worded, problemAt } from '../../errors.ts';
import type { ImportedQuery, ImportedReport } from '../../verification/benchmark/benchmark.ts';

const importSays = sayingsOf('importProblems');

/** The rows that one import may bring in. */
export interface ImportLimits {
  reports: number;
  /** Queries and items of their checklists together. */
  queryRows: number;
}

/**
 * An import is stored as a whole or not at all, so that its last transaction writes all rows: 16 to 21 µs for a report and 9 µs
 * for a query or an item (`npm run bench:hostile` measures the wait). Within these limits no request waits for it longer than
 * 100 ms.
 */
export const serverLimits: ImportLimits = { reports: 4_000, queryRows: 10_000 };

/**
 * Lines of verdicts or of traces that a page imports at once. Their transaction writes one in about 20 µs, so that others wait for
 * 0.4 s at most; a run of ready verdicts is often larger than an import of reports.
 */
export const MOST_LINES_ON_SERVER = 20_000;

const tooMany = (what: 'reports' | 'queries', most: number): never =>
  refuse.invalid(worded('nothingImported'), [problemAt(what, importSays('tooManyOnServer', { what, most }))]);

/** Gives the reports on, and refuses at the first above the limit. */
export function* limitedReports(
  reports: Iterable<ImportedReport>,
  limits: ImportLimits | undefined
): Generator<ImportedReport> {
  let left = limits?.reports ?? Infinity;
  for (const report of reports) {
    if (left-- <= 0) tooMany('reports', limits!.reports);
    yield report;
  }
}

/** Refuses more queries and items than the limit. */
export function refuseManyQueries(queries: readonly ImportedQuery[], limits: ImportLimits | undefined): void {
  const rows = queries.reduce((sum, { items }) => sum + 1 + items.length, 0);
  if (limits && rows > limits.queryRows) tooMany('queries', limits.queryRows);
}
