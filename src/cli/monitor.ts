import { InvalidArgumentError, type Command } from 'commander';
import { exit } from './outcome.ts';

interface Place {
  project?: string;
  data?: string;
}
interface MonitorOptions extends Place {
  set?: number;
  now?: boolean;
  status?: boolean;
  json?: boolean;
}
interface DrawOptions extends Place {
  items?: number;
  loss: number;
  flips: number;
  every?: number;
}

const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
};
const hundredths = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && value < 100)) throw new InvalidArgumentError('Write a number between 0 and 100.');
  return value / 100;
};
const withPlace = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: the only one there is)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

export function addMonitor(program: Command): void {
  const monitor = withPlace(program.command('monitor'));
  monitor
    .description('Check adopted judges on their anchor sets: those that are due, or all of them.')
    .option('--set <n>', 'only the anchor set of this number', whole)
    .option('--now', 'check also what is not due')
    .option('--status', 'check nothing, tell the last checks')
    .option('--json', 'print the sets and their last checks as JSON')
    .addHelpText(
      'after',
      `
A check asks the adopted judges every question of the set anew; nothing is taken from earlier replies. Keys come from the
environment, as for voirdire score.
Ends with 0 if no set shows drift, with 4 if the last check of a set found a loss of agreement, too many changed verdicts, or
another served version; with 1 if a check could not be carried out.

Examples:
  $ voirdire monitor --project heat
  $ voirdire monitor --project heat --set 1 --now
  $ voirdire monitor --project heat --status --json
As a cron line, every day at 6: 0 6 * * * cd /srv/voirdire && npx voirdire monitor --project heat || mail -s drift lead@example.org`
    )
    .action(async (options: MonitorOptions) => {
      const { runMonitor } = await import('./monitor-run.ts');
      process.exitCode = (await runMonitor(options)) ? exit.drift : exit.done;
    });

  const draw = withPlace(monitor.command('draw'));
  draw
    .description('Draw an anchor set from the labelled items of a study on which an ensemble is adopted.')
    .argument('<study>', 'number of the study', whole)
    .option('--items <n>', 'items to draw (default: all labelled ones)', whole)
    .option('--loss <points>', 'loss of agreement that must be found, in points', hundredths, 0.05)
    .option('--flips <percent>', 'verdicts that may change, in percent', hundredths, 0.1)
    .option('--every <days>', 'days from one check to the next (default: on demand only)', whole)
    .addHelpText('after', '\nExample:\n  $ voirdire monitor draw 1 --project heat --items 240 --every 7')
    .action(async (study: number, options: DrawOptions, command: Command) => {
      const { drawSet } = await import('./monitor-run.ts');
      // Both commands have these options, and commander gives them to the outer one.
      const set = await drawSet(study, { ...options, ...(command.optsWithGlobals() as Place) });
      console.log(set);
    });
}
