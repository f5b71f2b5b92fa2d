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
import { writeFigureCsv, writeFigureJson, writeFigureLatex, writeFigureXlsx } from './figure-table.ts';
import type { LeaderboardTable, TableNote } from './leaderboard/leaderboard-table.ts';
import { libraryTextIn } from '../../../messages/library-text.ts';
import { messagesIn } from '../../../messages/words.ts';
import { tableInWords } from '../../../scorer/suites/figure-words.ts';
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

/** Writers of a table whose text is already in the language. */
const figureWriters = {
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

/** Formats for readers, in their language; the others are data, in English. */
const DOCUMENTS: ReadonlySet<FigureFormat> = new Set<FigureFormat>(['md', 'tex', 'html', 'svg']);

const languageOf = (format: FigureFormat, language: string): string => (DOCUMENTS.has(format) ? language : 'en');

/** A table in a language; the table itself in English, so that data keep the order of its properties. */
const tableIn = (language: string, table: FigureTable): FigureTable =>
  language === 'en' ? table : tableInWords(table, libraryTextIn(language));

/** A table of figures as a file. @param language of documents (BCP 47); data are in English */
export function figureTableFile(
  format: FigureFormat,
  table: FigureTable,
  language: string
): string | Promise<Uint8Array> {
  const own = languageOf(format, language);
  return figureWriters[format](tableIn(own, table), own);
}

/** The same of a figure of a run, which its title names; with notes on judges that judge their own kind. */
function writeRunFigure(
  db: Db,
  run: Run,
  format: FigureFormat,
  table: FigureTable,
  { language, own }: { language: string; own: boolean }
): string | Promise<Uint8Array> {
  const written = tableIn(language, table);
  const { number, name } = run;
  return figureWriters[format](
    {
      ...written,
      title: messagesIn(language, 'figureFile').ofRun({ figure: written.title, number, name }),
      notes: [...written.notes, ...(own ? selfJudgingNotes(selfJudgingIn(db, run), language) : [])]
    },
    language
  );
}

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
  return writeRunFigure(db, run, format, table, { language: languageOf(format, language), own: true });
}

/** Name and format of a file `lengths.svg`; null for any other name. A leaderboard is only drawn here. */
export function figureFile(file: string): { name: string; format: FigureFormat } | null {
  const [name = '', format = '', ...more] = file.split('.');
  if (more.length > 0 || !Object.hasOwn(figureWriters, format) || !knownFigures().some((one) => one.name === name))
    return null;
  if (name === 'leaderboard' && format !== 'svg') return null;
  return { name, format: format as FigureFormat };
}

/** Files of figures that a run has, by name. @param tables of its suites that have anything to show */
export const figureFiles = (tables: readonly Pick<FigureTable, 'name'>[]): string[] =>
  [...tables, ...general].flatMap(({ name }) =>
    name === 'leaderboard' ? [`${name}.svg`] : figureFormats.map((format) => `${name}.${format}`)
  );

/** Every file that a run has, by the part of its name before the dot: `leaderboard`, `verdicts`, `lengths` … @param tables as `suiteTables` */
export const filesOfRun = (tables: readonly Pick<FigureTable, 'name'>[]): Partial<Record<string, string[]>> =>
  Object.groupBy([RUN_REPORT, ...runFileNames, ...figureFiles(tables)], (file) => file.split('.')[0]!);

/** A figure of a run, written; refused if the run has no metric for it, or nothing to show in it, as no second judge to swap with. */
export async function writeFigure(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  { name, format }: { name: string; format: FigureFormat },
  language: string
): Promise<string | Uint8Array> {
  const own = languageOf(format, language);
  if (name === 'leaderboard')
    return figureWriters[format](leaderboardFigure(runTable(resultsOf(db, grant, run), own)), own);
  const table = await figureOf(db, grant, run, name, own);
  const title = knownFigures().find((one) => one.name === name)?.title ?? name;
  if (!table) {
    const applies = figuresFor(metricsIn(db, run)).some((one) => one.name === name);
    return refuse.absent(`figure “${title}”`, `run ${run.number} has no ${applies ? 'data' : 'metric'} for it`);
  }
  return writeRunFigure(db, run, format, table, { language: own, own: name !== 'lengths' });
}

async function figureOf(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  name: string,
  language: string
): Promise<FigureTable | null> {
  if (name === 'lengths') {
    const { rows } = await lengthsInRun(db, grant, run, 'all');
    const words = messagesIn(language, 'figureFile');
    return lengthTable('Lengths of reports', rows, TOKENIZER, words.unknownKind);
  }
  const figure = figuresFor(metricsIn(db, run)).find((one) => one.name === name);
  return figure?.table(figureSource(db, grant, run)) ?? null;
}

/** Kinds of notes on signs that a chart does not have. */
const OF_TABLES: ReadonlySet<TableNote['kind']> = new Set<TableNote['kind']>(['best', 'tied', 'interval', 'part']);

/** A leaderboard as a table of figures, for its chart, in the language of its text. */
export function leaderboardFigure({ language, title, columns, groups, notes }: LeaderboardTable): FigureTable {
  const words = messagesIn(language, 'leaderboardFile');
  const say = libraryTextIn(language);
  return {
    name: 'leaderboard',
    title,
    range: say('95% CI, clustered by query'),
    counted: say('reports with a score'),
    columns: columns.map(({ name, title: heading, unit, digits }) => ({
      name,
      title: unit === '' ? heading : words.inUnit({ title: heading, unit }),
      decimals: digits
    })),
    rows: groups.flatMap(({ title: group, rows }) =>
      rows.map(({ name, cells }) => ({
        group,
        system: name,
        cells: cells.map(({ value, reason, low, high, n }) => ({ value, reason, low, high, n }))
      }))
    ),
    notes: notes.filter(({ kind }) => !OF_TABLES.has(kind)).map(({ text }) => text)
  };
}
