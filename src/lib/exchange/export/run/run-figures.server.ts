import { refuse } from '../../../errors.ts';
import type { LengthRow } from '../../../scorer/leaderboard/index.ts';
import { leaderboardOf, metricsIn, rowOf } from '../../../scorer/leaderboard/leaderboard.server.ts';
import { lengthsOf } from '../../../scorer/report/lengths/report-lengths.server.ts';
import { tokensOf } from '../../../scorer/report/lengths/report-tokens.server.ts';
import { selfJudgingNotes } from '../../../scorer/judges/self-judging.ts';
import { selfJudgingIn } from '../../../scorer/judges/self-judging.server.ts';
import { reportScores } from '../../../scorer/runs/run-scores.server.ts';
import type { Run } from '../../../scorer/runs/runs.server.ts';
import { TOKENIZER } from '../../../scorer/report/lengths/tokenizer.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { listSystems } from '../../../verification/benchmark/systems.server.ts';
import { writeFigureCsv, writeFigureJson, writeFigureLatex, writeFigureSvg, type FigureTable } from './figure-table.ts';
import { resultsOf, tableOf } from './run-files.server.ts';
import { checkTable, citationErrorTable, lengthTable, winRateTable } from './run-figures.ts';
import type { LeaderboardTable } from './leaderboard-table.ts';

/** Figures that leave a run besides its leaderboard, in the order of display, with what they are in LiveResearchBench. */
export const figureNames = {
  'citation-errors': 'citation errors (Table 7)',
  lengths: 'lengths of reports (Figure 5)',
  'win-rates': 'win rates in depth (Figure 6)',
  'presentation-checks': 'pass rates of the presentation checks (Figure 22)',
  leaderboard: 'leaderboard (Table 1)'
} as const;
export type FigureName = keyof typeof figureNames;

const writers = {
  csv: writeFigureCsv,
  json: writeFigureJson,
  tex: writeFigureLatex,
  svg: writeFigureSvg
} as const;
export type FigureFormat = keyof typeof writers;

/** Name and format of a file `lengths.svg`; null for any other name. A leaderboard is only drawn here. */
export function figureFile(file: string): { name: FigureName; format: FigureFormat } | null {
  const [name = '', format = '', ...more] = file.split('.');
  if (more.length > 0 || !Object.hasOwn(figureNames, name) || !Object.hasOwn(writers, format)) return null;
  if (name === 'leaderboard' && format !== 'svg') return null;
  return { name: name as FigureName, format: format as FigureFormat };
}

/** Files of figures that a run has, by name. */
export function figureFiles(db: Db, run: Run): string[] {
  const kinds = metricsIn(db, run);
  const has: Record<FigureName, boolean> = {
    'citation-errors': kinds.some(({ protocol }) => protocol.unit.kind === 'claim'),
    lengths: true,
    'win-rates': kinds.some(({ protocol }) => protocol.unit.kind === 'comparison'),
    'presentation-checks': kinds.some(({ items }) => items !== null),
    leaderboard: true
  };
  return (Object.keys(figureNames) as FigureName[])
    .filter((name) => has[name])
    .flatMap((name) =>
      name === 'leaderboard' ? [`${name}.svg`] : Object.keys(writers).map((format) => `${name}.${format}`)
    );
}

/** A figure of a run, written; refused where the run has no metric for it. */
export async function writeFigure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { name, format }: { name: FigureName; format: FigureFormat }
): Promise<string> {
  const table = await figureOf(db, grant, run, name);
  if (!table)
    return refuse.absent(`figure “${figureNames[name]}”`, `run ${run.number} has no metric that it could show`);
  const own = name === 'leaderboard' || name === 'lengths' ? [] : selfJudgingNotes(selfJudgingIn(db, run));
  return writers[format]({ ...table, notes: [...table.notes, ...own] });
}

async function figureOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  name: FigureName
): Promise<FigureTable | null> {
  const of = (what: string): string => `${what}, run ${run.number}: ${run.name}`;
  if (name === 'leaderboard') return leaderboardFigure(tableOf(resultsOf(db, grant, run)));
  const metrics = metricsIn(db, run);
  const scores = reportScores(db, grant, run);
  const rowsOf = (metric: string) => scores.filter((score) => score.metric === metric).map(rowOf);
  if (name === 'lengths') return lengthTable(of('Lengths of reports'), await lengthRows(db, grant, run), TOKENIZER);
  if (name === 'citation-errors') {
    const metric = metrics.find(({ protocol }) => protocol.unit.kind === 'claim');
    return metric ? citationErrorTable(of('Citation errors'), rowsOf(metric.name)) : null;
  }
  if (name === 'win-rates') {
    const baselineId = metrics.find(({ protocol }) => protocol.compares)?.settings.baseline;
    const baseline = listSystems(db, grant).find(({ id }) => id === baselineId)?.name ?? null;
    return winRateTable(of('Win rates in depth'), leaderboardOf(db, grant, run), baseline);
  }
  const metric = metrics.find(({ items }) => items !== null);
  return metric?.items ? checkTable(of(`${metric.title}, check by check`), rowsOf(metric.name), metric.items) : null;
}

/** Every report of a run with its lengths in words and tokens. */
async function lengthRows(db: Db, grant: ProjectGrant<'read-results'>, run: Run): Promise<LengthRow[]> {
  const tokens = await tokensOf(db, grant, run, 'all');
  const lengths = lengthsOf(db, grant, run, 'all');
  const reports = new Map(reportScores(db, grant, run).map((score) => [score.reportId, score]));
  return [...reports.values()].flatMap((row) => {
    const length = lengths.get(row.reportId);
    return length ? [{ ...row, length, tokens: tokens.get(row.reportId) ?? null }] : [];
  });
}

/** A leaderboard as a table of figures, for its chart. */
export const leaderboardFigure = ({ title, columns, groups, notes }: LeaderboardTable): FigureTable => ({
  name: 'leaderboard',
  title,
  range: '95 % interval, clustered by query',
  counted: 'reports with a score',
  columns: columns.map(({ name, title: heading, unit }) => ({
    name,
    title: unit === '' ? heading : `${heading}, ${unit}`,
    decimals: 1
  })),
  rows: groups.flatMap(({ title: group, rows }) =>
    rows.map(({ name, cells }) => ({
      group,
      system: name,
      cells: cells.map(({ value, reason, low, high, n }) => ({ value, reason, low, high, n }))
    }))
  ),
  notes: notes.filter((note) => !/^(Bold|†|In brackets|“n of m”)/.test(note))
});
