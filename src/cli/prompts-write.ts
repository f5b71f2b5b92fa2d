import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { writeJsonLines, type JsonObject } from '../lib/exchange/format/json-lines.ts';
import type { NewUnit } from '../lib/scorer/making/making-runs.server.ts';
import type { SurveyToPrompt } from '../lib/scorer/making/makers/survey-prompts.ts';
import type { NamedJudge } from '../lib/scorer/runs/new-run.server.ts';
import { levels, type DomainKey, type PromptLevel } from '../lib/scorer/suites/report-bench/surveys/domains.ts';
import { makeFolder, writeWhole } from '../lib/server/files/whole-files.ts';
import { readLineFile } from './line-files.ts';
import { exit, printJson } from './outcome.ts';
import { dataFolder, openExisting } from './place.ts';
import { makingNumber } from './make.ts';
import { readOption } from './read-option.ts';
import { parseDollars, type ScoreOptions } from './score-options.ts';
import { wholeNumber } from './typed-number.ts';
import { many } from '../lib/stats/writing/figures.ts';

interface Place {
  project: string;
  data?: string;
  json?: boolean;
}
interface WriteOptions extends Place, Pick<ScoreOptions, 'judge' | 'budget' | 'price'> {
  level: PromptLevel | 'drawn';
  seed: number;
}
interface TasksOptions extends Place {
  out: string;
  perDomain: number;
  seed: number;
}

const seed = wholeNumber(Infinity, 0);

