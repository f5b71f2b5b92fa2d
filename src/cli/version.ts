import { join } from 'node:path';
import type { Command } from 'commander';
import { count, many } from '../lib/stats/writing/figures.ts';
import { writeTogether } from '../lib/server/files/whole-files.ts';
import { languageOption } from './file-language.ts';
import { exportedHead, printFile, signFolder, writeFile } from './leaving.ts';
import { requireNoneBeside } from './option-needs.ts';
import { exit, printJson, refusalText } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { textTable } from './table.ts';
import { thingNumber } from './typed-number.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

interface ExportOptions extends Place {
  file: string;
  language: string;
  output?: string;
  out?: string;
}

const withPlace = (command: Command): Command =>
  command
    .option('--project <slug>', 'project of the dataset (default: the only project)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

export function addVersion(program: Command): void {
  const version = program
    .command('version')
    .description('List dataset versions and export their files.')
    .addHelpText('after', '\nExample:\n  $ voirdire version export 2 --project heat > dataset.csv');

  withPlace(version.command('list'))
    .description('List the dataset versions of a project, newest first.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire version list --project heat')
    .action(async (options: Place) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { listVersions } = await import('../lib/verification/release/versions.server.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-benchmark');
        const rows = listVersions(db, grant).map(({ number, queries, items, frozenAt, contentHash }) => ({
          ...{ number, queries, items, contentHash },
          frozenAt: new Date(frozenAt).toISOString()
        }));
        if (options.json) return printJson(rows);
        if (rows.length === 0) return console.log('The project has no dataset versions yet.');
        console.log(
          textTable(
            ['version', 'queries', 'items', 'frozen', 'SHA-256'],
            rows.map(({ number, queries, items, frozenAt, contentHash }) => [
              ...[String(number), count(queries), count(items), frozenAt, contentHash]
            ]),
            ['right', 'right', 'right', 'left', 'left']
          )
        );
      } finally {
        close();
      }
    });

  withPlace(version.command('export'))
    .description('Print a file of a dataset version, or export all files to a folder.')
    .argument('<version>', 'number of the version', thingNumber('a dataset version'))
    .option(
      '--file <name>',
      'annotation.csv, dataset.csv, dataset.jsonl, dataset.parquet, dataset.xlsx, material.xlsx, topics.jsonl, topics.parquet, lineage.csv, lineage.jsonl, lineage.parquet, changes.csv, datasheet.md or datasheet.json',
      'dataset.csv'
    )
    .option('--output <file>', 'write the file to this path instead of standard output')
    .option('--out <folder>', 'export all files to this folder')
    .addOption(languageOption())
    .addHelpText(
      'after',
      `
Importing dataset.jsonl or dataset.parquet reproduces the version, with topics.jsonl and its rubrics if it has any. dataset.csv
and dataset.xlsx have no material of suites; annotation.csv has the columns for annotators only. If a file cannot be written, such as
a workbook without room for a long text, --out writes the others and the exit code is 1.

Examples:
  $ voirdire version export 2 --project heat > dataset.csv
  $ voirdire version export 2 --file dataset.xlsx --output dataset.xlsx
  $ voirdire version export 2 --out release/`
    )
    .action(async (number: number, options: ExportOptions, command: Command) => {
      requireNoneBeside(command, ['--file', '--output'], ['--out']);
      const { isRefusal, refuse } = await import('../lib/errors.ts');
      const { isVersionFile, versionFile, versionFileNames, versionFiles } =
        await import('../lib/exchange/export/version/version-files.server.ts');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-benchmark');
        const of = { entity: 'dataset-version', entityId: String(number) };
        const { getVersion, listVersions } = await import('../lib/verification/release/versions.server.ts');
        const { newestFirst } = await import('./numbered-things.ts');
        const { orListing } = await import('./project-named.ts');
        const version = orListing(
          () => getVersion(db, grant, number),
          'Versions of the project',
          () => newestFirst(listVersions(db, grant))
        );
        if (options.out !== undefined) {
          const { withAuditHead } = await import('../lib/exchange/format/audit-head.ts');
          const head = await exportedHead(db);
          const names: string[] = [];
          const files: [string, string | Uint8Array][] = [];
          for (const name of versionFileNames(version))
            try {
              const content = await versionFile(db, grant, number, name, options.language);
              files.push([join(options.out, name), withAuditHead(name, content, head, options.language)]);
              names.push(name);
            } catch (error) {
              // A workbook may have no room for a text that the other files have.
              if (!isRefusal(error)) throw error;
              process.exitCode = exit.failed;
              console.error(`${name}: ${refusalText(error)}`);
            }
          writeTogether(files);
          await signFolder(db, grant, of, options.out, names);
          console.log(
            `${many(names.length, 'file')} of version ${number} written to ${options.out}, with a signature beside it.`
          );
          return;
        }
        const { file } = options;
        if (!isVersionFile(file))
          return refuse.invalid(`There is no file ${file}. Files: ${Object.keys(versionFiles).join(', ')}.`);
        const content = await versionFile(db, grant, number, file, options.language);
        if (options.output === undefined) await printFile(db, grant, of, file, content, options.language);
        else {
          await writeFile(db, grant, of, options.output, content, file, options.language);
          console.log(`${file} of version ${number} written to ${options.output}.`);
        }
      } finally {
        close();
      }
    });
}
