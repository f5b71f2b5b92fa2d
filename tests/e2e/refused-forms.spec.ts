import { expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hydrated, open, personWith, signIn } from './browsing.ts';
import { openBeside } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());
test.beforeEach(({ context }) => signIn(context, server.address, personWith(server, 'lead')));

const at = (page: Page, path: string): Promise<void> => open(page, `${server.address}${path}`);

test('a field at fault has the focus and is in view after a form was refused', async ({ page }) => {
  // A long form that a script sends: the field is several screens above the button.
  await at(page, '/p/demo/runs/new');
  const judges = page.locator('[name=judges]');
  await judges.fill('nonsense:judge');
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await expect(judges).toBeFocused();
  await expect(judges).toBeInViewport();
  await expect(judges).toHaveAccessibleDescription(/names no judge/);
  await expect(page.getByText(/names no judge/).last()).toBeInViewport();
  await expect(judges).toHaveValue('nonsense:judge');

  // The reason beside a group of choices, which no single field has.
  await judges.fill('rules');
  for (const system of await page.locator('[name=system]').all()) await system.uncheck();
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await expect(page.getByText('Choose at least one system')).toBeFocused();
  await expect(page.getByText('Choose at least one system')).toBeInViewport();

  // A form that the browser sends itself, to another place of the page.
  await at(page, '/p/demo/alignment/2/preregister');
  const target = page.locator('#target');
  await target.fill('7');
  await page.getByRole('button', { name: 'Check the values above' }).click();
  await hydrated(page);
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await expect(target).toHaveValue('7');
  // Gates of the plan before are no answer for these values.
  await expect(page.locator('#reach')).toContainText('The plan cannot be checked.');
  await expect(page.locator('#reach')).not.toContainText('cannot be passed');
});

