import type { Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { verifyAudit } from '../../src/lib/server/audit/audit-chain.ts';
import { exampleRun } from '../../src/lib/studies/planning/example-run.fixture.ts';
import { closeStudy, createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { importReports, listReports } from '../../src/lib/verification/benchmark/reports.server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, picture, signIn, tabTo } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

const admin = { email: 'ada@managing.example', password: 'nine quiet copper gates' };
const spareEmail = 'sam@managing.example';

let server: RunningServer;
let home: string;
/** Ids of what is managed, by kind. */
let ids: Record<'run' | 'study' | 'report' | 'account', string>;
/** Id of the first text of a report that was corrected, and its system. */
let replaced: { id: string; system: string };

/** A project with a scored run, a closed study of it, and a report whose text was corrected after the run. */
test.beforeAll(async () => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  await addUser(db, { name: 'Ada Admin', admin: true, ...admin });
  const world = exampleRun(db);
  const study = createStudy(db, world.manage, world.input({ name: 'First study' }));
  closeStudy(db, world.manage, study.id);
  // Only a complete run can be pinned.
  db.$client.prepare(`UPDATE verdict SET state = 'abstained', reason = NULL WHERE state = 'unscored'`).run();
  db.$client.prepare(`INSERT INTO run_report SELECT ?, id, row_number() OVER () FROM report`).run(world.runId);
  const [first] = listReports(db, world.read, { qid: 'q1' });
  const corrected = {
    ...{ system: first!.system, qid: 'q1', source: 'corrected.md', collectedAt: null, queryText: null },
    markdown: '# On q1\n\nA first paragraph with two more words.\n\nA second paragraph.'
  };
  importReports(db, world.manage, [corrected], { corrected: true });
  const current = listReports(db, world.read, { qid: 'q1' }).find(({ system }) => system === first!.system)!;
  replaced = { id: first!.id, system: first!.system };
  const spare = await addUser(db, { name: 'Sam Spare', email: spareEmail, password: admin.password, admin: false }); // prettier-ignore
  ids = { run: world.runId, study: study.id, report: current.id, account: spare };
  const [slug] = db.$client.prepare('SELECT slug FROM project').pluck().all() as string[];
  home = `${server.address}/p/${slug}`;
  close();
});
test.afterAll(() => server.stop());
test.beforeEach(({ context }) => signIn(context, server.address, admin));

/** The newest audit row of an act. */
const audited = (action: string) =>
  rows(server.data, 'SELECT entity_id AS id, detail FROM audit WHERE action = ? ORDER BY id DESC LIMIT 1', action)[0];

const count = (table: string): number => Number(texts(server.data, `SELECT count(*) FROM ${table}`)[0]);

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click({ timeout: 60_000 });
};

/** Gives it another name; the page and the audit trail say so. */
async function rename(page: Page, to: string, entity: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(to);
  await press(page, 'Rename');
  await expect(page.getByRole('status').filter({ hasText: 'Renamed: ' })).toBeVisible();
  expect(audited(`${entity}.rename`)).toBeDefined();
}

