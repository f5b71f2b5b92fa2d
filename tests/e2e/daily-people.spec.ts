import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { importVerdicts } from '../../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { dailyReports, systems, tasks, trueLabel, verdictLines } from '../planted/daily-people.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, picture, signIn } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

// One journey: people judge requirements blind, an adjudicator settles them, a reviewer checks claims, a lead reads what comes of
// it. Every figure that is expected follows from tests/planted/daily-people.ts and from the keys that are pressed here.
test.describe.configure({ mode: 'serial' });

const people = {
  lead: { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the daily lead' },
  annotator: { name: 'Ana Reader', email: 'ana@lab.example', password: 'a phrase for the reader' },
  adjudicator: { name: 'Eve Expert', email: 'eve@lab.example', password: 'a phrase for the expert' },
  reviewer: { name: 'Rea Checker', email: 'rea@lab.example', password: 'a phrase for the checker' }
} satisfies Partial<Record<Role, object>>;

let server: RunningServer;
let base: string;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Daily' });
  const grant = authorize(operator, { kind: 'project', id }, 'manage');
  const ids: string[] = [];
  for (const [role, person] of Object.entries(people)) {
    const user = await addUser(db, { ...person, admin: false });
    addRole(db, grant, user, role as Role);
    if (role === 'annotator') ids.push(user);
  }
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const lines = (all: readonly object[]): Uint8Array => bytes(all.map((one) => JSON.stringify(one)).join('\n'));
  const queries = tasks.map(({ text, items: _, ...task }) => ({ ...task, query: text, items: [] }));
  await importFiles(db, grant, [{ name: 'queries.jsonl', bytes: lines(queries) }]);
  const files = dailyReports.map(({ system, qid, markdown }) => ({
    name: `reports/${system}/qid_${qid}_report.md`,
    bytes: bytes(markdown)
  }));
  const described = Object.fromEntries(systems.map(({ name, ...fields }) => [name, fields]));
  await importFiles(db, grant, files, { systems: described, collected: '2026-07-10' });
  const { run } = importVerdicts(db, grant, lines(verdictLines()));
  createStudy(db, grant, {
    ...{ runId: run.id, name: 'Requirements', metric: 'daily-instruction', kind: 'unit-daily-instruction' },
    ...{ sample: { items: 24 }, people: ids, overlap: 1, seed: 1, reveal: 'never' }
  });
  close();
  base = `${server.address}/p/daily`;
  context = await browser.newContext();
  await signIn(context, server.address, people.lead);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await server?.stop();
});

