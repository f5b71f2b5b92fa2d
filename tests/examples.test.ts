import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../seed/load.server.ts';
import { newFolder, removeFolders, run, start, type Ended } from '../src/cli/command.fixture.ts';
import { exit } from '../src/cli/outcome.ts';
import { recordAdoption } from '../src/lib/alignment/adoption/adoptions.server.ts';
import { currentAdoption } from '../src/lib/alignment/adoption/decisions.server.ts';
import { liftEmbargo } from '../src/lib/alignment/preregistration/preregistrations.server.ts';
import { studyProcedure } from '../src/lib/alignment/procedure/procedure.server.ts';
import { authorize, instance, operator, type ProjectGrant } from '../src/lib/server/auth/authorize.ts';
import { addUser } from '../src/lib/server/auth/accounts/accounts.ts';
import { answerAboutKites } from '../src/cli/talks.fixture.ts';
import { openDatabase, schema, type Db } from '../src/lib/server/db/client.ts';
import { projectBySlug } from '../src/lib/server/projects.ts';
import { personByEmail } from '../src/lib/server/people.ts';
import { freezeVersion } from '../src/lib/verification/release/versions.server.ts';
import { listStudies } from '../src/lib/studies/planning/studies.server.ts';
import { isBlinded, unblind } from '../src/lib/studies/labels/unblinding.server.ts';
import { files } from './example-files.ts';
import { examples, inWords } from './examples.ts';
import { copyLoadedDemo } from './loaded-demo.ts';
import type { AnswerFunction } from './stand-ins/answers.ts';
import { startAnthropic } from './stand-ins/anthropic.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';

// Every example of docs/command-line.md and of --help is carried out, in a folder that holds the files it names, on the demo under the
// project's name in the example, against stand-ins that refuse what the providers refuse.

/** Examples that run until they are stopped, or need a person; with the test that starts them. */
const elsewhere: [RegExp, string][] = [
  [/^(serve|demo)\b/, 'e2e/start.spec.ts starts both'],
  [/^worker\b|--queue postgres:/, 'workers.test.ts'],
  [/^collect\b.*openai-research:/, 'src/cli/collect.test.ts'],
  [/^--help$/, 'src/cli/cli.test.ts']
];

const here = newFolder('examples');
const before = process.cwd();
let standIns: StandIn[];
let env: Record<string, string>;
/** Variables that examples take from the shell. */
let variables: Record<string, string> = {};

beforeAll(async () => {
  await makeData('heat', 'open-deep-research');
  standIns = await Promise.all([
    startOpenAi({ strict: true, answer: onKites }),
    startGemini({ strict: true }),
    startAnthropic({ strict: true })
  ]);
  const [openai, gemini, anthropic] = standIns.map(({ url }) => url);
  env = {
    ...{ OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai! },
    ...{ GEMINI_API_KEY: 'test-0000', GEMINI_BASE_URL: gemini! },
    ...{ ANTHROPIC_API_KEY: 'sk-ant-test-0000', ANTHROPIC_BASE_URL: anthropic! },
    // Used in estimates only: no server answers there.
    ...{ TAVILY_API_KEY: 'tvly-test-0000', TAVILY_BASE_URL: 'http://127.0.0.1:9' }
  };
  process.chdir(here);
  await carryOut('export 3 --project heat --reference results/');
  cpSync(join(here, 'results'), join(here, 'one-run'), { recursive: true });
  // The instance has signed something: both have its key.
  for (const name of ['data-my-benchmark', 'data']) cpSync(folderFor('heat'), join(here, name), { recursive: true });
  rename('my-benchmark', 'heat', 'odr', 'open-deep-research');
  makeFiles();
  await makeWhatIsChecked();
  await makeEarlierSteps();
});
afterAll(async () => {
  process.chdir(before);
  await Promise.all((standIns ?? []).map((one) => one.stop()));
  removeFolders();
});

const folderFor = (slug: string): string => join(here, `data-${slug}`);
const opened = (slug: string) =>
  openDatabase(join(folderFor(slug), 'voirdire.db'), join(import.meta.dirname, '../drizzle'));

/** The demo under another name, with all figures open and a baseline of the name that the examples give it. */
async function makeData(slug: string, baseline: string): Promise<void> {
  copyLoadedDemo(folderFor(slug));
  const { db, close } = opened(slug);
  const demo = await loadDemo(db, folderFor(slug));
  const { id } = projectBySlug(db, demo.project);
  const { email } = demo.people.find(({ role }) => role === 'lead')!;
  const lead = personByEmail(db, authorize(operator, instance, 'administer'), email);
  const project = { kind: 'project', id } as const;
  const manage = authorize(lead, project, 'manage');
  for (const study of listStudies(db, authorize(operator, project, 'read-results'))) {
    if (isBlinded(db, manage, study.id)) unblind(db, manage, study.id, 'Its examples are carried out.');
    liftEmbargo(db, manage, study.id);
  }
  // The second study stays open: examples pause and close it.
  db.update(schema.study).set({ status: 'closed' }).where(ne(schema.study.number, 2)).run();
  adoptFirst(db, manage);
  addSpotCheck(db, id);
  freezeVersion(db, manage);
  db.update(schema.project).set({ slug }).where(eq(schema.project.id, id)).run();
  for (const [name, email] of Object.entries({ 'Ana Lima': 'ana@lab.example', 'Ines Carvalho': 'ines@lab.example' }))
    await addUser(db, { name, email, password: 'a phrase of several words', admin: false });
  nameBaseline(db, baseline);
  close();
}

