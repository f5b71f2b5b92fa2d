import { Option, type Command } from 'commander';
import type { Threshold } from '../lib/alignment/corrected/requirements.ts';
import { addCondition } from './fail-if.ts';
import { exit } from './outcome.ts';
import { maxUnscoredOption, outageWaitOption, parseDollars, type ScoreOptions } from './score-options.ts';
import { runNumber } from './study-place.ts';
import { wholeNumber } from './typed-number.ts';

export interface GateOptions extends Pick<
  ScoreOptions,
  | 'project'
  | 'system'
  | 'query'
  | 'budget'
  | 'price'
  | 'concurrency'
  | 'outageWait'
  | 'maxUnscored'
  | 'junit'
  | 'data'
  | 'json'
> {
  require: Threshold[];
  run?: number;
  raw?: boolean;
}

/** Exit codes of the four outcomes; docs/command-line.md lists them. */
const codes = { pass: exit.done, fail: exit.threshold, inconclusive: exit.inconclusive, broken: exit.broken } as const;

export function addGate(program: Command): void {
  program
    .command('gate')
    .description(
      "Check systems against thresholds: score their reports with the project's adopted judges and compare the intervals."
    )
    .requiredOption(
      '--require <condition>',
      "condition that every system must meet, e.g. 'coverage>=80'; repeatable",
      addCondition
    )
    .option('--project <slug>', 'project with the adopted judges (default: the only project)')
    .option('--system <name...>', 'only these systems')
    .option('--query <qid...>', 'only the reports on these queries')
    .addOption(
      new Option('--run <number>', 'compare the scores of this run and score nothing')
        .argParser(runNumber)
        .conflicts(['query', 'budget', 'price', 'concurrency', 'outageWait'])
    )
    .option('--raw', "compare the ensemble's raw scores instead of those corrected by human labels")
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every judge', parseDollars)
    .option(
      '--price <judge=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'openai:gpt-6-sol=2/10' (default: prices of earlier runs)"
    )
    .option('--concurrency <n>', 'maximum number of concurrent calls', wholeNumber(256))
    .addOption(outageWaitOption())
    .addOption(maxUnscoredOption('units that may remain without a label of the ensemble, e.g. 12 or 5%'))
    .option('--junit <file>', 'write the result of each system and condition as JUnit XML for CI servers')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the comparison as JSON')
    .addHelpText(
      'after',
      `
A system meets a condition if the whole 95% CI of its score lies on the required side of the limit, and violates it if the
whole interval lies on the other side. Scores are corrected by human labels: with PPI++ if annotators labelled reports of the
system itself, else with Rogan–Gladen and the error rates of the adopted ensemble in its study. --raw skips the correction.
Only scores that labels can correct have a gate, also with --raw: means over yes/no items, as under coverage and presentation.
voirdire score --fail-if checks any metric.
Units that were scored before are reused and not asked again; units that failed calls left without a label are requested again.

Exit codes: 0 all conditions are met, 5 a condition is violated, 6 an interval contains its limit, 7 no valid comparison: no
ensemble is adopted, the adoption is reopened, units have no label, or a score cannot be corrected.

Examples:
  $ voirdire gate --project heat --require 'coverage>=80'
  $ voirdire gate --project heat --run 1 --require 'coverage>=80' --junit gate.xml`
    )
    .action(async (options: GateOptions) => {
      const { runGate } = await import('./gate-run.ts');
      process.exitCode = codes[await runGate(options)];
    });
}
