import { faultsAt, faultsOf } from './accessibility.ts';
import { open, personWith, picture, signIn, tabTo } from './browsing.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

// The story of the demo from the day on which a version changed: a check, the comparison, and the switch to the successor.
let server: RunningServer;
const at = (path: string): string => `${server.address}/p/summer-heat${path}`;
test.beforeAll(async () => {
  server = await startServer({ story: true });
});
test.afterAll(() => server.stop());

test('pages about judges with data have no accessibility violation and fit a phone', async ({ context, page }) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  const paths = [
    '/judges',
    '/judges/succession?metric=coverage',
    '/judges/compare?study=1&run=1&run=6',
    '/judges/cards',
    '/alignment/1?run=6',
    '/alignment/1/adopt?run=6'
  ];
  expect(await faultsAt(page, paths.map(at))).toEqual([]);
});

test('margin and candidate of a succession can be chosen without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'lead'));
  const page = await context.newPage();
  await page.goto(at('/judges/succession?metric=coverage'));
  await page.getByLabel('Margin, points').fill('12');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: /^plover: the new version is non-inferior/, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'scripted:teal, run 6' }).click();
  await expect(page.getByRole('heading', { name: /^scripted:teal, run 6 is not shown/, level: 1 })).toBeVisible();
  await expect(page.getByLabel('Margin, points')).toHaveValue('12');
  await context.close();
});

test('a decision on a successor without a reason is told at its field, of the candidate and margin chosen', async ({
  browser
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'lead'));
  const page = await context.newPage();
  await page.goto(at('/judges/succession?metric=coverage&margin=12'));
  await page.getByRole('link', { name: 'scripted:teal, run 6' }).click();
  const reason = page.locator('[name=reason]');
  await reason.fill('   ');
  await page.locator('button[name=decision][value=keep]').click();
  await expect(reason).toHaveAccessibleDescription(/Give a reason for the decision\.$/);
  await expect(page.getByRole('heading', { name: /^scripted:teal, run 6 is not shown/, level: 1 })).toBeVisible();
  await expect(page.getByLabel('Margin, points')).toHaveValue('12');
  await expect(page.getByRole('main')).not.toContainText('reason:');
  await context.close();
});

test('wrong limits and days of monitoring are told at their fields, and keep what was typed', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'lead'));
  const page = await context.newPage();
  await page.goto(at('/judges/monitoring'));
  const schedule = page.locator('form[action="?/schedule"]');
  const days = schedule.locator('[name=everyDays]');
  await days.evaluate((field: HTMLInputElement) => (field.form!.noValidate = true));
  await days.fill('-5');
  await schedule.getByRole('button').click();
  await expect(days).toHaveValue('-5');
  await expect(days).toHaveAccessibleDescription('Write a number of days from 1 to 366, or leave it empty.');
  await page.goto(at('/judges/monitoring'));
  const draw = page.locator('form[action="?/draw"]');
  await page.locator('details.draw > summary').click();
  await draw.locator('[name=loss]').fill('lots');
  await draw.getByRole('button').click();
  await expect(draw.locator('[name=loss]')).toHaveValue('lots');
  await expect(draw.locator('[name=loss]')).toHaveAccessibleDescription('Write points between 0 and 100.');
  await expect(page.getByRole('main')).not.toContainText('loss:');
  await context.close();
});

