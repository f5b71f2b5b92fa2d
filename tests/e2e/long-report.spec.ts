import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { prepareStudy, type StudyScene } from '../bench/studies-scene.ts';
import { hydrated } from './browsing.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let data: string;
let scene: StudyScene;
let server: RunningServer;

test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 1, items: 600, overlap: 1, reveal: 'after-report', bytes: [284_000, 284_001] }
  });
  server = await startServer({ demo: false, data });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

test('a report of 34,000 words is sent once, also for the reveal; find, jumps, marks and the next report work on all of it', async ({
  browser
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name, value] = scene.people[0]!.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.address }]);
  const page = await context.newPage();
  await page.goto(`${server.address}/p/${scene.slug}`);
  const href = await page.locator('a[href*="/work/"]').first().getAttribute('href');
  const html = await (await page.goto(server.address + href))!.text();
  await hydrated(page);

  const last = await page.locator('.read > [data-n]').count();
  expect(last).toBeGreaterThan(300);
  expect(html.match(new RegExp(`data-n=\\\\?"${last}\\\\?"`, 'g')), 'times in the page').toHaveLength(1);
  expect(html.length).toBeLessThan(700_000);

  const inView = (n: number): Promise<boolean> =>
    page.evaluate((number) => {
      const { top, bottom } = document.querySelector(`[data-n="${number}"]`)!.getBoundingClientRect();
      return bottom > 60 && top < innerHeight;
    }, n);
  // Far away nothing is laid out yet, and still everything is found and reached.
  const text = (await page.locator('.read').textContent())!.toLowerCase();
  await page.keyboard.press('/');
  await page.keyboard.type('emissions');
  await expect(
    page.getByText(`1 of ${(text.split('emissions').length - 1).toLocaleString('en')}, ⏎ for the next`)
  ).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Escape');
  for (const n of [last, 20, Math.floor(last / 2), last - 5]) {
    await page.evaluate((number) => (location.hash = `#p${number}`), n);
    await expect.poll(() => inView(n), `¶ ${n}`).toBe(true);
  }
  await page.keyboard.press('m');
  const marked = page.locator('.read .marked');
  await expect(marked).toHaveCount(1);
  // Its number stands beside it, outside of its box.
  expect(await marked.evaluate((one) => getComputedStyle(one).contentVisibility)).toBe('auto');

  const items = await page.locator('.mine li').count();
  for (let item = 0; item < items; item++) await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: /^Show the judges/ })).toBeVisible();
  // The reveal shows the very passages that are there, and only what is new is loaded.
  const mark = (): void => document.querySelectorAll('.read > [data-n]').forEach((one) => one.setAttribute('kept', ''));
  await page.evaluate(mark);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (/\/work\//.test(request.url())) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.keyboard.press('Enter');
  // An expectation of the address draws a tree of the whole page each time that it is not met, which takes seconds here.
  await page.waitForURL(/\/reveal$/);
  await expect(page.getByText(/^Judge [A-Z]$/).first()).toBeVisible();
  await expect(page.locator('.read > [data-n][kept]')).toHaveCount(last);
  await expect(page.locator('.read > .marked, .read > .here')).toHaveCount(0);
  // After each step the router looks at all links that it finds: none of the report's is among them.
  const links = await page.evaluate(() => [document.querySelectorAll('a'), document.documentElement.querySelectorAll('a')].map(({ length }) => length)); // prettier-ignore
  expect(links[0]).toBeGreaterThan(500);
  expect(links[1]).toBeLessThan(50);
  page.removeAllListeners('requestfinished');
  const sent = await Promise.all(sizes);
  expect(sent.length).toBeGreaterThan(1);
  expect(Math.max(...sent), 'bytes of the largest answer').toBeLessThan(30_000);
  await page.reload();
  await expect(page.locator('.read > [data-n]')).toHaveCount(last);

  // From elsewhere the judges are reached without having read the report before: it is loaded then.
  await page.goto(`${server.address}/p/${scene.slug}`);
  await hydrated(page);
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to });
    document.querySelector('main')!.append(link);
    link.click();
  }, `${href}/reveal`);
  await expect(page.locator('.read > [data-n]')).toHaveCount(last);

  // The next report shows its beginning at once and all of it a moment later.
  for (let item = 0; item < items; item++) {
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
  }
  await page.waitForURL(/\/work\/[\w-]+$/);
  await expect(page.locator('.bench-form textarea#note')).toBeVisible();
  const blocks = page.locator('.read > [data-n]');
  await expect.poll(() => blocks.count()).toBeGreaterThan(300);
  // While pieces arrive another block becomes the last.
  await expect(async () => {
    await blocks.last().scrollIntoViewIfNeeded();
    await expect(blocks.last()).toBeInViewport({ timeout: 500 });
  }).toPass();

  // On a narrow screen the report's box is of one kind before and after the reveal, so that it is not made anew.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector('main.bench')!).display);
  expect(await box()).toBe('flex');
  await page.goto(`${server.address}${href}/reveal`);
  expect(await box()).toBe('flex');
  await context.close();
});

test('all of a long report is printed', async ({ browser }) => {
  const context = await browser.newContext();
  const [name, value] = scene.people[0]!.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.address }]);
  const page = await context.newPage();
  await page.goto(`${server.address}/p/${scene.slug}`);
  await page.goto(server.address + (await page.locator('a[href*="/work/"]').first().getAttribute('href'))!);
  const last = page.locator('.read > [data-n]').last();
  expect(await last.evaluate((one) => getComputedStyle(one).contentVisibility)).toBe('auto');
  await page.emulateMedia({ media: 'print' });
  expect(await last.evaluate((one) => getComputedStyle(one).contentVisibility)).toBe('visible');
  await context.close();
});
