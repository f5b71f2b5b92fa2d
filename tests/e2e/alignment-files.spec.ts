import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { open, personWith, signIn } from './browsing.ts';
import { rows } from './database.ts';
import { expect, test } from './server.ts';

const report = '/p/demo/alignment/1';
/** A study that annotators have judged, under embargo. */
const embargoed = 2;

test.beforeEach(async ({ context, server }) => signIn(context, server.address, personWith(server, 'lead')));

test('every file of a report is offered on its page and is what it says', async ({ page }) => {
  await open(page, report);
  await page.getByText('Report as …').click();
  const namesOf = (links: Locator) =>
    links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!.split('/export.')[1]!));
  const names = await namesOf(page.locator('details.files a:not([hreflang])'));
  expect(names).toEqual([
    ...['html', 'md', 'tex', 'csv', 'candidates.csv', 'pairs.csv', 'consensus.csv', 'json'],
    ...['candidates.svg', 'raters.svg', 'errors.svg', 'front.svg', 'characteristic.svg', 'frequencies.svg']
  ]);
  const starts: Record<string, RegExp> = {
    html: /^<!doctype html>/,
    md: /^# Can LLM judges replace human annotators on/,
    tex: /^% \\usepackage\{booktabs,longtable\}/,
    csv: /^(section,table,what|candidate,judges,rule|kind,a,b|kind,name,judges),/,
    json: /^\{\s+"format": "voirdire-alignment"/,
    svg: /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns=/
  };
  for (const name of names) {
    const coming = page.waitForEvent('download');
    await page.locator(`details.files a[href$="/export.${name}"]`).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`demo-study-1-alignment.${name}`);
    expect(readFileSync(await download.path(), 'utf8'), name).toMatch(starts[name.split('.').at(-1)!]!);
  }
  // Texts and charts in the other language as well; data have none.
  const inChinese = page.locator('details.files a[hreflang="zh-Hans"]');
  expect(await namesOf(inChinese)).toEqual(
    names.filter((name) => /^(?:html|md|tex)$|svg$/.test(name)).map((name) => `${name}?language=zh-Hans`)
  );
  const coming = page.waitForEvent('download');
  await page.locator('details.files a[href$="/export.md?language=zh-Hans"]').click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('demo-study-1-alignment.zh-hans.md');
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^# 在“覆盖度”上，大语言模型评审能否代替人工标注员？/);
});

test('charts of the page carry their figures as tables, and their colours follow the theme', async ({ page }) => {
  await open(page, `${report}/choice`);
  const charts = page.locator('#choice figure');
  await expect(charts).toHaveCount(3);
  for (const chart of await charts.all()) {
    await expect(chart.getByRole('img')).toHaveAccessibleDescription(/.{20,}/);
    await chart.getByText('Data of this chart').click();
    expect(await chart.locator('tbody tr').count()).toBeGreaterThan(0);
  }
  const colour = () =>
    charts
      .first()
      .locator('svg text')
      .first()
      .evaluate((text) => getComputedStyle(text).fill);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colour()).not.toBe(light);
});

test('the HTML file opens from a disk, asks nothing of any network, and is accessible', async ({ page }, info) => {
  const html = await (await page.request.get(`${report}/export.html`)).text();
  const file = info.outputPath('report.html');
  writeFileSync(file, html);
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Can LLM judges replace human annotators on/);
  expect(asked).toEqual([pathToFileURL(file).href]);
  expect(complaints).toEqual([]);
  expect(await faultsOf(page, 'the HTML file')).toEqual([]);
});

test('pages of a static site and the report of a run open from a disk, have no fault and scroll only in their tables', async ({
  page,
  server
}, info) => {
  const site = info.outputPath('site');
  const report = info.outputPath('run.html');
  const command = (...args: string[]): string =>
    execFileSync(process.execPath, ['src/cli/main.ts', ...args, '--project', 'demo', '--data', server.data], {
      encoding: 'utf8',
      maxBuffer: 1e8
    });
  command('site', site, '--run', '3');
  writeFileSync(report, command('export', '3', '--format', 'html'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const files = [join(site, 'index.html'), join(site, 'metric-coverage.html'), report];
  for (const [at, file] of files.entries()) {
    await page.emulateMedia({ colorScheme: at === 1 ? 'dark' : 'light' });
    await page.setViewportSize({ width: at === 0 ? 1440 : 390, height: 900 });
    await page.goto(pathToFileURL(file).href);
    expect(await faultsOf(page, file)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), file).toBeLessThanOrEqual(0);
  }
  await page.goto(pathToFileURL(files[0]!).href);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Coverage' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coverage');
  expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
});

test('the HTML file prints light, without navigation, and no table is wider than the paper', async ({ page }, info) => {
  const file = info.outputPath('report.html');
  writeFileSync(file, await (await page.request.get(`${report}/export.html`)).text());
  await page.goto(pathToFileURL(file).href);
  // A4 less its margins, at 96 px per inch.
  await page.setViewportSize({ width: 688, height: 1000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation')).toBeHidden();
  const wide = await page
    .locator('table, svg')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.textContent!.slice(0, 60))
    );
  expect(wide).toEqual([]);
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  expect(
    Math.max(
      ...ink
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number)
    )
  ).toBeLessThan(80);
});

test('no printed table of a leaderboard is wider than twice the paper, to which a browser shrinks it, and no printed query of a version is cut off', async ({
  page
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto('/p/demo/leaderboard');
  const widths = await page.locator('main table').evaluateAll((all) => all.map((one) => one.scrollWidth));
  expect(widths.length).toBeGreaterThan(5);
  expect(Math.max(...widths)).toBeLessThan(2 * 718);
  await page.goto('/p/demo/verification/versions/1');
  const beyond = await page.locator('.cut').evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(beyond.length).toBeGreaterThan(5);
  expect(Math.max(...beyond)).toBe(0);
});

test('no file with figures leaves a study that people have judged and that is under embargo', async ({
  page,
  server
}) => {
  const opened = rows(server.data, 'select s.number from embargo_lift o join study s on s.id = o.study_id');
  expect(opened.map(({ number }) => number)).not.toContain(embargoed);
  for (const path of [
    ...['html', 'json', 'csv', 'front.svg', 'no-such'].map((end) => `/p/demo/alignment/${embargoed}/export.${end}`),
    `/p/demo/studies/${embargoed}/export.csv`
  ]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(409);
    expect(await answer.text(), path).toContain('its labels have not been unblinded');
  }
  await open(page, `/p/demo/studies/${embargoed}`);
  await expect(page.getByRole('link', { name: 'CSV, long format' })).toHaveCount(0);
  await page.getByRole('link', { name: 'unblinds them' }).click();
  await expect(page).toHaveURL(new RegExp(`/alignment/${embargoed}/unblind$`));
});
