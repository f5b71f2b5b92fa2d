import { sql } from 'drizzle-orm';
import { open, personWith, signIn } from './browsing.ts';
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
  ['system', 'name', 'name']
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

for (const width of [320, 1440])
  test(`long names without spaces leave no page of a lead wider than ${width} px`, async ({ browser }) => {
    test.setTimeout(240_000);
    const context = await browser.newContext({ baseURL: server.address, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await signIn(context, server.address, personWith(server, 'lead'));
    const addressOf = addressesIn(server);
    const wide: string[] = [];
    let seen = 0;
    for (const { id } of routesOnDisk().filter((route) => route.page && /^\/(p\/|$|account)/.test(route.id))) {
      const answer = await page.goto(addressOf(id));
      if (answer?.ok() !== true) continue;
      seen += 1;
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      if (over > 0) wide.push(`${page.url()} is ${over} px too wide`);
    }
    expect(seen).toBeGreaterThan(70);
    expect(wide).toEqual([]);
    await open(page, '/p/demo');
    const name = page.locator('header .who a[href="/account"]');
    expect((await name.boundingBox())!.width).toBeLessThan(width / 3);
    await context.close();
  });
