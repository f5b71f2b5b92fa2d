import { readFileSync } from 'node:fs';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { strToU8, zipSync } from 'fflate';
import { outcomeOf, type PlantedReport } from '../planted/truth.ts';
import { pathOf } from '../planted/web.ts';
import { faultsOf } from './accessibility.ts';
import { open, signIn, tabTo } from './browsing.ts';
import { rows, texts } from './database.ts';
import { citing, startPlantedProject, type PlantedProject } from './planted-project.ts';
import { testAside as test } from './server.ts';

// One journey, in the order in which a lead makes it: each part starts from what the one before has left.
test.describe.configure({ mode: 'serial' });

const judge = 'openai:gpt-5';
let scene: PlantedProject;
let context: BrowserContext;
let page: Page;
let base: string;
const complaints: string[] = [];
/** SvelteKit announces pages in an element with a style attribute, which our policy blocks; app.css has its style. */
const announcer = "'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='";

test.beforeAll(async ({ browser }) => {
  scene = await startPlantedProject();
  base = `${scene.server.address}/p/planted`;
  context = await browser.newContext();
  await signIn(context, scene.server.address, scene.lead);
  page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes(announcer))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
});
test.afterEach(() => expect(complaints.splice(0)).toEqual([]));
test.afterAll(async () => {
  await context.close();
  await scene.stop();
});

const [system, baseline] = ['lodestar-agents', 'quill-search'];
const reportOf = (name: string, qid: string): PlantedReport =>
  scene.planted.reports.find((one) => one.system === name && one.qid === qid)!;
const idOf = ({ system: name, qid }: PlantedReport): string =>
  texts(
    scene.server.data,
    `select r.id from report r join system s on s.id = r.system_id join query q on q.id = r.query_id
     where s.name = ? and q.qid = ?`,
    name,
    qid
  )[0]!;

async function downloaded(name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).first().click();
  return readFileSync(await (await coming).path(), 'utf8');
}

/** How often each page that can be read was asked for; what could not be read is tried again by every run. */
const timesRead = () =>
  scene.planted.pages
    .filter(({ kind }) => outcomeOf[kind] === 'ok')
    .map(({ url }) => scene.web.requests.get(pathOf(url)) ?? 0);

const done = () => page.locator('#state .badge', { hasText: /^Done$/ });

test('reports of two systems are imported, each with what is known of its system', async () => {
  await open(page, `${base}/import`);
  const queries = scene.planted.queries.map(({ qid, text, category, items }) =>
    JSON.stringify({ qid, query: text, category, items: items.map((item) => ({ text: item })) })
  );
  await page
    .getByLabel('File of queries')
    .setInputFiles({ name: 'queries.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(queries.join('\n')) });
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: /^4 queries and \d+ items imported$/ })).toBeVisible();
  for (const { name, category } of scene.planted.systems) {
    const own = scene.planted.reports.filter((report) => report.system === name);
    const files = own.map(({ qid, markdown }) => [`${name}/qid_${qid}_report.md`, strToU8(markdown)] as const);
    await page.getByLabel('.zip or JSONL').setInputFiles({
      name: 'reports.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zipSync(Object.fromEntries(files)))
    });
    await page.getByLabel('System, if the files name none').fill(name);
    await page.getByText('Details of this system').click();
    await page.getByLabel('Category').selectOption(category);
    if (name === system) await page.getByLabel('Family', { exact: true }).fill('OpenAI');
    await page.getByLabel('Collection date of reports without one').fill('2026-05-01');
    await page.getByRole('button', { name: 'Import the reports' }).click();
    await expect(page.getByRole('heading', { name: `${own.length} reports imported` })).toBeVisible();
    await open(page, `${base}/import`);
  }
  expect(rows(scene.server.data, 'select name, category from system order by name')).toEqual(
    scene.planted.systems.map(({ name, category }) => ({ name, category })).sort((a, b) => (a.name < b.name ? -1 : 1))
  );
});

