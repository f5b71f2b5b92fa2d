import { readFileSync } from 'node:fs';
import { expect, type Download, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import { startOpenAi } from '../stand-ins/openai.ts';
import type { StandIn } from '../stand-ins/server.ts';
import { hydrated, open } from './browsing.ts';
import { rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

const password = 'four unrelated words here';
const judge = 'openai:stand-in-1';

const dataset = [
  'qid,Deep Research Query,Checklist',
  'wells,"How did the villages of Ostermark, in dry years, keep their wells?","Does the report name ""lining with clay""?"',
  'wells,"How did the villages of Ostermark, in dry years, keep their wells?",Does the report say who paid for the repairs?',
  'ferries,Which ferries crossed the Linn before the bridge?,Does the report name at least two ferries?',
  'ferries,Which ferries crossed the Linn before the bridge?,Does the report say when each of them ended?'
].join('\r\n');
const badDataset = [
  'qid,Deep Research Query,Checklist',
  'wells,How were wells kept?,Is clay named?',
  ',No qid here,Is it refused?'
].join('\n');

const report = (title: string, remark: string): string => `# ${title}

## What is known

${remark} The parish kept accounts of it [1]. Later writers disagree about the years [2].

| Year | What was done |
| --- | --- |
| 1851 | Two of them were repaired |
| 1874 | The last one was given up |

## References

[1] Parish accounts. https://archive.example/accounts
[2] A county history. https://library.example/history
`;
const reports: Record<string, string> = {
  'alder/qid_wells_report.md': report(
    'Wells of Ostermark',
    'Villages lined their wells with clay, and the parish paid.'
  ),
  'alder/qid_ferries_report.md': report(
    'Ferries over the Linn',
    'The upper and the lower ferry crossed the Linn until 1874.'
  ),
  'birch/qid_wells_report.md': report('Keeping wells', 'Wells were dug deeper in dry years.').replace('[2].', '[7].'),
  'birch/qid_ferries_report.md': report('Crossing the Linn', 'One ferry is known.').replace(/\| 18.*\n/g, '')
};

let standIn: StandIn;
let server: RunningServer;
test.beforeAll(async () => {
  standIn = await startOpenAi();
  server = await startServer({ demo: false, env: { OPENAI_BASE_URL: standIn.url, OPENAI_API_KEY: 'test' } });
});
test.afterAll(async () => {
  await server.stop();
  await standIn.stop();
});

async function introduce(page: Page, who: { name: string; email: string }, button: string): Promise<void> {
  await page.getByLabel('Name').fill(who.name);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: button }).click();
}

const contentOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');

async function downloaded(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).first().click();
  return contentOf(await coming);
}

