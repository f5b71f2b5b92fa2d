import { readFileSync } from 'node:fs';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { importVerdicts } from '../../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { dailyReports, systems, tasks } from '../planted/daily-people.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, picture, signIn } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

// A user rates reports from 1 to 4 by one key each, a lead reads how that agrees with the computed rating, and the pages around a
// DailyReport benchmark are looked at: the code book, the template filled in, the settings of a run.
test.describe.configure({ mode: 'serial' });

const people = {
  lead: { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the daily lead' },
  annotator: { name: 'Ana Reader', email: 'ana@lab.example', password: 'a phrase for the reader' }
} satisfies Partial<Record<Role, object>>;

let server: RunningServer;
let base: string;
let context: BrowserContext;
let page: Page;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (all: readonly object[]): Uint8Array => bytes(all.map((one) => JSON.stringify(one)).join('\n'));

/** Computed rating of the `r`th of 12 reports; Ana rates one step lower if it is 4. */
const computed = (r: number): number => 1 + (r % 4);
const rated = (r: number): number => Math.min(3, computed(r));

/** The preference and one subtask of each report, whose wording tells which report it is. */
const preferenceLines = dailyReports.flatMap(({ system, qid }, r) => {
  const own = { system, qid, metric: 'daily-preference', judge: 'plumb', rationale: 'By its subtasks.' };
  const fails = computed(r) === 1;
  const scores = { ins: 1, fac: fails ? 0 : 1, rat: null, outcome: fails ? 0 : 1, pass: !fails };
  const states = { ins: 'scored', fac: 'scored', rat: 'no-rubric' };
  return [
    {
      ...{ ...own, kind: 'daily-subtask', item: 's1/outcome', item_text: `Part ${r} of the question is answered.` },
      ...{ label: fails ? 'fail' : 'pass', detail: { subtask: 's1', importance: 'P0', group: null, states, ...scores } }
    },
    { ...own, kind: 'daily-preference', item: 'preference', item_text: 'User preference', label: String(computed(r)) }
  ];
});

test.beforeAll(async ({ browser }) => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Daily' });
  const grant = authorize(operator, { kind: 'project', id }, 'manage');
  const ids: string[] = [];
  for (const [role, person] of Object.entries(people)) {
    const user = await addUser(db, { ...person, admin: false });
    addRole(db, grant, user, role as Role);
    if (role === 'annotator') ids.push(user);
  }
  const queries = tasks.map(({ text, items: _, ...task }) => ({ ...task, query: text, items: [] }));
  await importFiles(db, grant, [{ name: 'queries.jsonl', bytes: lines(queries) }]);
  const files = dailyReports.map(({ system, qid, markdown }) => ({
    name: `reports/${system}/qid_${qid}_report.md`,
    bytes: bytes(markdown)
  }));
  const described = Object.fromEntries(systems.map(({ name, ...fields }) => [name, fields]));
  await importFiles(db, grant, files, { systems: described, collected: '2026-07-10' });
  const { run } = importVerdicts(db, grant, lines(preferenceLines));
  createStudy(db, grant, {
    ...{ runId: run.id, name: 'Preference of users', metric: 'daily-preference', kind: 'unit-daily-preference' },
    ...{ sample: { items: 12 }, people: ids, overlap: 1, seed: 1, reveal: 'never' }
  });
  close();
  base = `${server.address}/p/daily`;
  context = await browser.newContext();
  await signIn(context, server.address, people.lead);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await server?.stop();
});

