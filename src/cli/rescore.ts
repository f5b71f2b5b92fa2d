import { Option, type Command } from 'commander';
import { asJson, runNumber, type StudyPlace } from './study-place.ts';
import { exit } from './outcome.ts';

export interface RescoreOptions extends StudyPlace {
  /** `METRIC=TABLE` */
  penalties?: string[];
  ensemble?: 'all-judges' | 'answered';
  /** Rubric files. */
  rubric?: string[];
  csv?: string;
}

export function addRescore(program: Command): void {
  const command = program.command('rescore');
  command
    .description('Compute scores of stored verdicts again by other rules, beside the scores of the run. Asks no judge.')
    .argument('<run>', 'number of the run', runNumber)
    .option('--project <slug>', 'project of the run (default: the only project)')
    .option('--penalties <metric=table...>', "scores by number of issues, e.g. consistency='0:100,2:90,more:10'")
    .addOption(
      new Option(
        '--ensemble <rule>',
        'if a judge failed: leave the unit unscored, or use the mean of the judges that answered'
      ).choices(['all-judges', 'answered'])
    )
    .option(
      '--rubric <file...>',
      'rubric with the same criteria and labels, and other weights, values or aggregation, for the metric of the rubric of the same name'
    )
    .option('--csv <file>', 'write the scores of each report before and after as CSV, signed')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
The scores of the run stay as they are: nothing is stored except the record of an exported file. Verdicts that are missing stay
missing. A folder written by "voirdire score --out" contains a database: pass it with --data.

Examples:
  $ voirdire rescore 3 --project heat --penalties 'consistency=0:100,1:80,3:40,more:0'
  $ voirdire rescore 3 --project heat --penalties 'consistency=0:100,more:0' --csv rescored.csv`
    )
    .action(async (number: number, options: RescoreOptions) => {
      if (options.penalties === undefined && options.ensemble === undefined && options.rubric === undefined)
        command.error('error: specify the other rule with --penalties, --ensemble or --rubric');
      const { runRescore } = await import('./rescore-run.ts');
      await runRescore(number, options);
      process.exitCode = exit.done;
    });
}
