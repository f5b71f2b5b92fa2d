import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { plantedReports, queries, searches, startPages, voters, witness } from '../planted/report-bench.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

// One journey, in the order in which a lead makes it. Every figure that is expected follows from what is planted
// (tests/report-bench.test.ts derives them).
test.describe.configure({ mode: 'serial' });

const players = ['extractor', 'locator', 'verifier'].map((role) => `${role}=openai:gpt-5-nano`);
const judge = `openai:gpt-5[${players.join(',')},voter=${voters.map((voter) => `openai:${voter}`).join('+')}]`;
const lead = { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the surveys' };
const reader = { name: 'Ana Reader', email: 'ana@lab.example', password: 'a phrase for the reader' };

const closers: (() => unknown)[] = [];
let server: RunningServer;
let web: string;
let base: string;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const planted = await startPages();
  closers.push(() => planted.stop());
  web = planted.web;
  const standIn = await startOpenAi({ answer: witness(plantedReports(web), web) });
  closers.push(() => standIn.stop());
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-surveys-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'searches.json'), JSON.stringify(searches(web)));
  server = await startServer({
    demo: false,
    env: {
      OPENAI_BASE_URL: standIn.url,
      OPENAI_API_KEY: 'test',
      VOIRDIRE_FETCH_ALLOW: planted.allow,
      VOIRDIRE_REACH_CHECK: 'off',
      VOIRDIRE_SEARCH_FILE: join(folder, 'searches.json')
    }
  });
  closers.push(() => server.stop());
  const { db, close } = openBeside(server.data);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Surveys' });
  const grant = authorize(operator, { kind: 'project', id }, 'manage');
  addRole(db, grant, await addUser(db, { ...lead, admin: false }), 'lead');
  addRole(db, grant, await addUser(db, { ...reader, admin: false }), 'annotator');
  close();
  base = `${server.address}/p/surveys`;
  context = await browser.newContext();
  await signIn(context, server.address, lead);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  for (const close of closers.reverse()) await close();
});

/** The planted surveys as ReportBench's own files. */
function officialFiles(): Record<string, string> {
  const lists = queries.map(({ qid, text, material }) => ({ qid, text, ...material['report-bench'] }));
  const lines = (all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join('\n');
  const tasks = lists.map(({ qid, text, survey }) => ({
    ...{
      arxiv_id: qid,
      title: survey.title,
      authors: 'A. Author',
      prompt: text,
      application_domain: 'Artificial intelligence'
    },
    versions: [{ version: 'v1', created: 'Mon, 2 Jan 2023 10:00:00 GMT' }]
  }));
  const gold = lists.map(({ qid, references }) => [
    `ReportBench_v1.1_GT/${qid}.jsonl`,
    lines(
      references.map((one) => ({
        ...{ bib_id: one.key, title: one.title },
        meta_info: { ...('doi' in one && { doi: one.doi }), ...('arxiv' in one && { eprint: one.arxiv }) }
      }))
    )
  ]);
  const counts = lists.flatMap(({ qid, references }) =>
    references.flatMap((one) =>
      'citations' in one ? [{ arxiv_id: qid, title: one.title, citations: one.citations }] : []
    )
  );
  return { 'ReportBench_v1.1.jsonl': lines(tasks), ...Object.fromEntries(gold), 'citations.jsonl': lines(counts) };
}

const zipOf = (name: string, files: Record<string, string>) => ({
  ...{ name, mimeType: 'application/zip' },
  buffer: Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))))
});
const noFaults = async (name: string, of = page): Promise<void> => expect(await faultsOf(of, name)).toEqual([]);
/** The reader's answer to an address, by key: as planted, except for a work that the reader takes for another. */
const answerTo = (path: string): string =>
  ({
    ...{ '/gone': '3', '/wall': '3', '/pdf/1706.03762': '5', '/blog': '4', '/papers/graph': '1' },
    ...{ '/abs/2301.00001': '2', '/abs/2306.00009': '2' }
  })[path] ?? '1';
/** Addresses that an assignment asks about, in its order. */
const itemsOf = (assignment: string): string[] =>
  texts(
    server.data,
    `select s.text from assignment_item a join study_item s on s.id = a.study_item_id
     where a.assignment_id = ? order by a.position`,
    assignment
  );
/** How many of its items are answered. */
const verdictsOn = (assignment: string): number =>
  Number(
    texts(server.data, 'select count(distinct study_item_id) from human_verdict where assignment_id = ?', assignment)[0]
  );
/** One planted statement has no search, so that the run has one unit without a verdict. */
const ended = (): Locator => page.locator('#state .badge', { hasText: /^Incomplete$/ });

