import { sql } from 'drizzle-orm';
import { personWith, signIn } from './browsing.ts';
import { dropTriggers, openBeside } from './database.ts';
import { addressesIn, routesOnDisk } from './routes.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

// Names without a space, wider than a phone, on every page of a lead: the page never scrolls sideways, only a table in its region does.

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const named = [
  ['project', 'name', 'slug'],
  ['study', 'name', 'number'],
  ['run', 'name', 'number'],
  ['user', 'name', 'substr(email, 1, 4)'],
  ['system', 'name', 'name'],
  ['coding_label', 'name', 'id']
] as const;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
  const { db, close } = openBeside(server.data);
  dropTriggers(db);
  for (const [table, column, own] of named)
    db.run(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${WORD} || ${sql.raw(own)}`);
  close();
});
test.afterAll(() => server.stop());

test('long names without spaces leave no page of a lead wider than a phone or a screen', async ({ browser }) => {
  // What is laid out is there without scripts, in two thirds of the time.
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(context, server.address, personWith(server, 'lead'));
  const addressOf = addressesIn(server);
  const wide: string[] = [];
  let seen = 0;
  for (const { id } of routesOnDisk().filter((route) => route.page && /^\/(p\/|$|account)/.test(route.id))) {
    const answer = await page.goto(addressOf(id));
    // Without scripts a page whose figures are being computed loads itself again, which would abort the next navigation.
    await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
    if (answer?.ok() !== true) continue;
    seen += 1;
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const { over, name, cut } = await page.evaluate(() => ({
        // The figures of a report's tables and of a leaderboard are beside their names, not beyond the edge of their region.
        cut: [...document.querySelectorAll('.doc .forest, .table.lb')].filter(
          (table) => table.clientWidth > table.parentElement!.clientWidth
        ).length,
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        name: document.querySelector('header .who a[href="/account"]')?.getBoundingClientRect().width ?? 0
      }));
      if (over > 0) wide.push(`${page.url()} is ${over} px too wide at ${width} px`);
      if (cut > 0 && width === 1440) wide.push(`${cut} tables of ${page.url()} are wider than their column`);
      if (name > width / 3) wide.push(`the name of the person takes ${name} px of ${width} on ${page.url()}`);
    }
  }
  await context.clearCookies();
  await signIn(context, server.address, personWith(server, 'annotator'));
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(addressOf('/p/[project]/work/[assignment]'));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) wide.push(`${page.url()} is ${over} px too wide`);
  expect(seen).toBeGreaterThan(70);
  expect(wide).toEqual([]);
  await context.close();
});
