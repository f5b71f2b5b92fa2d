import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import type { FileImport } from '../lib/exchange/import/import-files.server.ts';
import type { ReadSource } from '../lib/exchange/import/import-sources.server.ts';
import type { ReferenceImport } from '../lib/exchange/reference/import.server.ts';
import type { MissingVerdictRule } from '../lib/scorer/score.ts';
import { addRatingsOptions, importRatings, type RatingsImportOptions } from './import-ratings.ts';
import { looksLikeResults, readResultFiles, resultsSummary, textFinder, type ResultFiles } from './import-results.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting, openOrCreate } from './place.ts';
import { projectOf } from './project-of.ts';
import { sourceContent, readPath } from './sources.ts';
import { systemCategoryNames } from '../lib/names.ts';

interface ImportOptions extends RatingsImportOptions {
  results?: string[];
  verdicts?: string;
  traces?: string;
  reports?: string;
  name?: string;
  ensemble?: MissingVerdictRule;
  project: string;
  createProject?: string;
  system?: string;
  provider?: string;
  family?: string;
  backbone?: string;
  category?: string;
  budget?: string;
  collectedHow?: string;
  collectedAt?: string;
  createQueries?: boolean;
  corrected?: boolean;
  collected?: string;
  data?: string;
  json?: boolean;
}

export function addImport(program: Command): void {
  const command = program.command('import');
  command
    .description(
      'Import queries, checklists, reports, results of the reference scorer, or labels that were given elsewhere: all of what is named, or nothing. Importing queries and reports again changes nothing; results become one more run.'
    )
    .argument(
      '[file-or-folder...]',
      'CSV, JSONL or XLSX with queries, tasks or topics (`voirdire template` writes a workbook to fill in); ReportBench’s tasks with its folder of gold lists; .zip, JSONL or a folder <system>/qid_<qid>_report.md with reports; JSON or JSONL with results'
    )
    .option(
      '--results <path...>',
      'results of the reference scorer, as a run: detailed_results_*.json, *_results.jsonl, reports_*.json, or their folder'
    )
    .option(
      '--reports <folder>',
      'with results: where reports stand as <system>/qid_<qid>_report.md, else where the files say'
    )
    .option('--verdicts <file>', 'ready unit verdicts as JSONL, as a run (docs/verdicts-file.md)')
    .option('--traces <file>', 'what systems did for their reports, as JSONL: system, qid, searches, pages, tokens')
    .option('--name <text>', 'with results or verdicts: name of the run; with ratings: name of the study')
    .addOption(
      new Option(
        '--ensemble <rule>',
        'with results: where a judge failed, leave the score open or take the others’ mean'
      ).choices(['all-judges', 'answered'])
    )
    .requiredOption('--project <slug>', 'project to import into')
    .option('--create-project <name>', 'make the project where there is none with that slug')
    .option('--create-queries', "make a query of a report's first heading where the project has no query of its qid")
    .option('--corrected', 'reports that differ from those stored are newer revisions of the same reports')
    .option('--system <name>', 'system of reports whose file names none, whatever their folder is called')
    .option('--provider <text>', 'about that system: who offers it')
    .option('--family <text>', 'its model family')
    .option('--backbone <text>', 'its model')
    .addOption(new Option('--category <name>', 'its kind').choices(systemCategoryNames))
    .option('--budget <text>', 'what it was allowed for one report, with its unit, like "5 tool calls"')
    .option('--collected-how <text>', 'how its reports were collected')
    .option('--collected-at <date>', 'when, like 2025-09-30')
    .option('--collected <date>', 'when the reports were collected that bring no date, like 2025-09-30')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the counts, or the problems, as JSON')
    .addHelpText(
      'after',
      `
Bad input is told by row, column and reason, and then nothing is imported. Scores of results are computed anew from their
answers, issues and points; where totals in the files say otherwise, that is told.

Examples:
  $ voirdire import queries.csv reports/ --project heat --create-project "Summer heat"
  $ voirdire import ReportBench_v1.1.jsonl ReportBench_v1.1_GT/ --project surveys --create-project "Surveys"
  $ voirdire import claude.jsonl --project heat --system claude-3-7 --provider Anthropic --collected-at 2025-06-01
  $ voirdire import --ratings pilot.csv --project heat --name "Pilot" --scale ordinal:1..5 --judges gpt,gemini --columns cluster=doc
  $ voirdire import --verdicts verdicts.jsonl --project heat --name "Judged elsewhere"
  $ voirdire import --traces traces.jsonl --project heat
  $ voirdire import --results results/reports_1_graded_openai_gpt-5/ --reports outputs/ --project heat --create-queries`
    )
    .action(async (paths: string[], options: ImportOptions) => {
      if (options.ratings !== undefined) {
        if (paths.length > 0 || options.results)
          command.error('error: ratings are imported by themselves: name no other files beside --ratings');
        return importRatings(options);
      }
      if (options.verdicts !== undefined) {
        if (paths.length > 0 || options.results)
          command.error('error: verdicts are imported by themselves: name no other files beside --verdicts');
        return bringVerdicts(options.verdicts, options);
      }
      if (options.traces !== undefined) {
        if (paths.length > 0 || options.results)
          command.error('error: traces are imported by themselves: name no other files beside --traces');
        return bringTraces(options.traces, options);
      }
      const { zipMegabytes } = await import('../lib/exchange/import/reports/report-zip.ts');
      const { readSources } = await import('../lib/exchange/import/import-sources.server.ts');
      const { system, json } = options;
      const results = [...paths.filter(looksLikeResults), ...(options.results ?? [])];
      const others = paths.filter((path) => !results.includes(path));
      if (results.length + others.length === 0)
        command.error('error: name files or folders to import, or results with --results');
      const found = results.length > 0 ? readResultFiles(results) : null;
      const sources = await readSources(
        others.map((path) => readPath(path, system)),
        { zipMegabytes: zipMegabytes(process.env['VOIRDIRE_ZIP_MB']), ...(system === undefined ? {} : { system }) }
      );
      const systems = describeSystem(options, sources, found !== null);
      const { done, run } = await bringIn(sources, found, systems, options);
      if (json) return printJson({ project: options.project, imported: done, ...(run && { run }) });
      for (const one of done) console.log(summary(one));
      if (run) console.log(resultsSummary(run));
    });
  addRatingsOptions(command);
}

