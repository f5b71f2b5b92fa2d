import { expect, type Page } from '@playwright/test';
import { personWith } from './browsing.ts';
import { rows, texts } from './database.ts';
import { startServer, testAside as test, type DemoPerson, type RunningServer } from './server.ts';

/** A lead's acts are forms: they work without scripts, and are tested so. */
test.use({ javaScriptEnabled: false });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** The demo's study of checklist items that people are at. */
const study = 2;
const at = (path = ''): string => `${server.address}/p/demo/studies/${study}${path}`;

async function signInBy(page: Page, { email, password }: DemoPerson): Promise<void> {
  await page.goto(`${server.address}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
}

test('a lead pauses a study, gives work away, draws more, and sees open items only with a reason on record', async ({
  page,
  browser
}) => {
  await signInBy(page, personWith(server, 'lead'));
  const mei = personWith(server, 'annotator');
  const other = await browser.newContext({ javaScriptEnabled: false });
  const annotating = await other.newPage();
  await signInBy(annotating, mei);
  const [seat] = texts(
    server.data,
    `select a.id from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
     where s.number = ? and u.email = ? and a.revealed_at is null order by a.position desc limit 1`,
    study,
    mei.email
  );

  await test.step('paused, people see it and can commit nothing', async () => {
    await annotating.goto(`${server.address}/p/demo/work/${seat}`);
    await page.goto(at());
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('The study is paused. Annotators are informed')).toBeVisible();
    await annotating.getByRole('radio', { name: /^Yes/ }).check({ force: true });
    await annotating.getByRole('button', { name: 'Commit and continue' }).click();
    await expect(annotating.getByText('paused').first()).toBeVisible();
    expect(rows(server.data, 'select count(*) n from human_verdict where assignment_id = ?', seat!)).toEqual([
      { n: 0 }
    ]);
    await annotating.goto(`${server.address}/p/demo`);
    await expect(annotating.getByText('Paused by the lead').first()).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('The study is resumed.')).toBeVisible();
  });

  await test.step('open work is reassigned, labels stay, and the person who had it is told', async () => {
    const labels = rows(server.data, 'select count(*) n from human_verdict');
    const row = page.getByRole('row', { name: new RegExp(mei.name) });
    await row.locator('summary').click();
    await row.getByRole('combobox').selectOption('');
    await row.getByRole('button', { name: /^Reassign/ }).click();
    await expect(page.getByText(/open items reassigned; committed labels stay/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^Unassigned/ })).toBeVisible();
    expect(rows(server.data, 'select count(*) n from human_verdict')).toEqual(labels);
    const answer = await annotating.goto(`${server.address}/p/demo/work/${seat}`);
    expect(answer!.status()).toBe(409);
    await expect(annotating.getByText(/This task is now assigned to another annotator/)).toBeVisible();
    await annotating.goto(`${server.address}/p/demo`);
    await annotating.getByRole('button', { name: /^Claim a report of Are the reports well presented/ }).click();
    await expect(annotating).toHaveURL(/\/work\//);
    await expect(annotating.getByText(/item 1 of \d+ for this report/)).toBeVisible();
  });

  await test.step('a batch is drawn from what is left, after a preview', async () => {
    await page.goto(at());
    await page.getByRole('link', { name: 'Draw more items' }).click();
    await page.getByLabel('Items', { exact: true }).fill('100000');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(
      page
        .getByText(/Write at most this number/)
        .filter({ visible: true })
        .first()
    ).toBeVisible();
    await page.getByLabel('Items', { exact: true }).fill('6');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Items to add' })).toBeVisible();
    await page.getByRole('button', { name: 'Draw and assign' }).click();
    await expect(page.getByText('Batch 2 is drawn and assigned.')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Batch 2/ })).toBeVisible();
  });

  await test.step('open items are shown with a reason, which stands there from then on', async () => {
    const before = await page.request.get(`${server.address}/p/demo/alignment/${study}/items`);
    expect(before.url()).toMatch(/\/unblind$/);
    await page.goto(at('/unblind'));
    await page.getByRole('button', { name: 'Record reason and show items' }).click();
    await expect(page.getByText('Write why you have to look now')).toBeVisible();
    const reason = 'A person says that one text breaks off in the middle.';
    await page.getByLabel('Reason for an interim look').fill(reason);
    await page.getByRole('button', { name: 'Record reason and show items' }).click();
    await page.waitForURL(/\/alignment\/2\/items/);
    await page.goto(at());
    await expect(page.getByRole('heading', { name: 'Interim looks' })).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    expect(rows(server.data, "select count(*) n from audit where action = 'study.unblind'")).toEqual([{ n: 1 }]);
  });
  await other.close();
});
