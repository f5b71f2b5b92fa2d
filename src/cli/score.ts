import { InvalidArgumentError, type Command } from 'commander';
import { exit } from './outcome.ts';
import type { ScoreOptions } from './score-options.ts';

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 to 9999 is wanted.');
  return Number(text);
}

function allowance(text: string): ScoreOptions['maxUnscored'] {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (number === undefined || (!percent && number.includes('.')) || (percent && Number(number) > 100))
    throw new InvalidArgumentError('A number of units, or a share like 5%, is wanted.');
  return { of: percent ? 'percent' : 'units', most: Number(number) };
}

export function addScore(program: Command): void {
  const command = program.command('score');
  command
    .description('Score reports: those of files into a folder of results, or those of a project.')
    .requiredOption('--metric <name...>', 'what to judge: presentation, coverage')
    .requiredOption(
      '--judge <spec...>',
      'who judges: rules, openai:MODEL, gemini:MODEL, openai-compatible:MODEL@URL, scripted:NAME'
    )
    .option('--reports <path...>', 'reports as a folder, a .zip or JSONL')
    .option('--queries <file...>', 'their queries and checklists as CSV, JSONL or XLSX')
    .option('--create-queries', "make a query of a report's first heading where none has its qid")
    .option('--project <slug>', 'score the reports of this project instead of files')
    .option('--system <name...>', 'with --project: only these systems; else: system of reports that name none')
    .option('--name <text>', 'name of the run')
    .option('--out <folder>', 'folder for verdicts.jsonl, scores.csv, systems.csv and summary.json')
    .option('--resume', 'go on with a run that was stopped; nothing that was answered is asked again')
    .option('--again', 'make one more run of the same: asks what failed; what was answered is taken from before')
    .option('--concurrency <n>', 'reports judged at once', wholeNumber)
    .option('--no-cache', 'ask again even where another run has asked the same')
    .option('--max-unscored <n>', 'units that may stay without a verdict, like 12 or 5%', allowance, {
      of: 'units',
      most: 0
    })
    .option('--data <folder>', 'folder of the database, with --project (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Keys come from the environment: OPENAI_API_KEY, GEMINI_API_KEY; base URLs from OPENAI_BASE_URL, GEMINI_BASE_URL.
Ends with 3 where more units than --max-unscored allows have no verdict.

Examples:
  $ voirdire score --reports reports/ --queries queries.csv --metric presentation coverage --judge rules --judge openai:gpt-5 --out scored/
  $ voirdire score --project heat --metric presentation --judge rules`
    )
    .action(async (options: ScoreOptions) => {
      if ((options.reports === undefined) === (options.project === undefined))
        command.error('error: name either the files with --reports or a project with --project');
      if (options.resume && options.again)
        command.error('error: --resume goes on with a run and --again makes a new one: name one of them');
      if (options.reports && options.out === undefined)
        command.error('error: name the folder for the results with --out');
      if (options.reports && !options.queries && !options.createQueries)
        command.error(
          "error: name the reports' queries with --queries, or have them made from the headings with --create-queries"
        );
      const { score } = await import('./score-run.ts');
      process.exitCode = (await score(options)) ? exit.done : exit.unscored;
    });
}
