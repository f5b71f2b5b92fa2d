import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { loadArena } from '../../seed/arena/load.server.ts';
import { addDemoPeople } from '../../seed/load/people.server.ts';
import { openOrCreate } from '../../src/cli/place.ts';
import { faultsOf } from './accessibility.ts';
import { open, personWith, picture, signIn, tabTo } from './browsing.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

/** Data with the demo's tasks of a talk and nothing else. */
const data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-arena-'));
let server: RunningServer;
test.beforeAll(async () => {
  const { db, close } = await openOrCreate(data);
  await addDemoPeople(db, data);
  await loadArena(db).finally(close);
  server = await startServer({ data });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});
test.beforeEach(({ context }) => signIn(context, server.address, personWith(server, 'lead')));

const at = (path: string): string => `${server.address}/p/classroom-heat${path}`;
const follow = async (page: Page, name: string | RegExp): Promise<void> => {
  const link = page.locator('main').getByRole('link', { name }).first();
  await link.focus();
  await page.keyboard.press('Enter');
};

/** Keeps pictures if a folder is named for them, and finds faults in both themes and at 390 px. */
async function faultsSeen(page: Page, name: string): Promise<string[]> {
  await picture(page, name);
  return faultsOf(page, name);
}

test('the leakage test shows which continuations resemble the withheld half, in English and Chinese, by keyboard', async ({
  page
}) => {
  await open(page, at('/verification/making'));
  await tabTo(page, page.getByRole('link', { name: 'Leakage tests' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification\/leakage$/);
  await expect(page.getByRole('heading', { level: 3, name: 'Tasks in Chinese' })).toBeVisible();
  await expect(page.getByText('Most similar continuations')).toBeVisible();
  await expect(page.locator('article').filter({ has: page.getByText('leak', { exact: true }) })).toHaveCount(3);
  await expect(page.locator('article').first()).toContainText('Composite');
  expect(await faultsSeen(page, 'leakage')).toEqual([]);
  const download = page.waitForEvent('download');
  await follow(page, 'CSV');
  expect((await download).suggestedFilename()).toMatch(/leakage.*\.csv$/);
  await follow(page, 'All continuations of the run');
  await expect(page).toHaveURL(/\/verification\/making\/\d+$/);
});

test('scores by people stand beside those of both judges and the printed correlations, by keyboard', async ({
  page
}) => {
  await open(page, at('/alignment'));
  await tabTo(page, page.getByRole('link', { name: 'Scores by annotators' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/alignment\/correlation$/);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['KAE: KSR, % of key points', 'ACE, 0–10']);
  await expect(page.getByRole('rowheader')).toHaveText(
    [1, 1, 2, 2].map((study, n) => `Study ${study}, scripted:${n % 2 === 0 ? 'ferrule' : 'gannet'}`)
  );
  await expect(page.getByRole('row', { name: /Study 1, scripted:ferrule/ })).toContainText('.84');
  expect(await faultsSeen(page, 'people-correlation')).toEqual([]);
  const download = page.waitForEvent('download');
  await follow(page, 'CSV');
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the leaderboard and the run name the judge that made what it judges by', async ({ page }) => {
  await open(page, at('/leaderboard'));
  await expect(page.getByText(/scripted:ferrule made criteria of 8 of 8 queries/)).toBeVisible();
  expect(await faultsSeen(page, 'arena-leaderboard')).toEqual([]);
  await open(page, at('/runs/1'));
  await expect(page.getByText('made criteria of 8 of 8 queries and key points of 8 of 8 queries')).toBeVisible();
  expect(await faultsSeen(page, 'arena-run')).toEqual([]);
});

test('talks, a talk, its tasks, the ranking and the comparison read well; a talk is archived and restored by keyboard', async ({
  page,
  context
}) => {
  const faults: string[] = [];
  await open(page, at('/verification/talks'));
  faults.push(...(await faultsSeen(page, 'talks')));
  await open(page, at('/verification/tasks'));
  faults.push(...(await faultsSeen(page, 'tasks')));
  await follow(page, /^Run \d+$/);
  await expect(page).toHaveURL(/\/ranking\/\d+$/);
  await expect(page.getByText(/Texts of 6 tasks, SHA-256 [0-9a-f]{16}, as in dataset version 1\./)).toBeVisible();
  faults.push(...(await faultsSeen(page, 'ranking')));
  const ranking = page.url();
  await open(page, at('/queries/talk1-1/material/research-arena'));
  faults.push(...(await faultsSeen(page, 'arena-material')));

  await open(page, at('/verification/talks/1'));
  faults.push(...(await faultsSeen(page, 'talk')));
  await tabTo(page, page.getByRole('link', { name: 'Rename, archive or delete' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/21 drafted pieces/)).toBeVisible();
  for (const name of ['Archive', 'Restore']) {
    await page.getByRole('button', { name: `${name} this talk` }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`The talk is ${name === 'Archive' ? 'in' : 'out of'} the archive.`)).toBeVisible();
  }

  await context.clearCookies();
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  await open(page, `${ranking}/compare`);
  await expect(page.getByText('0 of 12 pairs done')).toBeVisible();
  faults.push(...(await faultsSeen(page, 'comparing')));
  expect(faults).toEqual([]);
});
