import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { openRound } from '../../src/lib/verification/rounds/rounds.server.ts';
import { freezeVersion } from '../../src/lib/verification/release/versions.server.ts';
import type { Asked } from '../stand-ins/answers.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import type { StandIn } from '../stand-ins/server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn, tabTo, told } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

// One journey, in the order in which a lead makes it: each part starts from what the one before has left.
test.describe.configure({ mode: 'serial' });

const lead = { email: 'ada@lab.example', password: 'a phrase for the drafts' };
const survey = [
  'respondent,group,question,matters',
  'p1,enterprise,"What would district heating cost a bakery in Sarrin?","Figures with a source"',
  'p2,researcher,"Which studies compare heat pumps and heat networks?","Strength of evidence"',
  'p3,general,"Is my well safe for a baby?","Plain words"'
].join('\n');

/** Two makers: what one overlooks the other asks. The schema says which of the two questions is asked. */
const says =
  (questions: [string, string][]) =>
  ({ schema }: Asked): object =>
    'questions' in ((schema?.['properties'] as object | undefined) ?? {})
      ? { questions: questions.map(([question, why]) => ({ question, why })) }
      : { items: ['Does the report give the price per kilowatt hour?', 'Does the report cover every bakery?'] };

let server: RunningServer;
let first: StandIn;
let second: StandIn;
let context: BrowserContext;
let page: Page;
let base: string;
let grant: ProjectGrant<'manage'>;
const complaints: string[] = [];
const faults: string[] = [];

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  [first, second] = await Promise.all([
    startOpenAi({
      answer: says([
        ['Prices of which year?', 'They rose by half.'],
        ['What is a bakery?', 'Four ovens or forty.']
      ])
    }),
    startOpenAi({ answer: says([['With or without grants?', 'A third of the cost.']]) })
  ]);
  server = await startServer({
    demo: false,
    env: {
      ...{ OPENAI_BASE_URL: first.url, OPENAI_API_KEY: 'test', GEMINI_API_KEY: '', ANTHROPIC_API_KEY: '' },
      VOIRDIRE_SERVER_SECOND: second.url
    }
  });
  const database = openBeside(server.data);
  const project = createProject(database.db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const id = await addUser(database.db, { name: 'Ada Lead', admin: false, ...lead });
  grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  addRole(database.db, grant, id, 'lead');
  const rater = await addUser(database.db, {
    ...{ name: 'Ben Rater', admin: false },
    ...{ email: 'ben@lab.example', password: lead.password }
  });
  addRole(database.db, grant, rater, 'annotator');
  database.close();
  base = `${server.address}/p/heat/verification`;
  context = await browser.newContext();
  await signIn(context, server.address, lead);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
});
test.afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
  expect(faults.splice(0)).toEqual([]);
});
test.afterAll(async () => {
  await context.close();
  await server.stop();
  await Promise.all([first.stop(), second.stop()]);
});

const look = async (name: string): Promise<void> => void faults.push(...(await faultsOf(page, name)));
const main = () => page.locator('main');
const press = (name: string | RegExp, within = main()): Promise<void> =>
  within.getByRole('button', { name }).first().press('Enter');
/** As a person without a mouse gets there. */
const reach = async (name: string): Promise<void> => {
  await tabTo(page, main().getByRole('button', { name }).first());
  await page.keyboard.press('Enter');
};

test('a survey with mistakes is shown with all of them, row by row, and nothing of it is stored', async () => {
  await open(page, base);
  await page.getByRole('link', { name: 'Import answers' }).click();
  await page.getByLabel('or paste the rows').fill(`${survey}\np3,general,,\n,general,Who?,`);
  await reach('Preview');
  await expect(page.getByRole('heading', { name: /^Import blocked: 3 problems/ })).toBeVisible();
  const said = page.getByRole('region', { name: 'Problems of the file' }).getByRole('row');
  await expect(said).toHaveCount(4);
  await expect(said.nth(1)).toContainText('5');
  await look('a refused survey');
  expect(rows(server.data, 'select count(*) n from survey_answer')).toEqual([{ n: 0 }]);
  // The pasted text is in its field, to be corrected.
  const field = page.getByLabel('or paste the rows');
  await expect(field).toHaveValue(/p3,general,,/);
  await field.fill(survey);
  await press('Preview again');
  await expect(page.getByRole('heading', { name: /^3 answers can be imported/ })).toBeVisible();
  await expect(page.getByText('Is my well safe for a baby?').first()).toBeVisible();
  expect(rows(server.data, 'select count(*) n from survey_answer')).toEqual([{ n: 0 }]);
  await press('Import 3 answers');
  await expect(page.getByText('3 answers imported')).toBeVisible();
  await look('survey');
  await page.getByLabel('Words in the answer').fill('WELL');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 3 match')).toBeVisible();
});

