import { Option, type Command } from 'commander';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { RankingOptions } from './make-ranking.ts';
import { exit } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { allowance, parseDollars, wholeNumber, type ScoreOptions } from './score-options.ts';

interface Place {
  project?: string;
  data?: string;
  json?: boolean;
}

/** Options of `voirdire make run` as they were written. */
export interface MakeOptions
  extends Place, Pick<ScoreOptions, 'judge' | 'budget' | 'price' | 'limits' | 'concurrency' | 'cache' | 'maxUnscored'> {
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
  dryRun?: boolean;
  resume?: string;
}

export function addMake(program: Command): void {
  const command = program
    .command('make')
    .description(
      'Have models draft questions or checklists for many queries, tasks of talks or topics, or subtasks with rubrics, and rank tasks.'
    )
    .addHelpText(
      'after',
      `
What a model drafts waits for a person, who accepts, rewords or rejects it on the run's page (docs/making.md).

Examples:
  $ voirdire make list --project heat
  $ voirdire make run clarifications --project heat --from query --judge openai:gpt-6-sol
  $ voirdire make run topic-tasks --project daily --from topic --judge openai:gpt-6-sol
  $ voirdire make run subtasks --project daily --from query --judge openai:gpt-6-sol
  $ voirdire make show 1 --project heat`
    );
  const located = (sub: Command): Command =>
    sub
      .option('--project <slug>', 'the project; without it the only one there is')
      .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
      .option('--json', 'print as JSON');
  located(command.command('list').description('List what can be made, and the making runs of a project.'))
    .addHelpText('after', '\nExamples:\n  $ voirdire make list --project heat')
    .action(async (options: Place) => {
      const { listMaking } = await import('./make-run.ts');
      await withDatabase(options, (db, grant) => listMaking(db, grant, options.json === true));
    });
  located(
    command
      .command('run')
      .description('Draft over many drafts or queries, or estimate it.')
      .argument(
        '<maker>',
        'what to draft: clarifications, checklist, subtasks, arena-criteria, arena-key-points, leakage (from queries); topic-tasks (from topics); of talks: inspirations, research-tasks, task-check, task-comparison'
      )
  )
    .requiredOption('--judge <spec...>', 'models, like openai:gpt-6-sol; see voirdire score --help')
    .addOption(
      new Option('--from <source>', 'open drafts, queries of the benchmark, or accepted topics')
        .choices(['draft', 'query', 'topic'])
        .default('draft')
    )
    .option('--without-checklist', 'only those without any checklist item')
    .option('--domain <name>', 'only those of this domain')
    .option('--qid <qid...>', 'only these')
    .option('--talk <n...>', 'of talks: only those of these numbers', talkNumber)
    .option('--accepted-only', 'research-tasks: only inspirations that were accepted, not all that nobody rejected')
    .option('--rounds <n>', 'task-comparison: rounds (default: 2)', wholeNumber(50))
    .option('--seed <n>', 'task-comparison: seed of the pairs (default: 1)', wholeNumber(1_000_000_000))
    .option('--both-orders', 'task-comparison: ask each pair in both orders')
    .option('--top <n>', 'task-comparison: tasks that are selected (default: 100)', wholeNumber(1_000_000))
    .option('--prompt <version>', 'another version of the prompt')
    .option('--name <text>', 'name of the run')
    .option('--budget <usd>', 'US dollars that the run may spend; needs the price of every model', parseDollars)
    .option('--price <model=in/out...>', "US dollars per million tokens, like 'openai:gpt-6-sol=2/10'")
    .option('--limits <text...>', "what a provider allows, like 'openai 60rpm 4 at once'")
    .option('--concurrency <n>', 'calls under way at once', wholeNumber(256))
    .option('--no-cache', 'ask again even where an earlier run asked the same')
    .option('--max-unscored <n>', 'units that may stay without a result, like 12 or 5%', allowance, {
      of: 'units',
      most: 0
    })
    .option('--resume <run>', 'go on with the making run of this number; nothing that was answered is asked again')
    .option('--dry-run', 'tell units, calls, tokens, money and time, and stop')
    .addHelpText(
      'after',
      `
Keys come from the environment, as for voirdire score. Ends with 3 if more units than --max-unscored allows have no result, or if
the run paused. The run and each decision are recorded in the project's audit trail.

Examples:
  $ voirdire make run checklist --project heat --from query --judge openai:gpt-6-sol gemini:gemini-4-argon --dry-run
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
      .description('Show tasks ranked by Elo, with how far the cut is chance.')
      .argument('<run>', 'number of the making run')
  )
    .option(
      '--by <judge>',
      'whose comparisons count: models (all of them, the default), people, or one model as written in the run'
    )
    .option('--output <file>', 'write NAME.csv, .xlsx, .json, .md, .tex, .html or .svg, with its signature')
    .addHelpText(
      'after',
      '\nExamples:\n  $ voirdire make ranking 4 --project arena\n  $ voirdire make ranking 4 --project arena --output ranking.csv'
    )
    .action(async (run: string, options: RankingOptions) => {
      const { showRanking } = await import('./make-ranking.ts');
      await withDatabase(options, (db, grant) => showRanking(db, grant, run, options));
    });
  located(
    command
      .command('show')
      .description('Show what came of a making run, unit by unit.')
      .argument('<run>', 'number of the making run')
  )
    .addHelpText('after', '\nExamples:\n  $ voirdire make show 1 --project heat')
    .action(async (run: string, options: Place) => {
      const { showMaking } = await import('./make-run.ts');
      await withDatabase(options, (db, grant) => showMaking(db, grant, run, options.json === true));
    });
  located(
    command
      .command('accept')
      .description('Accept everything of a making run that waits for a decision, as the models wrote it.')
      .argument('<run>', 'number of the making run')
  )
    .option('--qid <qid...>', 'only what was made of these')
    .addHelpText('after', '\nExamples:\n  $ voirdire make accept 1 --project heat --qid heat01')
    .action(async (run: string, options: Place & { qid?: string[] }) => {
      const { acceptMade } = await import('./make-accept.ts');
      await withDatabase(options, (db, grant) => {
        if (!acceptMade(db, grant, run, options)) process.exitCode = exit.failed;
      });
    });
}

const talkNumber = (text: string, before: number[] = []): number[] => [...before, wholeNumber(1_000_000)(text)];

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