/** `voirdire prompts write` and `prompts tasks`: prompts by a model, and the drawn ones as task files. */
export function addPromptWriting(command: Command): void {
  command
    .command('write')
    .description(
      'Have a model check surveys, assign domains and write prompts to which each survey is the ideal answer, as a making run.'
    )
    .argument('<folder>', 'folder written by "prompts gold"')
    .requiredOption('--project <slug>', 'project of the making run')
    .requiredOption('--judge <spec...>', 'models that write the prompts, e.g. openai:gpt-6-sol')
    .addOption(
      new Option('--level <name>', 'level of detail; drawn: random for each survey')
        .choices([...levels, 'drawn'])
        .default('drawn')
    )
    .option('--seed <number>', 'seed of the drawn levels', seed, 42)
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every model', parseDollars)
    .option(
      '--price <model=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'openai:gpt-6-sol=2/10'"
    )
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the counts as JSON')
    .addHelpText(
      'after',
      `
Each survey takes three questions. The prompts are drafts until people have verified them. To resume a stopped run, repeat the
command; --budget and --price may differ.

Examples:
  $ voirdire prompts write surveys/ --project surveys --judge openai:gpt-6-sol --budget 20`
    )
    .action(async (folder: string, options: WriteOptions) => {
      const units = await unitsOf(folder, options.level, options.seed);
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { projectNamed } = await import('./project-named.ts');
      const { RunDriver } = await import('../lib/scorer/runs/driving/driver.server.ts');
      const { judgeSpec, makeJudge, parseJudgeLine } = await import('../lib/scorer/judges/index.ts');
      const { scriptFiles } = await import('../lib/scorer/judges/scripted/script-files.ts');
      const { createMaking } = await import('../lib/scorer/making/making-runs.server.ts');
      const { unfinishedMaking } = await import('../lib/scorer/making/survey-making.server.ts');
      const { changePace } = await import('../lib/scorer/runs/runs.server.ts');
      const { drive } = await import('./drive.ts');
      const { readWish } = await import('./score-wish.ts');
      const { typedCommand } = await import('./typed-command.ts');
      const data = dataFolder(options.data);
      const scripts = scriptFiles(join(data, 'scripts'));
      const configs = readOption('--judge', () => options.judge.map(parseJudgeLine));
      const judges = configs.map((config): NamedJudge => {
        const { fingerprint } = makeJudge(config, process.env, scripts);
        return { spec: judgeSpec(config), fingerprint, config };
      });
      const { judge, budget, price } = options;
      const given = { ...(budget !== undefined && { budget }), ...(price && { price }) };
      const wish = readWish(
        { metric: [], judge, cache: true, maxUnscored: { of: 'units', most: 0 }, ...given },
        configs
      );
      const { db, close } = await openExisting(data);
      try {
        const { id } = projectNamed(db, options.project);
        const grant = authorize(operator, { kind: 'project', id }, 'manage');
        const unfinished = unfinishedMaking(db, grant, units, judges);
        const run = unfinished
          ? changePace(db, grant, unfinished, {
              ...(budget !== undefined && { budget }),
              ...((price ?? budget) !== undefined && { prices: wish.options.prices! })
            })
          : createMaking(db, grant, { maker: 'survey-prompts', judges, units, options: wish.options });
        const paused = await drive(new RunDriver(db, process.env, scripts), db, { run, grant }, typedCommand());
        if (paused !== null) console.error(paused);
        const { countMade } = await import('../lib/scorer/making/survey-making.server.ts');
        const counts = countMade(db, run.id);
        if (counts.unmade > 0 || paused !== null) process.exitCode = exit.unscored;
        if (options.json) return printJson({ making: run.number, ...counts });
        console.log(
          `Making run ${run.number}: ${counts.made} prompts, ${counts.nothing} papers that are not surveys, ${counts.unmade} without a prompt.`
        );
        for (const { label, reason } of counts.reasons) console.error(`  ${label}: ${reason}`);
      } finally {
        close();
      }
    });
  command
    .command('tasks')
    .description('Sample prompts of a making run by domain and write task files with gold lists for voirdire import.')
    .argument('<making>', 'number of the making run', makingNumber)
    .requiredOption('--project <slug>', 'project of the making run')
    .requiredOption('--out <folder>', 'output folder for tasks.jsonl and gold/ID.jsonl')
    .option('--per-domain <number>', 'number of prompts for each of the ten domains', wholeNumber(), 10)
    .option('--seed <number>', 'seed of the sample', seed, 42)
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--json', 'print the counts by domain as JSON')
    .addHelpText(
      'after',
      `
Rejected prompts and prompts of an unknown domain are left out. Imported tasks are unverified queries: open a verification round
for them.

Examples:
  $ voirdire prompts tasks 1 --project surveys --out tasks/
  $ voirdire import tasks/ --project surveys`
    )
    .action(async (making: number, options: TasksOptions) => {
      const { authorize, operator } = await import('../lib/server/auth/authorize.ts');
      const { projectNamed } = await import('./project-named.ts');
      const { makingNumbered } = await import('./making-numbered.ts');
      const { madePrompts } = await import('../lib/scorer/making/survey-making.server.ts');
      const { domains, drawByDomain } = await import('../lib/scorer/suites/report-bench/surveys/domains.ts');
      const { surveyName } = await import('../lib/scorer/suites/report-bench/identifiers.ts');
      const { goldLine, taskLine } = await import('../lib/exchange/import/surveys/gold-files.ts');
      if (existsSync(options.out)) refuse.conflict(`${options.out} already exists. Choose another folder.`);
      const draw = { perDomain: options.perDomain, seed: options.seed };
      const { db, close } = await openExisting(dataFolder(options.data));
      try {
        const { id } = projectNamed(db, options.project);
        const grant = authorize(operator, { kind: 'project', id }, 'manage');
        const prompts = madePrompts(db, makingNumbered(db, grant, making).id);
        const { drawn, counts } = drawByDomain(prompts.map(({ survey, domain }) => ({ arxiv: survey.arxiv, domain })), draw); // prettier-ignore
        if (drawn.length === 0)
          refuse.invalid(
            'The making run has no prompt with a known domain. Run voirdire prompts write with more surveys.'
          );
        makeFolder(join(options.out, 'gold'));
        const lines = drawn.map(({ arxiv, domain }) => {
          const { survey, text, judge } = prompts.find((one) => one.survey.arxiv === arxiv)!;
          const { title, authors, versions, level, references } = survey;
          const created = versions.map((day) => ({ created: `${rfcDay(day)} 00:00:00 GMT` }));
          writeWhole(
            join(options.out, 'gold', `${surveyName(arxiv)}.jsonl`),
            writeJsonLines(references.map((one) => goldLine(one as Parameters<typeof goldLine>[0])))
          );
          const metadata: JsonObject = { title, authors: authors ?? '', versions: created, drafted_by: judge };
          return taskLine(metadata, arxiv, { domain: domains[domain as DomainKey], prompt: text, level });
        });
        writeWhole(join(options.out, 'tasks.jsonl'), writeJsonLines(lines));
        if (options.json) return printJson({ tasks: lines.length, domains: counts });
        console.log(`${many(lines.length, 'task')}: ${options.out}`);
        for (const { domain, from, drawn: n } of counts) console.log(`  ${domains[domain]}: ${n} of ${from}`);
      } finally {
        close();
      }
    });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const rfcDay = (day: string): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]!} ${day.slice(0, 4)}`;

async function unitsOf(folder: string, level: WriteOptions['level'], seed: number): Promise<NewUnit[]> {
  const { readMetadata } = await import('../lib/scorer/suites/report-bench/surveys/metadata.ts');
  const { levelOf } = await import('../lib/scorer/suites/report-bench/surveys/domains.ts');
  const { surveyName } = await import('../lib/scorer/suites/report-bench/identifiers.ts');
  const file = join(folder, 'surveys.jsonl');
  if (!existsSync(file))
    return refuse.invalid(`There is no file ${file}. Specify the folder written by "prompts gold".`);
  return readLineFile(file).map(({ row, value: line }) => {
    const paper = readMetadata(line);
    if ('reason' in paper)
      return refuse.invalid(`${file} cannot be read.`, [{ row, column: paper.field, reason: paper.reason }]);
    const { arxiv, title, authors, abstract, versions } = paper;
    const files = surveyName(arxiv);
    const [gold, text] = [join(folder, 'gold', `${files}.jsonl`), join(folder, 'texts', `${files}.txt`)];
    for (const needed of [gold, text]) if (!existsSync(needed)) refuse.invalid(`There is no file ${needed}.`);
    const references = readLineFile(gold).map(({ value: one }) => {
      const meta = (one['meta_info'] ?? {}) as Record<string, string | undefined>;
      const { year = null, doi = null, eprint = null } = meta;
      const [key, name, by] = ['bib_id', 'title', 'author'].map((field) => textOf(one[field]));
      return { key: key!, title: name!, authors: by! || null, year, arxiv: eprint, doi, citations: null };
    });
    const input = { arxiv, title, authors, abstract, versions, text: readFileSync(text, 'utf8'), references };
    const own = level === 'drawn' ? levelOf(arxiv, seed) : level;
    return {
      source: 'survey',
      sourceId: arxiv,
      label: arxiv,
      input: { ...input, level: own } satisfies SurveyToPrompt
    };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
