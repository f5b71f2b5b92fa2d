import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { prepareStudy, type StudyScene } from '../bench/studies-scene.ts';
import { open, picture, tabTo } from './browsing.ts';
import { dropTriggers, openBeside, rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
);

let data: string;
let scene: StudyScene;
let server: RunningServer;
let web: Server;
let host: string;
const asked: string[] = [];

test.beforeAll(async () => {
  web = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(url.includes('map') ? PNG : '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 1, items: 6, overlap: 1, reveal: 'never', bytes: [2_000, 2_001] }
  });
  const database = openBeside(data);
  const { db } = database;
  dropTriggers(db);
  const markdown = `# Ferries\n\nHere is a map. ![A map of the bay](http://${host}/map.png)\n\n![A drawing](http://${host}/drawing.png)\n\n![A dot](data:image/png;base64,${PNG.toString('base64')})\n\n![Inside](http://127.0.0.1:9/inside.png)\n\n`;
  db.run(sql`update report_text set markdown = ${markdown} || hash`);
  database.close();
  server = await startServer({ demo: false, data, env: { VOIRDIRE_FETCH_ALLOW: host } });
});
test.afterAll(async () => {
  await server.stop();
  web.close();
  rmSync(data, { recursive: true, force: true });
});

test('an image of a report is loaded by a press, by the server, and recorded; nothing before', async ({ browser }) => {
  const context = await browser.newContext();
  const [name, value] = scene.people[0]!.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: server.address }]);
  const page = await context.newPage();
  const strangers: string[] = [];
  page.on('request', (request) => !request.url().startsWith(server.address) && strangers.push(request.url()));
  await open(page, `${server.address}/p/${scene.slug}`);
  const href = await page.locator('a[href*="/work/"]').first().getAttribute('href');
  await open(page, server.address + href!);
  const button = page.getByRole('button', { name: `Load image from ${host}` });
  await expect(button).toHaveCount(2);
  await picture(page, 'images-offered');
  expect(asked).toEqual([]);

  await tabTo(page, button.first());
  await page.keyboard.press('Enter');
  const image = page.getByRole('img', { name: 'Image: A map of the bay' });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
  const answer = await context.request.get(server.address + (await image.getAttribute('src'))!);
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': expect.stringContaining('private')
  });
  await button.click();
  await expect(page.getByRole('button', { name: /^Not loaded: this is no PNG/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show image' }).click();
  await expect(page.getByRole('img', { name: 'Image: A dot' })).toBeVisible();
  await page.getByRole('button', { name: 'Load image from 127.0.0.1:9' }).click();
  await expect(page.getByRole('button', { name: /^Not loaded: the image’s address is not public/ })).toBeVisible();
  await picture(page, 'images-loaded');

  expect(asked).toEqual(['/map.png', '/drawing.png']);
  expect(strangers).toEqual([]);
  const loads = rows(data, "select entity, detail from audit where action = 'report.load-image' order by id");
  expect(loads.map(({ entity }) => entity)).toEqual(Array.from({ length: 4 }, () => 'assignment'));
  expect(loads.map(({ detail }) => JSON.parse(String(detail)) as unknown)).toMatchObject([
    { study: 1, image: `http://${host}/map.png`, hash: expect.stringMatching(/^\w{64}$/), fault: null },
    { image: `http://${host}/drawing.png`, hash: null, fault: 'noImage' },
    { image: 'data:image/png', fault: null },
    { fault: 'refused' }
  ]);
  // A request cannot make the server load an address that no report holds.
  const other = await context.request.post(`${server.address}${href}/image`, {
    data: { image: '0123456789abcdef' },
    headers: { origin: server.address }
  });
  expect(other.status()).toBe(404);
  await context.close();
});
