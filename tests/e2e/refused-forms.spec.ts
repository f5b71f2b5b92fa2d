import { expect, type Page } from '@playwright/test';
import { hydrated, open, personWith, signIn } from './browsing.ts';
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
