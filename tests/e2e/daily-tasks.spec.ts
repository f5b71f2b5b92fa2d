import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { importTopics } from '../../src/lib/verification/topics/topics.server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

// One journey by keyboard: topics are screened, a task is written from one, its subtasks are weighed.
test.describe.configure({ mode: 'serial' });

const lead = { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the tasks' };
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
  const about = {
    platform: 'Forum',
    url: null,
    date: '2026-03-02',
    language: 'en',
    comments: [{ text: 'Cost?', count: 9 }]
  };
  importTopics(db, grant, [
    { ...about, key: 'cat', text: 'Seen my cat?', state: 'waiting', reason: null, note: '' },
    { ...about, key: 'heat', text: 'Which heating?', state: 'waiting', reason: null, note: '' }
  ]);
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

/** Looks for faults in both themes and at the width of a telephone. */
async function looked(name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark']
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} at ${width}`).toBe(
      true
    );
    await page.screenshot({ path: `test-results/daily-${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await faultsOf(page, name)).toEqual([]);
}

test('topics are rejected and accepted by one key each', async () => {
  await open(page, `${base}/verification/topics`);
  await looked('topics');
  await page.getByRole('link', { name: 'Screen topics' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Topic cat' })).toBeVisible();
  await hydrated(page);
  await looked('topic');
  await page.keyboard.press('2');
  await expect(page.getByRole('heading', { level: 1, name: 'Topic heat' })).toBeVisible();
  await hydrated(page);
  await page.keyboard.press('a');
  await expect(page.getByText('Unscreened: 0 · Accepted: 1 · Rejected: 1')).toBeVisible();
  expect(
    texts(server.data, `select key || ' ' || state || coalesce(' ' || reason, '') from topic order by key`)
  ).toEqual(['cat rejected too-narrow', 'heat accepted']);
});

test('a task is written from a topic, with subtasks that are added, moved and checked', async () => {
  await open(page, `${base}/verification/topics/heat`);
  await hydrated(page);
  await page.getByLabel('Id', { exact: true }).fill('heat-1');
  await page
    .getByLabel('Task, as a user would give it')
    .fill('Which heating fits an old house, and what does it cost?');
  await page.getByRole('button', { name: 'Add task and write its subtasks' }).press('Enter');
  await expect(page.getByLabel('Topic')).toHaveValue('heat');
  await hydrated(page);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  // Missing parts are named, and focus is on the first of them.
  await expect(page.getByText('Write what the task asks for.')).toBeVisible();
  await page.keyboard.type('Gives the cost');
  const fill = async (row: number, label: string, text: string) =>
    page
      .getByRole('group', { name: `Subtask ${row}` })
      .getByLabel(label, { exact: true })
      .fill(text);
  await fill(1, 'Instruction following', 'It gives a cost.');
  for (const [row, text] of [
    [2, 'Names the heating'],
    [3, 'Says how loud it is'],
    [4, 'Says how large it is']
  ] as const) {
    await page.getByRole('button', { name: 'Add subtask' }).press('Enter');
    await expect(page.getByRole('group', { name: `Subtask ${row}` }).getByLabel('Requirement')).toBeFocused();
    await page.keyboard.type(text);
    await fill(row, 'Instruction following', `It does so: ${text}.`);
  }
  await page.getByRole('group', { name: 'Subtask 2' }).getByLabel('Requirement').press('Alt+ArrowUp');
  await expect(page.getByRole('group', { name: 'Subtask 1' }).getByLabel('Requirement')).toHaveValue(
    'Names the heating'
  );
  await looked('form');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('revision 1 of 1')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rate importance' })).toBeVisible();
});

test('importance follows from the author’s ratings: one key per answer, 4 is refused, P2 form a group', async () => {
  await page.getByRole('link', { name: 'Rate importance' }).press('Enter');
  await expect(page.getByRole('heading', { name: /Without s2/ })).toBeVisible();
  await hydrated(page);
  for (const key of ['1', '4', '3', '3']) await page.keyboard.press(key);
  await expect(page.getByText('The task stays perfect without it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save importance' })).toBeDisabled();
  await looked('ablation');
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('2');
  for (let on = 0; on < 2; on += 1) await page.keyboard.press('ArrowRight');
  for (const key of ['a', 'b', '2']) await page.keyboard.press(key);
  await expect(page.getByText('Without s3 and s4: 2, a group')).toBeVisible();
  // Refused because of another change to the task: the ratings stay.
  await page.locator('[name=revision]').evaluate((field: HTMLInputElement) => (field.value = '0'));
  await page.getByRole('button', { name: 'Save importance' }).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await hydrated(page);
  await expect(page.getByText('Without s3 and s4: 2, a group')).toBeVisible();
  await page.getByRole('button', { name: 'Save importance' }).press('Enter');
  await expect(page.getByText('revision 2 of 2')).toBeVisible();
  const [content] = texts(server.data, `select content from query_material order by revision desc limit 1`);
  const { subtasks } = JSON.parse(content!) as {
    subtasks: { key: string; importance: string; group: string | null }[];
  };
  expect(subtasks.map(({ key, importance, group }) => `${key} ${importance} ${group}`)).toEqual([
    ...['s2 P0 null', 's1 P1 null', 's3 P2 a', 's4 P2 a']
  ]);
  const said =
    'Importance by ablation: without s2: 1, without s1: 2, without s3: 3, without s4: 3, without s3 and s4: 2';
  await expect(page.getByText(said)).toBeVisible();
});

test('the template downloads from the import page', async () => {
  await open(page, `${base}/import`);
  await looked('import');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'tasks.xlsx' }).click()
  ]);
  expect(download.suggestedFilename()).toBe('tasks.xlsx');
});