test('a lead gets from an empty project to an adopted judge and to the next run that starts with it', async ({
  browser,
  page
}) => {
  await open(page, server.setUp!);
  await introduce(page, { name: 'Ada Operator', email: 'ada@lab.example' }, 'Create my account');
  await page.getByRole('link', { name: 'Create project' }).click();
  await page.getByLabel('Name').fill('Old places');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/p\/old-places$/);
  await expect(page.getByText('Import the benchmark’s queries')).toBeVisible();

  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('annotator');
  await page.getByLabel('For whom, a note to yourself').fill('Bo');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('status').locator('code').textContent();
  expect(link).toMatch(/\/join\/[\w-]{40,}$/);
  const elsewhere = await browser.newContext();
  const bo = await elsewhere.newPage();
  await open(bo, link!);
  await expect(bo.getByRole('heading', { name: 'Join Old places' })).toBeVisible();
  await introduce(bo, { name: 'Bo Reader', email: 'bo@lab.example' }, 'Join');
  await expect(bo.getByRole('heading', { name: 'Nothing is waiting for you' })).toBeVisible();
  expect((await bo.request.get(link!)).status()).toBe(410);

  await page.goto('about:blank');
  await open(page, `${server.address}/p/old-places/import`);
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('File of queries').setInputFiles(file('bad.csv', badDataset));
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: /^Nothing was imported: 1 problem$/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'qid', exact: true })).toBeVisible();
  const problems = JSON.parse(await downloaded(page, 'Rows as JSON')) as { row: number; column: string }[];
  expect(problems).toMatchObject([{ row: 3, column: 'qid' }]);
  expect(rows(server.data, 'select count(*) n from query')).toEqual([{ n: 0 }]);

  await page.getByLabel('File of queries').setInputFiles(file('dataset.csv', `\ufeff${dataset}`));
  await page.route('**/import', async (route) => {
    await expect(page.getByRole('button', { name: 'Reading …' })).toHaveCount(1);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: '2 queries and 4 items imported' })).toBeVisible();
  const zip = zipSync(Object.fromEntries(Object.entries(reports).map(([path, text]) => [path, strToU8(text)])));
  const upload = { name: 'reports.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) };
  await page.getByLabel('.zip or JSONL').setInputFiles(upload);
  await page.getByRole('button', { name: 'Import the reports' }).click();
  await expect(page.getByRole('heading', { name: '4 reports imported' })).toBeVisible();
  await page.getByLabel('.zip or JSONL').setInputFiles(upload);
  await page.getByRole('button', { name: 'Import the reports' }).click();
  await expect(page.getByRole('heading', { name: '0 reports imported' })).toBeVisible();

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Plan a run' }).click();
  const judges = page.getByLabel('Judges, one per line');
  await expect(judges).toHaveValue('rules');
  await judges.fill(`rules\n${judge}`);
  for (const metric of [/^Factual and logical consistency/, /^Citation association/])
    await page.getByRole('checkbox', { name: metric }).uncheck({ force: true });
  const answering = standIn.hold();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  answering();
  await expect(page.getByRole('status').filter({ hasText: '16 of 16 done' })).toBeVisible();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  expect(standIn.count()).toBe(8);
  expect(parse(await downloaded(page, 'scores.csv'), { columns: true }).length).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Plan a study of this run' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Are they well made?');
  await page.getByRole('radio', { name: /^Presentation/ }).check({ force: true });
  await page.getByLabel('Items', { exact: true }).fill('8');
  await page.getByRole('checkbox', { name: /Bo Reader/ }).check();
  await page.getByLabel('Annotators per item').fill('1');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: /^Preview/ })).toBeVisible();
  expect(rows(server.data, 'select count(*) n from study')).toEqual([{ n: 0 }]);
  await page.getByRole('button', { name: 'Start study' }).click();
  await expect(page).toHaveURL(/\/studies\/1/);
  await expect(page.getByText('The study has started.')).toBeVisible();

  await page.goto(`${server.address}/p/old-places/alignment/1`);
  await page.getByRole('link', { name: 'Preregister analysis plan' }).click();
  await page.getByLabel('Target', { exact: true }).fill('0.8');
  await page.getByLabel('Floor on unanimous items').fill('0.8');
  await page.getByRole('button', { name: 'Preregister', exact: true }).click();
  await expect(page.getByText('before the first verdict').first()).toBeVisible();
  expect(rows(server.data, 'select revision, labels, opened, preregistered_by_name from preregistration')).toEqual([
    { revision: 1, labels: 0, opened: 0, preregistered_by_name: 'Ada Operator' }
  ]);

  await judgeAll(bo);
  expect(rows(server.data, "select count(*) n from human_verdict where phase = 'blind'")).toEqual([{ n: 8 }]);
  expect(rows(server.data, 'select count(*) n from preference')[0]!.n).toBeGreaterThan(0);
  await elsewhere.close();

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Read the report', exact: true }).click();
  await expect(page).toHaveURL(/\/alignment\/1\/unblind$/);
  const closed = await page.request.get(`${server.address}/p/old-places/alignment/1/export.json`);
  expect(closed.status()).toBe(409);
  await page.getByRole('button', { name: 'Unblind the figures' }).click();
  await expect(page).toHaveURL(/\/alignment\/1$/);
  await hydrated(page);
  const candidates = parse(await downloaded(page, 'CSV'), { columns: true }) as Record<string, string>[];
  expect(candidates.length).toBeGreaterThan(1);
  const alignment = JSON.parse(await downloaded(page, 'JSON')) as object;
  expect(JSON.stringify(alignment)).toContain(judge);

  await page.getByRole('link', { name: 'Record decision…' }).click();
  await expect(page).toHaveURL(/\/adopt$/);
  await page.getByRole('radio', { name: new RegExp(`^${judge}`) }).check({ force: true });
  await page.getByRole('radio', { name: /^Adopt The judges/ }).check({ force: true });
  await page.getByRole('button', { name: 'Record the decision' }).click();
  expect(rows(server.data, 'select count(*) n from adoption')).toEqual([{ n: 0 }]);
  await page.getByLabel('Why', { exact: true }).fill('It answers everything, and we have nothing better yet.');
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page).toHaveURL(/\/alignment\/1\?decided=/);
  await expect(page.getByText('It answers everything, and we have nothing better yet.').first()).toBeVisible();
  await expect(page.getByText('differs from the recommendation')).toBeVisible();
  expect(rows(server.data, 'select metric, outcome, decided_by_name from adoption')).toEqual([
    { metric: 'presentation', outcome: 'adopt', decided_by_name: 'Ada Operator' }
  ]);

  await open(page, `${server.address}/p/old-places/runs/new`);
  await expect(page.getByLabel('Judges, one per line')).toHaveValue(judge);
  await expect(page.getByText(/Filled in from the decision on .* \(Ada Operator/)).toBeVisible();

  await open(page, `${server.address}/p/old-places/leaderboard`);
  const corrected = page.getByRole('region', { name: /corrected by labels$/ });
  await expect(corrected.getByRole('row', { name: /^PPI\+\+/ }).first()).toBeVisible();
  await expect(page.getByText(`Adopted: ${judge}`)).toBeVisible();
});

/** Judges everything that waits, looks at the judges of each report and says whom to rely on. */
async function judgeAll(page: Page): Promise<void> {
  await open(page, `${server.address}/`);
  await page.getByRole('link', { name: /^Start/ }).click();
  const title = page.locator('h1#item');
  for (let report = 0; report < 8; report++) {
    await expect(page.getByText(/item 1 of \d+ for this report/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Commit and continue' })).toBeVisible();
    const place = (await page.getByText(/item 1 of \d+ for this report/).textContent())!;
    const items = Number(/of (\d+) for/.exec(place)![1]);
    for (let item = 0; item < items; item++) await page.keyboard.press(item % 3 ? '1' : '2');
    await expect(title).toHaveText('Report complete.');
    await page.getByRole('button', { name: 'Show the judges' }).click();
    await expect(page).toHaveURL(/\/reveal$/);
    await expect(page.getByText(`item 1 of ${items} for this report`)).toBeVisible();
    const only = page.getByRole('checkbox', { name: /^Judge/ });
    await expect(only).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'All tie' })).toHaveCount(0);
    const here = page.url();
    for (let item = 0; item < items; item++) {
      await page.keyboard.press('1');
      await expect(only).toBeChecked();
      await page.keyboard.press('Enter');
    }
    await expect(page).not.toHaveURL(here);
    if (!page.url().includes('/work/')) break;
  }
  await expect(page.getByText('All 8 committed.')).toBeVisible();
}
