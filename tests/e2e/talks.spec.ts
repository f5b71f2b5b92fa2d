import { expect, type Page } from '@playwright/test';
import { answerAboutKites, KITES } from '../../src/cli/talks.fixture.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { EnglishReader } from './english-on-pages.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';
import { MOST_KIB, weightBeside } from './weighing.ts';

const lead = { email: 'ada@lab.example', password: 'a phrase for the talks' };

/** An empty project whose lead compares tasks as well. */
async function addProject(server: RunningServer): Promise<void> {
  const { db, close } = openBeside(server.data);
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Arena' });
  const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  const id = await addUser(db, { name: 'Ada Lead', admin: false, ...lead });
  addRole(db, grant, id, 'lead');
  addRole(db, grant, id, 'annotator');
  close();
}

/** No sideways scrolling of the page at 390 px, in both themes without faults of accessibility. */
async function sound(page: Page, what: string): Promise<string[]> {
  const faults = await faultsOf(page, what);
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const narrow = await faultsOf(page, `${what} at 390 px`);
  await page.setViewportSize({ width: 1440, height: 900 });
  return [...faults, ...narrow, ...(wide ? [`${what} scrolls sideways at 390 px`] : [])];
}

test('a talk becomes inspirations, tasks, queries and a ranking, and a person compares tasks by keyboard', async ({
  browser
}) => {
  const model = await startOpenAi({ answer: answerAboutKites });
  const server = await startServer({ demo: false, env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  try {
    await addProject(server);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(context, server.address, lead);
    const page = await context.newPage();
    const faults: string[] = [];
    const base = `${server.address}/p/arena/verification`;
    const press = async (name: string, at = page.locator('main')) => {
      await at.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
    };

    await open(page, `${base}/talks`);
    await page.getByLabel('or paste the transcript').fill('WEBVTT\n\n00:02 --> x\nA');
    await page.getByLabel('Title').fill('Kites in rain');
    await press('Import transcript');
    await expect(page.getByRole('alert')).toContainText('Line 3: The times do not have the form');
    await page.getByLabel('or paste the transcript').fill(KITES);
    await page.getByLabel('Discipline').selectOption('design');
    await press('Import transcript');
    await expect(page.getByRole('heading', { level: 1, name: 'Kites in rain' })).toBeVisible();
    await expect(page.getByText('20 words in 2 passages')).toBeVisible();

    await open(page, `${base}/talks`);
    faults.push(...(await sound(page, 'talks')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);
    await page.getByLabel('Models, one per line').fill('openai:gpt-5');
    await press('Estimate');
    await expect(page.getByRole('status')).toContainText('1 unit, 1 call to send');
    await press('Start run');
    await expect(page.getByText('2 waiting, 0 accepted, 0 rejected, 1 dropped by code')).toBeVisible();
    await open(page, `${base}/talks`);
    await page.getByRole('radio', { name: /^Write tasks/ }).check();
    await page.getByLabel('Models, one per line').fill('openai:gpt-5');
    await press('Start run');
    await expect(page.getByText('5 waiting, 0 accepted, 0 rejected')).toBeVisible();
    await open(page, `${base}/talks/1`);
    await expect(page.getByText('2 found, 1 piece dropped by code')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'borrow fatigue tests' })).toContainText('r1-i1.2');
    faults.push(...(await sound(page, 'a talk')));

    await open(page, `${base}/tasks`);
    await expect(page.getByText('5 waiting, 0 pass the filter')).toBeVisible();
    await page.getByLabel('Models, one per line').fill('openai:gpt-5');
    await press('Start filter');
    await expect(page.getByText('5 of 5 done')).toBeVisible();
    await open(page, `${base}/tasks`);
    await expect(page.getByText('5 waiting, 4 pass the filter')).toBeVisible();
    faults.push(...(await sound(page, 'drafted tasks')));
    await press('Accept 4 tasks that pass');
    await expect(page.getByText('4 tasks are now queries of the benchmark.')).toBeVisible();
    await expect(page.getByText('1 waiting, 0 pass the filter')).toBeVisible();
    expect(texts(server.data, "select qid || ' ' || domain from query order by qid")).toEqual(
      [1, 2, 3, 4].map((n) => `talk1-${n} Design`)
    );
    await open(page, `${server.address}/p/arena/queries/talk1-1`);
    await expect(page.getByText('drafted by openai:gpt-5')).toBeVisible();

    await open(page, `${base}/tasks`);
    await page.getByLabel('Rounds').fill('3');
    await page.getByLabel('Tasks to select').fill('2');
    await page.getByLabel('Ask each pair in both orders').check();
    await page.getByLabel('Models, one per line').last().fill('openai:gpt-5');
    await press('Start ranking');
    await page.waitForURL(/\/ranking\/\d+$/);
    await expect(async () => {
      await page.reload();
      await expect(page.locator('#cut')).toContainText('6 of 6 pairs count', { timeout: 1000 });
    }).toPass();
    await expect(page.getByText('Cut: not selected from here')).toBeVisible();
    faults.push(...(await sound(page, 'the ranking')));
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);

    await page.getByRole('link', { name: 'Compare tasks' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('0 of 6 pairs done')).toBeVisible();
    await hydrated(page);
    faults.push(...(await sound(page, 'comparing tasks')));
    await page.keyboard.press('a');
    await expect(page.getByText('1 of 6 pairs done')).toBeVisible();
    await page.keyboard.press('u');
    await expect(page).toHaveURL(/again=/);
    await page.keyboard.press('b');
    for (let done = 1; done < 6; done += 1) {
      await expect(page.getByText(`${done} of 6 pairs done`)).toBeVisible();
      await expect(page).not.toHaveURL(/again=/);
      await page.keyboard.press('b');
    }
    await expect(page.getByText('All pairs are done.')).toBeVisible();
    expect(texts(server.data, "select count(*) || '' from task_pick")).toEqual(['7']);

    await open(page, `${base}/ranking/4?by=people`);
    await expect(page.getByText('Pairs judged by people and by models: 6, of 4 tasks.')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('arena-ranking-4.csv');

    const english = new EnglishReader(server.data);
    const runs = ['1', '2', '3', '4'].map((n) => `making/${n}`);
    for (const at of ['talks', 'talks/1', 'tasks', 'ranking/4', 'ranking/4?by=people', 'ranking/4/compare', ...runs]) {
      const answer = await page.request.get(`${base}/${at}`, { headers: { 'accept-language': 'zh-CN' } });
      english.read(at, await answer.text());
    }
    expect(english.pages).toBe(10);
    // Speakers and the title are those of the transcript.
    const written = ['Ana Sol', 'Ben Oak', 'Kites in rain'];
    expect([...english.found.keys()].filter((run) => !written.includes(run))).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  } finally {
    await server.stop();
    await model.stop();
  }
});
