import { expect, type Browser, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

/** A small project by default; the size of the issue is 100 queries of 6 items. */
const QUERIES = Number(process.env.VOIRDIRE_E2E_QUERIES ?? 8);
const ITEMS = Number(process.env.VOIRDIRE_E2E_ITEMS ?? 3);
const OVERLAP = 2;
const BATCH = Math.min(25, Math.ceil(QUERIES / 2));
const POLL = 300;

test.describe.configure({ mode: 'serial', timeout: 600_000 + QUERIES * (ITEMS + 1) * 1500 });

/** No person has two roles: a person who works on a query in one stage is excluded from it in the others. */
const people: [string, Role][] = [
  ['lena', 'lead'],
  ['ada', 'annotator'],
  ['ben', 'annotator'],
  ['cem', 'annotator'],
  ['rosa', 'reviewer'],
  ['rune', 'reviewer'],
  ['rita', 'reviewer'],
  ['ana', 'adjudicator'],
  ['aki', 'adjudicator']
];
const password = 'a phrase for nine people';
const room = '/p/nine/verification';
let server: RunningServer;
/** Nine browsers and a server share what processors there are. */
const patiently = expect.configure({ timeout: 120_000 });

const qidOf = (i: number): string => `q${String(i + 1).padStart(3, '0')}`;
/** In every fourth query two of the three annotators reword the second item, each in their own way: there people differ. */
const isContested = (qid: string): boolean => Number(qid.slice(1)) % 4 === 0;

const benchmark = Array.from({ length: QUERIES }, (_, i) => ({
  qid: qidOf(i),
  query: `Compare the ${ITEMS + i} largest reservoirs of basin ${i + 1} by volume, age and owner in 2024.`,
  domain: ['Water', 'Energy', 'Law'][i % 3],
  category: ['Market analysis', 'Decision support'][i % 2],
  checklist: Array.from({ length: ITEMS }, (_, k) => `Does the report give figure ${k + 1} of basin ${i + 1} for 2024?`)
}));

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  const { db, close } = openBeside(server.data);
  const ids = await Promise.all(
    people.map(([name]) => addUser(db, { name, email: `${name}@nine.example`, admin: false, password }))
  );
  for (const name of ['Nine', 'Again', 'Once more']) {
    const project = createProject(db, authorize(operator, instance, 'administer'), { name });
    const lead = authorize(operator, { kind: 'project', id: project.id }, 'manage');
    people.forEach(([, role], i) => {
      if (name === 'Nine' || role === 'lead') addRole(db, lead, ids[i]!, role);
    });
  }
  close();
});
test.afterAll(() => server.stop());

/** A browser of one person's own, at a page. */
async function browserOf(browser: Browser, name: string, path = room): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await signIn(context, server.address, { email: `${name}@nine.example`, password });
  const page = await context.newPage();
  await open(page, server.address + path);
  return page;
}

const stages = (): string[] => texts(server.data, 'select stage from round_query order by position');
const order = ['annotation', 'review', 'inspection', 'adjudication', 'done'];
/** Whether every query is past a stage. */
const past = (stage: string): boolean => stages().every((now) => order.indexOf(now) > order.indexOf(stage));

/** Imports a file of queries by the page. */
async function importFile(page: Page, project: string, name: string, body: string | Buffer): Promise<void> {
  await open(page, `${server.address}/p/${project}/import`);
  await page
    .getByLabel('File of queries')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(body) });
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: /imported$/ })).toBeVisible();
}

/** Waits until the bench of the next query is there, or the room says that there is none; answers its query's id. */
async function nextQuery(page: Page, before: string): Promise<string | null> {
  await page.waitForURL((url) => url.href !== before);
  if (page.url().includes('finished=')) return null;
  await page.waitForFunction(() => /^(?!All)/.test(document.querySelector('h1#item')?.textContent?.trim() ?? 'All'));
  const head = await page.locator('.checklist .head').textContent();
  return /Query (\S+)/.exec(head ?? '')?.[1] ?? null;
}