test('a lead follows a changed version from home over a check to the comparison, and adopts the successor', async ({
  context,
  page
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, at(''));
  await expect(page.getByRole('heading', { name: /the version of plover has changed since$/, level: 1 })).toBeVisible();
  await picture(page, 'second-lap-1-home');

  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Judges' }).click();
  const reopened = page.getByRole('region', { name: /^The adoption for Coverage is re-opened/ });
  await expect(reopened).toContainText(/\d+ calls by plover-2-0814 until .+ and \d+ calls by plover-2-1110 since/);
  await picture(page, 'second-lap-2-judges');
  await reopened.getByRole('link', { name: 'Monitoring' }).click();
  await expect(page.getByRole('heading', { name: /^plover: the served version changed/, level: 1 })).toBeVisible();

  const checks = page.getByRole('region', { name: 'Ledger of checks' }).locator('tbody tr');
  await expect(checks).toHaveCount(4);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(async () => {
    await open(page, at('/judges/monitoring?set=1'));
    await expect(checks).toHaveCount(5, { timeout: 1000 });
  }).toPass();
  await expect(checks.first()).toContainText('plover-2-1110');
  // The version is the one of the check before: nothing changed since, and the sequence continues.
  await expect(checks.first()).not.toContainText('version changed');
  await expect(page.getByRole('link', { name: 'Compare judges' })).toBeVisible();
  await picture(page, 'second-lap-3-monitoring');
  const ledger = await page.request.get(
    new URL((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!, server.address).href
  );
  expect(
    (await ledger.text())
      .trim()
      .split('\r\n')
      .filter((line) => /^\d+,/.test(line))
  ).toHaveLength(5);
  const data = (await (await page.request.get(at('/judges/monitoring/export.json?set=1'))).json()) as {
    checks: { changed: string[] }[];
  };
  expect(data.checks.map(({ changed }) => changed.length)).toEqual([0, 0, 0, 1, 0]);

  await open(page, at('/judges'));
  await reopened.getByRole('link', { name: 'Succession' }).click();
  await expect(page.getByRole('heading', { name: /^plover: the new version is not shown to be non-inferior/, level: 1 })).toBeVisible(); // prettier-ignore
  await expect(page.getByRole('heading', { name: '216 of 216 labelled items still apply' })).toBeVisible();
  const corrected = page.getByRole('region', { name: /^Leaderboards side by side, corrected by labels/ });
  for (const name of ['Adopted judges, in force', 'Candidate']) {
    const board = corrected.getByRole('table', { name });
    await expect(board.getByRole('rowheader')).toHaveText(['juniper-research', 'isthmus-agents', 'fjord-search']);
    await expect(board.getByRole('row', { name: /^1 juniper-research/ })).toContainText(/\[\d+\.\d, \d+\.\d\]/);
  }
  await page.getByText('As judged', { exact: true }).click();
  await expect(corrected).toBeHidden();
  const judged = page.getByRole('region', { name: 'Leaderboards side by side, as judged' });
  // As the bridge says: items by the majority of the three, not the mean of the judges.
  const bridge = page.getByRole('region', { name: 'Change of score by system' });
  const scoreOf = async (name: string): Promise<string> =>
    (await judged.getByRole('table', { name }).getByRole('row', { name: /juniper/ }).getByRole('cell').nth(2).innerText()).split(',')[0]!; // prettier-ignore
  const bridged = bridge.getByRole('row', { name: /juniper/ }).getByRole('cell');
  await expect(bridged.nth(1)).toHaveText(await scoreOf('Adopted judges, in force'));
  await expect(bridged.nth(2)).toHaveText(await scoreOf('Candidate'));
  await picture(page, 'second-lap-4-succession');

  const candidates = page.getByRole('region', { name: 'Candidates against the adopted judges' });
  const link = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
  const file = await (await page.request.get(new URL(link!, page.url()).href)).text();
  const rows = file.split('\r\n').filter((line) => line.startsWith('coverage,'));
  expect(rows.filter((row) => row.startsWith('coverage,candidate,'))).toHaveLength(await candidates.getByRole('link').count()); // prettier-ignore
  expect(rows[0]).toMatch(/^coverage,adopted,/);
  expect(rows[1]).toContain(',inconclusive,');
  // Nothing shows that the successor is as good: more labels come first, and adoption stays possible.
  const decide = page.getByRole('form', { name: 'Decision' });
  await expect(decide.locator('.btn.primary')).toHaveText('Collect more labels');
  await expect(decide).toContainText(/not shown to be non-inferior: the interval begins at −\.\d+, below the margin/);

  await tabTo(page, page.getByLabel('Reason'));
  await page.keyboard.type('The old version is served no more, and the order is kept.');
  await tabTo(page, page.getByRole('button', { name: /^Adopt / }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('The successor is adopted');
  await expect(
    page.getByRole('heading', { name: 'The judges adopted for Coverage are in force', level: 1 })
  ).toBeVisible();
  expect(await faultsOf(page, 'succession, decided')).toEqual([]);
  await picture(page, 'second-lap-5-decided');

  await page.getByRole('status').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Judges adopted for Coverage', level: 1, exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /Adopt.*complete$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Compare judges' })).toHaveCount(0);
  await picture(page, 'second-lap-6-home');
});
