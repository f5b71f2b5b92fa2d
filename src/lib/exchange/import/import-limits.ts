import { refuse, worded } from '../../errors.ts';
import type { ImportedQuery, ImportedReport } from '../../verification/benchmark/benchmark.ts';

/** The rows that one import may bring in. */
export interface ImportLimits {
  reports: number;
  /** Queries and items of their checklists together. */
  queryRows: number;
}

/**
 * An import is there as a whole or not at all, so that its last transaction writes all rows: 16 to 21 µs for a report and 9 µs for a query or
 * an item (`npm run bench:hostile` measures the wait). Within these limits nobody waits for it longer than 100 ms.
 */
export const serverLimits: ImportLimits = { reports: 4_000, queryRows: 10_000 };

const tooMany = (column: string, most: number, what: string, split: string): never =>
  refuse.invalid(worded('nothingImported'), [
    {
      row: null,
      column,
      reason: `The files contain more than ${most.toLocaleString('en')} ${what}, the maximum per import on a server, because an import blocks other users. Import them in ${split}, or all at once with \`voirdire import\` on the server`
    }
  ]);

/** Gives the reports on, and refuses at the first above the limit. */
export function* limitedReports(
  reports: Iterable<ImportedReport>,
  limits: ImportLimits | undefined
): Generator<ImportedReport> {
  let left = limits?.reports ?? Infinity;
  for (const report of reports) {
    if (left-- <= 0) tooMany('reports', limits!.reports, 'reports', 'several files, for example one per system');
    yield report;
  }
}

/** Refuses more queries and items than the limit. */
export function refuseManyQueries(queries: readonly ImportedQuery[], limits: ImportLimits | undefined): void {
  const rows = queries.reduce((sum, { items }) => sum + 1 + items.length, 0);
  if (limits && rows > limits.queryRows)
    tooMany('queries', limits.queryRows, 'queries and checklist items', 'several files, each with some of the queries');
}
