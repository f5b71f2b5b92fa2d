import { InvalidArgumentError, Option, type Command } from 'commander';
import { exit, printJson } from './outcome.ts';
import { outageWaitOption } from './score-options.ts';
import { studyNumber } from './study-place.ts';
import { thingNumber, wholeNumber } from './typed-number.ts';

interface Place {
  project?: string;
  data?: string;
}
interface MonitorOptions extends Place {
  set?: number;
  now?: boolean;
  status?: boolean;
  outageWait?: number;
  json?: boolean;
}
interface DrawOptions extends Place {
  json?: boolean;
  items?: number;
  loss: number;
  flips: number;
  every?: number;
}

const hundredths = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && value < 100)) throw new InvalidArgumentError('Enter a number above 0 and below 100.');
  return value / 100;
};
const withPlace = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: the only project)')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)');

export function addMonitor(program: Command): void {
  const monitor = withPlace(program.command('monitor'));
  monitor
    .description('Check adopted judges for drift on their anchor sets.')
    .option('--set <n>', 'only the anchor set with this number', thingNumber('an anchor set'))
    .addOption(new Option('--now', 'also check sets that are not due').conflicts('status'))
    .option('--status', 'print the last checks and check nothing')
    .addOption(outageWaitOption('the check').conflicts('status'))
    .option('--json', 'print the sets and their last checks as JSON')
    .addHelpText(
      'after',
      `
A check asks the adopted judges every question of the set again and reuses no stored replies. API keys are read from the
environment, as for voirdire score.

Exit codes: 0 no drift, 4 the last check of a set found a loss of agreement, too many changed verdicts, or a changed model
version, 1 a check failed to run, or its judges answered on no item. Such a check changes no result, and the set remains due.

Examples:
  $ voirdire monitor --project heat
  $ voirdire monitor --project heat --set 1 --now
  $ voirdire monitor --project heat --status --json
Daily at 6:00 with cron: 0 6 * * * cd /srv/voirdire && npx voirdire monitor --project heat || mail -s drift lead@example.org`
    )
    .action(async (options: MonitorOptions) => {
      const { runMonitor } = await import('./monitor-run.ts');
      process.exitCode = exit[await runMonitor(options)];
    });

  const draw = withPlace(monitor.command('draw'));
  draw
    .description('Draw an anchor set from the labelled items of a study with an adopted ensemble.')
    .argument('<study>', 'number of the study', studyNumber)
    .option('--items <n>', 'number of items (default: all labelled items)', wholeNumber())
    .addOption(
      new Option('--loss <points>', 'loss of agreement to detect, in points').argParser(hundredths).default(0.05, '5')
    )
    .addOption(
      new Option('--flips <percent>', 'maximum share of changed verdicts, in percent')
        .argParser(hundredths)
        .default(0.1, '10')
    )
    .option('--every <days>', 'days between checks (default: no schedule)', wholeNumber(366))
    .option('--json', 'print the anchor set as JSON')
    .addHelpText('after', '\nExample:\n  $ voirdire monitor draw 1 --project heat --items 240 --every 7')
    .action(async (study: number, options: DrawOptions) => {
      const { drawSet } = await import('./monitor-run.ts');
      const { said, data } = await drawSet(study, options);
      if (options.json) printJson(data);
      else console.log(said);
    });
}