async function pageOf(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const own = await browser.newContext();
  await signIn(own, server.address, who);
  return own.newPage();
}
/** No fault in either theme, and nothing that scrolls sideways on a phone. */
async function noFaults(of: Page, name: string): Promise<void> {
  expect(await faultsOf(of, name)).toEqual([]);
  await of.setViewportSize({ width: 390, height: 800 });
  const wide = await of.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${name} at 390 px`).toBeLessThanOrEqual(0);
  await of.setViewportSize({ width: 1280, height: 800 });
  await picture(of, name.replaceAll(' ', '-'));
}
const requirement = (words: string): number => Number(/\d+/.exec(words)![0]);
const keyOf = (label: string): string => ({ satisfied: '1', partly: '2', 'not-satisfied': '3' })[label]!;

test('requirements are judged blind by one key each', async ({ browser }) => {
  const ana = await pageOf(browser, people.annotator);
  await open(ana, `${server.address}/`);
  await ana.getByRole('link', { name: /^Start/ }).click();
  for (let done = 0; done < 24;) {
    await expect(ana.getByRole('button', { name: 'Commit and continue' })).toBeVisible();
    await hydrated(ana);
    if (done === 0) await noFaults(ana, 'a requirement to be judged');
    const assignment = new URL(ana.url()).pathname.split('/')[4]!;
    const items = texts(
      server.data,
      `select s.text from assignment_item a join study_item s on s.id = a.study_item_id where a.assignment_id = ? order by a.position`,
      assignment
    );
    for (const text of items) {
      await expect(ana.locator('.asked .words')).toHaveText(text);
      const u = requirement(text);
      // Ana errs on each fourth.
      await ana.keyboard.press(keyOf(u % 4 === 0 ? trueLabel(u + 1) : trueLabel(u)));
    }
    done += items.length;
    await expect(ana.locator('h1#item')).toHaveText('Report complete.');
    await expect
      .poll(() => rows(server.data, 'select count(distinct study_item_id) as n from human_verdict')[0]!['n'])
      .toBe(done);
    if (done < 24) await ana.keyboard.press('Enter');
    if (done < 24) await expect(ana).not.toHaveURL(new RegExp(assignment));
  }
  await ana.context().close();
});

test('an adjudicator sees all labels under letters and settles each item by keyboard', async ({ browser }) => {
  const eve = await pageOf(browser, people.adjudicator);
  await open(eve, base);
  await eve.getByRole('link', { name: 'Adjudicate labels' }).focus();
  await eve.keyboard.press('Enter');
  for (let n = 0; n < 24; n++) {
    await expect(eve.getByText(`${n} of 24 adjudicated`)).toBeVisible();
    await hydrated(eve);
    if (n === 0) {
      await expect(eve.getByRole('heading', { name: /^Labels/ })).toContainText('in random order');
      await expect(eve.locator('main')).not.toContainText(/plumb|bent|Ana|alpha|beta/);
      await noFaults(eve, 'an item to be adjudicated');
    }
    const u = requirement((await eve.locator('h1#item').textContent())!);
    await eve.keyboard.press(keyOf(trueLabel(u)));
    if (n === 0) {
      // Where a label differs a reason is asked for; it is typed after N and sent with Ctrl and Enter.
      await eve.keyboard.press('n');
      await expect(eve.getByRole('textbox', { name: /^Reason/ })).toBeFocused();
    }
    if (n > 0) await eve.keyboard.press('n');
    await eve.keyboard.type('The report says so.');
    const here = eve.url();
    await eve.keyboard.press('Control+Enter');
    await expect(eve).not.toHaveURL(here);
  }
  await expect(eve.getByRole('heading', { name: 'All items are adjudicated' })).toBeVisible();
  await noFaults(eve, 'all items adjudicated');
  await eve.context().close();
});

test('a lead reads the accuracy of people and judges against the adjudicated labels', async () => {
  await open(page, `${base}/alignment/1/accuracy`);
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page.getByRole('heading', { name: 'Accuracy against adjudicated labels' })).toBeVisible();
  await hydrated(page);
  // Ana errs on 6 of 24, bent on 4.
  await expect(page.getByRole('row', { name: /^People/ })).toContainText(/75\.0\s?%/);
  await expect(page.getByRole('row', { name: /bent/ })).toContainText(/83\.3\s?%/);
  await expect(page.getByRole('row', { name: /plumb/ })).toContainText(/100\.0\s?%/);
  await expect(page.getByRole('row', { name: /^People/ })).toContainText(/88\.4\s?%/);
  await noFaults(page, 'accuracy against adjudicated labels');
});

test('the chain of a claim is reached from the report, by keyboard, and leaves as JSON', async () => {
  const [report] = texts(server.data, 'select id from report order by rowid limit 1');
  await open(page, `${base}/reports/${report}?run=1&metric=daily-instruction`);
  await page.getByRole('link', { name: 'Questions, searches and pages' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Claim 1 is judged incorrect' })).toBeVisible();
  await hydrated(page);
  const main = page.locator('main');
  await expect(main).toContainText('One incorrect question makes the claim incorrect: Q2.');
  await expect(main).toContainText('Later than 2026-07-10');
  await expect(main).toContainText('The model concluded “unknown”, which is recorded and does not decide.');
  await noFaults(page, 'the chain of a claim');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'JSON' }).click();
  expect((await download).suggestedFilename()).toBe('daily-run-1-evidence.json');
  await page.getByRole('link', { name: 'Paragraph 2 of the report' }).click();
  await expect(page).toHaveURL(/#p2$/);
});

test('a spot check is drawn, answered by keyboard, and says everywhere that it is not blind', async ({ browser }) => {
  await open(page, `${base}/spot-checks`);
  await noFaults(page, 'the list of spot checks');
  await page.getByLabel('Name').fill('Claims of plumb');
  await page.getByLabel('Verdicts of').selectOption({ index: 0 });
  await page.getByLabel('Verdicts to draw').fill('4');
  await page.getByRole('button', { name: 'Draw spot check' }).click();
  await expect(page.getByText('Not blind', { exact: true })).toBeVisible();

  const rea = await pageOf(browser, people.reviewer);
  await open(rea, base);
  await rea.getByRole('link', { name: 'Check verdicts' }).focus();
  await rea.keyboard.press('Enter');
  for (let n = 0; n < 4; n++) {
    await expect(rea.getByText(`verdict ${n + 1} of 4, drawn at random`)).toBeVisible();
    await hydrated(rea);
    if (n === 0) {
      await expect(rea.locator('main')).toContainText('not blind');
      await expect(rea.locator('main')).not.toContainText(/plumb|alpha|beta/);
      await noFaults(rea, 'a claim to be checked');
    }
    // Three agree, the last says that another verdict is right.
    await rea.keyboard.press(n === 3 ? '2' : '1');
    const here = rea.url();
    await rea.keyboard.press('Enter');
    await expect(rea).not.toHaveURL(here);
  }
  await expect(rea.getByText('You confirmed 3 and changed 1.')).toBeVisible();
  await rea.context().close();

  await open(page, `${base}/spot-checks/1`);
  await expect(page.getByRole('row', { name: /plumb/ })).toContainText(/75\.0\s?%/);
  await noFaults(page, 'a spot check');
  await open(page, `${base}/alignment/meta-evaluation`);
  const row = page.getByRole('row', { name: /plumb/ });
  await expect(row).toContainText(/100\.0\s?%/);
  await expect(row).toContainText(/75\.0\s?%/);
  await expect(page.getByRole('row', { name: /^Gemini-3-flash/ })).toContainText(/95\.3\s?%/);
  await expect(page.getByText('No count of 300 gives')).not.toHaveCount(0);
  await noFaults(page, 'the meta-evaluation');
});
