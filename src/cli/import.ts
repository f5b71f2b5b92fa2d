import { Option, type Command } from 'commander';
import type { MissingVerdictRule } from '../lib/scorer/score.ts';
import { systemCategoryNames } from '../lib/names.ts';
import { addRatingsOptions, type RatingsImportOptions } from './import-ratings.ts';

export interface ImportOptions extends RatingsImportOptions {
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
      for (const what of ['ratings', 'verdicts', 'traces'] as const)
        if (options[what] !== undefined && (paths.length > 0 || options.results))
          command.error(`error: ${what} are imported by themselves: name no other files beside --${what}`);
      const alone = options.ratings ?? options.verdicts ?? options.traces;
      if (alone === undefined && paths.length === 0 && !options.results)
        command.error('error: name files or folders to import, or results with --results');
      const { runImport } = await import('./import-run.ts');
      await runImport(paths, options);
    });
  addRatingsOptions(command);
}
