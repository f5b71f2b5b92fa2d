import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFiles, TOGETHER, type RunResults } from '../lib/exchange/run-files.server.ts';
import type { SystemScore } from '../lib/scorer/run-results.server.ts';
import { table } from './table.ts';

/** Each file is written whole or not at all. */
export function writeResults(folder: string, results: RunResults): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, write] of Object.entries(runFiles)) {
    writeFileSync(join(folder, `${name}.new`), write(results));
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
}

/** Means by system: a table for each metric. */
export function scoreTable(systems: readonly SystemScore[]): string {
  const metrics = [...new Set(systems.map(({ metric }) => metric))];
  return metrics
    .map((metric) => {
      const rows = systems.filter((one) => one.metric === metric);
      const judges = rows[0]!.judges.map(({ judge }) => judge);
      const together = judges.length > 1 ? [TOGETHER] : [];
      const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
      const cells = rows.map(({ system, judges: own, value, n, reports }) => [
        system,
        ...own.map((one) => shown(one.value)),
        ...(judges.length > 1 ? [shown(value)] : []),
        n === reports ? String(n) : `${n} of ${reports}`
      ]);
      const header = ['system', ...judges, ...together, 'reports'];
      const right = header.map((_, i) => (i === 0 ? ('left' as const) : ('right' as const)));
      return `${metric}, 0–100\n${table(header, cells, right)}`;
    })
    .join('\n\n');
}