test('answers are coded with a key for each code, several if several fit, and counted by group', async () => {
  await open(page, `${base}/coding`);
  await page.getByRole('link', { name: 'Create code book' }).click();
  for (const [kind, one] of [
    ['domains', 'Economy & Business'],
    ['categories', 'Competitive analysis']
  ] as const) {
    await press(new RegExp(`^Add default ${kind}`));
    await expect(page.locator('summary', { hasText: one })).toBeVisible();
  }
  await look('lists');
  await open(page, `${base}/coding`);
  await look('coding');
  // Economy & Business and Decision support; Science & Technology, Economy & Business (a key twice is none) and
  // Literature review; Health & Wellbeing alone.
  for (const [respondent, keys] of [
    ['p1', '2f'],
    ['p2', '1233h'],
    ['p3', '3']
  ] as const) {
    await expect(page.getByText(`${respondent}, `, { exact: false }).first()).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${respondent} is saved`)).toBeVisible();
  }
  await expect(told(page).last()).toHaveText('Selected, not committed: Health & Wellbeing.');
  await expect(told(page).filter({ hasText: 'Removed: Health & Wellbeing' })).toHaveCount(1);
  expect(
    texts(
      server.data,
      `select a.respondent || ' ' || c.list || ' ' || l.name from survey_answer a
       join survey_code c on c.answer_id = a.id join coding_label l on l.id = c.label_id order by 1`
    )
  ).toEqual([
    'p1 category Decision support',
    'p1 domain Economy & Business',
    'p2 category Literature review',
    'p2 domain Economy & Business',
    'p2 domain Science & Technology',
    'p3 domain Health & Wellbeing'
  ]);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Every answer is coded')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Answer 2 of 3')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Literature review' })).toBeChecked();
  await look('an answer of two domains');

  await page.getByRole('link', { name: 'Counts', exact: true }).click();
  const domains = page.getByRole('table').first();
  await expect(domains.getByRole('row', { name: /^Economy & Business/ })).toContainText('67');
  await expect(page.getByText(/1 answer with more than one code counts in each/).first()).toBeVisible();
  expect(await domains.locator('tbody rect').count()).toBe(4);
  await look('counts');

  await page.getByRole('link', { name: 'Code book', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Domains and categories' })).toBeVisible();
  const health = page
    .getByRole('group')
    .filter({ has: page.getByRole('button', { name: 'Remove Health & Wellbeing' }) });
  await page.locator('summary', { hasText: 'Health & Wellbeing' }).press('Enter');
  await health.getByLabel('1 answer, 0 drafts become').selectOption('Law & Governance');
  await press('Remove Health & Wellbeing');
  await expect(page.getByText('Health & Wellbeing')).toHaveCount(0);
  await expect(page.locator('summary', { hasText: 'Law & Governance' })).toContainText('1 answer');
});

test('a draft keeps its answer; two judges ask, and each question is answered, dismissed or turned into an edit', async () => {
  await open(page, `${base}/drafts`);
  const domains = page.getByRole('region', { name: 'Targets by domain' });
  await page.getByLabel('Target of Science & Technology').fill('many');
  await page.getByLabel('total queries').first().fill('6');
  await page.getByRole('button', { name: 'Set proportionally' }).first().click();
  // The browser itself holds what is no number back; without its check the server says why.
  await page.getByLabel('Target of Science & Technology').fill('');
  await page.getByRole('button', { name: 'Set proportionally' }).first().click();
  await expect(page.getByText('Targets saved.')).toBeVisible();
  await look('drafts and targets');
  // Two of three answers have it, of four codes in all.
  await expect(domains.getByLabel('Target of Economy & Business')).toHaveValue('3');

  await open(page, `${base}/survey`);
  await page.getByRole('link', { name: 'Draft a query from p1' }).click();
  await expect(page.getByLabel('Domain')).toHaveValue('Economy & Business');
  await page.getByLabel('Id', { exact: true }).fill('bakery01');
  await reach('Save draft');
  await expect(page.getByRole('heading', { name: 'Draft bakery01' })).toBeVisible();
  // Text typed while the page is becoming live would be overwritten by the text that it came with.
  await hydrated(page);
  const questions = page.getByRole('region', { name: /^Clarifying questions/ });
  await expect(
    questions.getByText('Not set in the server’s environment: GEMINI_API_KEY, ANTHROPIC_API_KEY.')
  ).toBeVisible();
  await page.getByLabel('Judge 1').fill('gemini:gemini-2.5-pro');
  await press('Ask for clarifying questions');
  await expect(page.getByRole('alert')).toContainText('set GEMINI_API_KEY');
  expect(first.count()).toBe(0);
  await page.getByLabel('Judge 1').fill('openai:gpt-5');
  await page.getByLabel('Judge 2').fill('openai-compatible:sage@second');
  await press('Ask for clarifying questions');
  await expect(page.getByText('openai:gpt-5: 2 questions')).toBeVisible();
  await look('a draft with questions');

  const card = (question: string) => page.getByRole('listitem').filter({ hasText: question });
  // Text typed elsewhere on the page stays while one question after the other is responded to.
  const other = card('With or without grants?').getByLabel('Answer, or reason for dismissal');
  await other.fill('Half written');
  await card('Prices of which year?').getByText('Edit the query instead').click();
  await card('Prices of which year?')
    .getByLabel('Query with the question resolved')
    .fill('What would district heating cost a bakery in Sarrin at prices of 2026?');
  await card('Prices of which year?').getByRole('button', { name: 'Save query' }).click();
  await expect(card('Prices of which year?')).toContainText('query edited');
  await expect(page.getByText('wording 2', { exact: true })).toBeVisible();
  await expect(other).toHaveValue('Half written');
  await other.fill('');
  await card('With or without grants?').getByRole('button', { name: 'Save answer' }).click();
  await expect(card('With or without grants?').getByRole('alert')).toContainText('Write the answer.');
  await card('With or without grants?').getByLabel('Answer, or reason for dismissal').fill('Without.');
  await press('Save answer', card('With or without grants?'));
  await expect(card('With or without grants?')).toContainText('by Ada Lead');
  await press('Dismiss', card('What is a bakery?'));
  await expect(card('What is a bakery?')).toContainText('dismissed');
  expect(
    texts(server.data, "select judge || ' ' || status || ' ' || response from clarification order by question")
  ).toEqual(['openai:gpt-5 edited ', 'openai-compatible:sage@second answered Without.']);
});

test('a drafted checklist is marked with its model for good, and a draft is adopted when nothing is open', async () => {
  const mark = 'drafted by openai:gpt-5, answered by gpt-5-2025-01-01';
  await page.getByText('Draft with a model').click();
  await page.getByLabel('Judge', { exact: true }).fill('openai:gpt-5');
  await press('Draft checklist');
  await expect(page.getByText(`${mark}, not reviewed`)).toHaveCount(2);
  await press('Adopt into the benchmark');
  await expect(page.getByRole('alert')).toContainText('2 items were drafted by a model and not reviewed');
  await press(/^Drop ?: Does the report cover every bakery/);
  await expect(page.getByText('1 item, 1 not reviewed')).toBeVisible();
  const kept = page.getByRole('listitem').filter({ hasText: 'price per kilowatt hour' });
  await kept.getByText('Reword').click();
  await kept.getByLabel('Wording').fill('Does the report give the price per kilowatt hour in 2026?');
  await press('Save wording', kept);
  await expect(page.getByText(`${mark}, reworded, accepted`)).toBeVisible();
  await page.getByLabel('New item').fill('Does the report say who gives grants?');
  await press('Add item');
  // An answer takes the focus: a key that is pressed before it would reach no button.
  await expect(page.getByText('2 items', { exact: true })).toBeVisible();
  await expect(page.getByText('No open points')).toBeVisible();
  // Another lead edits the draft: this page shows the new text beside the typed one, which adoption then takes.
  const query = page.getByLabel('Query as shown to research agents');
  const beside = await context.newPage();
  await open(beside, page.url());
  await beside.getByLabel('Query as shown to research agents').fill('What does heating cost?');
  await beside.getByRole('button', { name: 'Save wording' }).first().click();
  await expect(beside.getByText('wording 3', { exact: true })).toBeVisible();
  await beside.close();
  await query.fill('What does heating cost a bakery in 2026?');
  await press('Save wording');
  await expect(page.getByRole('alert')).toContainText('changed after you opened this page');
  await expect(page.getByText('It now reads: What does heating cost? Saving your text replaces it.')).toBeVisible();
  await expect(query).toHaveValue('What does heating cost a bakery in 2026?');
  await press('Adopt into the benchmark');
  await page.getByRole('link', { name: 'Open query' }).click();
  await expect(page.getByText('What does heating cost a bakery in 2026?').first()).toBeVisible();
  await expect(page.getByText(`${mark}, reworded, accepted`)).toHaveCount(1);
  expect(texts(server.data, 'select i.text from checklist_item i join query q on q.id = i.query_id')).toEqual([
    'Does the report give the price per kilowatt hour in 2026?',
    'Does the report say who gives grants?'
  ]);

  const { db, close } = openBeside(server.data);
  openRound(db, grant, { name: 'Bakeries', settings: { overlap: 1 } });
  freezeVersion(db, grant);
  close();
  for (const address of ['rounds/1', 'versions/1']) {
    await open(page, `${base}/${address}/queries/bakery01`);
    await expect(page.getByText(`${mark}, reworded`, { exact: true })).toHaveCount(1);
    await look(address);
  }

  await open(page, base);
  await expect(page.getByText('0 open, 1 adopted, 0 dropped')).toBeVisible();
  await look('the room');
  await open(page, `${server.address}/p/heat/audit`);
  for (const act of ['survey.import', 'survey.code', 'coding.remove', 'coding.targets', 'query-draft.adopt'])
    await expect(page.getByRole('link', { name: act, exact: true }).first()).toBeVisible();
  for (const act of ['making.create', 'making.accept', 'making.reject', 'clarification.edited'])
    await expect(page.getByRole('link', { name: act, exact: true }).first()).toBeVisible();
});

test('without scripts a survey is imported and coded, and a draft is written, dropped and taken up again', async ({
  browser
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await signIn(plain, server.address, lead);
  const still = await plain.newPage();
  const button = (name: string) => still.getByRole('button', { name }).first().click();
  await still.goto(`${base}/survey/import`);
  await still.getByLabel('File, up to 8 MB').setInputFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('respondent,question\np4,Which school is near?\n')
  });
  await button('Preview');
  await button('Import 1 answer');
  await expect(still.getByText('1 answer imported')).toBeVisible();
  await still.goto(`${base}/coding`);
  for (const domain of ['Science & Technology', 'Society & Culture'])
    await still.getByRole('checkbox', { name: domain }).check({ force: true });
  await still.getByRole('checkbox', { name: 'Top rankings' }).check({ force: true });
  await button('Save and continue');
  await expect(still.getByText('p4 is saved')).toBeVisible();
  await still.goto(`${base}/drafts/new?answer=p4`);
  // Of two domains none is taken for granted; the only category is.
  await expect(still.getByText('The answer has several codes: Science & Technology, Society & Culture')).toBeVisible();
  await expect(still.getByLabel('Domain')).toHaveValue('');
  await expect(still.getByLabel('Category')).toHaveValue('Top rankings');
  await button('Save draft');
  await still.getByLabel('New item').fill('Does the report name a school?');
  await button('Add item');
  await expect(still.getByText('Does the report name a school?').first()).toBeVisible();
  await still.getByLabel('Reason for dropping').fill('Depends on where one lives.');
  await button('Drop draft');
  await expect(still.getByText('Depends on where one lives.')).toBeVisible();
  await button('Reopen draft');
  await still.getByLabel('Query as shown to research agents').fill('Which school is nearest to the harbour of Sarrin?');
  await button('Save wording');
  await expect(still.getByText('wording 2', { exact: true })).toBeVisible();
  await plain.close();
});