/** A check of one verdict, under way: the demo has none. */
function addSpotCheck(db: Db, projectId: string): void {
  const { reportId, runId, judgeId, item } = db
    .select({
      ...{ reportId: schema.verdict.reportId, runId: schema.verdict.runId },
      judgeId: schema.verdict.judgeId,
      item: schema.verdict.item
    })
    .from(schema.verdict)
    .innerJoin(schema.run, eq(schema.run.id, schema.verdict.runId))
    .where(eq(schema.run.projectId, projectId))
    .get()!;
  const about = { runId, judgeId, metric: 'daily-tasks', unitKind: 'daily-claim' };
  db.insert(schema.spotCheck)
    .values({ id: 'check', projectId, number: 1, name: 'Claims', ...about, seed: 1, available: 1, createdAt: 1 })
    .run();
  db.insert(schema.spotCheckUnit)
    .values({ id: 'check-unit', spotCheckId: 'check', position: 0, reportId, item, label: 'correct' })
    .run();
}

/** Cards and checks are about an adopted ensemble: the first candidate of study 1, if nothing is adopted on it. */
function adoptFirst(db: Db, manage: ProjectGrant<'manage'>): void {
  const reading = authorize(manage.actor, manage.resource, 'read-results');
  const { id: studyId, metric } = listStudies(db, reading).find(({ number }) => number === 1)!;
  if (currentAdoption(db, reading, metric)) return;
  const quick = { resamples: 20 };
  const [first] = studyProcedure(db, reading, studyId, quick).report.candidates;
  const { judgeIds, rule } = first!;
  recordAdoption(db, manage, { studyId, metric, outcome: 'adopt', judgeIds, rule, reason: 'An example.' }, quick);
}

/** Makes the signed files and backups that examples of `verify`, `audit verify` and `restore` check. */
async function makeWhatIsChecked(): Promise<void> {
  await carryOutAll([
    'version export 1 --project my-benchmark --out release/',
    'report 1 --project heat --format html --output report.html',
    'backup backups/voirdire-20270104-030000.db',
    'backup monday.sealed --key-file backup.key'
  ]);
  const { fingerprint } = JSON.parse((await carryOut('verify release/ --json')).out) as { fingerprint: string };
  const { anchor } = JSON.parse((await carryOut('audit verify --json')).out) as { anchor: string };
  variables = { $FINGERPRINT: fingerprint, $ANCHOR: anchor };
}

/** Makes the things from which examples continue: projects, and the files that the steps before them wrote. */
async function makeEarlierSteps(): Promise<void> {
  await carryOutAll([
    'score --reports reports/ --queries queries.csv --metric consistency --judge openai:gpt-6-sol --out scored/',
    'export 3 --project heat --out judged/',
    'monitor draw 1 --project heat',
    'import ReportBench_v1.1.jsonl ReportBench_v1.1_GT/ --project surveys --create-project Surveys',
    'import survey-reports/ --project surveys',
    'import --verdicts survey-verdicts.jsonl --project surveys --name Read',
    'prompts select arxiv-metadata-oai-snapshot.json --out surveys.jsonl',
    'prompts gold surveys.jsonl sources/ --out surveys/',
    'prompts write surveys/ --project surveys --judge openai:gpt-6-sol',
    'prompts tasks 1 --project surveys --out tasks/',
    'import queries.csv --project arena --create-project Arena',
    'import screened.jsonl --project daily --create-project Daily',
    'import topics.jsonl --project heat',
    'rubric convert research-tasks.jsonl --out research.json --queries research-queries.jsonl',
    'import research-queries.jsonl research-reports/ --project research --create-project Research',
    'rubric add research.json --project research',
    'rubric verdicts results.jsonl --rubric research.json --system aurora --judge gpt-6-sol --out research-verdicts.jsonl'
  ]);
  // Verdicts of one run are read in as another, in the form that runs export.
  cpSync(join(here, 'judged/verdicts.jsonl'), join(here, 'verdicts.jsonl'));
}

async function carryOutAll(steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    const { code, err } = await carryOut(step);
    expect(code, `${step}: ${err}`).toBe(exit.done);
  }
}

function nameBaseline(db: Db, name: string, was?: string): void {
  const system = db
    .select()
    .from(schema.system)
    .all()
    .find((one) => was === undefined || one.name === was)!;
  db.update(schema.system).set({ name }).where(eq(schema.system.id, system.id)).run();
}

