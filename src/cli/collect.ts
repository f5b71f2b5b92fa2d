import type { Command } from 'commander';
import { withDatabase } from './make.ts';
import { exit } from './outcome.ts';
import { maxUnscoredOption, parseDollars, type ScoreOptions } from './score-options.ts';
import { thingNumber, wholeNumber } from './typed-number.ts';

/** Options of `voirdire collect` as they were written. */
export interface CollectOptions extends Pick<
  ScoreOptions,
  'budget' | 'price' | 'limits' | 'concurrency' | 'deadline' | 'maxUnscored' | 'outageWait' | 'json'
> {
  project?: string;
  data?: string;
  /** `NAME=MODEL SETTING=VALUE …` */
  system?: string[];
  /** `NAME=PROGRAM ARGUMENT …` */
  command?: string[];
  qid?: string[];
  domain?: string;
  repeat?: number;
  tries?: number;
  prompt?: string;
  name?: string;
  add: boolean;
  estimate?: boolean;
  resume?: number;
}

export function addCollect(program: Command): void {
  program
    .command('collect')
    .description('Ask systems under test for reports on the queries of a project.')
    .option('--project <slug>', 'the project (default: the only project)')
    .option(
      '--system <name=model...>',
      "system under test, e.g. 'Deep research=openai-research:o4-mini-deep-research maxToolCalls=40'; settings follow after a space"
    )
    .option(
      '--command <name=program...>',
      "a command for systems command:NAME, e.g. agent='python3 agent.py'; it reads the query on stdin and writes Markdown to stdout"
    )
    .option('--qid <qid...>', 'only these queries')
    .option('--domain <name>', 'only queries of this domain')
    .option(
      '--repeat <n>',
      'reports per query and system (default: 1); further ones belong to "NAME #2", "NAME #3"',
      wholeNumber(20)
    ) // prettier-ignore
    .option(
      '--tries <n>',
      'tries per report: failed calls, and answers that are empty or refused (default: 3)',
      wholeNumber(20)
    ) // prettier-ignore
    .option(
      '--deadline <seconds...>',
      'time limit of one try in seconds, or SYSTEM=SECONDS (default: 3600 for deep research and commands)'
    ) // prettier-ignore
    .option('--prompt <version>', 'version of the prompt: 1 (instruction), or query-only (default: 1)')
    .option('--name <text>', 'name of the collection')
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every system', parseDollars)
    .option(
      '--price <system=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'command:agent=0/0'"
    )
    .option('--limits <text...>', "rate limits of a provider, e.g. 'openai-research 2 at once'")
    .option('--concurrency <n>', 'maximum number of reports under way at once (default: 4)', wholeNumber(256))
    .addOption(maxUnscoredOption('reports that may remain uncollected, e.g. 2 or 5%'))
    .option('--no-add', 'keep the reports for review on the page of the run instead of adding them to the project')
    .option(
      '--resume <run>',
      'resume the collection with this number; reports that came are not requested again',
      thingNumber('a collection')
    )
    .option('--estimate', 'print reports, calls, tokens, cost and time, then exit')
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Systems: openai-research:MODEL and gemini-research:AGENT (background jobs), any model of voirdire score such as
anthropic:MODEL webSearch=on or openai-compatible:MODEL@SERVER, and command:NAME. API keys are read from the environment. Exit code 3 if
more reports than --max-unscored are missing, if a report could not be added, or if the collection paused. docs/collecting.md has
the details.

Examples:
  $ voirdire collect --project heat --system 'OpenAI=openai-research:o4-mini-deep-research' --budget 20 --price 'openai-research:o4-mini-deep-research=2/8'
  $ voirdire collect --project heat --command agent='python3 agent.py' --system 'Our agent=command:agent' --qid water01
  $ voirdire collect --project heat --system 'Claude=anthropic:claude-opus-5 webSearch=on' --estimate`
    )
    .action(async (options: CollectOptions) => {
      const { collect } = await import('./collect-run.ts');
      await withDatabase(options, async (db, grant) => {
        process.exitCode = (await collect(db, grant, options)) ? exit.done : exit.unscored;
      });
    });
}
