import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { goOnLink, hydrated, open, personWith, signIn } from './browsing.ts';
import { rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

// A real fault: a table of the server's own database is not where it should be, and later it is there again.

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

function rename(from: string, to: string): void {
  const database = new Database(join(server.data, 'voirdire.db'), { timeout: 60_000 });
  database.exec(`alter table "${from}" rename to "${to}"`);
  database.close();
}
const lose = (table: string): void => rename(table, `${table}_lost`);
const restore = (table: string): void => rename(`${table}_lost`, table);

const HEADING = 'Something went wrong';
const REFERENCE = /^[0-9a-f]{8}$/;

test('a fault of the server is a page that says what to do, and what was typed is there again', async ({
  context,
  page
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  const form = `${server.address}/p/demo/studies/new`;
  await open(page, form);
  await page.getByLabel('Name', { exact: true }).fill('A study of coverage');
  await page.locator('#plan [name=seed]').fill('4711');
  lose('report');
  try {
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('#plan [name=seed]').press('Enter');
    expect((await posted).status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1, name: HEADING })).toBeVisible();
    const main = page.locator('main');
    await expect(main).toContainText('Nothing that was saved is lost.');
    await expect(main).toContainText('tell the operator of this server the reference');
    await expect(main.locator('code')).toHaveText(REFERENCE);
    // Nothing of the fault itself: neither its words nor a place in the code.
    const shown = await page.content();
    expect(shown).not.toMatch(/sqlite|no such table|node_modules|\.server\.ts|at async/i);
    await hydrated(page);
    expect(await faultsOf(page, '500')).toEqual([]);

    // A page that a script opens is told the same as data.
    const asked = await context.request.get(`${server.address}/p/demo/reports/__data.json`);
    const said = await asked.text();
    expect(said).toContain('Nothing that was saved is lost.');
    expect(said).not.toMatch(/sqlite|no such table|<html/i);
    JSON.parse(said);
  } finally {
    restore('report');
  }
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(form);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A study of coverage');
  await expect(page.locator('#plan [name=seed]')).toHaveValue('4711');
  await page.locator('#plan [name=seed]').press('Enter');
  await expect(page).toHaveURL(/\?\/preview/);
  await expect(page.getByRole('heading', { name: HEADING })).toHaveCount(0);
});

test('a verdict that the server cannot store waits in the browser, and is sent once it can', async ({
  context,
  page
}) => {
  await signIn(context, server.address, personWith(server, 'annotator'));
  await open(page, `${server.address}/p/demo`);
  await goOnLink(page).first().click();
  await expect(page).toHaveURL(/\/work\//);
  await hydrated(page);
  const committed = (): number => Number(rows(server.data, 'select count(*) n from human_verdict_lost')[0]!['n']);
  const place = page.locator('.bench-form .label').first();
  const before = (await place.textContent())!;
  lose('human_verdict');
  let stored: number;
  try {
    stored = committed();
    const refused = page.waitForResponse(/\/commit$/);
    await page.keyboard.press('1');
    const answer = await refused;
    expect(answer.status()).toBe(500);
    const { message, reference } = (await answer.json()) as { message: string; reference: string };
    expect(message).toMatch(/^Something went wrong on our side\. Nothing that was saved is lost\. Try again/);
    expect(reference).toMatch(REFERENCE);
    await expect(place).not.toHaveText(before);
    await expect(page.getByRole('status').filter({ hasText: 'saved on this device, not sent yet' })).toBeVisible();
    await expect(page.locator('main')).not.toContainText(/sqlite|no such table/i);
    expect(committed()).toBe(stored);
  } finally {
    restore('human_verdict');
  }
  await expect
    .poll(() => Number(rows(server.data, 'select count(*) n from human_verdict')[0]!['n']), { timeout: 60_000 })
    .toBe(stored + 1);
  await expect(page.getByRole('status').filter({ hasText: 'saved on this device, not sent yet' })).toBeHidden();
});
