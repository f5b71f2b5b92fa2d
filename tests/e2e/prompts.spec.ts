import { expect, type BrowserContext, type Page } from '@playwright/test';
import { liftEmbargo } from '../../src/lib/alignment/preregistration/preregistrations.server.ts';
import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { runByNumber } from '../../src/lib/scorer/runs/runs.server.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import {
  nextStudyAssignment,
  noteStudyAssignmentOpened,
  readAssignment
} from '../../src/lib/studies/judging/queue.server.ts';

import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import type { StandIn } from '../stand-ins/server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

// One journey, in the order in which a lead makes it. The judge takes figures without a unit for an answer of another kind until its
// prompt says that they count: on 12 of 18 queries one of three items is wrong under version 1, and none under the edited one.
test.describe.configure({ mode: 'serial' });

const QIDS = Array.from({ length: 18 }, (_, at) => `q${at + 1}`);
const LATER = 'A figure counts also where its unit stands in the sentence before.';
const lead = { name: 'Ida Lead', email: 'ida@lab.example', password: 'a phrase for the prompts' };
const people = ['Ana', 'Ben'].map((name) => ({
  name,
  email: `${name}@lab.example`,
  password: 'a phrase for the reader'
}));
const benchmark = [
  'qid,Deep Research Query,Checklist',
  ...QIDS.flatMap((qid) =>
    ['name a figure', 'name its source', 'name its year'].map(
      (asks) => `${qid},What is known of ${qid}?,Does the report ${asks} for ${qid}?`
    )
  )
].join('\n');
const isFooled = (question: string): boolean => /name a figure for q(\d+)\?/.exec(question)?.[1] !== undefined && Number(/q(\d+)\?/.exec(question)![1]) % 3 !== 0; // prettier-ignore

let server: RunningServer;
let standIn: StandIn;
let context: BrowserContext;
let page: Page;
let base: string;

test.beforeAll(async ({ browser }) => {
  standIn = await startOpenAi({
    answer: ({ items, system }) => ({
      items: items.map(({ id, question }) => ({
        ...{ id, rationale: 'As the report says.', quotes: [] },
        label: isFooled(question) && !system.includes(LATER) ? 'no' : 'yes'
      }))
    })
  });
  server = await startServer({ demo: false, env: { OPENAI_BASE_URL: standIn.url, OPENAI_API_KEY: 'test' } });
  const { db, close } = openBeside(server.data);
  const { id } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Wording' });
  const manage = authorize(operator, { kind: 'project', id }, 'manage');
  addRole(db, manage, await addUser(db, { ...lead, admin: false }), 'lead');
  for (const one of people) addRole(db, manage, await addUser(db, { ...one, admin: false }), 'annotator');
  const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
  await importFiles(db, manage, [file('queries.csv', benchmark)]);
  await importFiles(
    db,
    manage,
    QIDS.map((qid) =>
      file(
        `aurora/qid_${qid}_report.md`,
        `# On ${qid}\n\nMillimetres are meant. It was 12 in 2024 [1].\n\n[1] https://a.example/${qid}\n`
      )
    )
  );
  close();
  base = `${server.address}/p/wording`;
  context = await browser.newContext();
  await signIn(context, server.address, lead);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context?.close();
  await server?.stop();
  await standIn?.stop();
});

const noFaults = async (name: string): Promise<void> => expect(await faultsOf(page, name)).toEqual([]);
const ended = () => page.locator('#state .badge', { hasText: /^Done$/ });

async function startRun(): Promise<void> {
  await page.getByLabel('Judges, one per line').fill('openai:gpt-5');
  await page.getByRole('button', { name: 'Start the run' }).click();
}

