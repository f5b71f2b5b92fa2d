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
import { WrongOption } from './read-option.ts';
import { requireOneOf } from './option-needs.ts';
import { printJson } from './outcome.ts';
import { reachFacts, tellOutOfReach } from './out-of-reach.ts';
import { readNamedText } from './read-file.ts';
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
import { wholeNumber } from './typed-number.ts';

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

const fromOne = wholeNumber();
const fromZero = wholeNumber(Infinity, 0);

export function addStudyCreate(study: Command): void {
  withPlace(study.command('create'))
    .description('Create a blind study of a run: sample its items and open it, as on the page Plan a study.')
    .option('--from <study>', 'copy the plan, guideline and annotators of this study', studyNumber)
    .option(
      '--run <number>',
      'run with the reports and items to judge (default with --from: the run of that study)',
      runNumber
    )
    .option('--metric <name>', 'metric of the run')
    .option('--name <name>', 'name of the study')
    .option('--kind <kind>', 'kind of question (default: the kind that suits the metric)')
    .option('--items <n>', 'number of items', fromOne)
    .option('--agree <n>', 'instead of --items: number of items on which the judges do not differ …', fromZero)
    .option('--differ <n>', '… and number of items on which they disagree', fromZero)
    .addOption(
      new Option('--by <group>', 'instead of --items: equal numbers per group').choices(['category', 'system', 'item'])
    )
    .option('--each <n>', 'with --by: number of items per group', fromOne)
    .option('--reports <n>', 'instead of --items: number of reports to sample …', fromOne)
    .option('--per-report <n>', '… and maximum number of items per report', fromOne)
    .option('--category <name>', 'sample from this category only; repeatable', several)
    .option('--system <name>', 'sample from this system only; repeatable', several)
    .option('--item <key>', 'sample this item only; repeatable', several)
    .option('--person <email>', 'annotator; repeatable (default: all annotators of the project)', several)
    .option('--overlap <n>', 'annotators per item (default: 2, or 1 if there is only one)', fromOne)
    .option('--seed <n>', 'seed of the sample (default: random)', fromZero)
    .addOption(
      new Option('--reveal <policy>', 'when annotators see the verdicts of the judges')
        .choices(revealPolicies)
        .default('after-report')
    )
    .option('--guideline <text>', 'short guideline shown beside every item')
    .option('--guideline-page <file>', 'Markdown file with the guideline (default: the guideline of the kind)')
    .option('--dimensions', 'ask for points in the metric’s dimensions')
    .option('--multi-select', 'allow annotators to mark further acceptable answers')
    .option('--no-mask-names', 'do not mask words by which a report names its own system')
    .option('--gold <file>', 'CSV file with training and gold items')
    .option(
      '--gold-every <n>',
      'one gold item per this many items; 0 assigns all gold items to every annotator',
      fromZero,
      10
    )
    .option('--repeats <n>', 'number of items that each annotator judges twice', fromZero, 0)
    .option('--preview', 'print the sample without creating the study')
    .addOption(asJson())
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire study create --project heat --run 3 --metric coverage --name "Second round" --items 8 --overlap 1 --preview
  $ voirdire study create --project heat --run 3 --metric coverage --name "Third round" --items 8 --overlap 1 --seed 4
  $ voirdire study create --project heat --from 2 --run 3 --name "Replication" --preview`
    )
    .action((options: CreateOptions, command: Command) => {
      requireOneOf(command, ['--gold-every'], ['--gold']);
      return inProject(options, async (at) => {
        const input = options.from === undefined ? await inputOf(at, options) : await copyOf(at, options, command);
        const { plannedOutOfReach } = await import('../lib/alignment/planner/planned-sample.server.ts');
        const { planStudy } = await import('../lib/studies/planning/planning.server.ts');
        const plan = planStudy(at.db, at.manage, input);
        const outOfReach = plannedOutOfReach(at.db, input, plan);
        if (options.preview) {
          if (plan.problems.length > 0) refuse.invalid('The study cannot be created.', plan.problems);
          if (options.json) return printJson({ ...plan, outOfReach: reachFacts(outOfReach) });
          console.log(planInWords(plan));
          return tellOutOfReach(outOfReach);
        }
        const { createStudy } = await import('../lib/studies/planning/studies.server.ts');
        // Workload is said before it opens, unless the plan has problems, which are said in its place.
        if (!options.json && plan.problems.length === 0) console.log(workInWords(plan));
        const { id, number, name } = createStudy(at.db, at.manage, input);
        if (options.json)
          return printJson({
            id,
            number,
            name,
            seed: input.seed,
            people: plan.people,
            outOfReach: reachFacts(outOfReach)
          });
        console.log(`Study ${number}, ${name}, is open. Seed ${input.seed}.`);
        tellOutOfReach(outOfReach);
      });
    });
}

/** Options of a copy that replace the study's own values; the rest of the plan is the study's. */
const ofACopy = new Set(['from', 'run', 'name', 'person', 'overlap', 'seed', 'items', 'agree', 'differ', 'by', 'each', 'reports', 'perReport', 'category', 'system', 'item', 'guideline', 'guidelinePage', 'preview', 'project', 'data', 'json']); // prettier-ignore

/** The plan of another study, with what the command line says otherwise. */
async function copyOf(at: InProject, options: CreateOptions, command: Command): Promise<StudyInput> {
  const other = command.options.filter(
    (one) => command.getOptionValueSource(one.attributeName()) === 'cli' && !ofACopy.has(one.attributeName())
  );
  if (other.length > 0)
    return refuse.invalid(
      `A copy keeps the question of the study. Remove ${other.map(({ long }) => long).join(', ')}, or create a study without --from.`
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
    guidelinePage: options.guidelinePage === undefined ? plan.guidelinePage : readNamedText(options.guidelinePage)
  };
}

async function inputOf(at: InProject, options: CreateOptions): Promise<StudyInput> {
  const { run, metric: wanted, name: title } = options;
  if (run === undefined || wanted === undefined || title === undefined)
    throw new WrongOption(
      'invalid-input',
      'Specify a run, a metric and a name with --run, --metric and --name, or copy a study with --from.'
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
    ...(options.guidelinePage !== undefined && { guidelinePage: readNamedText(options.guidelinePage) })
  };
}

function sampleOf({ items, agree, differ, by, each, reports, perReport, ...from }: CreateOptions): SampleInput {
  const named = { category: from.category, system: from.system, item: from.item };
  const only = Object.fromEntries(Object.entries(named).filter(([, names]) => names !== undefined));
  const rest = Object.keys(only).length > 0 ? { only } : {};
  const ways = [items, agree ?? differ, by ?? each, reports ?? perReport].filter((one) => one !== undefined);
  const areWhole = (by === undefined) === (each === undefined) && (reports === undefined) === (perReport === undefined);
  if (ways.length !== 1 || !areWhole)
    return refuse.invalid(
      'No items were sampled. Specify the sample size in one way: --items, --agree with --differ, --by with --each, or --reports with --per-report.'
    );
  if (items !== undefined) return { items, ...rest };
  if (reports !== undefined && perReport !== undefined) return { reports, perReport, ...rest };
  return by === undefined || each === undefined
    ? { allAgree: agree ?? 0, someDiffer: differ ?? 0, ...rest }
    : { by, each, ...rest };
}

async function peopleOf({ db, manage }: InProject, emails: string[] | undefined): Promise<string[]> {
  if (emails === undefined) {
    const { peopleNamed } = await import('../lib/studies/planning/plan-choices.server.ts');
    return peopleNamed(db, manage);
  }
  const { authorize, instance, operator } = await import('../lib/server/auth/authorize.ts');
  const { personByEmail } = await import('../lib/server/people.ts');
  const grant = authorize(operator, instance, 'administer');
  return emails.map((email) => personByEmail(db, grant, email).id);
}

async function goldOf(file: string): Promise<readonly GoldItem[]> {
  const { parseGoldItems } = await import('../lib/exchange/ratings/gold-items-csv.ts');
  const read = await parseGoldItems(readNamedText(file));
  return read.ok ? read.value : refuse.invalid(`The gold items in ${file} could not be read.`, read.problems);
}

/** Each person's work, and the time that it takes. */
const workInWords = ({ people }: Pick<StudyPlan, 'people'>): string =>
  people
    .map(
      ({ name, items, reports, time }) =>
        `${name}: ${many(items, 'item')} in ${many(reports, 'report')}, ${many(time.words, 'word')}, about ${timeInWords(time, messagesIn('en', 'planFigures'))}`
    )
    .join('\n');

const planInWords = ({ available, sampled, people, queries, design }: StudyPlan): string =>
  [
    `${many(sampled.units, 'item')} of ${available.units} would be sampled, from ${many(queries.filter((one) => one.sampled > 0).length, 'query', 'queries')}; the judges disagree on ${sampled.someDiffer}.`,
    ...(available.unlabelled === 0
      ? []
      : [messagesIn('en', 'planFigures').abstained({ n: available.unlabelled, drawn: sampled.unlabelled })]),
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
    'Open a paused study: annotators can submit labels again.',
    'is open: annotators can submit labels.',
    async ({ db, manage }, id) => {
      const { resumeStudy } = await import('../lib/studies/judging/leases/lease-rules.server.ts');
      resumeStudy(db, manage, id);
    }
  );
  act(
    'pause',
    'Pause a study: annotators can read and draft, but cannot submit labels.',
    'is paused.',
    async ({ db, manage }, id) => {
      const { pauseStudy } = await import('../lib/studies/judging/leases/lease-rules.server.ts');
      pauseStudy(db, manage, id);
    }
  );
  act(
    'close',
    'Close a study: labelling ends; submitted labels are kept.',
    'is closed.',
    async ({ db, manage }, id) => {
      const { closeStudy } = await import('../lib/studies/planning/studies.server.ts');
      closeStudy(db, manage, id);
    }
  );
}