test('a rubric that compares reports takes the baseline of the form, as depth does', async () => {
  await open(page, `${base}/rubrics`);
  await page.locator('#rubric-file').setInputFiles('static/rubrics/deep-research-bench-race.yaml');
  await page.getByRole('button', { name: 'Add rubric' }).click();
  await page.getByRole('link', { name: 'Start a run' }).click();
  const which = page.getByLabel('Compared with the reports of');
  const rubric = page.getByRole('checkbox', { name: /RACE/ });
  await expect(rubric).toBeChecked();
  await rubric.setChecked(false, { force: true });
  await expect(which).toBeHidden();
  await rubric.setChecked(true, { force: true });
  await page.getByRole('button', { name: 'Estimate first' }).click();
  await expect(which).toHaveAccessibleDescription(/RACE.* compares each report with that of a baseline system/);
  await which.selectOption(baseline);
  await page.getByRole('button', { name: 'Estimate first' }).click();
  await expect(which).not.toHaveAttribute('aria-invalid');
  await expect(which).toHaveValue(baseline);
});

test('what a run cannot be made of is refused at its field, and what was typed stays', async () => {
  await open(page, `${base}/runs/new`);
  const judges = page.getByLabel('Judges, one per line');
  await judges.fill(`rules\n${judge}`);
  await page.getByLabel('Name, optional').fill('All that was planted');
  for (const title of [/^Analysis depth/, /^Citation accuracy [^r]/])
    await page.getByRole('checkbox', { name: title }).setChecked(true, { force: true });
  const start = page.getByRole('button', { name: 'Start the run' });
  await start.click();
  const which = page.getByLabel('Compared with the reports of');
  await expect(which).toHaveAccessibleDescription(/compares each report with that of a baseline system/);
  await expect(which).toHaveAttribute('aria-invalid', 'true');
  await which.selectOption(baseline);

  await page.getByText('Score by number of issues').first().click();
  const table = page.getByLabel('Up to this many issues : score').first();
  const sound = await table.inputValue();
  await table.fill('0:100 2:90');
  await page.getByText('Settings: repeats, ensemble, limits, time, cost').click();
  const limits = page.getByLabel('Limits by provider, optional');
  await limits.fill('openai quickly');
  await page.getByLabel('Budget in US dollars').fill('none');
  await start.click();
  await expect(table).toHaveAccessibleDescription(/more/);
  await expect(limits).toHaveAccessibleDescription(/"quickly" for openai is no limit/);
  await expect(page.getByLabel('Budget in US dollars')).toHaveAccessibleDescription(/above 0/);
  for (const [field, value] of [
    [table, '0:100 2:90'],
    [limits, 'openai quickly'],
    [judges, `rules\n${judge}`],
    [which, baseline],
    [page.getByLabel('Name, optional'), 'All that was planted']
  ] as const)
    await expect(field).toHaveValue(value);
  await expect(page.getByRole('checkbox', { name: /^Citation accuracy [^r]/ })).toBeChecked();
  expect(rows(scene.server.data, 'select count(*) n from run')).toEqual([{ n: 0 }]);
  expect(await faultsOf(page, 'a refused run')).toEqual([]);

  await table.fill(sound);
  await limits.fill('');
  await page.getByLabel('Budget in US dollars').fill('');
  // The stand-in is another address than OpenAI's, where no list price holds.
  await page.getByLabel('Prices that are not in the table').fill(`${judge} = 1.25 / 10`);
});

