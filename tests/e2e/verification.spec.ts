import { expect, type BrowserContext, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { importQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn, tabTo, told } from './browsing.ts';
import { isFocusSeen } from './in-view.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';
import { atMost } from '../timing.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
const room = '/p/wells/verification';
const password = 'a phrase for the wells';
const people: [string, Role][] = [
  ['lena', 'lead'],
  ['ada', 'annotator'],
  ['ben', 'annotator'],
  ['cleo', 'reviewer'],
  ['dora', 'reviewer'],
  ['emil', 'adjudicator']
];

const item = (key: string, text: string) => ({
  ...{ key, text, kind: 'item' as const },
  ...{ weight: null, dimension: null, explanation: null }
});

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Wells' });
  const lead = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  for (const [name, role] of people)
    addRole(db, lead, await addUser(db, { name, email: `${name}@wells.example`, admin: false, password }), role);
  importQueries(
    db,
    lead,
    ['north', 'south'].map((side) => ({
      ...{ qid: side, domain: 'Water', category: null, language: null },
      text: `Compare the three deepest wells of the ${side} plain by depth and yield in 2024.`,
      items: [
        item('c1', `Does the report give the depth of all wells of the ${side} plain?`),
        item('c2', `Does the report give the yield of each of the three wells of the ${side} plain in 2024?`)
      ]
    }))
  );
  close();
});
test.afterAll(() => server.stop());

async function as(context: BrowserContext, page: Page, name: string, path = room): Promise<void> {
  await context.clearCookies();
  await signIn(context, server.address, { email: `${name}@wells.example`, password });
  await open(page, server.address + path);
}

const subject = (page: Page) => page.locator('h1#item');
const labels = (stage: string): string[] =>
  texts(
    server.data,
    `select u.name || ' ' || q.qid || ' ' || s.key || ' ' || coalesce(r.label, 'taken back') from rating r
     join user u on u.id = r.user_id join subject s on s.id = r.subject_id join round_query rq on rq.id = s.round_query_id
     join query q on q.id = rq.query_id where r.stage = ? order by r.rowid`,
    stage
  );
const stages = (): string[] =>
  texts(
    server.data,
    'select q.qid || $ || rq.stage from round_query rq join query q on q.id = rq.query_id order by 1'.replace(
      '$',
      "' '"
    )
  );

/** Takes the next query of a stage from the room's front page, by the keyboard. */
async function take(page: Page, stage: string): Promise<void> {
  const row = page.locator('.row', { hasText: stage });
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(subject(page)).toBeVisible();
  await hydrated(page);
}

test('a lead sees the inspection plan before starting a round', async ({ context, page }) => {
  await as(context, page, 'lena', `${room}/new`);
  await page.getByLabel('Name').fill('First passage');
  await page.getByLabel('Queries in a batch').fill('2');
  await page.getByLabel('Limit, %').fill('50');
  await page.getByLabel('Acceptance number (disagreements allowed)').fill('5');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('12 ratings, about 6 per person')).toBeVisible();
  await expect(page.getByRole('img', { name: /Probability of acceptance/ })).toBeVisible();
  expect(rows(server.data, 'select 1 from verification_round')).toEqual([]);
  await page.getByRole('button', { name: 'Start round' }).click();
  await expect(page.getByRole('heading', { name: 'Round 1, First passage' })).toBeVisible();
  expect(stages()).toEqual(['north annotation', 'south annotation']);
  expect(await faultsOf(page, 'board')).toEqual([]);
});

