import { readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { Option, type Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { messagesIn } from '../lib/messages/words.ts';
import { many } from '../lib/stats/writing/figures.ts';
import type { SampleInput } from '../lib/studies/planning/drawing/sampling.ts';
import type { GoldItem } from '../lib/studies/planning/purposes/purposes.ts';
import { revealPolicies, type RevealPolicy, type StudyInput } from '../lib/studies/planning/study-input.ts';
import { timeInWords } from '../lib/studies/planning/drawing/reading-time.ts';
import { designInWords } from '../lib/studies/planning/drawing/sample-design.ts';
import type { StudyPlan } from '../lib/studies/planning/planning-preview.ts';
import { printJson } from './outcome.ts';
import { tellOutOfReach } from './out-of-reach.ts';
import {
  asJson,
  inProject,
  inStudy,
  runIdOf,
  runNumber,
  several,
  studyNumber,
  withPlace,
  type InProject,
  type StudyPlace
} from './study-place.ts';

interface CreateOptions extends StudyPlace {
  from?: number;
  run?: number;
  metric?: string;
  name?: string;
  kind?: string;
  items?: number;
  agree?: number;
  differ?: number;
  by?: 'category' | 'system' | 'item';
  each?: number;
  reports?: number;
  perReport?: number;
  category?: string[];
  system?: string[];
  item?: string[];
  person?: string[];
  overlap?: number;
  seed?: number;
  reveal: RevealPolicy;
  guideline?: string;
  guidelinePage?: string;
  dimensions?: boolean;
  multiSelect?: boolean;
  maskNames: boolean;
  gold?: string;
  goldEvery: number;
  repeats: number;
  preview?: boolean;
}

/** Not a number where the text is not a whole one: the domain says so. */
const whole = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text) : NaN);

