import { Option, type Command } from 'commander';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { RankingOptions } from './make-ranking.ts';
import { exit } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { maxUnscoredOption, outageWaitOption, parseDollars, type ScoreOptions } from './score-options.ts';
import { thingNumber, wholeNumber } from './typed-number.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

/** Options of `voirdire make run` as they were written. */
export interface MakeOptions
  extends
    Place,
    Pick<
      ScoreOptions,
      | 'judge'
      | 'budget'
      | 'price'
      | 'limits'
      | 'concurrency'
      | 'deadline'
      | 'tries'
      | 'outageWait'
      | 'cache'
      | 'maxUnscored'
    > {
  from: 'draft' | 'query' | 'topic';
  withoutChecklist?: boolean;
  domain?: string;
  qid?: string[];
  talk?: number[];
  acceptedOnly?: boolean;
  rounds?: number;
  seed?: number;
  bothOrders?: boolean;
  top?: number;
  prompt?: string;
  name?: string;
  estimate?: boolean;
  resume?: number;
}

export const makingNumber = thingNumber('a making run');

export function addMake(program: Command): void {
  const command = program
    .command('make')
    .description(
      'Have models draft clarifying questions, checklists, tasks from talks or topics, or subtasks with rubrics; rank tasks.'
    )
    .addHelpText(
      'after',
      `
Drafts take effect after a person accepts them. People accept, edit or reject drafts on the run's page (docs/making.md).

Examples:
  $ voirdire make list --project heat
  $ voirdire make run clarifications --project heat --from query --judge openai:gpt-6-sol
  $ voirdire make run topic-tasks --project daily --from topic --judge openai:gpt-6-sol
  $ voirdire make run subtasks --project daily --from query --judge openai:gpt-6-sol
  $ voirdire make show 1 --project heat`
    );
  const located = (sub: Command): Command =>
    sub
      .option('--project <slug>', 'the project (default: the only project)')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print as JSON');
  located(command.command('list').description('List the kinds of drafts and the making runs of a project.'))
    .addHelpText('after', '\nExamples:\n  $ voirdire make list --project heat')
    .action(async (options: Place) => {
      const { listMaking } = await import('./make-run.ts');
      await withDatabase(options, (db, grant) => listMaking(db, grant, options.json === true));
    });
  located(
    command
      .command('run')
      .description('Start, resume or estimate a making run.')
      .argument(
        '<maker>',
        'kind of draft; from queries: clarifications, checklist, subtasks, arena-criteria, arena-key-points, leakage; from topics: topic-tasks; from talks: inspirations, research-tasks, task-check, task-comparison'
      )
  )
    .requiredOption('--judge <spec...>', 'models, e.g. openai:gpt-6-sol; see voirdire score --help')
    .addOption(
      new Option('--from <source>', 'source: open drafts, queries of the benchmark, or accepted topics')
        .choices(['draft', 'query', 'topic'])
        .default('draft')
    )
    .option('--without-checklist', 'only queries without checklist items')
    .option('--domain <name>', 'only this domain')
    .option('--qid <qid...>', 'only these queries')
    .option('--talk <n...>', 'from talks: only the talks with these numbers', talkNumber)
    .option('--accepted-only', 'research-tasks: only accepted inspirations (default: all that are not rejected)')
    .option('--rounds <n>', 'task-comparison: number of rounds (default: 2)', wholeNumber(50))
    .option('--seed <n>', 'task-comparison: seed of the pairs (default: 1)', wholeNumber(1_000_000_000))
    .option('--both-orders', 'task-comparison: ask each pair in both orders')
    .option('--top <n>', 'task-comparison: number of tasks to select (default: 100)', wholeNumber(1_000_000))
    .option('--prompt <version>', 'version of the prompt (default: the latest)')
    .option('--name <text>', 'name of the run')
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every model', parseDollars)
    .option(
      '--price <model=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'openai:gpt-6-sol=2/10'"
    )
    .option('--limits <text...>', "rate limits of a provider, e.g. 'openai 60rpm 4 at once'")
    .option('--concurrency <n>', 'maximum number of concurrent calls', wholeNumber(256))
    .option(
      '--deadline <seconds...>',
      'timeout in seconds per attempt, for all models or one, e.g. openai:gpt-6-astra=3600 (default: 180, reasoning models 600, deep research models 1800)'
    )
    .option('--tries <n...>', 'attempts per call, for all models or one (default: 5, deep research models 3)')
    .addOption(outageWaitOption())
    .option('--no-cache', 'ignore stored answers of earlier runs')
    .addOption(maxUnscoredOption('units that may remain without a result, e.g. 12 or 5%'))
    .option(
      '--resume <run>',
      'resume the making run with this number, or request the results that it lacks in a new run; stored answers are not requested again',
      makingNumber
    )
    .option('--estimate', 'print units, calls, tokens, cost and time, then exit')
    .addHelpText(
      'after',
      `
API keys are read from the environment, as for voirdire score. Exit code 3 if more units than --max-unscored have no result, or
if the run paused. The run and each decision are recorded in the project's audit trail.

Examples:
  $ voirdire make run checklist --project heat --from query --judge openai:gpt-6-sol gemini:gemini-4-argon --estimate
  $ voirdire make run clarifications --project heat --from query --judge openai:gpt-6-sol --budget 2`
    )
    .action(async (maker: string, options: MakeOptions) => {
      const { runMaking } = await import('./make-run.ts');
      await withDatabase(options, async (db, grant) => {
        process.exitCode = (await runMaking(db, grant, maker, options)) ? exit.done : exit.unscored;
      });
    });
  located(
    command
      .command('ranking')
      .description('Show the Elo ranking of tasks and the uncertainty of the selection.')
      .argument('<run>', 'number of the making run', makingNumber)
  )
    .option(
      '--by <judge>',
      'source of the comparisons: models (all models, the default), people, or the name of one model of the run'
    )
    .option('--output <file>', 'write NAME.csv, .xlsx, .json, .md, .tex, .html or .svg, with a signature')
    .addHelpText(
      'after',
      '\nExamples:\n  $ voirdire make ranking 4 --project arena\n  $ voirdire make ranking 4 --project arena --output ranking.csv'
    )
    .action(async (run: number, options: RankingOptions) => {
      const { showRanking } = await import('./make-ranking.ts');
      await withDatabase(options, (db, grant) => showRanking(db, grant, run, options));
    });
  located(
    command
      .command('show')
      .description('Show the results of a making run by unit.')
      .argument('<run>', 'number of the making run', makingNumber)
  )
    .addHelpText('after', '\nExamples:\n  $ voirdire make show 1 --project heat')
    .action(async (run: number, options: Place) => {
      const { showMaking } = await import('./make-run.ts');
      await withDatabase(options, (db, grant) => showMaking(db, grant, run, options.json === true));
    });
  located(
    command
      .command('accept')
      .description('Accept all pending drafts of a making run without changes.')
      .argument('<run>', 'number of the making run', makingNumber)
  )
    .option('--qid <qid...>', 'only drafts for these queries')
    .addHelpText('after', '\nExamples:\n  $ voirdire make accept 1 --project heat --qid schools01')
    .action(async (run: number, options: Place & { qid?: string[] }) => {
      const { acceptMade } = await import('./make-accept.ts');
      await withDatabase(options, (db, grant) => {
        if (!acceptMade(db, grant, run, options)) process.exitCode = exit.failed;
      });
    });
}

const talkNumber = (text: string, before: number[] = []): number[] => [...before, thingNumber('a talk')(text)];

type Work = (db: Db, grant: ProjectGrant<'manage'>) => void | Promise<void>;

/** Opens the database for a lead of the project, and closes it. */
export async function withDatabase({ project, data }: Place, work: Work): Promise<void> {
  const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
  const { projectOf } = await import('./project-of.ts');
  const { db, close } = await openExisting(dataFolder(data));
  try {
    await work(db, authorize(operator, await projectOf(db, project), 'manage'));
  } finally {
    close();
  }
}
