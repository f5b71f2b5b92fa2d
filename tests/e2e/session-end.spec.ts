import { expect, type BrowserContext, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goOnLink, hydrated, open, personWith, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const lead = () => personWith(server, 'lead');

async function signInAgain(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await hydrated(page);
  await page.getByLabel('E-mail').fill(lead().email);
  await page.getByLabel('Password').fill(lead().password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function begin(context: BrowserContext, page: Page, path: string): Promise<void> {
  await signIn(context, server.address, lead());
  await open(page, `${server.address}/p/demo${path}`);
  // The module that keeps what is typed comes after the page is live.
  await page.waitForLoadState('networkidle');
}

test('what a lead typed stands in the form after signing in again, and is gone once it was sent', async ({
  context,
  page
}) => {
  // A form that the browser sends itself.
  await begin(context, page, '/studies/new');
  await page.getByLabel('Name', { exact: true }).fill('A study of coverage');
  await page.locator('[name=seed]').fill('4711');
  await context.clearCookies();
  await page.locator('#plan [name=seed]').press('Enter');
  await signInAgain(page);
  await expect(page).toHaveURL(/\/studies\/new$/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A study of coverage');
  await expect(page.locator('[name=seed]')).toHaveValue('4711');
  await page.locator('#plan [name=seed]').press('Enter');
  await expect(page).toHaveURL(/\?\/preview/);
  await hydrated(page);
  await open(page, `${server.address}/p/demo/studies/new`);
  await hydrated(page);
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('A study of coverage');

  // A form that a script sends, and one that is left by a link.
  await open(page, `${server.address}/p/demo/runs/new`);
  await hydrated(page);
  await page.getByLabel('Name, optional').fill('Kept through the sign-in');
  await context.clearCookies();
  await page.getByLabel('Name, optional').press('Enter');
  await signInAgain(page);
  await expect(page).toHaveURL(/\/runs\/new$/);
  await expect(page.getByLabel('Name, optional')).toHaveValue('Kept through the sign-in');
  await page.getByLabel('Name, optional').fill('Left by a link');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await signInAgain(page);
  await expect(page).toHaveURL(/\/reports/);
  await open(page, `${server.address}/p/demo/runs/new`);
  await hydrated(page);
  await expect(page.getByLabel('Name, optional')).toHaveValue('Left by a link');
});

test('what a lead typed survives a sign-in that is quicker than the scripts that keep it', async ({
  context,
  page
}) => {
  await begin(context, page, '/studies/new');
  await page.getByLabel('Name', { exact: true }).fill('A study of coverage');
  await context.clearCookies();
  let load = (): void => undefined;
  const signedIn = new Promise<void>((resolve) => (load = resolve));
  let held = 0;
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes('voirdire-form') && ++held > 0) await signedIn;
    await route.fulfill({ response, body });
  });
  await page.locator('#plan [name=seed]').press('Enter');
  await signInAgain(page);
  await expect(page).toHaveURL(/\/studies\/new$/);
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  expect(held).toBeGreaterThan(0);
  load();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A study of coverage');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what is typed and ticked before a page is live stays', async ({ context, page }) => {
  await signIn(context, server.address, lead());
  let live = (): void => undefined;
  const waits = new Promise<void>((resolve) => (live = resolve));
  await page.route('**/_app/**/*.js', async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto(`${server.address}/p/demo/runs/new`, { waitUntil: 'commit' });
  const judges = page.locator('textarea[name=judges]');
  await judges.fill('rules');
  await page.getByLabel('Name, optional').fill('Typed early');
  const tick = page.locator('form input[type=checkbox]:not(:checked)').first();
  const name = await tick.getAttribute('name');
  const value = await tick.getAttribute('value');
  await tick.check();
  live();
  await hydrated(page);
  await expect(judges).toHaveValue('rules');
  await expect(page.getByLabel('Name, optional')).toHaveValue('Typed early');
  await expect(page.locator(`form input[name="${name}"][value="${value}"]`)).toBeChecked();
});

test('no page shows raw JSON: neither a form in a session that ended, nor a refusal that a person opens', async ({
  browser
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, lead());
  const page = await context.newPage();
  await page.goto(`${server.address}/p/demo/studies/new`);
  await context.clearCookies();
  await page.locator('#plan [name=seed]').press('Enter');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fp%2Fdemo%2Fstudies%2Fnew(#outcome)?$/);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await signIn(context, server.address, lead());
  for (const [path, status] of [
    ['/theme', 405],
    ['/p/demo/work/none/commit', 403],
    ['/p/demo/runs/1/export/none.txt', 404],
    ['/p/demo/runs/999/progress', 404],
    ['/p/nowhere/runs/1/progress', 404],
    ['/nowhere', 404]
  ] as const) {
    const response = await page.goto(`${server.address}${path}`);
    expect(response?.status(), path).toBe(status);
    await expect(page.locator('main h1'), path).toBeVisible();
    expect(await page.locator('body').innerText(), path).not.toContain('{"');
  }
  const script = await context.request.get(`${server.address}/p/demo/runs/999/progress`, {
    headers: { accept: 'application/json' }
  });
  expect(await script.json()).toMatchObject({ code: 'not-found' });
  await context.close();
});

test('a note whose label is refused stands in the form again once the annotator has the role back', async ({
  context,
  page
}) => {
  const annotator = personWith(server, 'annotator', 1);
  const { db, close } = openBeside(server.data);
  const [work] = db.all<{ id: string; user: string; project: string }>(
    sql`select a.id, a.user_id as user, s.project_id as project from assignment a join study s on s.id = a.study_id
        join user u on u.id = a.user_id where u.email = ${annotator.email} and s.name = 'Points for the reports'
        and a.revealed_at is null and not exists (select 1 from human_verdict h where h.assignment_id = a.id) limit 1`
  );
  await signIn(context, server.address, annotator);
  await open(page, `${server.address}/p/demo/work/${work!.id}`);
  await hydrated(page);
  const note = page.locator('main textarea').first();
  await note.fill('Written before the role ended');
  await page.locator('main input[type=radio]').first().check();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Commit/ }).click();
  db.run(sql`delete from membership where project_id = ${work!.project} and user_id = ${work!.user}`);
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toContainText('The label was not saved');
  await page.reload();
  await expect(page.locator('main')).toContainText('You have no such page');
  db.run(
    sql`insert into membership (project_id, user_id, role, created_at)
        values (${work!.project}, ${work!.user}, 'annotator', ${Date.now()})`
  );
  close();
  await page.reload();
  await hydrated(page);
  await expect(note).toHaveValue('Written before the role ended');
});

test('a report is not complete if its last label is refused: the item is open again, with its answer and the reason', async ({
  context,
  page
}) => {
  const annotator = personWith(server, 'annotator');
  const { db, close } = openBeside(server.data);
  await signIn(context, server.address, annotator);
  await open(page, `${server.address}/`);
  await goOnLink(page).click();
  await expect(page).toHaveURL(/\/p\/demo\/work\/[\w-]+$/);
  await hydrated(page);
  const assignment = new URL(page.url()).pathname.split('/')[4]!;
  const [items] = db.all<{ all: number; given: number; user: string; project: string }>(
    sql`select count(*) as "all", count(h.id) as given, a.user_id as user, s.project_id as project from assignment a
        join study s on s.id = a.study_id join assignment_item i on i.assignment_id = a.id
        left join human_verdict h on h.assignment_id = a.id and h.study_item_id = i.study_item_id where a.id = ${assignment}`
  );
  const { all, given, user, project } = items!;
  for (let item = given; item < all - 1; item++) await page.keyboard.press('1');
  const question = await page.locator('h1#item').textContent();
  const stored = `select count(distinct study_item_id) from human_verdict where assignment_id = ?`;
  await expect.poll(() => texts(server.data, stored, assignment)).toEqual([String(all - 1)]);
  await context.setOffline(true);
  db.run(sql`delete from membership where project_id = ${project} and user_id = ${user}`);
  await page.keyboard.press('1');
  await expect(page.locator('h1#item')).toHaveText('Report complete.');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toContainText(`The label of item ${all} of ${all} was not saved`);
  await expect(page.locator('h1#item')).toHaveText('Some items are still open.');
  await expect(page.getByRole('button', { name: 'Show the judges' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the open item' }).click();
  await expect(page.locator('h1#item')).toHaveText(question!);
  await expect(page.locator('main input[type=radio]').first()).toBeChecked();

  db.run(
    sql`insert into membership (project_id, user_id, role, created_at)
        values (${project}, ${user}, 'annotator', ${Date.now()})`
  );
  close();
  await page.keyboard.press('1');
  await expect(page.locator('h1#item')).toHaveText('Report complete.');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the page names every item whose label is refused, not only the last', async ({ context, page }) => {
  const annotator = personWith(server, 'annotator', 2);
  const { db, close } = openBeside(server.data);
  const [work] = db.all<{ id: string; study: string; items: number }>(
    sql`select a.id, s.id as study, (select count(*) from assignment_item i where i.assignment_id = a.id) as items
        from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
        where u.email = ${annotator.email} and s.name = 'Are the reports well presented?' and a.revealed_at is null
        and not exists (select 1 from human_verdict h where h.assignment_id = a.id) limit 1`
  );
  const { id, study, items } = work!;
  await signIn(context, server.address, annotator);
  await open(page, `${server.address}/p/demo/work/${id}`);
  const heading = page.locator('h1#item');
  await context.setOffline(true);
  for (let given = 0; given < 3; given++) {
    const before = (await heading.textContent())!;
    await page.keyboard.press('1');
    await expect(heading).not.toHaveText(before);
  }
  db.run(sql`update study set status = 'paused' where id = ${study}`);
  await context.setOffline(false);
  const told = page.getByRole('alert').filter({ hasText: `The labels of items 1, 2 and 3 of ${items} were not saved` });
  await expect(told).toBeVisible();
  await expect(told).toContainText('The study is paused');

  // One of them is taken: the others are still named.
  db.run(sql`update study set status = 'open' where id = ${study}`);
  close();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('1');
  await expect(page.getByRole('alert')).toContainText(`The labels of items 1 and 2 of ${items} were not saved`);
});
