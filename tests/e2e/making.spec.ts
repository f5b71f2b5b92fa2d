import { expect } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { importQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';
import { MOST_KIB, weightBeside } from './weighing.ts';

const lead = { email: 'ada@lab.example', password: 'a phrase for the makers' };

/** A project with a lead and three imported queries. */
async function addThreeQueries(server: RunningServer): Promise<void> {
  const { db, close } = openBeside(server.data);
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  addRole(db, grant, await addUser(db, { name: 'Ada Lead', admin: false, ...lead }), 'lead');
  const none = { domain: null, category: null, language: null, items: [] };
  importQueries(
    db,
    grant,
    ['Bakeries', 'Schools', 'Wells'].map((text, i) => ({ qid: `q${i + 1}`, text: `${text} in Sarrin?`, ...none }))
  );
  close();
}

test('checklists are drafted for many queries: estimated, started, and decided by keyboard in order', async ({
  browser
}) => {
  let refuses = 'Wells';
  const judge = await startOpenAi({
    answer: ({ user }) =>
      user.includes(refuses) ? 'I would rather not.' : { items: ['Does it give the price?', 'Does it name a town?'] }
  });
  const server = await startServer({ demo: false, env: { OPENAI_BASE_URL: judge.url, OPENAI_API_KEY: 'test' } });
  try {
    await addThreeQueries(server);
    const context = await browser.newContext();
    await signIn(context, server.address, lead);
    const page = await context.newPage();
    const faults: string[] = [];
    const base = `${server.address}/p/heat/verification`;

    await open(page, `${base}/making`);
    await page.getByLabel('Checklist items').check();
    await page.getByLabel('From', { exact: true }).selectOption('query');
    await page.getByLabel('Which', { exact: true }).selectOption('without');
    await page.getByLabel('Models, one per line').fill('openai:gpt-5');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await expect(page.getByText('3 units chosen.')).toBeVisible();
    expect(judge.count()).toBe(0);
    faults.push(...(await faultsOf(page, 'the estimate')));
    await page.getByRole('button', { name: 'Start run' }).click();
    await expect(page.getByText('4 waiting, 0 accepted, 0 rejected, 1 unit failed')).toBeVisible();
    await hydrated(page);
    faults.push(...(await faultsOf(page, 'results that wait')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);

    const piece = page.locator('[data-piece]');
    await page.keyboard.press('a');
    await expect(page.getByText('3 waiting, 1 accepted')).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByText('2 waiting, 1 accepted, 1 rejected')).toBeVisible();
    // The first query is through: the second follows.
    await expect(page.getByRole('heading', { name: 'q1' })).toHaveCount(0);
    await page.keyboard.press('w');
    await piece.first().getByRole('textbox').fill('Does it give the price in 2026?');
    await page.getByRole('button', { name: 'Accept this wording' }).click();
    await expect(page.getByText('1 waiting, 2 accepted, 1 rejected')).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('0 waiting, 3 accepted, 1 rejected')).toBeVisible();
    expect(texts(server.data, "select q.qid || ' ' || i.text from checklist_item i join query q on q.id = i.query_id order by 1")).toEqual(['q1 Does it give the price?', 'q2 Does it give the price in 2026?', 'q2 Does it name a town?']); // prettier-ignore

    await page.getByRole('link', { name: 'Failed' }).click();
    await expect(page.getByRole('heading', { name: 'q3' })).toBeVisible();
    await expect(piece).toContainText('not usable');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(page.getByText('reworded')).toHaveCount(1);
    faults.push(...(await faultsOf(page, 'all results')));

    // The cause is fixed: only the query that failed is asked about again.
    refuses = 'no query';
    const asked = judge.count();
    await expect(page.getByRole('listitem').filter({ hasText: /^openai:\S+: 1 unit$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Ask again for failed units' }).click();
    await expect(page.getByText('2 waiting, 0 accepted, 0 rejected')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'q3' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'q1' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Ask again for failed units' })).toHaveCount(0);
    expect(judge.count()).toBe(asked + 1);
    expect(faults).toEqual([]);
    await context.close();
  } finally {
    await server.stop();
    await judge.stop();
  }
});

test('questions about imported queries are answered, dismissed and turned into an edit by keyboard', async ({
  browser
}) => {
  const judge = await startOpenAi({
    answer: () => ({ questions: [{ question: 'Which year is meant?', why: 'Prices differ.' }] })
  });
  const server = await startServer({ demo: false, env: { OPENAI_BASE_URL: judge.url, OPENAI_API_KEY: 'test' } });
  try {
    await addThreeQueries(server);
    const context = await browser.newContext();
    await signIn(context, server.address, lead);
    const page = await context.newPage();
    const faults: string[] = [];
    const base = `${server.address}/p/heat/verification`;

    await open(page, `${base}/making`);
    await page.getByLabel('From', { exact: true }).selectOption('query');
    await page.getByLabel('Models, one per line').fill('openai:gpt-5');
    await page.getByRole('button', { name: 'Start run' }).click();
    await expect(page.getByText('3 waiting, 0 accepted, 0 rejected')).toBeVisible();

    await open(page, `${base}/questions`);
    const state = page.getByRole('heading', { name: 'Questions', level: 2 });
    await expect(state).toContainText('3, 3 open');
    faults.push(...(await faultsOf(page, 'open questions')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);
    const cards = page.locator('[data-question]');
    await page.keyboard.press('n');
    await expect(cards.first().getByLabel('Answer, or reason for dismissal')).toBeFocused();
    await page.keyboard.type('Of 2026.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(state).toContainText('3, 2 open');
    // The next open question is in focus.
    await expect(cards.first()).toBeFocused();
    await page.keyboard.press('d');
    await expect(state).toContainText('3, 1 open');
    await expect(cards.first()).toBeFocused();
    await page.keyboard.press('w');
    const wording = cards.first().getByLabel('Query with the question resolved');
    await expect(wording).toBeFocused();
    await wording.fill('Wells in Sarrin in 2026?');
    await page.getByRole('button', { name: 'Save query' }).click();
    await expect(state).toContainText('3, 0 open');
    await expect(cards).toHaveCount(3);
    await expect(page.getByText('by Ada Lead')).toHaveCount(3);
    await expect(page.getByText('query edited')).toHaveCount(1);
    faults.push(...(await faultsOf(page, 'answered questions')));
    expect(faults).toEqual([]);
    expect(texts(server.data, "select text from query where qid = 'q3'")).toEqual(['Wells in Sarrin in 2026?']);
    expect(texts(server.data, "select action from audit where action like 'clarification.%' or action = 'query.edit' order by id")).toEqual(['clarification.answered', 'query.edit', 'clarification.edited']); // prettier-ignore
    await open(page, `${server.address}/p/heat/queries/q3`);
    await page.getByRole('link', { name: '1 clarifying question' }).click();
    await expect(page.getByRole('heading', { name: 'Questions about q3' })).toContainText('1, 0 open');
    await context.close();
  } finally {
    await server.stop();
    await judge.stop();
  }
});
