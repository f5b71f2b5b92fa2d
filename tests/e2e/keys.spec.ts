import { expect, type BrowserContext, type Page } from '@playwright/test';
import { goOnLink, hydrated, open, personWith, signIn } from './browsing.ts';
import { rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const assignmentOf = (page: Page): string => new URL(page.url()).pathname.split('/')[4]!;

async function openWork(context: BrowserContext, page: Page, nth: number): Promise<string> {
  await signIn(context, server.address, personWith(server, 'annotator', nth));
  await open(page, `${server.address}/`);
  await goOnLink(page).click();
  await expect(page).toHaveURL(/\/p\/demo\/work\/[\w-]+$/);
  await expect(page.locator('h1#item')).toBeVisible();
  return assignmentOf(page);
}

const labels = (assignment: string): string[] =>
  rows(
    server.data,
    `select ai.position item, h.label from assignment_item ai
     join human_verdict h on h.study_item_id = ai.study_item_id and h.assignment_id = ai.assignment_id
     where ai.assignment_id = ? order by ai.position, h.revision`,
    assignment
  ).map(({ item, label }) => `${item} ${label}`);

/** Holds a key as a keyboard does: one press, then repeats. */
async function hold(page: Page, key: string, repeats = 15): Promise<void> {
  for (let press = 0; press <= repeats; press++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test('a held key answers one item, and a held Enter does not open the reveal', async ({ context, page }) => {
  const assignment = await openWork(context, page, 0);
  await hold(page, '1');
  await expect(page.getByText(/item 2 of \d+ for this report/)).toBeVisible();
  await expect.poll(() => labels(assignment)).toEqual(['0 yes']);

  const items = rows(server.data, 'select 1 from assignment_item where assignment_id = ?', assignment).length;
  for (let item = 1; item < items - 1; item++) await page.keyboard.press('1');
  await page.keyboard.press('ArrowDown');
  await hold(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Show the judges' })).toBeVisible();
  await page.waitForTimeout(300);
  expect(page.url()).not.toContain('/reveal');
  await expect.poll(() => labels(assignment)).toHaveLength(items);
});

test('a key pressed before the page is live is applied', async ({ context, page }) => {
  const assignment = await openWork(context, page, 1);
  // Scripts wait until the key was pressed.
  let release = (): void => {};
  const pressed = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('h1#item')).toBeVisible();
  await page.keyboard.press('2');
  release();
  await hydrated(page);
  await expect.poll(() => labels(assignment)).toEqual(['0 no']);
});

test('while "cannot judge" is open, digits choose its reasons only, and C returns to the answers', async ({
  context,
  page
}) => {
  const assignment = await openWork(context, page, 2);
  await page.keyboard.press('c');
  await expect(page.getByText('Why can you not judge it?')).toBeVisible();
  await page.keyboard.press('9');
  await page.waitForTimeout(200);
  expect(labels(assignment)).toEqual([]);
  await page.keyboard.press('c');
  await expect(page.getByText('Why can you not judge it?')).toBeHidden();
  await page.keyboard.press('c');
  await page.keyboard.press('2');
  await expect.poll(() => labels(assignment)).toEqual(['0 cannot-judge']);
});

test('M marks the paragraph of the selection, and the text shows it', async ({ context, page }) => {
  await openWork(context, page, 1);
  const block = page.locator('.read [data-n="3"]');
  await block.evaluate((element) => getSelection()!.selectAllChildren(element));
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Remove ¶ 3' })).toBeVisible();
  await expect(block).toHaveClass(/marked/);
  await page.keyboard.press('m');
  await expect(block).not.toHaveClass(/marked/);
});

test('what one person wrote offline is neither sent nor discarded when another signs in', async ({ context, page }) => {
  const assignment = await openWork(context, page, 2);
  const before = labels(assignment);
  await context.setOffline(true);
  await page.keyboard.press('1');
  await expect(page.getByText(/saved on this device, not sent yet/)).toBeVisible();
  // On the same computer another annotator signs in; the first one's page is still open.
  // No verdict leaves between being online again and the other's sign-in.
  await context.route('**/commit', (route) => route.abort());
  await context.setOffline(false);
  await signIn(context, server.address, personWith(server, 'annotator', 0));
  await context.unroute('**/commit');
  await expect(page.getByText(/^Signed out: 1 answer saved on this device/)).toBeVisible();
  await open(page, `${server.address}/`);
  await page.waitForTimeout(300);
  expect(labels(assignment)).toEqual(before);
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  await open(page, `${server.address}/p/demo/work/${assignment}`);
  await expect.poll(() => labels(assignment).length).toBe(before.length + 1);
});

test('Enter right after the last verdict opens the reveal, also while the last page is still on its way', async ({
  context,
  page
}) => {
  const assignment = await openWork(context, page, 1);
  let release = (): void => {};
  const entered = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    await entered;
    await route.continue();
  });
  const items = rows(server.data, 'select 1 from assignment_item where assignment_id = ?', assignment).length;
  for (let item = labels(assignment).length; item < items; item++) await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/reveal$/);
});
