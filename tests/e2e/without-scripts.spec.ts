import { expect, test, type Page } from '@playwright/test';
import { personWith } from './browsing.ts';
import { rows, texts } from './database.ts';
import { startServer, type DemoPerson, type RunningServer } from './server.ts';

test.use({ javaScriptEnabled: false });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function signInBy(page: Page, { email, password }: DemoPerson): Promise<void> {
  await page.goto(`${server.address}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
}

test('without scripts an annotator judges a report and reads what the judges said', async ({ page }) => {
  await signInBy(page, personWith(server, 'annotator'));
  await page.getByRole('link', { name: 'Go on' }).click();
  const assignment = page.url().split('/').pop()!;
  const items = texts(
    server.data,
    'select study_item_id from assignment_item where assignment_id = ? order by position',
    assignment
  );
  for (const [item] of items.entries()) {
    await expect(page.getByText(`item ${item + 1} of ${items.length} for this report`)).toBeVisible();
    await page.getByRole('radio', { name: item % 2 ? 'Yes' : 'No' }).check({ force: true });
    await page.getByRole('button', { name: 'Commit and go on' }).click();
  }
  await expect(page.locator('h1#item')).toContainText('That was the last');
  expect(
    rows(
      server.data,
      `select h.revision, h.label from human_verdict h join assignment_item ai using (assignment_id, study_item_id)
       where h.assignment_id = ? order by ai.position`,
      assignment
    )
  ).toEqual(items.map((_, item) => ({ revision: 1, label: item % 2 ? 'yes' : 'no' })));
  await page.getByRole('button', { name: 'Show the judges' }).click();
  await expect(page).toHaveURL(/\/reveal$/);
  await expect(page.getByText(/^Judge [A-Z]$/).first()).toBeVisible();
});

test('without scripts a lead reads runs, studies and the alignment report, and records a decision', async ({
  page
}) => {
  await signInBy(page, personWith(server, 'lead'));
  const named = (table: string) => texts(server.data, `select name from ${table} where number = 1`)[0]!;
  for (const [path, heading] of [
    ['runs/1', named('run')],
    ['studies/1', named('study')],
    ['alignment/1/items', named('study')]
  ] as const) {
    const answer = await page.goto(`${server.address}/p/demo/${path}`);
    expect(answer!.status()).toBe(200);
    await expect(page.getByText(heading).first()).toBeVisible();
    expect(await page.getByRole('row').count()).toBeGreaterThan(3);
  }
  await page.goto(`${server.address}/p/demo/alignment/1`);
  expect(await page.locator('main svg').count()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Record a decision …' }).click();
  await expect(page).toHaveURL(/\/adopt$/);
  await page.getByRole('radio', { name: /^Adopt The judges/ }).check({ force: true });
  await page.getByLabel('Why', { exact: true }).fill('Read without scripts, decided without scripts.');
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page).toHaveURL(/\/alignment\/1\?decided=/);
  await expect(page.getByText('Read without scripts, decided without scripts.').first()).toBeVisible();
  await expect(page.getByText('decided otherwise')).toBeVisible();

  await page.goto(`${server.address}/p/demo/alignment/2`);
  await expect(page).toHaveURL(/\/alignment\/2\/look$/);
  await page.getByRole('link', { name: 'Declare', exact: true }).last().click();
  await page.getByLabel('Target', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Declare', exact: true }).click();
  await expect(page.getByText('Target: write a number from 0.5 to 0.999.')).toBeVisible();
  await page.getByLabel('Target', { exact: true }).fill('0.95');
  await page.getByRole('button', { name: 'Declare', exact: true }).click();
  await expect(page.getByText('Declared.', { exact: true })).toBeVisible();
  await page.goto(`${server.address}/p/demo/alignment/2`);
  await page.getByRole('button', { name: 'Look at the figures' }).click();
  await expect(page).toHaveURL(/\/alignment\/2$/);
  await expect(page.getByRole('heading', { name: /required gates are passed$/ })).toBeVisible();
});
