import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hire } from '../bench/workers.ts';
import { prepareStudy, type StudyScene } from '../bench/studies-scene.ts';
import { places } from '../payload-places.ts';
import { payloads } from '../payloads.ts';
import { hydrated } from './browsing.ts';
import { dropTriggers, openBeside } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let data: string;
let scene: StudyScene;
let server: RunningServer;
let lead: string;
let reportId: string;

test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 1, items: 12, overlap: 1, reveal: 'after-report', bytes: [2_000, 2_001] }
  });
  const database = openBeside(data);
  const { db } = database;
  const [project] = db.all<{ id: string }>(sql`select id from project`);
  lead = hire(db, project!.id, 'lead', 1)[0]!.cookie;
  reportId = db.get<{ id: string }>(sql`select report_id as id from assignment limit 1`)!.id;
  // Everything that a stranger, a judge or a colleague could have written holds all payloads.
  dropTriggers(db);
  const all = payloads.join('\n\n');
  db.run(sql`update report_text set markdown = ${payloads.flatMap(places).join('\n\n')} || hash`);
  const written = ['query text', 'study_item text', 'study guideline', 'study name', 'verdict rationale', 'system name', 'system provider', 'run name', 'project name', 'user name']; // prettier-ignore
  for (const [table, column] of written.map((one) => one.split(' ') as [string, string]))
    db.run(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${all} || rowid`);
  db.run(sql`update verdict set evidence = ${JSON.stringify(payloads.map((quote) => ({ quote, place: null })))}`);
  db.run(sql`update dataset_version set content = replace(content, 'How will region', ${JSON.stringify(all).slice(1, -1)})`); // prettier-ignore
  database.close();
  server = await startServer({ demo: false, data });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

/** A browser without our content policy, so that only what cleans the texts holds; what runs in it is counted. */
async function counting(context: BrowserContext): Promise<{ ran: number }> {
  const counted = { ran: 0 };
  await context.exposeBinding('ranHere', () => void (counted.ran += 1));
  await context.addInitScript(() => {
    const tell = (): void => (globalThis as unknown as { ranHere(): void }).ranHere();
    Object.assign(globalThis, { alert: tell, confirm: tell, prompt: tell });
  });
  context.on('dialog', (dialog) => {
    counted.ran += 1;
    void dialog.dismiss();
  });
  return counted;
}

/** Lets everything happen to each element that a person may do to it, and counts addresses that would run something. */
const provoke = (page: Page): Promise<{ elements: number; addresses: number }> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('main *')];
    for (const element of elements)
      for (const name of ['load', 'error', 'click', 'mouseover', 'focus', 'blur', 'toggle', 'beginEvent', 'start'])
        element.dispatchEvent(new Event(name, { cancelable: true }));
    const addresses = elements
      .filter((one) => one.matches('[href], [src], [action], [formaction], [data]'))
      .flatMap((one) => [...one.attributes])
      .filter(({ value }) => /^[\s\0-\x20]*(?:javascript|vbscript|data):/i.test(value));
    return { elements: elements.length, addresses: addresses.length };
  });

test('payloads run in this browser if they are not cleaned: the count below could be other than 0', async ({
  browser
}) => {
  const context = await browser.newContext({ bypassCSP: true });
  const counted = await counting(context);
  const page = await context.newPage();
  await page.goto(`${server.address}/sign-in`);
  await page.evaluate((texts) => {
    for (const text of texts) document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: text }));
  }, payloads);
  await expect.poll(() => counted.ran).toBeGreaterThan(20);
  await context.close();
});

test('payloads in whatever others wrote run nothing on the pages that show it', async ({ browser }) => {
  const opened = async (cookie: string): Promise<{ page: Page; counted: { ran: number }; close(): Promise<void> }> => {
    const context = await browser.newContext({ bypassCSP: true });
    const [name, value] = cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: server.address }]);
    return { counted: await counting(context), page: await context.newPage(), close: () => context.close() };
  };
  let [seen, elements] = [0, 0];
  const visit = async (page: Page): Promise<void> => {
    await hydrated(page);
    const found = await provoke(page);
    expect(found.addresses, page.url()).toBe(0);
    seen += 1;
    elements += found.elements;
  };
  const home = `${server.address}/p/${scene.slug}`;

  const leading = await opened(lead);
  const paths = ['', '/queries', '/queries/q1', '/systems', '/reports', `/reports/${reportId}`, '/runs', '/runs/1'];
  paths.push('/runs/1/reports', `/runs/1/reports/${reportId}`, '/leaderboard', '/studies', '/studies/1', '/people');
  for (const path of paths) {
    const answer = await leading.page.goto(home + path);
    if (answer!.status() === 404) continue;
    expect(answer!.status(), path).toBe(200);
    await visit(leading.page);
  }
  expect(leading.counted.ran, 'on pages of a lead').toBe(0);
  await leading.close();

  const judging = await opened(scene.people[0]!.cookie);
  const { page } = judging;
  await page.goto(home);
  await visit(page);
  await page.goto(server.address + (await page.locator('a[href*="/work/"]').first().getAttribute('href'))!);
  await visit(page);
  // Finding and marking words take the page's text apart.
  await page.keyboard.press('/');
  await page.keyboard.type('alert');
  await expect(page.getByText(/^1 of \d+/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  const items = await page.locator('.mine li').count();
  for (let item = 0; item < Math.max(1, items); item++) await page.keyboard.press('1');
  await page.getByRole('button', { name: /^Show the judges/ }).click();
  await page.waitForURL(/\/reveal$/);
  await expect(page.getByText(/^Judge [A-Z]$/).first()).toBeVisible();
  await visit(page);
  await page.reload();
  await visit(page);
  expect(judging.counted.ran, 'on pages of an annotator').toBe(0);
  await judging.close();

  console.log(`${payloads.length} payloads at ${places('').length} places of reports and in ten other fields, ${seen} pages with ${elements} elements: 0 executions.`); // prettier-ignore
  expect(seen).toBeGreaterThan(12);
});