test('surveys with gold lists and reports of two systems are imported by page', async () => {
  await open(page, `${base}/import`);
  await page.getByLabel('File of queries').setInputFiles(zipOf('ReportBench.zip', officialFiles()));
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: '2 queries and 0 items imported' })).toBeVisible();
  await noFaults('an imported benchmark');
  const reports = plantedReports(web).map(({ system, qid, markdown }) => [`${system}/qid_${qid}_report.md`, markdown]);
  await page.getByLabel('.zip or JSONL').setInputFiles(zipOf('reports.zip', Object.fromEntries(reports)));
  await page.getByRole('button', { name: 'Import the reports' }).click();
  await expect(page.getByRole('heading', { name: '4 reports imported' })).toBeVisible();
  await open(page, `${base}/queries/2301.00001`);
  await expect(page.getByText('5, of which 2 have an arXiv id or DOI')).toBeVisible();
  await noFaults('a survey with its gold list');
});

test('a run of the four metrics is planned, estimated and scored', async () => {
  await open(page, `${base}/runs/new`);
  // The form proposes the metrics that gold lists are made for.
  await expect(page.locator('[name=metric][value=references]')).toBeChecked();
  await expect(page.locator('[name=metric][value=coverage]')).not.toBeChecked();
  const metrics = ['references', 'cited-statements', 'uncited-statements', 'content-quality'];
  for (const box of await page.locator('input[name=metric]').all())
    await box.setChecked(metrics.includes((await box.getAttribute('value'))!), { force: true });
  await page.getByLabel('Search provider').selectOption('recorded');
  await page.getByLabel('Judges, one per line').fill(judge);
  await page.getByRole('button', { name: 'Estimate first' }).click();
  const said = page.getByRole('region', { name: 'Estimated cost and time' });
  await expect(said).toContainText(/calls,[^]*Up to 12 web pages/);
  await noFaults('the plan of a run');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(ended()).toBeVisible();
  await expect(page.getByText('1 web search failed')).toBeVisible();
  await noFaults('the run');
  await page.getByRole('button', { name: 'Search again' }).click();
  await expect.poll(() => texts(server.data, "select id from audit where action = 'run.done'").length).toBe(2);
});

test('the leaderboard shows Tables 1 to 3 with the planted figures, and Table 5 for a system with a budget', async () => {
  await open(page, `${base}/reports`);
  await page.getByRole('link', { name: 'Describe alpha' }).click();
  await page.getByLabel('Budget of one report, with its unit').fill('5 tool calls');
  await noFaults('a system');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await open(page, `${base}/leaderboard`);
  const region = (name: RegExp): Locator => page.getByRole('region', { name });
  const rowOf = (table: Locator, system: string): Locator => table.getByRole('row', { name: new RegExp(`^${system}`) });
  const first = region(/^References and statements/);
  await expect(rowOf(first, 'alpha')).toContainText('0.375');
  await expect(rowOf(first, 'alpha')).toContainText('25.00');
  await expect(rowOf(first, 'beta')).toContainText('0.625');
  await expect(rowOf(region(/^Recall by number of citations/), 'beta')).toContainText('50.0');
  await expect(rowOf(region(/^Content quality$/), 'beta')).toContainText('4.500');
  const budgets = region(/^Budgets/);
  await expect(budgets.getByRole('columnheader', { name: 'At most, tool calls' })).toBeVisible();
  await expect(budgets.getByRole('row')).toHaveCount(2);
  await noFaults('the leaderboard');
});

test('a report shows its statements and references, marked where they stand', async () => {
  const [report] = texts(
    server.data,
    "select r.id from report r join system s on s.id = r.system_id join query q on q.id = r.query_id where s.name = 'alpha' and q.qid = '2301.00001'"
  );
  // Statements are marked: errors of them, and the others.
  const metrics = {
    references: [0, 0],
    'cited-statements': [3, 2],
    'uncited-statements': [1, 4],
    'content-quality': [0, 0]
  };
  for (const [metric, [errors, others]] of Object.entries(metrics)) {
    await open(page, `${base}/reports/${report}?run=1&metric=${metric}`);
    await expect(page.locator('.issue[data-kind="E3"] .mark-ref')).toHaveCount(errors!);
    await expect(page.locator('.issue[data-kind="ok"] .mark-ref')).toHaveCount(others!);
    if (metric === 'references') await expect(page.getByText('Graph Networks (w4)')).toBeVisible();
    await noFaults(`a report under ${metric}`);
  }
});