async function pageOf(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const own = await browser.newContext();
  await signIn(own, server.address, who);
  return own.newPage();
}
/** No fault in either theme, and nothing that scrolls sideways on a phone. */
async function noFaults(of: Page, name: string): Promise<void> {
  expect(await faultsOf(of, name)).toEqual([]);
  await of.setViewportSize({ width: 390, height: 800 });
  const wide = await of.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${name} at 390 px`).toBeLessThanOrEqual(0);
  await of.setViewportSize({ width: 1280, height: 800 });
  await picture(of, name.replaceAll(' ', '-'));
}

test('a user rates each report from 1 to 4 by one key, beside the results of its subtasks', async ({ browser }) => {
  const ana = await pageOf(browser, people.annotator);
  await open(ana, `${server.address}/`);
  await ana.getByRole('link', { name: /^Start/ }).click();
  for (let done = 1; done <= 12; done++) {
    await expect(ana.getByRole('button', { name: 'Commit and continue' })).toBeVisible();
    await hydrated(ana);
    const main = ana.locator('main');
    await expect(main).toContainText(/Part \d+ of the question is answered\./);
    await expect(main).not.toContainText(/plumb|alpha|beta|By its subtasks/);
    if (done === 1) await noFaults(ana, 'a report to be rated');
    const [, r] = /Part (\d+) of the question/.exec((await main.textContent())!)!;
    const here = ana.url();
    await ana.keyboard.press(String(rated(Number(r))));
    await expect
      .poll(() => rows(server.data, 'select count(distinct study_item_id) as n from human_verdict')[0]!['n'])
      .toBe(done);
    if (done < 12) await ana.keyboard.press('Enter');
    if (done < 12) await expect(ana).not.toHaveURL(here);
  }
  expect(texts(server.data, 'select label from human_verdict order by label').join(' ')).toBe(
    '1 1 1 2 2 2 3 3 3 3 3 3'
  );
  await ana.context().close();
});

test('a lead reads the agreement with the computed rating: both κ and the table of ratings', async () => {
  await open(page, `${base}/alignment/1/accuracy`);
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page.getByRole('button', { name: 'Unblind without a preregistration' })).toHaveCount(0);
  await open(page, `${base}/alignment/meta-evaluation`);
  // κ by hand in tests/daily-people.test.ts: 7/9 with linear and 7/8 with quadratic weights, on 12 reports of 6 tasks.
  const main = page.locator('main');
  await expect(main).toContainText(/\.778/);
  await expect(main).toContainText(/\.875/);
  await expect(main).toContainText('.859');
  await noFaults(page, 'agreement on user preference');
});

test('the code book offers the suite’s domains and categories', async () => {
  await open(page, `${base}/verification/coding/code-book`);
  await page.getByRole('button', { name: 'Add list for DailyReport (45 more)' }).press('Enter');
  const lists = page.locator('.lists');
  await expect(lists).toContainText('35');
  await hydrated(page);
  await noFaults(page, 'the code book');
});

test('a template is refused with its line and field while something is wrong in it, and imported once it is right', async () => {
  await open(page, `${base}/import`);
  const downloaded = async (name: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    const path = test.info().outputPath(name);
    await download.saveAs(path);
    return path;
  };
  const materials = () => texts(server.data, `select count(*) || '' from query_material`)[0];
  const wrong = readFileSync(await downloaded('tasks.jsonl'), 'utf8').replace(
    /"constraint":\s*"\w+"/,
    '"constraint":"colour"'
  );
  await page
    .getByLabel('File of queries')
    .setInputFiles({ name: 'tasks.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(wrong) });
  await page.getByRole('button', { name: 'Import the dataset' }).press('Enter');
  await expect(page.getByRole('heading', { name: /Nothing was imported/ })).toBeVisible();
  await expect(page.locator('main')).toContainText('subtasks[0].constraint');
  expect(materials()).toBe(String(tasks.length));
  await page.getByLabel('File of queries').setInputFiles(await downloaded('tasks.xlsx'));
  await page.getByRole('button', { name: 'Import the dataset' }).press('Enter');
  await expect.poll(materials).toBe(String(tasks.length + 1));
  await hydrated(page);
  await noFaults(page, 'a template imported');
});

test('the form of a run has the settings of the suite', async () => {
  await open(page, `${base}/runs/new`);
  const settings = page.locator('details', { hasText: 'Rounds of search' });
  await settings.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Votes on a page')).toBeVisible();
  await expect(page.getByLabel('Rounds of search')).toBeVisible();
  await noFaults(page, 'settings of a run');
});