async function bringVerdicts(path: string, options: ImportOptions): Promise<void> {
  if (!existsSync(path)) refuse.invalid(`There is no file ${path}.`);
  const { importVerdicts } = await import('../lib/exchange/import/verdicts/import-verdicts.server.ts');
  const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const grant = authorize(operator, await projectOf(db, options.project), 'manage');
    const { name, ensemble } = options;
    const done = importVerdicts(db, grant, sourceContent(path), {
      ...(name !== undefined && { name }),
      ...(ensemble !== undefined && { ensemble })
    });
    if (options.json) return printJson({ project: options.project, run: done });
    const { run, units, judges, metrics, reports, notes } = done;
    console.log(
      [
        `Run ${run.number}: ${run.name}`,
        `${units.read} verdicts of ${judges.join(', ')} on ${reports} reports under ${metrics.join(', ')}`,
        ...notes
      ].join('\n  ')
    );
  } finally {
    close();
  }
}

async function bringTraces(path: string, options: ImportOptions): Promise<void> {
  if (!existsSync(path)) refuse.invalid(`There is no file ${path}.`);
  const { importTraces } = await import('../lib/exchange/import/traces/import-traces.server.ts');
  const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
  const { db, close } = await openExisting(dataFolder(options.data));
  try {
    const grant = authorize(operator, await projectOf(db, options.project), 'manage');
    const done = importTraces(db, grant, sourceContent(path));
    if (options.json) return printJson({ project: options.project, ...done });
    const { added, changed, unchanged } = done.traces;
    console.log([`traces: ${added} added, ${changed} changed, ${unchanged} unchanged`, ...done.notes].join('\n  '));
  } finally {
    close();
  }
}

