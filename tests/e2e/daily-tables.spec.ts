import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { importDailyRun } from '../planted/daily-run.ts';
import { faultsOf } from './accessibility.ts';
import { open, picture, signIn } from './browsing.ts';
import { openBeside } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

// Every figure that is expected follows from what is planted (tests/daily-report-tables.test.ts derives them).
test.describe.configure({ mode: 'serial' });

const lead = { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the tables' };
let server: RunningServer;
let base: string;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Daily' });
  const grant = authorize(operator, { kind: 'project', id }, 'manage');
  addRole(db, grant, await addUser(db, { ...lead, admin: false }), 'lead');
  importDailyRun(db, grant);
  close();
  base = `${server.address}/p/daily`;
  context = await browser.newContext();
  await signIn(context, server.address, lead);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await server?.stop();
});

const region = (name: string) => page.getByRole('region', { name, exact: true });
const noFaults = async (name: string): Promise<void> => expect(await faultsOf(page, name)).toEqual([]);

test('the leaderboard shows the tables of DailyReport', async () => {
  await open(page, `${base}/leaderboard`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Where subtasks fail first');
  await expect(main).toContainText('Traces and references');
  await noFaults('leaderboard');
  await picture(page, 'daily-leaderboard');
});

test('two systems stand subtask by subtask, with the way to the passage and files', async () => {
  await open(page, `${base}/compare?a=aurora&b=borealis`);
  const table = region('aurora and borealis, subtask by subtask: figures');
  await expect(table.getByRole('row')).toHaveCount(7);
  await noFaults('compare');
  await picture(page, 'daily-compare');
  const answer = await page.request.get(
    `${base}/compare/export/daily-report-two-systems.csv?run=1&a=aurora&b=borealis`
  );
  expect(await answer.text()).toContain('q1 · s1');
  await table.getByRole('row', { name: /q1/ }).getByRole('link').first().click();
  await expect(page).toHaveURL(/reports\/.*#p1$/);
});

test('a report shows its subtasks, what decided UserPref, and the trace of its system', async () => {
  await expect(region('Subtasks').getByRole('row', { name: /s1/ })).toContainText('P0');
  await expect(region('UserPref')).toContainText('c0 = 0.5 is at least 0.5');
  // They stand in a column that is as high as the window: each keeps the height of its rows.
  for (const name of ['UserPref', 'Subtasks'])
    expect((await region(name).boundingBox())!.height, name).toBeGreaterThan(40);
  await expect(page.getByRole('main')).toContainText('12 searches, 3 pages read');
  await noFaults('report');
  await picture(page, 'daily-report');
});

test('traces are exported and imported again without a change', async () => {
  const file = await (await page.request.get(`${base}/traces/export.jsonl`)).text();
  expect(file).toBe('{"system":"aurora","qid":"q1","searches":12,"pages":3,"tokens":null}\n');
  await open(page, `${base}/import`);
  const form = page.getByRole('region', { name: 'Traces of systems' });
  await form
    .getByLabel('File of traces')
    .setInputFiles({ name: 'traces.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(file) });
  await form.getByRole('button', { name: 'Import the traces' }).click();
  await expect(page.getByRole('heading', { name: '0 traces imported' })).toBeVisible();
  await noFaults('import');
  await picture(page, 'daily-import');
});
