import { writeFileSync } from 'node:fs';
import { open, personWith, signIn } from './browsing.ts';
import { texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => { server = await startServer(); });
test.afterAll(() => server.stop());
test('latin', async ({ browser }) => {
  test.setTimeout(400_000);
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(context, server.address, personWith(server, 'lead'));
  const slugs = texts(server.data, 'select slug from project');
  const out: string[] = [];
  const shot = new Set(['leaderboard', 'studies-new', 'runs-new']);
  for (const slug of slugs) {
    const report = texts(server.data, `select r.id from report r join query q on q.id=r.query_id join project p on p.id=q.project_id where p.slug='${slug}' limit 1`)[0];
    const pages = ['leaderboard', 'runs', 'runs/1', 'runs/1/reports', 'runs/new', 'studies', 'studies/new', 'studies/1', 'studies/1/quality', 'studies/1/guideline', 'judges', 'judges/prompts', 'judges/prompts/coverage', 'judges/monitoring', 'compare', 'alignment', 'rubrics', 'reports', 'verification/leakage', 'alignment/correlation', `reports/${report}`, `reports/${report}?metric=citation-accuracy`, `reports/${report}?metric=depth`];
    for (const path of pages) {
      await page.goto(`${server.address}/p/${slug}/${path}`, { waitUntil: 'domcontentloaded' });
      const said = await page.evaluate(() => {
        const read = ['aria-label', 'title', 'placeholder', 'alt'];
        const attributes = [...document.querySelectorAll('main *')].flatMap((e) => read.map((n) => e.getAttribute(n) ?? ''));
        return [...(document.querySelector('main')?.innerText ?? '').split('\n'), ...attributes];
      });
      const latin = [...new Set(said.filter((t) => /[A-Za-z]{3,} [a-z]{2,}/.test(t)))];
      out.push(`== ${slug}/${path}`, ...latin.map((t) => t.trim().slice(0, 220)).slice(0, 40));
      const name = path.replace('/', '-');
      if (slug === slugs[0] && shot.has(name)) await page.screenshot({ path: `/tmp/w/r4x/${name}.png`, fullPage: false });
    }
  }
  writeFileSync('/tmp/w/r4x/latin.txt', out.join('\n'));
  void personWith; void open;
});