test('the estimate says calls, tokens, money and pages, and asks nothing', async () => {
  const estimate = page.getByRole('button', { name: 'Estimate first' });
  await tabTo(page, estimate);
  await page.keyboard.press('Enter');
  const said = page.getByRole('region', { name: 'Estimated cost and time' });
  await expect(said).toContainText(
    /\d+ calls, [\d,]+ tokens in and [\d,]+ out,\s+about \$[\d.]+, about .*\.\s+Up to \d+ web pages/
  );
  await expect(said).toContainText(`${judge} is of the same family as ${system}.`);
  await expect(said.getByRole('row', { name: /Citation accuracy.*openai:gpt-5/ })).toBeVisible();
  expect(scene.standIn.count()).toBe(0);
  expect(scene.web.requests.size).toBe(0);
  expect(rows(scene.server.data, 'select count(*) n from run')).toEqual([{ n: 0 }]);
  expect(await faultsOf(page, 'an estimate')).toEqual([]);
});

test('a run is watched to its end without loading the page again', async () => {
  const answering = scene.standIn.hold();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(page.getByRole('heading', { name: 'All that was planted' })).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  const status = page.getByRole('status');
  await expect(status).toHaveText(/in progress, [\d.]+ per second/);
  answering();
  await expect(done()).toBeVisible({ timeout: 400_000 });
  await expect(page.locator('body[data-same-page]')).toBeVisible();
  // Two judges, on eight reports under five metrics, and on four that are compared with the baseline's.
  await expect(status).toHaveText(/88 of 88 done/);
  const calls = scene.standIn.count();
  expect(calls).toBeGreaterThan(50);
  await expect(page.getByText(`${calls} calls made`)).toBeVisible();
  await expect(page.getByText(/Spent \$\d/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Results', exact: false })).toBeVisible();
});

test('the leaderboard shows both systems in their groups, each check, win rates and citation errors, and downloads', async () => {
  await page.getByRole('link', { name: 'Leaderboard with all figures' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  const board = page.getByRole('region', { name: 'Systems by metric' });
  for (const name of [system, baseline]) await expect(board.getByRole('rowheader', { name })).toBeVisible();
  await expect(board.getByRole('rowheader', { name: 'Several agents' })).toBeVisible();
  await expect(board.getByRole('rowheader', { name: 'One agent with web search' })).toBeVisible();
  const heat = page.getByRole('region', { name: 'Presentation, check by check' });
  await expect(heat.getByRole('cell').filter({ hasText: /%, n 4/ })).toHaveCount(20);
  const wins = page.getByRole('region', { name: `Win rates in depth, against ${baseline}` });
  // In depth 14 points against 14, 9 against 10, 9 against 11 and 16 against 13.
  await expect(wins.getByRole('img', { name: 'Wins: 1, Ties: 2, Losses: 1' })).toBeVisible();
  await expect(wins.getByRole('row', { name: new RegExp(system) })).toContainText('50.0');
  await expect(wins.getByRole('rowheader', { name: baseline })).toHaveCount(0);
  const errors = page.getByRole('region', { name: 'Citation errors, All kinds of task' });
  await expect(errors.getByRole('columnheader', { name: 'E3 of checked pairs, %' })).toBeVisible();
  await expect(errors.getByRole('row')).toHaveCount(3);
  for (const category of ['Market analysis', 'Wide information search'])
    await expect(page.getByRole('region', { name: `Citation errors, ${category}` })).toBeVisible();
  const csv = parse(await downloaded('leaderboard.csv'), { columns: true }) as Record<string, string>[];
  expect(new Set(csv.map((row) => row.system))).toEqual(new Set([system, baseline]));
  expect(JSON.stringify(JSON.parse(await downloaded('leaderboard.json')))).toContain(system);
  expect(await downloaded('leaderboard.md')).toContain(`| ${system}`);
  expect(await downloaded('leaderboard.tex')).toMatch(/\\begin\{tabular/);

  await open(page, page.url());
  const sort = board.getByRole('link', { name: 'Factual and logical consistency' });
  await tabTo(page, sort);
  await page.keyboard.press('Enter');
  await expect(board.getByRole('columnheader', { name: /Factual and logical consistency/ })).toHaveAttribute(
    'aria-sort',
    'descending'
  );
});

test('in a report each contradiction is marked where it stands, and its mark leads to what the judge says', async () => {
  const report = reportOf(baseline, 'plan02');
  const planted = report.truth.contradictions;
  await open(page, `${base}/runs/1/reports?system=${baseline}&sort=consistency`);
  // The first link of a row leads to the report under the run's first metric, so that the next click changes the address.
  await page
    .getByRole('row', { name: /plan02/ })
    .getByRole('link')
    .first()
    .click();
  const metrics = page.getByRole('navigation', { name: 'Metric' });
  const shown = metrics.locator('[aria-current="page"]');
  await expect(shown).toHaveText('Presentation and organization');
  // Outline, report and verdicts stand side by side in this order.
  const [outline, text, verdicts] = await Promise.all(
    ['.outline', '.read', '.bench-form'].map(async (part) => (await page.locator(part).first().boundingBox())!.x)
  );
  expect(outline! < text! && text! < verdicts!).toBe(true);
  await metrics.getByRole('link', { name: /consistency/ }).click();
  await expect(shown).toHaveText(/consistency/);
  await expect(page).toHaveURL(/\?run=1&metric=consistency$/);
  const issues = page.getByRole('region', { name: `Issues of ${judge}` });
  await expect(issues.getByRole('listitem')).toHaveCount(planted.length);
  const marks = page.locator('.issue[data-kind="issue"]');
  await expect(async () => {
    const words = (await marks.allTextContents()).join(' ');
    for (const quote of planted.flat()) expect(words).toContain(quote.slice(0, 25));
  }).toPass({ timeout: 60_000 });
  await page.locator('.mark-ref', { hasText: /^B1$/ }).first().press('Enter');
  await expect(page).toHaveURL(/#issue-B1$/);
  await expect(page.locator('#issue-B1:target')).toBeInViewport();
});

test('claims are marked by how their sources fare, and lead to the judge’s reason and the text that it read', async () => {
  await open(page, `${base}/reports/${idOf(reportOf(baseline, 'plan05'))}?run=1&metric=citation-accuracy`);
  for (const kind of ['E1', 'E2', 'E3', 'ok'])
    expect(await page.locator(`.issue[data-kind="${kind}"]`).count(), kind).toBeGreaterThan(0);
  const wrong = page.locator('.issue[data-kind="E3"] .mark-ref').first();
  const target = (await wrong.getAttribute('href'))!;
  await wrong.focus();
  await page.keyboard.press('Enter');
  const claim = page.locator(target);
  await expect(claim).toBeInViewport();
  await expect(claim).toContainText('not supported (E3)');
  await page.getByRole('link', { name: 'The text that was judged' }).first().click();
  await expect(page).toHaveURL(/\/pages\/[0-9a-f]{64}$/);
  await expect(page.getByRole('heading', { name: 'Cited page, as judges read it' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('This page collects what is known about');
});

test('the text of a blocked page is supplied, and a second run of the same asks only what depends on it', async () => {
  const { page: blocked, text } = scene.blocked;
  const own = scene.planted.reports.filter((report) => citing(report, blocked.url).length > 0);
  expect(own.length).toBeGreaterThan(0);
  await open(page, `${base}/runs/1/pages`);
  await page.getByRole('link', { name: /^blocked · / }).click();
  await expect(page).toHaveURL(/outcome=blocked/);
  const row = page.getByRole('row', { name: new RegExp(blocked.url) });
  const supply = row.getByRole('link', { name: 'Supply text' });
  await tabTo(page, supply);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Address')).toHaveValue(blocked.url);
  await page.getByRole('button', { name: 'Save the text' }).click();
  await expect(page.getByLabel('Text of the page')).toHaveAccessibleDescription(/The text is empty/);
  expect(await faultsOf(page, 'a refused text')).toEqual([]);
  await page.getByLabel('Title, optional').fill(blocked.title);
  await page.getByLabel('Text of the page').fill(text);
  await page.getByRole('button', { name: 'Save the text' }).click();
  await expect(page.getByText(`The text of ${blocked.url} is saved`)).toBeVisible();

  const calls = scene.standIn.count();
  const fetched = timesRead();
  await page.getByRole('link', { name: 'Plan that run' }).click();
  await expect(page.getByLabel('Judges, one per line')).toHaveValue(`rules\n${judge}`);
  await expect(page.getByLabel('Compared with the reports of')).toHaveValue(baseline);
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(6 + 2);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/2$/);
  await expect(done()).toBeVisible({ timeout: 400_000 });
  const asked = scene.standIn.count() - calls;
  // Whether the page is on the topic, which is the same question for all reports, and the claims of each that cites it.
  expect(asked).toBe(1 + own.length);
  await expect(
    page.getByText(new RegExp(`${asked} calls made,\\s+\\d+ answered by another run’s reply`))
  ).toBeVisible();
  expect(timesRead()).toEqual(fetched);

  await open(page, `${base}/reports/${idOf(own[0]!)}?run=2&metric=citation-accuracy`);
  const source = page.locator('details', { hasText: blocked.url }).first();
  await source.getByRole('link', { name: 'The text that was judged' }).click();
  await expect(page.getByRole('article')).toContainText(citing(own[0]!, blocked.url)[0]!.text);
});

test('two systems are compared report by report and check by check, and two runs with what has changed', async () => {
  await open(page, `${base}/compare?run=1`);
  await page.getByLabel('Metric').selectOption('presentation');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: `${system} and ${baseline}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Item by item/ })).toBeVisible();
  await page.getByRole('link', { name: /^both · \d+$/ }).click();
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByLabel('Metric').selectOption('citation-accuracy');
  await page.getByLabel('or the whole run with run').selectOption('2');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Run 1 and Run 2' })).toBeVisible();
  const apart = page.getByRole('region', { name: 'Reports on which the two differ' });
  const changed = scene.planted.reports.filter((report) => citing(report, scene.blocked.page.url).length > 0);
  await expect(apart.getByRole('row')).toHaveCount(1 + changed.length);
  expect(await faultsOf(page, 'two runs that differ')).toEqual([]);
  for (const { qid } of changed) await expect(apart.getByRole('rowheader', { name: qid }).first()).toBeVisible();
});

test('a run stops at its budget and says so, and a higher one lets it end', async () => {
  await open(page, `${base}/runs/1`);
  await page.getByRole('link', { name: 'Run again' }).click();
  await expect(page.getByLabel('Judges, one per line')).toHaveValue(`rules\n${judge}`);
  await page.getByText('Settings: repeats, ensemble, limits, time, cost').click();
  await page.getByLabel('Budget in US dollars').fill('0.02');
  await page.getByLabel('Concurrent calls').fill('2');
  await page.getByRole('checkbox', { name: /^Ask again, even if another run/ }).check();
  const before = scene.standIn.count();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page).toHaveURL(/\/runs\/3$/);
  await expect(page.getByText('The run stopped')).toBeVisible();
  await expect(page.getByText(/^The budget of \$0\.02 is used up: .* tasks are left/)).toBeVisible();
  expect(await faultsOf(page, 'a stopped run')).toEqual([]);
  const first = scene.standIn.count() - before;
  expect(first).toBeGreaterThan(0);
  await page.getByLabel('Budget in US dollars, empty for none').fill('20');
  await page.getByRole('button', { name: 'Raise budget and resume' }).click();
  await expect(done()).toBeVisible({ timeout: 400_000 });
  await expect(page.getByText(/Spent \$[\d.]+ of \$20/)).toBeVisible();
  expect(scene.standIn.count() - before).toBeGreaterThan(first);
  await expect(page.getByText('The run stopped')).toBeHidden();
});
