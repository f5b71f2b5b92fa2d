import { refuse } from '../../../errors.ts';
import { figureSource } from '../../../scorer/leaderboard/figure-source.server.ts';
import { suiteComparison } from '../../../scorer/leaderboard/comparison.server.ts';
import { metricsIn } from '../../../scorer/leaderboard/leaderboard.server.ts';
import { lengthsInRun } from '../../../scorer/leaderboard/run-lengths.server.ts';
import { selfJudgingNotes } from '../../../scorer/judges/self-judging.ts';
import { selfJudgingIn } from '../../../scorer/judges/self-judging.server.ts';
import type { Run } from '../../../scorer/runs/runs.server.ts';
import { TOKENIZER } from '../../../scorer/report/lengths/tokenizer.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import type { FigureTable } from '../../../scorer/figure-table.ts';
import { allFigures, figuresFor } from '../../../scorer/suites/index.ts';
import { writeFigureSvg } from './figure-chart.ts';
import { writeFigureHtml, writeFigureMarkdown } from './figure-document.ts';
import { hasReported } from '../../../scorer/suites/rubrics/published/reported-figures.server.ts';
import { reportedScores } from '../../../scorer/suites/rubrics/published/reported-summary.ts';
import { writeFigureCsv, writeFigureJson, writeFigureLatex, writeFigureXlsx } from './figure-table.ts';
import type { LeaderboardTable } from './leaderboard-table.ts';
import { resultsOf, RUN_REPORT, runFileNames, runTable } from './run-files.server.ts';
import { lengthTable } from './run-figures.ts';

/** Figures that every run has. */
const general: readonly { name: string; title: string }[] = [
  { name: 'lengths', title: 'lengths of reports' },
  { name: 'leaderboard', title: 'leaderboard' }
];

/** Figures that leave a run besides its leaderboard, in the order of display: those of suites, then those of every run. */
export const knownFigures = (): readonly { name: string; title: string }[] => [
  ...allFigures().map(({ name, title, inPaper }) => ({
    name,
    title: inPaper === undefined ? title : `${title} (${inPaper})`
  })),
  ...general
];

export const figureWriters = {
  csv: writeFigureCsv,
  xlsx: writeFigureXlsx,
  json: writeFigureJson,
  md: writeFigureMarkdown,
  tex: writeFigureLatex,
  html: writeFigureHtml,
  svg: writeFigureSvg
} as const satisfies Record<string, (table: FigureTable, language: string) => string | Promise<Uint8Array>>;
export type FigureFormat = keyof typeof figureWriters;
export const figureFormats = Object.keys(figureWriters) as FigureFormat[];

/** Name and format of the file of a comparison of two systems, `NAME.csv`; null for a format that figures do not have. */
export function comparisonFile(file: string): { name: string; format: FigureFormat } | null {
  const [name = '', format = '', ...more] = file.split('.');
  return more.length > 0 || !Object.hasOwn(figureWriters, format) ? null : { name, format: format as FigureFormat };
}

/** A table that a suite makes of two systems of a run, written; refused if no suite of the run has one of that name. */
export function writeComparison(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { name, format, ...systems }: { name: string; format: FigureFormat; a: string; b: string },
  language: string
): string | Promise<Uint8Array> {
  const table = suiteComparison(db, grant, run, systems).find((one) => one.name === name);
  if (!table)
    return refuse.absent(
      `comparison “${name}”`,
      `run ${run.number} has no reports of ${systems.a} and ${systems.b} for it`
    );
  const notes = [...table.notes, ...selfJudgingNotes(selfJudgingIn(db, run))];
  return figureWriters[format]({ ...table, title: `${table.title}, run ${run.number}: ${run.name}`, notes }, language);
}

/** Name and format of a file `lengths.svg`; null for any other name. A leaderboard is only drawn here. */
export function figureFile(file: string): { name: string; format: FigureFormat } | null {
  const [name = '', format = '', ...more] = file.split('.');
  if (more.length > 0 || !Object.hasOwn(figureWriters, format) || !knownFigures().some((one) => one.name === name))
    return null;
  if (name === 'leaderboard' && format !== 'svg') return null;
  return { name, format: format as FigureFormat };
}

/** Files of figures that a run has, by name. */
export function figureFiles(db: Db, run: Run): string[] {
  const names = [...figuresFor(metricsIn(db, run)), ...general]
    .map(({ name }) => name)
    .filter((name) => name !== reportedScores.name || hasReported(db, run.projectId));
  return names.flatMap((name) =>
    name === 'leaderboard' ? [`${name}.svg`] : figureFormats.map((format) => `${name}.${format}`)
  );
}

/** Every file that a run has, by the part of its name before the dot: `leaderboard`, `verdicts`, `lengths` … */
export const filesOfRun = (db: Db, run: Run): Partial<Record<string, string[]>> =>
  Object.groupBy([RUN_REPORT, ...runFileNames, ...figureFiles(db, run)], (file) => file.split('.')[0]!);

/** A figure of a run, written; refused where the run has no metric for it. */
export async function writeFigure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { name, format }: { name: string; format: FigureFormat },
  language: string
): Promise<string | Uint8Array> {
  const table = await figureOf(db, grant, run, name);
  const title = knownFigures().find((one) => one.name === name)?.title ?? name;
  if (!table) return refuse.absent(`figure “${title}”`, `run ${run.number} has no metric for it`);
  const own = name === 'leaderboard' || name === 'lengths' ? [] : selfJudgingNotes(selfJudgingIn(db, run));
  return figureWriters[format]({ ...table, notes: [...table.notes, ...own] }, language);
}

async function figureOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  name: string
): Promise<FigureTable | null> {
  const of = (what: string): string => `${what}, run ${run.number}: ${run.name}`;
  if (name === 'leaderboard') return leaderboardFigure(runTable(resultsOf(db, grant, run)));
  if (name === 'lengths')
    return lengthTable(of('Lengths of reports'), (await lengthsInRun(db, grant, run, 'all')).rows, TOKENIZER);
  const figure = figuresFor(metricsIn(db, run)).find((one) => one.name === name);
  const table = figure?.table(figureSource(db, grant, run)) ?? null;
  return table && { ...table, title: of(table.title) };
}

/** A leaderboard as a table of figures, for its chart. */
export const leaderboardFigure = ({ title, columns, groups, notes }: LeaderboardTable): FigureTable => ({
  name: 'leaderboard',
  title,
  range: '95% CI, clustered by query',
  counted: 'reports with a score',
  columns: columns.map(({ name, title: heading, unit, digits }) => ({
    name,
    title: unit === '' ? heading : `${heading}, ${unit}`,
    decimals: digits
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
