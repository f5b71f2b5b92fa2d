import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { routeAccess } from '../../src/lib/server/auth/route-access.ts';
import { open, personWith, signIn } from './browsing.ts';
import { texts } from './database.ts';
import { addressesIn, routesOnDisk } from './routes.ts';
import { expect, test, type RunningServer } from './server.ts';

/** Bytes of script, in gzip, that a page may make a browser load. What a page is about is data and does not count. */
const LIMIT = 60 * 1024;

/** Bytes of all script files that a page loads in a browser that has been nowhere yet. */
async function weightOf(browser: Browser, server: RunningServer, address: string, role: string | null) {
  const context = await browser.newContext({ baseURL: server.address });
  if (role) await signIn(context, server.address, personWith(server, role));
  const page = await context.newPage();
  const files: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) files.push(response.body());
  });
  await open(page, address);
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(files);
  await context.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

test('no page loads more than 60 KiB of script', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const addressOf = addressesIn(server);
  const metrics = texts(server.data, 'select metric from run_metric m join run r on r.id = m.run_id where number = 3');
  const pages = routesOnDisk()
    // These two have nothing to show: they send on, or are shown once, to whoever sets a server up.
    .filter(({ id, page }) => page && id !== '/sign-out' && id !== '/set-up/[token]')
    .flatMap(({ id }) => {
      const address = addressOf(id);
      const access = routeAccess[id];
      const workers: Record<string, string> = { annotate: 'annotator', review: 'reviewer', adjudicate: 'adjudicator' };
      const role = access === 'public' ? null : (workers[access ?? ''] ?? 'lead');
      const addresses = id.endsWith('/reports/[report]')
        ? metrics.map((metric) => `${address}?run=3&metric=${metric}`)
        : [address];
      return addresses.map((one) => ({ address: one, role }));
    });
  expect(pages.length).toBeGreaterThan(35);
  // A page of waiting leads on to the report as soon as its figures are there: last, it is not the sum of two pages.
  pages.sort((a, b) => Number(a.address.endsWith('/computing')) - Number(b.address.endsWith('/computing')));
  const weights: { address: string; bytes: number }[] = [];
  for (const { address, role } of pages)
    weights.push({ address, bytes: await weightOf(browser, server, address, role) });
  weights.sort((a, b) => b.bytes - a.bytes);
  const table = weights.map(({ address, bytes }) => `${(bytes / 1024).toFixed(1)} KiB ${address}`).join('\n');
  test.info().annotations.push({ type: 'script by page', description: table });
  // SvelteKit alone is more than this: less would mean that a page was not seen to load.
  expect(weights.at(-1)!.bytes, table).toBeGreaterThan(30 * 1024);
  const heavy = weights.filter(({ bytes }) => bytes > LIMIT).map(({ address }) => address);
  expect(heavy, table).toEqual([]);
});
