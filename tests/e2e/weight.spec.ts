import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { routeAccess } from '../../src/lib/server/auth/route-access.ts';
import { opened, signedIn, somebody } from './asking.ts';
import { personWith, signIn } from './browsing.ts';
import { texts } from './database.ts';
import { addressesIn, routesOnDisk } from './routes.ts';
import { expect, test } from './server.ts';
import { MOST_KIB, mostWeight, weightOf } from './weighing.ts';

/** Pages weighed at the same time: most of the time nothing happens but waiting for what may still be loaded. */
const LANES = 3;

test('no page loads more than 60 KiB of script', async ({ browser, server }) => {
  const addressOf = addressesIn(server);
  const metrics = texts(server.data, 'select metric from run_metric m join run r on r.id = m.run_id where number = 3');
  const pages = routesOnDisk()
    // The first two have nothing to show: they send on, or are shown once, during the set-up of a server. The last one has no script.
    .filter(({ id, page }) => page && !['/sign-out', '/set-up/[token]', '/api'].includes(id))
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
  // The page that waits for figures comes last: a window that has opened it would wait for every report after it.
  pages.sort((a, b) => Number(a.address.endsWith('/computing')) - Number(b.address.endsWith('/computing')));
  const weights: { address: string; kib: number }[] = [];
  // Most pages could load every script that they lead to, and stay below: a browser opens the others.
  const open: typeof pages = [];
  for (const role of new Set(pages.map(({ role }) => role))) {
    const ask = await (role ? signedIn(server.address, personWith(server, role)) : somebody(server.address));
    for (const page of pages.filter((page) => page.role === role)) {
      const kib = await mostWeight(server.address, (await opened(ask, page.address)).text);
      if (kib > 0 && kib <= MOST_KIB) weights.push({ address: page.address, kib });
      else open.push(page);
    }
  }
  for (const role of new Set(open.map(({ role }) => role))) {
    const person = await browser.newContext();
    if (role) await signIn(person, server.address, personWith(server, role));
    const waiting = open.filter((page) => page.role === role);
    const lane = async (): Promise<void> => {
      // Of several pages in one window, those behind the first do not come alive.
      const context = await browser.newContext({ storageState: await person.storageState() });
      const page = await context.newPage();
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        weights.push({ address: next.address, kib: await weightOf(page, server.address + next.address) });
      }
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

test('the most that a page can load holds what its scripts import, at once and later, each once', async () => {
  const files: Record<string, string> = {
    'a.js': 'import{x}from"./b.js";import`./deep/c.js`;later(()=>import("./d.js"),[])',
    'b.js': `import './a.js'; export{y}from'./deep/c.js'; x()`,
    'deep/c.js': 'x',
    'd.js': 'import"./e.js"',
    'e.js': 'export {}'
  };
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url!.replace('/_app/immutable/', ''));
    response.end(files[asked.at(-1)!]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const html = '<link rel="modulepreload" href="/_app/immutable/a.js"><script>import("/_app/immutable/a.js")</script>';
  const kib = await mostWeight(`http://127.0.0.1:${port}`, html);
  server.close();
  expect(asked.toSorted()).toEqual(Object.keys(files).toSorted());
  expect(kib * 1024).toBe(Object.values(files).reduce((sum, text) => sum + gzipSync(text).length, 0));
});