function rename(slug: string, was: string, baseline: string, before: string): void {
  const { db, close } = opened(slug);
  db.update(schema.project).set({ slug }).where(eq(schema.project.slug, was)).run();
  nameBaseline(db, baseline, before);
  close();
}

/** Files of a scored run, by their place in its folder. */
let graded: readonly (readonly [string, Buffer])[] | null = null;

/** Before each example, since some write what others read. */
function makeFiles(): void {
  for (const [name, text] of Object.entries(files)) restore(join(here, name), Buffer.from(text));
  const run = join(here, 'one-run');
  if (!existsSync(run)) return;
  graded ??= readdirSync(run, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(run, name)).isFile())
    .map((name) => [name, readFileSync(join(run, name))] as const);
  for (const [name, bytes] of graded) restore(join(here, 'results/reports_1_graded_openai_gpt-5', name), bytes);
}

/** Writes a file that is not there as it should be. An example changes few: writing all before each takes longer than most examples. */
function restore(path: string, bytes: Buffer): void {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

const REPORTS =
  '--reports reports/ --queries queries.csv --metric presentation coverage --judge rules openai:gpt-6-sol';

/** A line that leaves out what stands in the example before it; a judge that it names is one of the run's. */
const inFull = (text: string): string =>
  text.replace('…', `${REPORTS} ${/openai:gpt-6-astra/.exec(text)?.[0] ?? ''} --out scored/`);

/** Forms of the replies from which tasks of talks are made. */
const OF_TALKS = ['inspirations', 'research_tasks', 'task_check', 'task_comparison'];

/** A survey is one, serves a domain, and a request for it gives nothing away. */
const onKites: AnswerFunction = (asked) =>
  ({
    survey_check: { reason: 'It reviews literature.', isLiteratureSurvey: true },
    survey_domain: { reason: 'Kites fly.', domain: 'F' },
    survey_prompt: { prompt: 'Please review what is known of kites and what holds them.' },
    continuation: { continuation: 'and it rained.' }
  })[asked.schemaName ?? ''] ?? (OF_TALKS.includes(asked.schemaName ?? '') ? answerAboutKites(asked) : undefined);

/** Stand-ins are at addresses without a known price, and a budget needs one. */
const PRICE = ['--price', 'openai:gpt-6-sol=2/10'];

async function carryOut(text: string): Promise<Ended> {
  const { input, output, ...words } = inWords(inFull(text));
  const args = words.args.map((word) => variables[word] ?? word);
  const slug = args.includes('--project') ? args[args.indexOf('--project') + 1]! : 'heat';
  // The first account is made on an empty instance.
  const data = /^users (add|set-up)/.test(text) ? newFolder('empty') : folderFor(slug);
  // A folder of results takes one run; examples that continue it find it there.
  if (args[0] === 'score' && args.includes('--out') && !args.includes('--resume'))
    rmSync(join(here, args[args.indexOf('--out') + 1]!), { recursive: true, force: true });
  // These replace no file.
  if (/^(prompts|rubric)$/.test(args[0]!) && args.includes('--out'))
    rmSync(join(here, args[args.indexOf('--out') + 1]!), { recursive: true, force: true });
  if (args[0] === 'template') rmSync(join(here, args.length === 1 ? 'tasks.xlsx' : args.at(-1)!), { force: true });
  if (args[0] === 'backup' && args[1]?.endsWith('.sealed')) rmSync(join(here, args[1]), { force: true });
  const where = { ...env, VOIRDIRE_DATA: data };
  if (args.includes('--budget') && !args.includes('--price')) args.push(...PRICE);
  const ended = input === null ? await run(args, where) : await start(args, where, files[input]).ended;
  if (output) writeFileSync(join(here, output), ended.out);
  return ended;
}

/** Returns the exit code of an example: a figure that cannot have been counted, or a threshold that is not reached, has a code of its own. */
const codeOf = (text: string): number =>
  text.startsWith('stats possible') ? exit.failed : text.startsWith('gate') ? exit.threshold : exit.done;

describe('the examples', () => {
  const all = examples();

  it('are found on the page of the command line and in the help of every command', () => {
    expect(all.filter(({ where }) => where === 'docs/command-line').length).toBeGreaterThan(12);
    expect(new Set(all.map(({ where }) => where.split(' ')[1])).size).toBeGreaterThan(8);
  });

  // One that stands in several places is carried out once.
  const carriedOut = Map.groupBy(
    all.filter(({ text }) => !elsewhere.some(([pattern]) => pattern.test(text))),
    ({ text }) => text
  );
  it.each([...carriedOut].map(([text, places]) => ({ text, places: places.map(({ where }) => where).join(', ') })))(
    '$places: voirdire $text',
    async ({ text }) => {
      makeFiles();
      const { code, err } = await carryOut(text);
      expect(err.replaceAll(here, '.')).not.toMatch(/refused|unknown option|error:/i);
      expect(code, err).toBe(codeOf(text));
    }
  );
});
