import { faultsAt } from './accessibility.ts';
import { personWith, signIn } from './browsing.ts';
import { expect, test } from './server.ts';

const p = '/p/demo';

test('the planner and the check of figures have no violation and fit a phone, prefilled, mistyped and as they are', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  const faults = await faultsAt(page, [
    `${p}/planner`,
    `${p}/planner?study=1`,
    `${p}/planner?p=much&half=&good=.3`,
    `${p}/planner/possible`
  ]);
  expect(faults).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a lead plans from a study, is told what is wrong beside the field, and loses nothing', async ({
    context,
    page,
    server
  }) => {
    await signIn(context, server.address, personWith(server, 'lead'));
    await page.goto(`${server.address}${p}/alignment`);
    await page.getByRole('link', { name: 'Sample size planner' }).click();
    const interval = page.locator('section#interval');
    await expect(interval.getByText(/items in \d+ queries give an interval/)).toBeVisible();

    await page.getByRole('button', { name: 'Use its numbers' }).click();
    await expect(page).toHaveURL(/\/planner\?study=\d+$/);
    await page.goto(`${server.address}${p}/planner?study=1`);
    await expect(page.getByText(/^Study 1: .* agrees with annotators on \.\d{3}/)).toBeVisible();

    await page.getByLabel('Target', { exact: true }).fill('much');
    await page.getByLabel('Items of the lot').fill('3000');
    await page.locator('section#inspection').getByRole('button', { name: 'Compute' }).click();
    await expect(page).toHaveURL(/study=1.*lot=3000.*#inspection$/);
    await expect(page.getByText('Write a number from .01 to .999.')).toBeVisible();
    await expect(page.getByLabel('Target', { exact: true })).toHaveValue('much');
    await expect(page.locator('section#chance').getByText('Not computed')).toBeVisible();
    const plan = page.locator('section#inspection');
    await expect(plan.getByText(/341 items/)).toBeVisible();
    await expect(plan.getByRole('row', { name: /^3,000/ })).toContainText('58');
    await plan.getByText('Every point that is drawn').click();
    expect(await plan.getByRole('row').count()).toBeGreaterThan(30);
  });

  test('a lead pastes figures and gets a verdict for each', async ({ context, page, server }) => {
    await signIn(context, server.address, personWith(server, 'lead'));
    await page.goto(`${server.address}${p}/planner/possible`);
    await page.getByLabel('Figures, one per line').fill('87.1% of 200\n98.3% of 300\nabout half');
    await page.getByRole('button', { name: 'Check figures' }).click();
    await expect(page.getByRole('heading', { name: '1 figure of 3 impossible' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^87\.1% of 200/ })).toContainText('175 of 200 is 87.5');
    await expect(page.getByRole('row', { name: /^98\.3% of 300/ })).toContainText('295 of 300');
    await expect(page.getByRole('row', { name: /^about half/ })).toContainText('not read');
  });
});
