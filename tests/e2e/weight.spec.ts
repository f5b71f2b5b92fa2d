import { routeAccess } from '../../src/lib/server/auth/route-access.ts';
import { personWith, signIn } from './browsing.ts';
import { texts } from './database.ts';
import { addressesIn, routesOnDisk } from './routes.ts';
import { expect, test } from './server.ts';
import { MOST_KIB, weightOf } from './weighing.ts';

/** Pages weighed at the same time: most of the time nothing happens but waiting for what may still be loaded. */
const LANES = 3;

test('no page loads more than 60 KiB of script', async ({ browser, server }) => {
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
  const weights: { address: string; kib: number }[] = [];
  for (const role of new Set(pages.map(({ role }) => role))) {
    const person = await browser.newContext();
    if (role) await signIn(person, server.address, personWith(server, role));
    const waiting = pages.filter((page) => page.role === role);
    const lane = async (): Promise<void> => {
      // Of several pages in one window, those behind the first do not come alive.
      const context = await browser.newContext({ storageState: await person.storageState() });
      const page = await context.newPage();
      for (let next = waiting.shift(); next; next = waiting.shift())
        weights.push({ address: next.address, kib: await weightOf(page, server.address + next.address) });
      await context.close();
    };
    await Promise.all(Array.from({ length: Math.min(LANES, waiting.length) }, lane));
    await person.close();
  }
  weights.sort((a, b) => b.kib - a.kib);
  const table = weights.map(({ address, kib }) => `${kib.toFixed(1)} KiB ${address}`).join('\n');
  test.info().annotations.push({ type: 'script by page', description: table });
  // SvelteKit alone is more than this: less would mean that a page was not seen to load.
  expect(weights.at(-1)!.kib, table).toBeGreaterThan(30);
  const heavy = weights.filter(({ kib }) => kib > MOST_KIB).map(({ address }) => address);
  expect(heavy, table).toEqual([]);
});