test('a person who has gone on to another field stays there when the refusal arrives', async ({ page }) => {
  await at(page, '/p/demo/runs/new');
  await page.route(/\/runs\/new\?\/start/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.locator('[name=judges]').fill('nonsense:judge');
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await page.getByLabel('Name, optional').focus();
  await expect(page.locator('[name=judges]')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name, optional')).toBeFocused();
});

test('a server out of reach is named, and what was typed stays', async ({ context, page }) => {
  await at(page, '/p/demo/runs/new');
  // The module that keeps it comes after the page is live.
  await page.waitForLoadState('networkidle');
  const name = page.getByLabel('Name, optional');
  await name.fill('Typed on a train');
  await context.setOffline(true);
  await name.press('Enter');
  await expect(page.getByRole('main')).toContainText('The server did not answer');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(name).toHaveValue('Typed on a train');

  // A form that the browser sends itself.
  await at(page, '/p/demo/studies/new');
  await page.waitForLoadState('networkidle');
  const study = page.getByLabel('Name', { exact: true });
  await study.fill('Typed on a train');
  await context.setOffline(true);
  await study.press('Enter');
  // Waiting for the address as a navigation would fail with the page that cannot be reached.
  await expect(page).toHaveURL(/^chrome-error:/);
  await context.setOffline(false);
  await page.goBack();
  await expect(study).toHaveValue('Typed on a train');

  // A link: the browser says that it leads nowhere now.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page).toHaveURL(/^chrome-error:/);
  await context.setOffline(false);
});

test('a form that stays open offers its usual choices again after it was sent', async ({ page }) => {
  await at(page, '/account');
  await page.getByLabel('Name', { exact: true }).fill('first');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Token created')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^read/ })).toBeChecked();

  await at(page, '/p/demo/webhooks');
  for (const n of [1, 2]) {
    await page.getByLabel('Address', { exact: true }).fill(`https://hooks.example/${n}`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByRole('row', { name: `hooks.example/${n}` })).toContainText('Run paused');
    await expect(page.getByRole('checkbox', { name: 'Run paused' })).toBeChecked();
  }
});

test('a form that the browser sends itself keeps all that was typed beside a field that is too long', async ({
  page
}) => {
  await at(page, '/p/demo/alignment/2/preregister');
  await page.locator('#floor').fill('.41');
  await page.locator('#target').fill('7'.repeat(20_001));
  await page.getByRole('button', { name: 'Check the values above' }).click();
  await hydrated(page);
  await expect(page).toHaveURL(/preregister/);
  await expect(page.locator('#target')).toHaveAccessibleDescription(/20,000/);
  await expect(page.getByRole('main')).not.toContainText('“target”');
  await expect(page.locator('#target')).toHaveValue('7'.repeat(20_001));
  await expect(page.locator('#floor')).toHaveValue('.41');
});

test('a name of a token that is far too long is refused at its field', async ({ page }) => {
  await at(page, '/account');
  const name = page.getByLabel('Name', { exact: true });
  await name.evaluate((field: HTMLInputElement) => field.removeAttribute('maxlength'));
  await name.fill('n'.repeat(20_001));
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(name).toHaveAccessibleDescription(/20,000/);
  await expect(name).toHaveValue('n'.repeat(20_001));
});

test('a new wording stands in its form again if another lead changed the wording meanwhile', async ({ page }) => {
  const { db, close } = openBeside(server.data);
  const [place] = db.all<{ number: number; qid: string }>(
    sql`select r.number, q.qid from round_query rq join verification_round r on r.id = rq.round_id
        join query q on q.id = rq.query_id where rq.stage = 'annotation' limit 1`
  );
  close();
  const address = `/p/demo/verification/rounds/${place!.number}/queries/${place!.qid}`;
  await at(page, address);
  const other = await page.context().newPage();
  await at(other, address);
  const change = async (tab: Page, wording: string): Promise<void> => {
    await tab.getByText('Change wording').first().click();
    await tab.getByLabel('Wording', { exact: true }).first().fill(wording);
    await tab.getByLabel('Reason').first().fill(`because ${wording}`);
    await tab.getByRole('button', { name: 'Change wording' }).first().click();
    await hydrated(tab);
  };
  await change(other, 'Wording of the other lead?');
  await expect(other.getByText('Wording of the other lead?').first()).toBeVisible();
  await change(page, 'My long wording?');
  await expect(page.getByRole('alert')).toContainText('The wording changed after you opened this page.');
  await expect(page.getByText('Wording of the other lead?').first()).toBeVisible();
  await expect(page.getByLabel('Wording', { exact: true }).first()).toHaveValue('My long wording?');
  await expect(page.getByLabel('Reason').first()).toHaveValue('because My long wording?');
  await page.getByRole('button', { name: 'Change wording' }).first().click();
  await expect(page.getByText('My long wording?').first()).toBeVisible();
});

const large = (megabytes: number) => ({
  name: 'large.rubric.json',
  mimeType: 'application/json',
  buffer: Buffer.alloc(megabytes * 1024 * 1024, ' ')
});

test('a form that is too large stays on its page, with the reason at the field', async ({ page }) => {
  await at(page, '/p/demo/rubrics');
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles(large(21));
  await page.getByRole('button', { name: 'Add rubric' }).click();
  const problem = (): Promise<string> => files.evaluate((field: HTMLInputElement) => field.validationMessage);
  await expect.poll(problem).toContain('larger than 20 MB');
  expect(sent).toBe(0);
  await files.setInputFiles({ ...large(0), buffer: Buffer.from('{}') });
  expect(await problem()).toBe('');
  await page.getByRole('button', { name: 'Add rubric' }).click();
  await expect(page.getByRole('heading', { name: 'The rubric large.rubric.json cannot be used.' })).toBeVisible();
  expect(sent).toBe(1);
});

test('what was typed returns after an action has failed', async ({ page }) => {
  await at(page, '/p/demo/runs/new');
  // Scripts that keep what is typed follow those of the page.
  await page.waitForLoadState('networkidle');
  await page.locator('[name=judges]').fill('scripted:ferrule');
  await page.route(/\/runs\/new\?\/start/, (route) =>
    route.fulfill({ status: 413, json: { type: 'error', error: { message: 'Planted.' } } })
  );
  await page.getByRole('button', { name: 'Start the run' }).press('Enter');
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await expect(page.locator('[name=judges]')).toHaveValue('scripted:ferrule');
});

test('without scripts a form that is too large is answered by a page that leads back to it', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'lead'));
  const page = await context.newPage();
  await page.goto(`${server.address}/p/demo/rubrics`);
  const files = page.locator('input[type=file]').first();
  await files.setInputFiles(large(21));
  await page.getByRole('button', { name: 'Add rubric' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too large');
  await expect(page.locator('main')).toContainText('larger than 20 MB, the limit of this form');
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await expect(page).toHaveURL(/\/p\/demo\/rubrics$/);
  await context.close();
});

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with scripts' : 'without scripts';
  test(`a Chinese page tells wrong settings of rounds and runs at their fields and keeps them, ${way}`, async ({
    browser
  }) => {
    const { db, close } = openBeside(server.data);
    const [round] = db.all<{ number: number }>(
      sql`select number from verification_round where status <> 'finalised' limit 1`
    );
    close();
    const context = await browser.newContext({ javaScriptEnabled, locale: 'zh-CN' });
    await signIn(context, server.address, personWith(server, 'lead'));
    const page = await context.newPage();
    const [share, claims] = ['[name=halfWidth]', '[name=maxClaims]'].map((name) => page.locator(name));
    const visit = async (path: string): Promise<void> => {
      await page.goto(`${server.address}${path}`);
      if (javaScriptEnabled) await hydrated(page);
    };
    const main = page.getByRole('main');
    for (const path of ['/p/demo/verification/new', `/p/demo/verification/rounds/${round!.number}/settings`]) {
      await visit(path);
      await share!.fill('90');
      await page.locator('[name=acceptNumber]').fill('many');
      await page.locator('main form button.primary').click();
      await expect(share!).toHaveAttribute('aria-invalid', 'true');
      await expect(share!).toHaveAccessibleDescription(/50%/);
      await expect(share!).toHaveValue('90');
      await expect(page.locator('[name=acceptNumber]')).toHaveValue('many');
      await expect(page.getByRole('alert')).toContainText('每处问题也显示在对应的字段旁');
      await expect(main).not.toContainText(/halfWidth|acceptNumber/);
      if (javaScriptEnabled)
        for (const field of [share!, page.locator('[name=acceptNumber]')]) {
          const label = await field.evaluate((input: HTMLInputElement) => input.labels![0]!.textContent.trim());
          await expect(
            page
              .getByRole('alert')
              .getByRole('listitem')
              .filter({ hasText: `${label}：` })
          ).toHaveCount(1);
        }
    }
    await visit('/p/demo/runs/new');
    await claims!.evaluate((field: HTMLInputElement) => (field.form!.noValidate = true));
    await claims!.locator('xpath=ancestor::details/summary').click();
    await claims!.fill('-3');
    await page.locator('main form button.primary').click();
    await expect(claims!).toHaveAccessibleDescription(/请填写/);
    await expect(claims!).toHaveValue('-3');
    await expect(claims!).toBeVisible();
    await expect(main).not.toContainText('maxClaims');
    await context.close();
  });
}
