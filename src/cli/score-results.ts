import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFiles, TOGETHER, type RunResults } from '../lib/exchange/run-files.server.ts';
import type { Leaderboard } from '../lib/scorer/leaderboard/index.ts';
import type { SystemScore } from '../lib/scorer/run-results.server.ts';
import { metricByName } from '../lib/scorer/suites/index.ts';
import { table, type Alignment } from './table.ts';

/** Each file is written whole or not at all. */
export function writeResults(folder: string, results: RunResults): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, write] of Object.entries(runFiles)) {
    writeFileSync(join(folder, `${name}.new`), write(results));
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
}

/** Means by system: a table for each metric; for a comparison its games. */
export const scoreTable = ({ summary, leaderboard }: RunResults): string =>
  [...new Set(summary.systems.map(({ metric }) => metric))]
    .map((name) => (metricByName(name).protocol.compares ? games(name, leaderboard) : means(name, summary.systems)))
    .join('\n\n');

const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
const toTheRight = (header: readonly string[]): Alignment[] => header.map((_, i) => (i === 0 ? 'left' : 'right'));

function means(metric: string, systems: readonly SystemScore[]): string {
  const rows = systems.filter((one) => one.metric === metric);
  const judges = rows[0]!.judges.map(({ judge }) => judge);
  const together = judges.length > 1 ? [TOGETHER] : [];
  const cells = rows.map(({ system, judges: own, value, n, reports }) => [
    system,
    ...own.map((one) => shown(one.value)),
    ...(judges.length > 1 ? [shown(value)] : []),
    n === reports ? String(n) : `${n} of ${reports}`
  ]);
  const header = ['system', ...judges, ...together, 'reports'];
  const { min, max } = metricByName(metric).scale;
  return `${metric}, ${min}–${max}\n${table(header, cells, toTheRight(header))}`;
}

function games(metric: string, { groups }: Leaderboard): string {
  const header = ['system', 'wins', 'losses', 'ties', 'win rate', 'reports'];
  const rows = groups
    .flatMap(({ systems }) => systems)
    .flatMap(({ system, scores }) => {
      const { games: played, value, n, reports } = scores[metric] ?? {};
      if (!played || n === undefined) return [];
      const rate = value === null || value === undefined ? '–' : `${shown(value)} %`;
      return [
        [
          system,
          ...[played.wins, played.losses, played.ties].map(String),
          rate,
          n === reports ? String(n) : `${n} of ${reports}`
        ]
      ];
    });
  return `${metric}, against the baseline\n${table(header, rows, toTheRight(header))}`;
}