test('references are judged blind by keyboard and compared with the judge', async ({ browser }) => {
  await open(page, `${base}/studies/new?run=1`);
  await page.getByLabel('Name', { exact: true }).fill('Which works are these?');
  const asked = page.getByRole('group', { name: 'Question' });
  await asked.getByRole('radio', { name: /^References/ }).check({ force: true });
  await page
    .getByRole('group', { name: 'Metric' })
    .getByRole('radio', { name: /^References/ })
    .check({ force: true });
  await page.getByLabel('Items', { exact: true }).fill('13');
  await page.getByLabel('Seed').fill('1');
  await page.getByRole('checkbox', { name: /Ana Reader/ }).check();
  await page.getByLabel('Annotators per item').fill('1');
  await page.getByRole('button', { name: 'Preview' }).click();
  // Only the page that follows says so.
  await expect(page.getByText('13 items, 13 labels')).toBeVisible();
  await hydrated(page);
  await noFaults('the plan of a study');
  await page.getByRole('button', { name: 'Start study' }).click();
  await expect(page.getByText('The study has started.')).toBeVisible();
  await noFaults('the study');

  const elsewhere = await browser.newContext();
  await signIn(elsewhere, server.address, reader);
  const people = await elsewhere.newPage();
  await open(people, `${server.address}/`);
  await people.getByRole('link', { name: /^Start/ }).click();
  for (let report = 0; report < 3; report += 1) {
    await expect(people.getByRole('button', { name: 'Commit and continue' })).toBeVisible();
    await hydrated(people);
    const assignment = new URL(people.url()).pathname.split('/')[4]!;
    const items = itemsOf(assignment);
    // The gold list stands below the query: people look works up in it.
    await expect(people.getByText(/^Survey (?:things|causes)[^]*Gold list: \d works/)).toBeVisible();
    if (report === 0) await noFaults('a reference to be judged', people);
    for (const address of items) {
      await expect(people.locator('.asked .words')).toHaveText(address);
      await people.keyboard.press(answerTo(address.replace(web, '')));
    }
    await expect(people.locator('h1#item')).toHaveText('Report complete.');
    await expect.poll(() => verdictsOn(assignment)).toBe(items.length);
    await people.keyboard.press('Enter');
    await expect(people).toHaveURL(/\/reveal$/);
    await hydrated(people);
    if (report === 0) await noFaults('a reference with what the judge said', people);
    const here = people.url();
    const prefer = people.getByRole('checkbox', { name: /^Judge/ });
    for (const [nth] of items.entries()) {
      await expect(
        people.getByText(new RegExp(`${nth} of ${items.length} preferences? given for this report`))
      ).toBeVisible();
      await expect(prefer).not.toBeChecked();
      await people.keyboard.press('1');
      await expect(prefer).toBeChecked();
      await people.keyboard.press('Enter');
    }
    await expect(people).not.toHaveURL(here);
  }
  await expect(people.getByText('All 13 committed.')).toBeVisible();
  await elsewhere.close();

  await open(page, `${base}/alignment/validation`);
  await expect(page.getByRole('link', { name: '1, Which works are these?' })).toBeVisible();
  await open(page, `${base}/alignment/1`);
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page).toHaveURL(/\/alignment\/1$/);
  await hydrated(page);
  await noFaults('the agreement report');

  await open(page, `${base}/alignment/validation`);
  const rowOf = (name: RegExp): Locator => page.getByRole('row', { name });
  // The reader differs on one of 13, and cannot find out two.
  await expect(rowOf(/^References: effective agreement/)).toContainText('92.3');
  await expect(rowOf(/the same label for a reference that can be verified/)).toContainText('76.9');
  await expect(rowOf(/cannot be verified by people/)).toContainText('15.4');
  await expect(rowOf(/failures of the pipeline/)).toContainText('7.7');
  await noFaults('the validation');
});

test('prompts and gold lists are rated by keyboard in a round, which gives the share of tasks without objection', async ({
  browser
}) => {
  await open(page, `${base}/verification/new`);
  await page.getByLabel('Name').fill('Prompts and gold lists');
  await page.getByLabel('Overlap: annotators per query').fill('1');
  await page.getByRole('button', { name: 'Start round' }).click();
  await expect(page.getByText('The round is open.')).toBeVisible();

  const elsewhere = await browser.newContext();
  await signIn(elsewhere, server.address, reader);
  const people = await elsewhere.newPage();
  await open(people, `${base}/verification`);
  await people.locator('.row', { hasText: 'Annotation' }).getByRole('button').focus();
  await people.keyboard.press('Enter');
  const subject = people.locator('h1#item');
  await expect(subject).toContainText(/^\s*Survey (?:things|causes)/);
  await hydrated(people);
  await people.keyboard.press('1');
  await expect(subject).toContainText(/Gold list: \d works/);
  await noFaults('a gold list to be rated', people);
  await people.keyboard.press('2');
  await expect(people.getByRole('textbox', { name: /^Comment/ })).toBeFocused();
  await people.keyboard.type('A work of its second section is missing.');
  await people.keyboard.press('Control+Enter');
  await expect(people.getByText('All 2 are rated.')).toBeVisible();
  await elsewhere.close();

  await open(page, `${base}/alignment/validation`);
  const row = page.getByRole('row', { name: /^Tasks: prompt and gold list without objection/ });
  await expect(row).toContainText('round 1');
  await expect(row).toContainText('1 of 1 query');
});