type Done = FileImport & { name: string };

async function bringIn(
  sources: ReadSource[],
  results: ResultFiles | null,
  systems: Record<string, Record<string, string>>,
  options: ImportOptions
): Promise<{ done: Done[]; run: ReferenceImport | null }> {
  const { importReferenceResults } = await import('../lib/exchange/reference/import.server.ts');
  const { importSources, withTextsKept } = await import('../lib/exchange/import/import-sources.server.ts');
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { write } = await import('../lib/server/db/client.ts');
  const { createProject, projectsOf } = await import('../lib/server/projects.ts');
  const folder = dataFolder(options.data);
  const { project: slug, createProject: name, createQueries = false } = options;
  const { db, close } = await (name === undefined ? openExisting : openOrCreate)(folder);
  try {
    return await withTextsKept(db, sources, (kept) =>
      write(db, (tx) => {
        const project =
          projectsOf(tx, operator).find((one) => one.slug === slug) ??
          (name === undefined
            ? refuse.invalid(`There is no project ${slug}. Make it with --create-project NAME.`)
            : createProject(tx, authorize(operator, instance, 'administer'), { name, slug }));
        const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
        const done = importSources(tx, grant, kept, {
          systems,
          createQueries,
          corrected: options.corrected === true,
          ...(options.collected !== undefined && { collected: options.collected })
        });
        if (!results) return { done, run: null };
        const { name: runName, system, ensemble, reports } = options;
        const run = importReferenceResults(tx, grant, results.files, {
          createQueries,
          textOf: textFinder(results, reports),
          ...(runName !== undefined && { name: runName }),
          ...(system !== undefined && { system }),
          ...(ensemble !== undefined && { ensemble })
        });
        return { done, run };
      })
    );
  } finally {
    close();
  }
}

/** What is said of the system with --provider and the like, once it is sure that there is a report of it. */
function describeSystem(
  options: ImportOptions,
  sources: ReadSource[],
  results: boolean
): Record<string, Record<string, string>> {
  const { system, provider, family, backbone, category, budget, collectedHow, collectedAt } = options;
  const told = Object.entries({ provider, family, backbone, category, budget, collectedHow, collectedAt }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  );
  if (system === undefined)
    return told.length === 0 ? {} : refuse.invalid('Say with --system which system is described.');
  const present = new Set(
    sources.flatMap(({ content }) =>
      content.kind === 'reports' ? Array.from(content.reports, (one) => one.system) : []
    )
  );
  if (!present.has(system) && !(results && told.length === 0))
    refuse.invalid(
      present.size === 0
        ? `Nothing was imported: --system ${system} is for reports, and there are none in these files.`
        : `Nothing was imported: no report is of the system ${system}. The files and folders name ${[...present].join(', ')}.`
    );
  return { [system]: Object.fromEntries(told) };
}

function summary({ name, notes, ...one }: Done): string {
  const counts = (of: Record<string, number>): string =>
    Object.entries(of)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ');
  const lines =
    one.kind === 'reports'
      ? [
          `reports: ${counts(one.result.reports)}`,
          `systems: ${counts(one.result.systems)}`,
          ...(one.result.queries.added > 0 ? [`queries made from headings: ${one.result.queries.added}`] : [])
        ]
      : one.kind === 'topics'
        ? [`topics: ${counts({ ...one.result })}`]
        : [
            `queries: ${counts(one.result.queries)}`,
            `${one.kind === 'criteria' ? 'criteria' : 'items'}: ${counts(one.result.items)}`,
            ...(one.result.material ? [`material of suites: ${counts({ ...one.result.material })}`] : []),
            ...('topics' in one && one.topics ? [`topics: ${counts({ ...one.topics })}`] : [])
          ];
  return [`${name} (${one.kind}, ${one.format})`, ...lines, ...notes].join('\n  ');
}
