import { Option, type Command } from 'commander';
import type { MissingVerdictRule } from '../lib/scorer/score.ts';
import { systemCategoryNames } from '../lib/names.ts';
import { addRatingsOptions, RATINGS_ONLY, type RatingsImportOptions } from './import-ratings.ts';
import { givenOf, requireOneOf } from './option-needs.ts';

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

/** Options that describe imported reports. */
const REPORTS_ONLY = [
  '--system',
  '--provider',
  '--family',
  '--backbone',
  '--category',
  '--budget',
  '--collected-how',
  '--collected-at',
  '--collected',
  '--create-queries',
  '--corrected'
];

export function addImport(program: Command): void {
  const command = program.command('import');
  command
    .description(
      'Import queries, checklists, reports, results of the reference scorer, or existing labels. If any input is invalid, nothing is imported. Importing the same queries and reports again changes nothing; results become a new run.'
    )
    .argument(
      '[file-or-folder...]',
      'queries, tasks or topics as CSV, JSONL or XLSX (`voirdire template` creates a workbook); ReportBench tasks with their folder of gold lists; reports as .zip, JSONL or a folder <system>/qid_<qid>_report.md; results as JSON or JSONL'
    )
    .option(
      '--results <path...>',
      'import results of the reference scorer as a run: detailed_results_*.json, *_results.jsonl, reports_*.json, or their folder'
    )
    .option(
      '--reports <folder>',
      'with results: folder with the reports, <system>/qid_<qid>_report.md (default: the paths in the files)'
    )
    .option('--verdicts <file>', 'import existing verdicts (JSONL) as a run (docs/verdicts-file.md)')
    .option('--traces <file>', 'import traces of systems (JSONL): system, qid, searches, pages, tokens')
    .option('--name <text>', 'with results or verdicts: name of the run; with ratings: name of the study')
    .addOption(
      new Option(
        '--ensemble <rule>',
        'with results: if a judge failed, leave the report unscored, or use the mean of the judges that answered'
      ).choices(['all-judges', 'answered'])
    )
    .requiredOption('--project <slug>', 'project to import into')
    .option('--create-project <name>', 'create the project if it does not exist')
    .option('--create-queries', 'create missing queries from the first heading of each report')
    .option('--corrected', 'store changed reports as newer revisions of the existing ones')
    .option(
      '--system <name>',
      'system of the reports, if their file does not name it; overrides the name of the folder'
    )
    .option('--provider <text>', 'with --system: its provider')
    .option('--family <text>', 'with --system: its model family')
    .option('--backbone <text>', 'with --system: its model')
    .addOption(new Option('--category <name>', 'with --system: its category').choices(systemCategoryNames))
    .option('--budget <text>', 'with --system: its budget per report with the unit, e.g. "5 tool calls"')
    .option('--collected-how <text>', 'with --system: how its reports were collected')
    .option('--collected-at <date>', 'with --system: when its reports were collected, e.g. 2025-09-30')
    .option('--collected <date>', 'collection date of reports without one, e.g. 2025-09-30')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the counts, or the errors, as JSON')
    .addHelpText(
      'after',
      `
Errors are listed by row, column and reason, and nothing is imported. Scores of results are recomputed from their answers,
issues and points; differences from the totals in the files are reported.

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
      const alone = givenOf(command, ['--ratings', '--verdicts', '--traces']);
      if (alone.length > 1 || (alone.length > 0 && (paths.length > 0 || options.results)))
        command.error(`error: ${alone[0]} cannot be combined with other files: import them separately`);
      if (options.reports !== undefined && !options.results)
        command.error(
          'error: --reports applies to --results only: without results, specify the folder of reports as an argument'
        );
      requireOneOf(command, ['--ensemble'], ['--results', '--verdicts']);
      requireOneOf(command, ['--name'], ['--results', '--verdicts', '--ratings']);
      requireOneOf(command, RATINGS_ONLY, ['--ratings']);
      const ofReports = givenOf(command, REPORTS_ONLY)[0];
      if (alone.length > 0 && ofReports !== undefined)
        command.error(`error: ${ofReports} applies to reports and cannot be combined with ${alone[0]}`);
      if (alone.length === 0 && paths.length === 0 && !options.results)
        command.error('error: specify files or folders to import, or results with --results');
      const { runImport } = await import('./import-run.ts');
      await runImport(paths, options);
    });
  addRatingsOptions(command);
}