export function addStudyCreate(study: Command): void {
  withPlace(study.command('create'))
    .description('Plan a blind study of a run, draw its items and open it; the same plan as on the page.')
    .option('--from <study>', 'copy the plan, guideline and people of this study', studyNumber)
    .option('--run <number>', 'run whose reports and items people judge (with --from: its run)', runNumber)
    .option('--metric <name>', 'metric of the run')
    .option('--name <name>', 'name of the study')
    .option('--kind <kind>', 'what people are asked (default: what suits the metric)')
    .option('--items <n>', 'items to draw', whole)
    .option('--agree <n>', 'instead of --items: items on which the judges agree …', whole)
    .option('--differ <n>', '… and items on which they differ', whole)
    .addOption(
      new Option('--by <group>', 'instead of --items: equally many of each').choices(['category', 'system', 'item'])
    )
    .option('--each <n>', 'with --by: how many of each', whole)
    .option('--reports <n>', 'instead of --items: draw so many reports first …', whole)
    .option('--per-report <n>', '… and at most so many items of each', whole)
    .option('--category <name>', 'draw from this category only; may be repeated', several)
    .option('--system <name>', 'draw from this system only; may be repeated', several)
    .option('--item <key>', 'draw this item only; may be repeated', several)
    .option('--person <email>', 'who judges; may be repeated (default: everybody who can)', several)
    .option('--overlap <n>', 'people per item (default: 2, or 1 with one person)', whole)
    .option('--seed <n>', 'seed of the draw (default: random)', whole)
    .addOption(
      new Option('--reveal <policy>', 'when people see the judges').choices(revealPolicies).default('after-report')
    )
    .option('--guideline <text>', 'a sentence or two beside every item')
    .option('--guideline-page <file>', 'Markdown of the guideline (default: that of the kind)')
    .option('--dimensions', 'ask for points in the metric’s dimensions')
    .option('--multi-select', 'let people name further acceptable answers')
    .option('--no-mask-names', 'show words by which a report names its own system')
    .option('--gold <file>', 'CSV of training and gold items, as on the page')
    .option('--gold-every <n>', 'one gold item among so many; 0 gives all of them to everybody', whole, 10)
    .option('--repeats <n>', 'items that each person judges twice', whole, 0)
    .option('--preview', 'say what would be drawn, and write nothing')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire study create --project heat --run 3 --metric coverage --name "Second round" --items 8 --overlap 1 --preview
  $ voirdire study create --project heat --run 3 --metric coverage --name "Third round" --items 8 --overlap 1 --seed 4
  $ voirdire study create --project heat --from 2 --run 3 --name "The same again" --preview`
    )
    .action((options: CreateOptions, command: Command) =>
      inProject(options, async (at) => {
        const input = options.from === undefined ? await inputOf(at, options) : await copyOf(at, options, command);
        const { plannedOutOfReach } = await import('../lib/alignment/planner/planned-sample.server.ts');
        const { planStudy } = await import('../lib/studies/planning/planning.server.ts');
        const plan = planStudy(at.db, at.manage, input);
        const outOfReach = plannedOutOfReach(at.db, input, plan);
        if (options.preview) {
          if (plan.problems.length > 0) refuse.invalid('The study cannot be made.', plan.problems);
          if (options.json) return printJson({ ...plan, outOfReach });
          console.log(planInWords(plan));
          return tellOutOfReach(outOfReach);
        }
        const { createStudy } = await import('../lib/studies/planning/studies.server.ts');
        // Workload is said before it opens, unless the plan has problems, which are said in its place.
        if (!options.json && plan.problems.length === 0) console.log(workInWords(plan));
        const { id, number, name } = createStudy(at.db, at.manage, input);
        if (options.json) return printJson({ id, number, name, seed: input.seed, people: plan.people, outOfReach });
        console.log(`Study ${number}, ${name}, is open. Seed ${input.seed}.`);
        tellOutOfReach(outOfReach);
      })
    );
}

/** What a copy takes from the command line in place of the study's own; the rest of the plan is the study's. */
const ofACopy = new Set(['from', 'run', 'name', 'person', 'overlap', 'seed', 'items', 'agree', 'differ', 'by', 'each', 'reports', 'perReport', 'category', 'system', 'item', 'guideline', 'guidelinePage', 'preview', 'project', 'data', 'json']); // prettier-ignore

/** The plan of another study, with what the command line says otherwise. */
async function copyOf(at: InProject, options: CreateOptions, command: Command): Promise<StudyInput> {
  const other = command.options.filter(
    (one) => command.getOptionValueSource(one.attributeName()) === 'cli' && !ofACopy.has(one.attributeName())
  );
  if (other.length > 0)
    return refuse.invalid(
      `A copy keeps what the study asks: leave out ${other.map(({ long }) => long).join(', ')}, or plan a study without --from.`
    );
  const { copiedPlan } = await import('../lib/studies/planning/copied-plan.server.ts');
  const { number: _number, leftOut: _leftOut, ...plan } = copiedPlan(at.db, at.reading, options.from!);
  const sizes = ['items', 'agree', 'differ', 'by', 'reports', 'perReport', 'category', 'system', 'item'] as const;
  const people = options.person === undefined ? plan.people : await peopleOf(at, options.person);
  return {
    ...plan,
    runId: (await runIdOf(at, options.run)) ?? plan.runId,
    name: options.name ?? plan.name,
    sample: sizes.some((size) => options[size] !== undefined) ? sampleOf(options) : plan.sample,
    people,
    overlap: options.overlap ?? plan.overlap,
    seed: options.seed ?? randomInt(1, 1_000_000),
    guideline: options.guideline ?? plan.guideline,
    guidelinePage:
      options.guidelinePage === undefined ? plan.guidelinePage : readFileSync(options.guidelinePage, 'utf8')
  };
}

async function inputOf(at: InProject, options: CreateOptions): Promise<StudyInput> {
  const { run, metric: wanted, name: title } = options;
  if (run === undefined || wanted === undefined || title === undefined)
    return refuse.invalid(
      'A study needs a run, a metric and a name: --run, --metric and --name. Or copy one with --from.'
    );
  const { findMetric } = await import('../lib/scorer/suites/index.ts');
  const { isStudyKind, kindByName } = await import('../lib/studies/kinds/index.ts');
  const { firstKindFor } = await import('../lib/studies/planning/plan-choices.ts');
  const { studySettings } = await import('../lib/studies/planning/study-settings.ts');
  const metric = findMetric(wanted) ?? refuse.invalid(`There is no metric named ${JSON.stringify(wanted)}.`);
  const named = options.kind ?? firstKindFor(metric);
  const { name: kind, ...asks } = kindByName(named, metric.name);
  const people = await peopleOf(at, options.person);
  const known = options.gold === undefined ? [] : await goldOf(options.gold);
  return {
    runId: (await runIdOf(at, run))!,
    ...{ name: title, metric: metric.name, people, known },
    ...(isStudyKind(kind) && { kind }),
    settings: studySettings({
      ...(options.dimensions && asks.dimensions && metric.dimensions !== undefined && { dimensions: true }),
      ...(options.multiSelect && asks.multiSelect && { multiSelect: true }),
      maskNames: options.maskNames,
      goldEvery: known.length === 0 ? 0 : options.goldEvery,
      repeats: options.repeats
    }),
    sample: sampleOf(options),
    overlap: options.overlap ?? (people.length > 1 ? 2 : 1),
    seed: options.seed ?? randomInt(1, 1_000_000),
    reveal: asks.judges.from === 'nothing' ? 'never' : options.reveal,
    ...(options.guideline !== undefined && { guideline: options.guideline }),
    ...(options.guidelinePage !== undefined && { guidelinePage: readFileSync(options.guidelinePage, 'utf8') })
  };
}

function sampleOf({ items, agree, differ, by, each, reports, perReport, ...from }: CreateOptions): SampleInput {
  const named = { category: from.category, system: from.system, item: from.item };
  const only = Object.fromEntries(Object.entries(named).filter(([, names]) => names !== undefined));
  const rest = Object.keys(only).length > 0 ? { only } : {};
  const ways = [
    items !== undefined,
    agree !== undefined || differ !== undefined,
    by !== undefined,
    reports !== undefined || perReport !== undefined
  ].filter(Boolean);
  if (ways.length !== 1)
    return refuse.invalid(
      'Nothing was drawn. Say how many items once: --items, or --agree with --differ, or --by with --each, or --reports with --per-report.'
    );
  if (items !== undefined) return { items, ...rest };
  if (reports !== undefined || perReport !== undefined)
    return { reports: reports ?? NaN, perReport: perReport ?? NaN, ...rest };
  return by === undefined
    ? { allAgree: agree ?? 0, someDiffer: differ ?? 0, ...rest }
    : { by, each: each ?? NaN, ...rest };
}

async function peopleOf({ db, manage, reading }: InProject, emails: string[] | undefined): Promise<string[]> {
  if (emails === undefined) {
    const { planChoices } = await import('../lib/studies/planning/plan-choices.server.ts');
    return planChoices(db, manage, reading).people.flatMap(({ userId, obstacle }) =>
      obstacle === null ? [userId] : []
    );
  }
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { personByEmail } = await import('../lib/server/people.ts');
  const grant = authorize(operator, instance, 'administer');
  return emails.map((email) => personByEmail(db, grant, email).id);
}

async function goldOf(file: string): Promise<readonly GoldItem[]> {
  const { parseGoldItems } = await import('../lib/exchange/ratings/gold-items-csv.ts');
  const read = await parseGoldItems(readFileSync(file, 'utf8'));
  return read.ok ? read.value : refuse.invalid(`The gold items in ${file} could not be read.`, read.problems);
}

/** What each person gets, and the time that it takes. */
const workInWords = ({ people }: Pick<StudyPlan, 'people'>): string =>
  people
    .map(
      ({ name, items, reports, time }) =>
        `${name}: ${many(items, 'item')} in ${many(reports, 'report')}, ${many(time.words, 'word')}, about ${timeInWords(time, messagesIn('en', 'planFigures'))}`
    )
    .join('\n');

const planInWords = ({ available, sampled, people, queries, design }: StudyPlan): string =>
  [
    `${many(sampled.units, 'item')} of ${available.units} would be drawn, from ${many(queries.filter((one) => one.sampled > 0).length, 'query', 'queries')}; the judges differ on ${sampled.someDiffer}.`,
    ...(design === null ? [] : [designInWords(design, sampled.units, messagesIn('en', 'planFigures'))]),
    workInWords({ people })
  ].join('\n');

/** Commands that change whether people can commit: the acts of the study's page. */
export function addStudyActs(study: Command): void {
  const act = (
    name: 'open' | 'pause' | 'close',
    description: string,
    said: string,
    work: (at: InProject, studyId: string) => Promise<void>
  ): void =>
    void withPlace(study.command(name))
      .description(description)
      .argument('<study>', 'number of the study', studyNumber)
      .addOption(asJson())
      .addHelpText('after', `\nExample:\n  $ voirdire study ${name} 2 --project heat`)
      .action(async (number: number, options: StudyPlace) => {
        const status = await inStudy(options, number, async (at) => {
          await work(at, at.study.id);
          const { studyByNumber } = await import('../lib/studies/planning/studies.server.ts');
          return studyByNumber(at.db, at.reading, number).status;
        });
        if (options.json) return printJson({ study: number, status });
        console.log(`Study ${number} ${said}`);
      });
  act(
    'open',
    'Let people commit again in a paused study.',
    'is open: people can commit.',
    async ({ db, manage }, id) => {
      const { resumeStudy } = await import('../lib/studies/judging/leases/lease-rules.server.ts');
      resumeStudy(db, manage, id);
    }
  );
  act('pause', 'Pause a study: people read and type, and cannot commit.', 'is paused.', async ({ db, manage }, id) => {
    const { pauseStudy } = await import('../lib/studies/judging/leases/lease-rules.server.ts');
    pauseStudy(db, manage, id);
  });
  act('close', 'End the judging. What was committed stays.', 'is closed.', async ({ db, manage }, id) => {
    const { closeStudy } = await import('../lib/studies/planning/studies.server.ts');
    closeStudy(db, manage, id);
  });
}
