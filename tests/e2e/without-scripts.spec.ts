import { expect, type Page } from '@playwright/test';
import { personWith, goOnLink } from './browsing.ts';
import { rows, texts } from './database.ts';
import { startServer, testAside as test, type DemoPerson, type RunningServer } from './server.ts';

test.use({ javaScriptEnabled: false });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ env: { VOIRDIRE_SERVER_SMALL: 'http://127.0.0.1:9/v1' } });
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
  await goOnLink(page).click();
  await expect(page).toHaveURL(/\/work\/[\w-]+$/);
  const assignment = page.url().split('/').pop()!;
  const items = texts(
    server.data,
    'select study_item_id from assignment_item where assignment_id = ? order by position',
    assignment
  );
  const second = await page.context().newPage();
  await second.goto(page.url());
  const commit = async (tab: Page, label: RegExp): Promise<void> => {
    await tab.getByRole('radio', { name: label }).check({ force: true });
    await tab.getByRole('button', { name: 'Commit and continue' }).click();
  };
  for (const [item] of items.entries()) {
    await expect(page.getByText(`item ${item + 1} of ${items.length} for this report`)).toBeVisible();
    await commit(page, item % 2 ? /^Yes/ : /^No/);
    if (item > 0) continue;
    // A tab that was opened before overwrites nothing that it has not shown.
    await expect(page.getByText(`item 2 of ${items.length} for this report`)).toBeVisible();
    await commit(second, /^Yes/);
    await expect(second.getByRole('alert')).toContainText('answered in another tab');
    await second.close();
  }
  await expect(page.locator('h1#item')).toHaveText('Report complete.');
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
    // The page of progress leads on by itself, as browsers without scripts do it.
    await page.waitForURL((url) => !url.pathname.endsWith('/computing'));
    expect(answer!.status()).toBe(200);
    await expect(page.getByText(heading).first()).toBeVisible();
    expect(await page.getByRole('row').count()).toBeGreaterThan(3);
  }
  await page.goto(`${server.address}/p/demo/alignment/1`);
  expect(await page.locator('main svg').count()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Record decision…' }).click();
  await expect(page).toHaveURL(/\/adopt$/);
  await page.getByRole('radio', { name: /^Adopt The judges/ }).check({ force: true });
  await page.getByLabel('Why', { exact: true }).fill('Read without scripts, decided without scripts.');
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page).toHaveURL(/\/alignment\/1\?decided=/);
  await expect(page.getByText('Read without scripts, decided without scripts.').first()).toBeVisible();
  await expect(page.getByText('differs from the recommendation')).toBeVisible();

  await page.goto(`${server.address}/p/demo/alignment/2`);
  await expect(page).toHaveURL(/\/alignment\/2\/unblind$/);
  await page.getByRole('link', { name: 'Preregister', exact: true }).last().click();
  await page.getByLabel('Target', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Preregister', exact: true }).click();
  const target = page.getByRole('region', { name: 'Targets' });
  await expect(target.getByText('Target: write a number from 0.5 to 0.999.')).toBeVisible();
  await page.getByLabel('Target', { exact: true }).fill('0.95');
  await page.getByRole('button', { name: 'Preregister', exact: true }).click();
  await expect(page.getByText('Preregistered.', { exact: true })).toBeVisible();
  await page.goto(`${server.address}/p/demo/alignment/2`);
  await page.getByRole('button', { name: 'Unblind the figures' }).click();
  await expect(page.getByText('Write why you have to look now')).toBeVisible();
  await page.getByLabel('Reason for an interim look').fill('To see whether the guideline is understood.');
  await page.getByRole('button', { name: 'Unblind the figures' }).click();
  await expect(page).toHaveURL(/\/alignment\/2$/);
  await expect(page.getByRole('heading', { name: /required gates are passed/ })).toBeVisible();
});