/** A blind study of all items, in which both annotators say yes to each, with its figures opened. */
function judgeBlind(): void {
  const { db, close } = openBeside(server.data);
  const administer = authorize(operator, instance, 'administer');
  const ofProject = texts(server.data, 'select id from project')[0]!;
  const manage = authorize(personByEmail(db, administer, lead.email), { kind: 'project', id: ofProject }, 'manage');
  const annotators = people.map(({ email }) => personByEmail(db, administer, email));
  const study = createStudy(db, manage, {
    runId: runByNumber(db, authorize(manage.actor, manage.resource, 'read-results'), 1).id,
    ...{ name: 'Are the items answered?', metric: 'coverage', sample: { items: 3 * QIDS.length }, overlap: 2, seed: 1 },
    ...{ people: annotators.map(({ id }) => id), reveal: 'never', guideline: '' }
  });
  for (const person of annotators) {
    const own = authorize(person, { kind: 'project', id: ofProject }, 'annotate');
    for (let id = nextStudyAssignment(db, person, study.id); id; id = nextStudyAssignment(db, person, study.id)) {
      noteStudyAssignmentOpened(db, own, id);
      for (const { id: studyItemId } of readAssignment(db, person, id).items)
        commitVerdict(db, own, {
          ...{ assignmentId: id, studyItemId, label: 'yes', note: '', passages: [], seconds: 20 },
          idempotencyKey: `${studyItemId} ${person.id}`
        });
    }
  }
  liftEmbargo(db, manage, study.id);
  close();
}

test('a verdict leads to the prompt as the judge received it', async () => {
  await open(page, `${base}/runs/new`);
  for (const box of await page.locator('input[name=metric]').all())
    await box.setChecked((await box.getAttribute('value')) === 'coverage', { force: true });
  await startRun();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(ended()).toBeVisible();
  const [report] = texts(server.data, "select r.id from report r join query q on q.id = r.query_id where q.qid = 'q1'");
  await open(page, `${base}/reports/${report}?run=1&metric=coverage`);
  await page.getByRole('link', { name: 'Prompts as sent, with raw replies' }).click();
  await expect(page.getByRole('heading', { name: 'Prompts as sent', level: 1 })).toBeVisible();
  await hydrated(page);
  await expect(page.getByText('deep-eval/coverage@1')).toBeVisible();
  const sent = await page.getByRole('region', { name: 'User message' }).textContent();
  expect(standIn.requests.map(({ asked }) => asked?.user)).toContain(sent);
  await expect(page.getByRole('region', { name: 'Raw reply' })).toContainText('"label":"no"');
  await noFaults('prompts as sent');
  judgeBlind();
});

