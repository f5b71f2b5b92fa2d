import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { writeTogether } from '../lib/server/files/whole-files.ts';
import { refuse } from '../lib/errors.ts';
import { languageOption } from './file-language.ts';
import { exportedHead, printFile, signFolder } from './leaving.ts';
import { requireNoneBeside } from './option-needs.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { runNumber } from './study-place.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface ExportOptions {
  project?: string;
  format: keyof typeof files | 'svg' | 'html' | 'xlsx';
  figure?: string;
  out?: string;
  reference?: string;
  parquet?: boolean;
  language: string;
  data?: string;
}

const files = {
  md: 'leaderboard.md',
  csv: 'leaderboard.csv',
  json: 'leaderboard.json',
  latex: 'leaderboard.tex'
} as const;

const PARQUET = 'verdicts.parquet';

export function addExport(program: Command): void {
  const command = program.command('export');
  command
    .description('Print the leaderboard of a run, or export all its results to a folder.')
    .argument('<run>', 'number of the run', runNumber)
    .option('--project <slug>', 'project of the run (default: the only project)')
    .addOption(
      new Option(
        '--format <format>',
        'output format; html is a report of the whole run in one file: scores with the verdicts that lowered them; svg is a chart of the leaderboard; xlsx is for figures'
      )
        .choices([...Object.keys(files), 'svg', 'html', 'xlsx'])
        .default('md')
    )
    .option(
      '--figure <name>',
      'export a figure of the run instead of the leaderboard, e.g. lengths, or a table of its suite'
    )
    .option(
      '--out <folder>',
      'export verdicts.jsonl, scores.csv, systems.csv, summary.json and the leaderboard to this folder'
    )
    .option('--parquet', 'with --out: export the verdicts as verdicts.parquet, too')
    .option('--reference <folder>', 'export the file formats of the reference scorer, with the reports, to this folder')
    .addOption(languageOption())
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .addHelpText(
      'after',
      `
A folder written by "voirdire score --out" contains a database as well: pass it with --data.

Examples:
  $ voirdire export 3 --project heat --format latex > leaderboard.tex
  $ voirdire export 1 --data scored/ --format csv
  $ voirdire export 3 --project heat --format html > run-3.html
  $ voirdire export 3 --project heat --figure citation-errors --format latex > table-7.tex
  $ voirdire export 3 --project heat --reference graded-run-3/`
    )
    .action(async (number: number, options: ExportOptions) => {
      if (options.out !== undefined && options.reference !== undefined)
        command.error('error: --out and --reference write different files: use one of them');
      if (options.parquet && options.out === undefined) command.error('error: --parquet needs --out');
      requireNoneBeside(command, ['--format', '--figure'], ['--out', '--reference']);
      const { resultsOf, runFile } = await import('../lib/exchange/export/run/run-files.server.ts');
      const { exportReference } = await import('../lib/exchange/reference/export.server.ts');
      const { runProgress } = await import('../lib/scorer/runs/run-progress.server.ts');
      const { failuresInWords } = await import('../lib/scorer/runs/run-state.ts');
      const { runNumbered } = await import('./numbered-things.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { writeResults } = await import('./score-results.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-results');
        const run = runNumbered(db, grant, number);
        const of = { entity: 'run', entityId: run.id };
        const print = (name: string, content: string | Uint8Array): Promise<void> =>
          printFile(db, grant, of, name, content, options.language);
        if (options.reference !== undefined) {
          const { files: written, notes } = exportReference(db, grant, run);
          await signFolder(db, grant, of, options.reference, writeTree(options.reference, written));
          for (const note of notes) console.error(`${note}.`);
          console.log(`${many(Object.keys(written).length, 'file')} written to ${options.reference}.`);
        } else if (options.out !== undefined) {
          const results = resultsOf(db, grant, run);
          // A table of an earlier export is written again, so that no file of the folder is of another time.
          const hasTable = options.parquet || existsSync(join(options.out, PARQUET));
          const table: Record<string, string | Uint8Array> = hasTable
            ? { [PARQUET]: await runFile(PARQUET, results, options.language) }
            : {};
          const names = writeResults(options.out, results, await exportedHead(db), options.language, table);
          await signFolder(db, grant, of, options.out, names);
          console.log(`Verdicts, scores and the leaderboard were written to ${options.out}.`);
          const { state, failures } = runProgress(db, run.id);
          if (state !== 'done') console.error(`Run ${number} is ${state}. ${failuresInWords(failures)}`.trim());
        } else if (options.figure !== undefined || options.format === 'svg') {
          const { figureFile, knownFigures, writeFigure } =
            await import('../lib/exchange/export/run/run-figures.server.ts');
          const file = `${options.figure ?? 'leaderboard'}.${options.format === 'latex' ? 'tex' : options.format}`;
          const figure = figureFile(file);
          if (!figure) {
            const names = knownFigures().map(({ name }) => name);
            return command.error(
              names.includes(options.figure ?? '')
                ? `error: ${file} is not available: as a figure, the leaderboard is available as svg only`
                : `error: there is no figure ${JSON.stringify(options.figure)}. Available figures: ${names.join(', ')}.`
            );
          }
          await print(file, await writeFigure(db, grant, run, figure, options.language));
        } else if (options.format === 'html') {
          const { RUN_REPORT } = await import('../lib/exchange/export/run/run-files.server.ts');
          const { writtenRunFile } = await import('../lib/exchange/export/run/page/run-file.server.ts');
          await print(RUN_REPORT, await writtenRunFile(db, grant, run, RUN_REPORT, options.language));
        } else if (options.format === 'xlsx') {
          command.error(
            'error: the leaderboard is not available as xlsx: choose md, csv, json, latex, svg or html, or a --figure'
          );
        } else {
          const name = files[options.format];
          await print(name, await runFile(name, resultsOf(db, grant, run), options.language));
        }
      } finally {
        close();
      }
    });
}

/**
 * Names of systems and queries hold no slash, but may be `..`, which is no name of a folder.
 *
 * @returns the files' names as written
 */
function writeTree(folder: string, written: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(written).map(([path, text]) => {
    const safe = path.split('/').map((part) => (/^\.+$/.test(part) ? part.replaceAll('.', '_') : part));
    return { name: safe.join('/'), text };
  });
  const names = files.map(({ name }) => name);
  requireNoOtherRun(folder, names);
  writeTogether(files.map(({ name, text }) => [join(folder, name), text]));
  return names;
}

/** Files that an import of the folder reads: results and reports. */
const IMPORTED = /\.jsonl?$|^reports\/.*\.md$/i;

/** Refuses a folder with results or reports that this export does not replace: an import would read them as well. */
function requireNoOtherRun(folder: string, names: readonly string[]): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) refuse.conflict(`${folder} is a file. Choose a folder for the files.`);
  const own = new Set(names);
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((name) => IMPORTED.test(name) && !own.has(name))
    .sort();
  const [first] = others;
  if (first === undefined) return;
  const more = others.length === 1 ? '' : ` and ${others.length - 1} more`;
  refuse.conflict(
    `${folder} contains results or reports that this export does not replace (${first}${more}): an import of the folder would mix them with those of the run. Choose another folder, or delete these files.`
  );
}
