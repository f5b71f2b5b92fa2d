import { Option, type Command } from 'commander';
import type { Threshold } from '../lib/alignment/corrected/requirements.ts';
import { addCondition } from './fail-if.ts';
import { exit } from './outcome.ts';
import { allowance, parseDollars, wholeNumber, type ScoreOptions } from './score-options.ts';
import { runNumber } from './study-place.ts';

export interface GateOptions extends Pick<
  ScoreOptions,
  'project' | 'system' | 'query' | 'budget' | 'concurrency' | 'maxUnscored' | 'junit' | 'data' | 'json'
> {
  require: Threshold[];
  run?: number;
  raw?: boolean;
}

/** Exit codes of the four outcomes; README.md names them. */
const codes = { pass: exit.done, fail: exit.threshold, inconclusive: exit.inconclusive, broken: exit.broken } as const;

export function addGate(program: Command): void {
  program
    .command('gate')
    .description(
      "Hold systems to thresholds: score their reports with the project's adopted judges, and compare intervals."
    )
    .requiredOption(
      '--require <condition>',
      "what every system has to reach, like 'coverage>=80'; may be given several times",
      addCondition
    )
    .option('--project <slug>', 'the project whose adopted judges score (default: the only one there is)')
    .option('--system <name...>', 'only these systems')
    .option('--query <qid...>', 'only the reports on these queries')
    .addOption(
      new Option('--run <number>', 'score nothing: compare the scores of this run')
        .argParser(runNumber)
        .conflicts(['query', 'budget', 'concurrency'])
    )
    .option('--raw', "compare the ensemble's own scores, not those corrected by people's labels")
    .option('--budget <usd>', 'US dollars that scoring may spend; needs the price of every judge', parseDollars)
    .option('--concurrency <n>', 'calls under way at once', wholeNumber(256))
    .option('--max-unscored <n>', 'units that may stay without an answer of the ensemble, like 12 or 5%', allowance, {
      of: 'units',
      most: 0
    })
    .option('--junit <file>', 'write each system under each condition as JUnit XML, for CI servers')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print what was compared as JSON')
    .addHelpText(
      'after',
      `
A condition is fulfilled if the whole 95% interval of a system's score lies on the required side, and violated if it lies on
the other. The score is corrected by people's labels: by PPI++ where people labelled reports of the system itself, else by
Rogan–Gladen, with the errors that the adopted ensemble makes in its study; --raw takes the ensemble at its word.
Ends with 0 if all conditions are fulfilled, with 5 if one is violated, with 6 if an interval holds its limit, with 7 if there is
nothing sound to compare: no ensemble is adopted, the adoption is open again, units have no answer, or a score cannot be
corrected. What was scored before is taken from the project and not asked again.

Examples:
  $ voirdire gate --project heat --require 'coverage>=80'
  $ voirdire gate --project heat --run 1 --require 'coverage>=80' --junit gate.xml`
    )
    .action(async (options: GateOptions) => {
      const { runGate } = await import('./gate-run.ts');
      process.exitCode = codes[await runGate(options)];
    });
}