test('prompts of every suite are listed, those that can only be read with the reason', async () => {
  await open(page, `${base}/judges`);
  await page.getByRole('link', { name: /^Prompts/ }).click();
  await expect(page.getByRole('heading', { name: 'Prompts', level: 1 })).toBeVisible();
  await hydrated(page);
  for (const suite of ['DeepEval', 'ReportBench', 'Making runs'])
    await expect(page.getByRole('heading', { name: suite, level: 2 })).toBeVisible();
  await noFaults('prompts');
  await page
    .getByRole('row', { name: /^Prompts of surveys/ })
    .getByRole('link', { name: '1' })
    .click();
  await expect(page.getByText('its words ship with the program')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Domain' })).toContainText('{abstract}');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await noFaults('a prompt to be read');
});

test('the labels of the study are split before anything is tried', async () => {
  await open(page, `${base}/judges/prompts/coverage`);
  await page.getByRole('link', { name: /^Improve this prompt/ }).click();
  await expect(page.getByText('54 items with a majority, in 18 queries')).toBeVisible();
  await hydrated(page);
  await noFaults('the plan of an improvement');
  await page.getByLabel('Openings', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Split the labels' }).click();
  await expect(page.getByRole('heading', { name: /^Held-out test/ })).toContainText('2 of 2 openings left');
  await expect(page.getByText('12 queries, 36 items; never shown here')).toBeVisible();
  await expect(page.getByText('Available after a run of this judge with another version of the prompt.')).toBeVisible();
  await noFaults('an improvement without a version');
});

test('a copy is edited: a missing placeholder is refused by name, a preview and the difference are shown, a version saved', async () => {
  await page.getByRole('link', { name: 'the prompt', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Coverage, prompt version 1', level: 1 })).toBeVisible();
  await hydrated(page);
  const message = page.getByLabel('Message', { exact: true });
  const own = await message.inputValue();
  await message.fill(own.replace('{report}', 'the report'));
  await page.getByLabel('Change and reason').fill('Figures count without their unit beside them.');
  await page.getByRole('button', { name: 'Save as version p1' }).click();
  await expect(page.getByText('The version was not saved.')).toBeVisible();
  await expect(page.getByText('{report} is missing: judges would not receive the report.')).toBeVisible();
  await noFaults('a refused prompt');
  await message.fill(own);
  const instructions = page.getByLabel('Instructions', { exact: true });
  await instructions.fill(`${(await instructions.inputValue()).trimEnd()}\n\n${LATER}`);
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'q2, aurora' });
  await page.getByRole('button', { name: 'Check and preview' }).click();
  await expect(page.getByRole('region', { name: 'System message' })).toContainText(LATER);
  await expect(page.getByRole('region', { name: 'User message' })).toContainText('# On q2');
  await expect(
    page.getByRole('region', { name: 'Instructions: difference from version 1' }).locator('.added').last()
  ).toContainText(LATER);
  await noFaults('a draft of a prompt');
  await page.getByRole('button', { name: 'Save as version p1' }).click();
  await expect(page.getByText('Saved as version p1')).toBeVisible();
  await noFaults('a saved prompt');
});

test('the run that is started with it asks its words, and its version cannot be adopted before the held-out test', async () => {
  await page.getByRole('link', { name: 'Start a run with it' }).click();
  await expect(page.locator('[name=prompt-coverage]')).toHaveValue('p1');
  await expect(page.locator('input[name=metric]:checked')).toHaveCount(1);
  await hydrated(page);
  await noFaults('a run with a version');
  await startRun();
  await expect(page).toHaveURL(/\/runs\/2$/);
  await expect(ended()).toBeVisible();
  expect(standIn.requests.at(-1)!.asked?.system).toContain(LATER);
  await adopt();
  await expect(page.getByRole('alert')).toContainText(
    'Version p1 of the prompt was made after labels of a study were split'
  );
});

async function adopt(): Promise<void> {
  await open(page, `${base}/alignment/1/adopt?run=2`);
  await page.getByRole('radio', { name: /^Adopt The judges/ }).check({ force: true });
  await page.locator('input[name=candidate]').first().check({ force: true });
  await page.getByLabel('Why', { exact: true }).fill('It names figures as annotators do.');
  await page.getByRole('button', { name: 'Record the decision' }).click();
}

test('the held-out test passes with figures alone, and after the improvement has ended the version is adopted', async () => {
  await open(page, `${base}/judges/prompts/coverage/improvement`);
  const held = new Set(texts(server.data, 'select value from improvement, json_each(improvement.held_out)'));
  const fixed = QIDS.filter((qid) => !held.has(qid) && Number(qid.slice(1)) % 3 !== 0);
  await expect(page.getByRole('heading', { name: /^Training set: / })).toContainText(
    `${fixed.length} disagreements fixed, 0 new, 0 remain`
  );
  const shown = page.getByRole('region', { name: 'Disagreements on the training set' });
  await expect(shown.getByRole('row')).toHaveCount(1 + fixed.length);
  for (const qid of held) await expect(shown.getByText(`${qid}, aurora`)).toHaveCount(0);
  await page.getByRole('button', { name: 'Open test 1 of 2' }).click();
  await expect(page.getByText(/^Version p1 agrees on 1/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /, gain$/ })).toHaveCount(1);
  await noFaults('an improvement that passed');
  await page.getByRole('button', { name: 'End the improvement' }).click();
  await expect(page.getByText(/^This improvement has ended\./)).toBeVisible();
  await adopt();
  await expect(page).toHaveURL(/\/alignment\/1(\?|$)/);
  expect(texts(server.data, "select json_extract(ensemble, '$.prompt.version') from adoption")).toEqual(['p1']);
});

test('the next run starts with the adopted judges and the version that they were adopted with', async () => {
  await open(page, `${base}/runs/new`);
  await expect(page.getByLabel('Judges, one per line')).toHaveValue('openai:gpt-5');
  await page.getByRole('checkbox', { name: /^Coverage/ }).check({ force: true });
  const version = page.locator('[name=prompt-coverage]');
  await expect(version).toHaveValue('p1');
  await expect(version).toHaveAccessibleDescription(/^The judges of Coverage were adopted with version p1 \(Ida Lead,/);
  await noFaults('a run after an adoption');
});
