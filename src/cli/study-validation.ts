import { InvalidArgumentError, type Command } from 'commander';
import type { ValidationRow } from '../lib/scorer/suites/report-bench/people/validation.ts';
import { printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { projectOf } from './project-of.ts';
import { runNumber } from './study-place.ts';
import { textTable } from './table.ts';
import { withDecimals } from '../lib/stats/writing/figures.ts';

interface Options {
  project?: string;
  data?: string;
  run?: number;
  byHand?: string;
  tolerance?: number;
  tasks?: string;
  json?: boolean;
}

function tolerance(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Enter a number from 0 to 1.');
  return value;
}

/** `voirdire study validation`: ReportBench's human validation as one table. */
export function addValidation(study: Command): void {
  study
    .command('validation')
    .description(
      'Validate the ReportBench pipeline against people: studies of references and statements, manual figures, checked tasks.'
    )
    .option('--project <slug>', 'project of the studies (default: the only project)')
    .option('--run <number>', 'with --by-hand: run to compare the manual figures with', runNumber)
    .option('--by-hand <file>', 'manual figures, JSON lines {qid, system, precision, recall} from 0 to 1')
    .option('--tolerance <number>', 'largest difference that counts as agreement (default: 0.05)', tolerance)
    .option(
      '--tasks <file>',
      'expert checks of tasks, JSON lines {qid, prompt, gold}: true if the expert has no objection'
    )
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the rows as JSON')
    .addHelpText(
      'after',
      `
Each proportion is shown with its n, a 95% CI clustered by query, and the figure published in arXiv 2508.15804. Figures of studies
under embargo are not shown.

Examples:
  $ voirdire study validation --project surveys
  $ voirdire study validation --project surveys --run 1 --by-hand figures.jsonl --tasks tasks.jsonl`
    )
    .action(async (options: Options, command: Command) => {
      if (options.byHand !== undefined && options.run === undefined)
        command.error('error: --by-hand needs the run of the figures: specify it with --run');
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { validationOfFigures, validationOfStudies } =
        await import('../lib/alignment/reported/report-bench-validation.server.ts');
      const { tasksRow } = await import('../lib/scorer/suites/report-bench/people/validation.ts');
      const { checkedTasks } = await import('../lib/verification/records/checked-material.server.ts');
      const { runNumbered } = await import('./numbered-things.ts');
      const { handLines, taskLines } = await import('./study-validation-lines.ts');
      const byHand = options.byHand === undefined ? null : handLines(options.byHand);
      const tasks = options.tasks === undefined ? null : taskLines(options.tasks);
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const grant = authorize(operator, await projectOf(db, options.project), 'read-results');
        const { studies, embargoed } = validationOfStudies(db, grant);
        const rounds = checkedTasks(db, grant, 'report-bench').map(({ round, tasks: of }) => ({
          round,
          row: tasksRow(of)
        }));
        const figures = byHand
          ? validationOfFigures(db, grant, runNumbered(db, grant, options.run!), byHand, options.tolerance)
          : [];
        const checked = tasks ? [tasksRow(tasks)] : [];
        if (options.json) return printJson({ studies, figures, tasks: checked, rounds, embargoed });
        const rows = [
          ...studies.flatMap(({ study, judge, rows }) => rows.map((row) => cellsOf(row, `study ${study}`, judge))),
          ...figures.map(({ judge, row }) => cellsOf(row, `run ${options.run!}`, judge)),
          ...rounds.map(({ round, row }) => cellsOf(row, `round ${round}`, null)),
          ...checked.map((row) => cellsOf(row, options.tasks!, null))
        ];
        if (rows.length === 0) console.log('No data: the project has no labelled study of references or statements, and no file was given.');
        else console.log(textTable(header, rows, header.map((_, i) => (i > 2 ? 'right' : 'left')))); // prettier-ignore
        for (const { study, name } of embargoed)
          console.error(
            `Study ${study}, ${name}: figures under embargo. Unblind them with voirdire report ${study} --unblind.`
          );
      } finally {
        close();
      }
    });
}

const header = ['figure', 'from', 'judge', 'n', 'share', '95% CI', 'printed', 'in interval', 'left out'];

const percent = (value: number): string => `${withDecimals(100 * value, 1)}%`;

const cellsOf = (
  { title, share, printed, holds, leftOut }: ValidationRow,
  from: string,
  judge: string | null
): string[] => [
  ...[title, from, judge ?? '–', String(share.n), share.value === null ? 'undefined' : percent(share.value)],
  share.interval ? share.interval.map(percent).join(' to ') : 'none',
  printed ? `${printed.about ? 'about ' : ''}${percent(printed.value)}` : '–',
  ...[holds === null ? '–' : holds ? 'yes' : 'no', String(leftOut)]
];