test('without scripts a lead plans a study with training and checks by what the planner offers, and sees how carefully people work', async ({
  page
}) => {
  await signInBy(page, personWith(server, 'lead'));
  const base = `${server.address}/p/demo/studies`;
  await page.goto(`${base}/new`);
  await page.getByLabel('Name', { exact: true }).fill('With checks');
  await page.getByRole('radio', { name: /^At the end/ }).check({ force: true });
  await page.getByRole('button', { name: 'Suggest items of the run' }).click();
  for (const [i, purpose] of ['training', 'gold'].entries()) {
    await page.locator('[name=gold-purpose]').nth(i).selectOption(purpose);
    await page.locator('[name=gold-answer]').nth(i).selectOption({ index: 1 });
  }
  await page.getByLabel('Repeated items per annotator').fill('2');
  await page.getByRole('button', { name: /^Use / }).last().click();
  await expect(page.getByText('Write why the answer is right').first()).toBeVisible();
  await page.getByLabel('Reason (shown after a training item)').first().fill('It stands in the second section.');
  await page.getByLabel('Items', { exact: true }).fill('12');
  await page.locator('summary', { hasText: 'Restrict the sample' }).click();
  await page.locator('[name=only-system]').first().check();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Preview/ })).toContainText('12 items, 24 labels');
  const columns = page.getByRole('region', { name: 'Items per annotator' }).getByRole('columnheader');
  await expect(columns).toHaveText([
    'Annotator',
    'Items',
    'Reports',
    'Training',
    'Gold',
    'Repeated',
    'Total',
    'Words to read',
    'Time'
  ]);
  await page.getByRole('button', { name: 'Start study' }).click();
  await expect(page).toHaveURL(/\?created/);
  const made = texts(
    server.data,
    `select i.purpose || count(*) from study_item i join study s on s.id = i.study_id
    where s.name = 'With checks' group by i.purpose order by i.purpose`
  );
  expect(made).toEqual(['gold1', expect.stringMatching(/^repeat\d+$/), 'sample12', 'training1']);

  await page.getByRole('link', { name: 'Guideline page for annotators, with examples' }).click();
  await page.getByLabel('Text in Markdown').fill('# Ours\n\nRead twice.');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByRole('heading', { name: 'Guideline, version 2' })).toBeVisible();

  const [checked] = texts(server.data, "select number from study where kind = 'user-preference'");
  await page.goto(`${base}/${checked}`);
  await page.getByRole('link', { name: 'Pace, streaks, gold items and intra-annotator agreement' }).click();
  await expect(page.getByRole('region', { name: 'Quality by annotator' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Gold items' }).getByRole('row')).toHaveCount(6);
});

test('without scripts a lead reads the leaderboard, what was found in a report and the page that it cites, and compares', async ({
  page
}) => {
  await signInBy(page, personWith(server, 'lead'));
  const base = `${server.address}/p/demo`;
  await page.goto(`${base}/leaderboard`);
  const board = page.getByRole('region', { name: 'Systems by metric' });
  const systems = texts(server.data, 'select name from system order by name');
  for (const name of systems) await expect(board.getByRole('rowheader', { name })).toBeVisible();
  expect(await board.locator('svg').count()).toBeGreaterThan(systems.length);
  await board.getByRole('link', { name: 'Citation association' }).click();
  await expect(board.getByRole('columnheader', { name: /Citation association/ })).toHaveAttribute(
    'aria-sort',
    /ending/
  );

  await page.getByRole('link', { name: 'Every report' }).click();
  await page.getByRole('link', { name: 'Citation accuracy' }).click();
  await page
    .getByRole('region', { name: 'Reports and their scores' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .last()
    .click();
  await expect(page).toHaveURL(/metric=citation-accuracy&judged$/);
  const mark = page.locator('.issue .mark-ref').first();
  const claim = await mark.getAttribute('href');
  await mark.click();
  await expect(page.locator(`${claim}:target`)).toBeVisible();
  await page.getByRole('link', { name: 'The text that was judged' }).first().click();
  await expect(page.getByRole('article')).toContainText(/\w{3}/);

  await page.goto(`${base}/compare`);
  const [a, b] = [page.getByLabel('System', { exact: true }), page.getByLabel('with', { exact: true })];
  await a.selectOption(systems[1]!);
  await b.selectOption(systems[0]!);
  await page.getByLabel('Metric').selectOption('coverage');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: `${systems[1]} and ${systems[0]}` })).toBeVisible();
  await expect(page.getByLabel('Metric')).toHaveValue('coverage');
  await expect(a).toHaveValue(systems[1]!);
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('row').nth(1)).toBeVisible();
});

test('without scripts a lead supplies the text of a page and plans a run, whose refusal and estimate keep what was typed', async ({
  page
}) => {
  await signInBy(page, personWith(server, 'lead'));
  await page.goto(`${server.address}/p/demo/runs/3/pages`);
  await page.getByRole('link', { name: /^blocked · / }).click();
  await page.getByRole('link', { name: 'Supply text' }).first().click();
  const url = await page.getByLabel('Address').inputValue();
  await page.getByLabel('Text of the page').fill('What stands there, copied by hand.');
  await page.getByRole('button', { name: 'Save the text' }).click();
  await expect(page.getByText(`The text of ${url} is saved`)).toBeVisible();
  await page.getByRole('link', { name: 'Plan that run' }).click();
  const judges = page.getByLabel('Judges, one per line');
  const typed = `${await judges.inputValue()}\nopenai-compatible:small@small`;
  await judges.fill(typed);
  await page.getByText('Settings: repeats, ensemble, limits, time, cost').click();
  await page.getByLabel('Limits by provider, optional').fill('nobody 3rpm');
  await page.getByRole('button', { name: 'Estimate first' }).click();
  await expect(page.getByLabel('Limits by provider, optional')).toHaveAccessibleDescription(
    /is no provider with limits/
  );
  await expect(judges).toHaveValue(typed);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBeGreaterThanOrEqual(6);
  await page.getByLabel('Limits by provider, optional').fill('');
  await page.getByRole('button', { name: 'Estimate first' }).click();
  await expect(page.getByRole('region', { name: 'Estimated cost and time' })).toContainText(
    /[\d,]+ calls, .* tokens in/
  );
  await expect(judges).toHaveValue(typed);
  expect(rows(server.data, "select count(*) n from run where kind = 'scoring'")).toEqual([{ n: 3 }]);
});