/** Types another name than its own, is refused, then types its own. */
async function deleteByName(page: Page, name: string, leads: RegExp): Promise<void> {
  const field = page.getByLabel(`Type the name to confirm: ${name}`);
  await field.fill(`${name}x`);
  await press(page, 'Delete permanently');
  await expect(page.getByText('Nothing was deleted').first()).toBeVisible();
  await field.fill(name);
  await tabTo(page, page.getByRole('button', { name: 'Delete permanently' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(leads);
}

/** The audit trail is whole, and its newest row of the act is about the thing. */
function expectRecorded(action: string, id: string): void {
  expect(audited(action)).toMatchObject({ id });
  const { db, close } = openBeside(server.data);
  expect(verifyAudit(db)).toMatchObject({ whole: true });
  close();
}

test('a run is pinned as the leaderboard, which says so, and unpinned; the audit trail has both', async ({ page }) => {
  await open(page, `${home}/runs/1`);
  await press(page, 'Pin as the leaderboard');
  await expect(page.getByRole('button', { name: 'Unpin from the leaderboard' })).toBeVisible();
  await picture(page, 'run-pinned');
  expect(await faultsOf(page, 'a pinned run')).toEqual([]);
  await page.getByRole('link', { name: 'leaderboard', exact: true }).click();
  await expect(page.getByText(/Pinned on .* UTC: the leaderboard opens with this run/)).toBeVisible();
  await picture(page, 'leaderboard-pinned');
  expect(await faultsOf(page, 'the leaderboard of a pinned run')).toEqual([]);
  await open(page, `${home}/runs`);
  await expect(page.getByRole('row', { name: /First run/ })).toContainText('pinned as the leaderboard');
  await open(page, `${home}/runs/1`);
  await press(page, 'Unpin from the leaderboard');
  await expect(page.getByRole('button', { name: 'Pin as the leaderboard' })).toBeVisible();
  expect(audited('run.pin')).toMatchObject({ id: ids.run });
  expect(audited('run.unpin')).toMatchObject({ id: ids.run });
});

test('a corrected report lists its revisions and opens the earlier one with its verdicts', async ({ page }) => {
  await open(page, `${home}/reports/${ids.report}`);
  const list = page.getByRole('region', { name: 'Revision 2 of 2' });
  await expect(list).toContainText('New runs judge this text.');
  await expect(list).toContainText('4 words added, 0 removed');
  await expect(list.getByRole('listitem').first()).toContainText('judged by no run');
  await expect(page.getByText('No run has scored this revision yet.')).toBeVisible();
  await picture(page, 'report-revision-2');
  expect(await faultsOf(page, 'a corrected report')).toEqual([]);
  await list.getByRole('link', { name: 'Revision 1' }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${replaced.id}$`));
  await hydrated(page);
  const earlier = page.getByRole('region', { name: 'Revision 1 of 2' });
  await expect(earlier).toContainText('Revision 2 replaced this text.');
  await expect(earlier.getByRole('link', { name: 'run 1' })).toBeVisible();
  await expect(earlier.getByRole('link', { name: 'study 1' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Metric' })).toBeVisible();
  await picture(page, 'report-revision-1');
  expect(await faultsOf(page, 'an earlier revision')).toEqual([]);
});

test('a run says what changed since, and leads to a form whose estimate counts the new questions', async ({ page }) => {
  await open(page, `${home}/runs/1`);
  await expect(page.getByText(/^1 report is corrected, 4 queries are reworded/)).toBeVisible();
  await picture(page, 'run-changed');
  expect(await faultsOf(page, 'a run after which something changed')).toEqual([]);
  await page.getByRole('link', { name: 'Judge the changed parts again' }).click();
  await expect(page).toHaveURL(/\/runs\/new\?from=1$/);
});

test('a study is copied as a draft that draws few reports first, and says what it asks of each person', async ({
  page
}) => {
  await open(page, `${home}/studies/1`);
  await page.getByRole('link', { name: 'Copy this study' }).click();
  await expect(page.getByText('A draft: the plan of study 1')).toBeVisible();
  await hydrated(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('First study (copy)');
  const chosen = page.getByRole('radio', { name: /Few reports, many items of each/ });
  await chosen.check();
  await page.getByLabel('Reports', { exact: true }).fill('4');
  await page.getByLabel('Items of each, at most').fill('3');
  await page.getByRole('button', { name: 'Preview' }).last().click();
  const people = page.getByRole('region', { name: 'Items per annotator' });
  await expect(people.getByRole('row')).toHaveCount(5);
  await expect(people).toContainText('minutes');
  await expect(page.getByText(/^Design effect \d\.\d\d: on average/)).toBeVisible();
  await expect(chosen).toBeChecked();
  await picture(page, 'study-copied');
  expect(await faultsOf(page, 'a copied plan with its preview')).toEqual([]);
  expect(count('study')).toBe(1);
});

test('a report is renamed, archived with all revisions, restored, and deleted by its name with what hangs on it', async ({
  page
}) => {
  await open(page, `${home}/reports/${ids.report}`);
  await page.getByRole('link', { name: 'Rename, archive or delete this report' }).click();
  await expect(page.getByRole('heading', { name: 'Delete' })).toBeVisible();
  await hydrated(page);
  await rename(page, 'corrected-again.md', 'report');
  await press(page, 'Archive this report');
  await expect(page.getByText('The report is in the archive.')).toBeVisible();
  expect(count('report WHERE archived_at IS NOT NULL')).toBe(2);
  await picture(page, 'manage-report');
  expect(await faultsOf(page, 'a report in the archive')).toEqual([]);
  await press(page, 'Restore this report');
  await expect(page.getByText('The report is out of the archive.')).toBeVisible();
  expect(count('report WHERE archived_at IS NOT NULL')).toBe(0);
  await press(page, 'Archive this report');
  // 7 units of both metrics by 3 judges, on the first text.
  await expect(page.getByRole('listitem').filter({ hasText: /^21 verdict/ })).toBeVisible();
  const [before, verdicts] = [count('report'), count('verdict')];
  await deleteByName(page, `${replaced.system} q1`, /\/manage$/);
  expect([count('report'), count('verdict')]).toEqual([before - 2, verdicts - 21]);
  expectRecorded('report.delete', ids.report);
});

test('a study is renamed, archived, restored, and deleted by its name; the run under it stays', async ({ page }) => {
  await open(page, `${home}/studies/1`);
  await page.getByRole('link', { name: 'Rename, archive or delete' }).click();
  await expect(page.getByRole('heading', { name: 'Delete' })).toBeVisible();
  await hydrated(page);
  await rename(page, 'Pilot study', 'study');
  await press(page, 'Archive this study');
  // To leave before the answer would end the request.
  await expect(page.getByText('The study is in the archive.')).toBeVisible();
  await open(page, `${home}/studies`);
  await expect(page.getByText('Pilot study')).toHaveCount(0);
  await open(page, `${home}/manage`);
  await picture(page, 'archive');
  expect(await faultsOf(page, 'the archive')).toEqual([]);
  await page.getByRole('link', { name: /Pilot study/ }).click();
  await expect(page.getByRole('button', { name: 'Restore this study' })).toBeVisible();
  await press(page, 'Restore this study');
  await expect(page.getByText('The study is out of the archive.')).toBeVisible();
  await press(page, 'Archive this study');
  await expect(page.getByText('Deleted with it:')).toBeVisible();
  await deleteByName(page, 'Pilot study', /\/manage$/);
  expect([count('study'), count('study_item'), count('run')]).toEqual([0, 0, 1]);
  expectRecorded('study.delete', ids.study);
});

test('a run is renamed, archived, restored, and deleted by its name with its verdicts', async ({ page }) => {
  await open(page, `${home}/runs/1`);
  await page.getByRole('link', { name: 'Rename, archive or delete' }).click();
  await expect(page.getByRole('heading', { name: 'Delete' })).toBeVisible();
  await hydrated(page);
  await rename(page, 'Trial run', 'run');
  await press(page, 'Archive this run');
  await expect(page.getByText('The run is in the archive.')).toBeVisible();
  await open(page, `${home}/leaderboard`);
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible();
  await open(page, `${home}/manage/run/${ids.run}`);
  await press(page, 'Restore this run');
  await expect(page.getByText('The run is out of the archive.')).toBeVisible();
  await press(page, 'Archive this run');
  const verdicts = count('verdict');
  await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${verdicts} verdict`) })).toBeVisible();
  await picture(page, 'manage-run');
  expect(await faultsOf(page, 'a run in the archive')).toEqual([]);
  await deleteByName(page, 'Trial run', /\/manage$/);
  expect([count('run'), count('verdict'), count('report')]).toEqual([0, 0, 11]);
  expectRecorded('run.delete', ids.run);
});

test('an account is renamed, disabled, enabled, and deleted by its name; its row stays as a former member', async ({
  page
}) => {
  await open(page, `${server.address}/accounts/${ids.account}`);
  await rename(page, 'Sam Second', 'user');
  await press(page, 'Disable this account');
  await expect(page.getByText('The account is disabled.')).toBeVisible();
  await press(page, 'Enable this account');
  await expect(page.getByText('The account is enabled.')).toBeVisible();
  await press(page, 'Disable this account');
  await expect(page.getByText('The account is disabled.')).toBeVisible();
  await picture(page, 'manage-account');
  expect(await faultsOf(page, 'a disabled account')).toEqual([]);
  await deleteByName(page, spareEmail, /\/accounts$/);
  const [row] = rows(server.data, 'SELECT name, email FROM user WHERE id = ?', ids.account);
  expect(row!['name']).toMatch(/^Former member \d+$/);
  expect(JSON.stringify(rows(server.data, 'SELECT * FROM user'))).not.toContain(spareEmail);
  expectRecorded('user.delete', ids.account);
});
