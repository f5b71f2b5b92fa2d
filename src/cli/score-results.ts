import { join } from 'node:path';
import { withAuditHead } from '../lib/exchange/format/audit-head.ts';
import {
  runFiles,
  verdictPieces,
  textFileOfRun,
  type RunResults
} from '../lib/exchange/export/run/run-files.server.ts';
import type { SystemLine } from '../lib/exchange/import/reports/system-lines.ts';
import { TOGETHER } from '../lib/exchange/export/run/systems-csv.ts';
import { selfJudgingNotes } from '../lib/scorer/judges/self-judging.ts';
import { messagesIn } from '../lib/messages/words.ts';
import { promptCacheInWords } from '../lib/scorer/engine/estimate/prompt-cache.ts';
import { digitsOn, points } from '../lib/stats/writing/figures.ts';
import { metricByName } from '../lib/scorer/suites/index.ts';
import { writeTogether, type WrittenContent } from '../lib/server/files/whole-files.ts';
import { textTable, type Alignment } from './table.ts';

/**
 * All files are written, or none.
 *
 * @param head of the audit trail, for the files that have a place for it
 * @param language of documents (BCP 47)
 * @param further files by name
 * @returns names of the written files
 */
export function writeResults(
  folder: string,
  results: RunResults,
  head: string,
  language = 'en',
  further: Readonly<Record<string, string | Uint8Array>> = {}
): string[] {
  const own = Object.keys(runFiles) as (keyof typeof runFiles)[];
  const contentOf = (name: keyof typeof runFiles): WrittenContent =>
    name === 'verdicts.jsonl'
      ? verdictPieces(results)
      : withAuditHead(name, textFileOfRun(name, results, language), head, language);
  function* files(): Generator<[path: string, content: WrittenContent]> {
    for (const name of own) yield [join(folder, name), contentOf(name)];
    for (const [name, content] of Object.entries(further)) yield [join(folder, name), content];
  }
  writeTogether(files());
  return [...own, ...Object.keys(further)];
}

/** The leaderboard's values by system: a table for each metric; for a comparison its games; then what to know about the run. */
export const scoreTable = ({ summary: { systems, selfJudging, calls } }: RunResults): string =>
  [
    ...[...new Set(systems.map(({ metric }) => metric))].map((name) => {
      const rows = systems.filter(({ metric }) => metric === name);
      return rows.some(({ measure }) => measure === 'win-rate') ? games(name, rows) : means(name, rows);
    }),
    ...selfJudgingNotes(selfJudging),
    ...(calls.inputTokens > 0 ? [promptCacheInWords(calls.promptCache, messagesIn('en', 'promptCache'))] : [])
  ].join('\n\n');

const shown = (value: number | null, digits = 1): string => points(value, digits);
const counted = ({ n, reports }: SystemLine): string => (n === reports ? String(n) : `${n} of ${reports}`);
const toTheRight = (header: readonly string[]): Alignment[] => header.map((_, i) => (i === 0 ? 'left' : 'right'));

function means(metric: string, rows: readonly SystemLine[]): string {
  const judges = rows[0]!.judges.map(({ judge }) => judge);
  const together = judges.length > 1 ? [TOGETHER] : [];
  const { min, max } = metricByName(metric).scale;
  const digits = digitsOn({ min, max });
  const cells = rows.map((row) => [
    row.system,
    ...row.judges.map((one) => `${shown(one.value, digits)}${one.n < row.reports ? ` (${one.n})` : ''}`),
    ...(judges.length > 1 ? [shown(row.value, digits)] : []),
    counted(row)
  ]);
  const header = ['system', ...judges, ...together, 'reports'];
  const apart = rows.some(({ meanOfOwn }) => meanOfOwn === false);
  return [
    `${metric}, ${[min, max].map((end) => Number(end.toFixed(digits))).join(min < 0 ? ' to ' : '–')}`,
    textTable(header, cells, toTheRight(header)),
    ...(rows.some(({ judges: own, reports }) => own.some(({ n }) => n < reports))
      ? ['(n): number of reports behind the value of the judge, if not all.']
      : []),
    ...(apart ? [`${TOGETHER}: units on which no judge failed. Columns of judges: all units of the judge.`] : [])
  ].join('\n');
}

function games(metric: string, rows: readonly SystemLine[]): string {
  const header = ['system', 'wins', 'losses', 'ties', 'win rate', 'reports'];
  const cells = rows.flatMap((row) =>
    row.games === null
      ? []
      : [
          [
            row.system,
            ...[row.games.wins, row.games.losses, row.games.ties].map(String),
            row.value === null ? '–' : `${shown(row.value)}%`,
            counted(row)
          ]
        ]
  );
  return `${metric}, compared with the baseline\n${textTable(header, cells, toTheRight(header))}`;
}