/** Goes through all the queries of a stage that there are, by keys alone; false if there is nothing to do now. */
async function workThrough(page: Page, stage: string, keys: (qid: string) => Promise<void>): Promise<boolean> {
  const begin = page.locator('.row', { hasText: stage }).getByRole('button');
  if ((await begin.count()) === 0) return false;
  let from = page.url();
  await begin.focus();
  await page.keyboard.press('Enter');
  let qid = await nextQuery(page, from);
  while (qid !== null) {
    await hydrated(page);
    await keys(qid);
    await patiently(page.locator('h1#item')).toHaveText(/^All \d+ are (rated|reviewed)\.$/);
    from = page.url();
    await page.keyboard.press('Enter');
    qid = await nextQuery(page, from);
  }
  return true;
}

/** How many there are to rate or review in the query in view. */
const toDo = async (page: Page): Promise<number> =>
  Number(/ of (\d+)/.exec((await page.locator('.bench-form > .label').first().textContent()) ?? '')![1]);

/** Keys pressed for each rating that asks for no text. */
const rated: number[] = [];
async function annotate(page: Page, who: number, qid: string): Promise<void> {
  for (let i = 0; i <= ITEMS; i++) {
    if (i === 2 && who < 2 && isContested(qid)) {
      await page.keyboard.press('3');
      await page.keyboard.insertText(
        `Does the report give figure 2 ${['in litres', 'with its source'][who]} for ${qid}?`
      );
      await page.keyboard.press('Control+Enter');
    } else {
      // With a reason it is two keys, and more it never is if nothing has to be written.
      const keys = who === 2 && i === 1 ? ['5', '1'] : ['1'];
      for (const key of keys) await page.keyboard.press(key);
      rated.push(keys.length);
    }
  }
}

/** Comes to the room whenever some query is in one of the stages, until all are past the last of them. */
async function until(page: Page, mine: readonly string[], work: () => Promise<boolean>): Promise<void> {
  while (!past(mine.at(-1)!)) {
    const waiting = !stages().some((stage) => mine.includes(stage));
    if (waiting || !(await work())) await page.waitForTimeout(POLL);
    if (!waiting) await open(page, server.address + room);
  }
}

/** Decides what is open with the first opinion; if the other adjudicator was first, theirs stands. */
async function adjudicate(page: Page): Promise<boolean> {
  const way = page.getByRole('link', { name: 'Continue' });
  if ((await way.count()) === 0) return false;
  await way.press('Enter');
  const settled = page.getByRole('heading', { name: /^(No conflict is left|Nothing )/ });
  const subject = page.getByRole('region', { name: 'In conflict' });
  await patiently(settled.or(subject)).toBeVisible();
  while (!(await settled.isVisible())) {
    await hydrated(page);
    const before = await page.locator('main h1').textContent();
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    const leave = page.getByRole('link', { name: 'Keep their decision and continue' });
    const goneOn = page.locator('main h1').filter({ hasNotText: before!.trim() });
    await patiently(leave.or(goneOn)).toBeVisible();
    if (await leave.isVisible()) await leave.press('Enter');
    await patiently(goneOn).toBeVisible();
  }
  return true;
}