test('an annotator rates with one key if no text is asked for, and is led to the text if one is', async ({
  context,
  page
}) => {
  await as(context, page, 'ada');
  await take(page, 'Annotation');
  await expect(subject(page)).toContainText('Compare the three deepest wells');
  await page.keyboard.press('1');
  await expect(subject(page)).toContainText('the depth of all wells');
  await expect(told(page)).toHaveText([
    'Answered: Appropriate.',
    /^Item 2 of 3: Does the report give the depth of all wells/,
    'Saved. 1 of 3 committed.'
  ]);
  await page.keyboard.press('h');
  const guideline = page.getByRole('heading', { name: 'Guideline, version 1' });
  await expect(guideline).toBeVisible();
  await expect(told(page).last()).toHaveText('Guideline opened.');
  await page.keyboard.press('h');
  await expect(guideline).toHaveCount(0);
  await expect(told(page).last()).toHaveText('Guideline closed.');
  // Notices of code are shown there without emphasis, and are no rating.
  await expect(page.getByText('Asks for completeness that cannot be checked')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByLabel(/^Your wording/)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Write a better wording.', { exact: true })).toBeVisible();
  await page.keyboard.type('Does the report give the depth of each of the three wells?');
  await expect(page.getByText(/^draft saved/)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(subject(page)).toContainText('the yield of each');
  await page.keyboard.press('1');
  await expect(page.getByText('All 3 are rated.')).toBeVisible();
  expect(await faultsOf(page, 'annotation, all rated')).toEqual([]);

  // Taken back, then given again.
  await page.keyboard.press('u');
  await expect(subject(page)).toContainText('the yield of each');
  await page.keyboard.press('1');
  await page.keyboard.press('i');
  await expect(page.getByLabel('The missing yes/no item')).toBeFocused();
  await page.keyboard.type('Does the report say who uses the wells?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Appended and rated/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('All 4 are rated.')).toBeVisible();
  await page.keyboard.press('Enter');

  // The next query comes at once; there a draft survives leaving the page.
  await expect(subject(page)).toContainText('Compare the three deepest wells');
  await page.keyboard.press('1');
  await page.keyboard.press('4');
  await page.keyboard.type('Nobody can say what all wells are.');
  await expect(page.getByText(/^draft saved/)).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel(/^Comment/)).toHaveValue('Nobody can say what all wells are.');
  await page.keyboard.press('4');
  await page.keyboard.press('1');
  await expect(page.getByText('All 3 are rated.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('All assigned work is done')).toBeVisible();
  expect(labels('annotation').filter((one) => one.includes('taken back'))).toHaveLength(1);
  expect(stages()).toEqual(['north annotation', 'south annotation']);
});

test('a comment typed without a connection survives, and a second tab rates over nothing that it has not shown', async ({
  context,
  page
}) => {
  await as(context, page, 'ben');
  await take(page, 'Annotation');
  const comment = page.getByLabel(/^Comment/);
  await page.keyboard.press('1');
  await expect(subject(page)).toContainText('the depth of all wells');
  await page.route('**/draft', (route) => route.abort());
  await page.keyboard.press('4');
  await expect(comment).toBeFocused();
  await page.keyboard.type('Typed without a connection');
  await expect(page.getByText('Draft saved on this device, not sent yet')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(comment).toHaveValue('Typed without a connection');
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  const missing = page.getByLabel('The missing yes/no item');
  await missing.fill('Is the source of each figure named?');
  await page.reload();
  await hydrated(page);
  await expect(missing).toHaveValue('Is the source of each figure named?');
  await page.unroute('**/draft');
  await expect(page.getByText(/^draft saved/)).toBeVisible();
  await missing.fill('');
  await missing.blur();

  const second = await context.newPage();
  await open(second, page.url());
  await hydrated(second);
  await expect(second.getByLabel(/^Comment/)).toHaveValue('Typed without a connection');
  const own = (): string[] => labels('annotation').filter((one) => one.startsWith('ben'));
  await page.keyboard.press('4');
  await expect.poll(own).toHaveLength(2);
  const committed = own();
  await second.keyboard.press('1');
  const told = second.getByRole('alert').filter({ hasText: 'You answered this in another tab' });
  await expect(told).toContainText('Typed without a connection');
  expect(own()).toEqual(committed);
  await told.getByRole('button', { name: 'Use the other answer' }).click();
  await expect(told).toBeHidden();
  await second.close();
  expect(own()).toEqual(committed);
  await page.keyboard.press('u');
  await expect.poll(own).toEqual([...committed, expect.stringContaining('taken back')]);

  // A window at 200% zoom, in which the form stands above the checklist.
  await page.setViewportSize({ width: 640, height: 400 });
  const items = page.getByRole('article', { name: 'Query and checklist' }).getByRole('link');
  await tabTo(page, items.first());
  for (const item of await items.all()) {
    await tabTo(page, item);
    await expect.poll(() => isFocusSeen(page)).toBe(true);
  }
});

test('the next item is there within 100 ms of the key on a quiet machine', async ({ context, page }) => {
  await as(context, page, 'ben');
  await take(page, 'Annotation');
  const before = await subject(page).textContent();
  const took = await page.evaluate(async (text) => {
    const start = performance.now();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }));
    while (document.querySelector('h1#item')?.textContent === text && performance.now() - start < 2000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  }, before);
  expect(took).toBeLessThan(atMost(100));
  await page.keyboard.press('1');
  await page.keyboard.press('1');
  await expect(page.getByText('All 3 are rated.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(subject(page)).toContainText('Compare the three deepest wells');
  for (const _ of [1, 2, 3]) await page.keyboard.press('1');
  await expect(page.getByText('All 3 are rated.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('All assigned work is done')).toBeVisible();
  expect(stages()).toEqual(['north review', 'south review']);
});

test('a reviewer agrees and disagrees by keys, overwrites nothing from a second tab, and never learns whose ratings they are', async ({
  context,
  page
}) => {
  await as(context, page, 'cleo');
  for (let query = 0; query < 2; query++) {
    if (query === 0) await take(page, 'Review');
    await expect(page.getByRole('group', { name: 'The rating', exact: true })).toBeVisible();
    const html = await page.content();
    expect(['ada', 'ben'].filter((name) => new RegExp(`\\b${name}\\b`).test(html))).toEqual([]);
    const done = page.getByText(/^All \d are reviewed\.$/);
    if (query === 0) {
      const second = await context.newPage();
      await open(second, page.url());
      await hydrated(second);
      // Another label that asks for no text continues at once.
      await page.keyboard.press('3');
      await expect(page.getByText('Review · query, rating 2 of')).toBeVisible();
      const reviewed = (): unknown[] => rows(server.data, 'select label, agrees from review order by rowid');
      await expect.poll(reviewed).toHaveLength(1);
      await expect(told(page).filter({ hasText: /^Answered: / })).toHaveCount(1);
      await expect(told(page).filter({ hasText: /^Item 2 of \d+: Compare the three deepest/ })).toHaveCount(1);
      const before = reviewed();
      await second.keyboard.press('a');
      const clash = second.getByRole('alert').filter({ hasText: 'You answered this in another tab' });
      await clash.getByRole('button', { name: 'Use the other answer' }).click();
      await expect(clash).toBeHidden();
      expect(reviewed()).toEqual(before);
      await second.close();
      expect(await faultsOf(page, 'review')).toEqual([]);
    }
    for (let i = 0; i < 12 && !(await done.isVisible()); i++) await page.keyboard.press('a');
    await expect(done).toBeVisible();
    await page.keyboard.press('Enter');
    if (query === 0) await expect(page.getByRole('group', { name: 'The rating', exact: true })).toBeVisible();
  }
  await expect(page.getByText('All assigned work is done')).toBeVisible();
  expect(stages()).toEqual(['north inspection', 'south inspection']);
  expect(rows(server.data, 'select 1 from review where agrees = 0')).toHaveLength(1);
});

test('the server draws the sample, the inspector sees no earlier label, and the gate decides', async ({
  context,
  page
}) => {
  await as(context, page, 'lena', `${room}/rounds/1/inspections`);
  await page.getByRole('button', { name: 'Draw sample and start' }).click();
  await expect(page.getByText(/In progress: 0 of \d+/)).toBeVisible();
  await as(context, page, 'dora');
  await take(page, 'Inspection');
  for (let left = 2; left > 0; left--) {
    const done = page.getByText(/^All \d are rated\.$/);
    for (let i = 0; i < 8 && !(await done.isVisible()); i++) {
      const html = await page.content();
      expect(html).not.toContain('Nobody can say what all wells are.');
      await page.keyboard.press('1');
    }
    await expect(done).toBeVisible();
    const here = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL((now) => now.href !== here);
    if (page.url().includes('finished')) break;
  }
  await as(context, page, 'lena', `${room}/rounds/1/inspections`);
  await expect(page.getByText(/^The batch (passes|is returned)/)).toBeVisible();
  expect(await faultsOf(page, 'inspections')).toEqual([]);
});

test('an adjudicator settles by keys, and one who comes second is shown both versions', async ({ context, page }) => {
  const adjudicating = stages().every((one) => /adjudication|done/.test(one));
  expect(adjudicating, stages().join()).toBe(true);
  await as(context, page, 'emil');
  await page.getByRole('link', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /conflicts? left/ })).toBeVisible();
  await hydrated(page);
  expect(await faultsOf(page, 'adjudication')).toEqual([]);

  const other = await context.newPage();
  await open(other, page.url());
  await page.keyboard.press('1');
  const url = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((now) => now.href !== url);
  await expect(told(page).last()).toHaveText('Answered: Appropriate.');
  await other.keyboard.press('1');
  await other.keyboard.press('n');
  await other.keyboard.type('As it stands.');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('heading', { name: /decided this after/ })).toBeVisible();
  expect(await faultsOf(other, 'clash')).toEqual([]);
  await other.getByRole('button', { name: 'Apply my decision' }).click();
  await other.waitForURL((now) => now.href !== url);
  expect(rows(server.data, 'select 1 from adjudication where revision = 2')).toHaveLength(1);
  await other.close();

  await page.reload();
  await hydrated(page);
  const titles: string[] = [];
  const queue = new URL('.', page.url()).href.replace(/\/$/, '');
  for (let i = 0; i < 10 && page.url() !== queue; i++) {
    const here = page.url();
    titles.push(await page.title());
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await page.waitForURL((now) => now.href !== here);
  }
  await expect(page.getByRole('heading', { name: 'No conflict is left' })).toBeVisible();
  // Screen readers announce a page by its title, and only if it differs from the last one.
  expect(new Set(titles).size, titles.join('\n')).toBe(titles.length);
  expect(stages()).toEqual(['north done', 'south done']);
});

test('the lead makes a version whose files and lineage say how it came to be', async ({ context, page }) => {
  await as(context, page, 'lena', `${room}/rounds/1/finalise`);
  await page.getByRole('button', { name: 'Finalise as a dataset version' }).click();
  await expect(page.getByRole('heading', { name: 'Dataset version 1' })).toBeVisible();
  expect(await faultsOf(page, 'version')).toEqual([]);
  const hash = (await page.locator('code').first().textContent())!;
  const file = await page.request.get(`${server.address}${room}/versions/1/file/dataset.jsonl`);
  expect(file.status()).toBe(200);
  expect((await file.text()).trim().split('\n')).toHaveLength(2);
  expect(hash).toBe(texts(server.data, 'select content_hash from dataset_version')[0]);
  await page.getByRole('link', { name: 'north', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'History of north' })).toBeVisible();
  await expect(page.getByText('Annotator 1').first()).toBeVisible();
  await expect(page.getByText(/\bada\b/)).toHaveCount(0);
});