test('a lead imports a benchmark and opens a round on it', async ({ browser }) => {
  const page = await browserOf(browser, 'lena');
  await importFile(page, 'nine', 'benchmark.jsonl', benchmark.map((one) => JSON.stringify(one)).join('\n'));
  await open(page, `${server.address}${room}/new`);
  for (const [label, value] of [
    ['Name', 'Nine people'],
    ['Overlap: annotators per query', String(OVERLAP)],
    ['Queries in a batch', String(BATCH)],
    ['Limit, %', '40'],
    ['Acceptance number (disagreements allowed)', '6'],
    ['Seed', '7']
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Start round' }).click();
  await expect(page.getByText('The round is open.')).toBeVisible();
  expect(stages()).toEqual(Array.from({ length: QUERIES }, () => 'annotation'));
  await page.context().close();
});

test('nine people take it through all stages at once, each in a browser of their own, with at most two keys for a rating without text', async ({
  browser
}) => {
  const started = Date.now();
  const annotators = ['ada', 'ben', 'cem'].map(async (name, who) => {
    const page = await browserOf(browser, name);
    await workThrough(page, 'Annotation', (qid) => annotate(page, who, qid));
    await page.context().close();
  });
  const reviewers = ['rosa', 'rune', 'rita'].map(async (name) => {
    const page = await browserOf(browser, name);
    const press = (key: string) => async (): Promise<void> => {
      for (let left = await toDo(page); left > 0; left--) await page.keyboard.press(key);
    };
    await until(
      page,
      ['review', 'inspection'],
      async () => (await workThrough(page, 'Review', press('a'))) || workThrough(page, 'Inspection', press('1'))
    );
    await page.context().close();
  });
  const adjudicators = ['ana', 'aki'].map(async (name) => {
    const page = await browserOf(browser, name);
    await until(page, ['adjudication'], () => adjudicate(page));
    await page.context().close();
  });
  const lead = async (): Promise<void> => {
    const page = await browserOf(browser, 'lena', `${room}/rounds/1/inspections`);
    while (!past('inspection')) {
      if (!stages().includes('inspection')) {
        await page.waitForTimeout(POLL);
        continue;
      }
      const start = page.getByRole('button', { name: 'Draw sample and start' }).first();
      if (await start.isVisible()) {
        await start.press('Enter');
        await patiently(page.getByText('The sample is drawn.')).toBeVisible();
      } else await page.waitForTimeout(POLL);
      await open(page, `${server.address}${room}/rounds/1/inspections`);
    }
    await page.context().close();
  };
  await Promise.all([...annotators, ...reviewers, ...adjudicators, lead()]);
  test.info().annotations.push({
    type: 'five stages',
    description: `${QUERIES} queries × ${ITEMS} items in ${Math.round((Date.now() - started) / 1000)} s`
  });

  expect(new Set(stages())).toEqual(new Set(['done']));
  const ratings = rows(server.data, "select label, reasons from rating where stage = 'annotation'");
  expect(ratings).toHaveLength(QUERIES * (ITEMS + 1) * OVERLAP);
  expect(ratings.filter(({ label }) => label === 'appropriate')).toHaveLength(rated.length);
  expect(Math.max(...rated)).toBe(2);
  expect(ratings.filter(({ reasons }) => reasons === '["relevance"]')).toHaveLength(
    rated.filter((keys) => keys === 2).length
  );
  // Exactly so many annotators as the overlap says, one reviewer, and no person in two stages of the same query.
  const hands = rows(
    server.data,
    `select a.round_query_id as query, a.stage as stage, count(distinct a.user_id) as n from verification_assignment a
     where a.status = 'done' and a.stage in ('annotation', 'review') group by 1, 2`
  );
  expect(hands).toHaveLength(2 * QUERIES);
  expect(hands.filter(({ stage, n }) => n !== (stage === 'annotation' ? OVERLAP : 1))).toEqual([]);
  expect(
    rows(server.data, 'select 1 from query_involvement group by query_id, user_id having count(distinct stage) > 1')
  ).toEqual([]);
  const contested = benchmark.filter(({ qid }) => isContested(qid)).length;
  expect(Number(texts(server.data, 'select count(distinct subject_id) from adjudication')[0])).toBe(contested);
});

test('what is finalised and exported gives the same version when it is imported elsewhere', async ({ browser }) => {
  const page = await browserOf(browser, 'lena', `${room}/rounds/1/finalise`);
  await page.getByRole('button', { name: 'Finalise as a dataset version' }).click();
  await expect(page.getByRole('heading', { name: 'Dataset version 1' })).toBeVisible();
  const hash = await page.locator('code.hash').textContent();
  const sameAs = async (project: string, file: string): Promise<void> => {
    const answer = await page.request.get(`${server.address}${room}/versions/1/file/${file}`);
    expect(answer.status()).toBe(200);
    await importFile(page, project, file, await answer.body());
    await open(page, `${server.address}/p/${project}/verification/versions`);
    await page.getByRole('button', { name: 'Freeze current benchmark' }).click();
    await expect(page.getByText('The current benchmark is frozen')).toBeVisible();
    await expect(page.locator('code.hash')).toHaveText(hash!);
  };
  await sameAs('again', 'dataset.jsonl');
  await sameAs('once-more', 'dataset.csv');
  expect(rows(server.data, 'select distinct content_hash from dataset_version')).toHaveLength(1);
  await page.context().close();
});
