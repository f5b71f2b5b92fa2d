import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { messagesIn } from '../../src/lib/messages/words.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import type { StandIn } from '../stand-ins/server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, picture } from './browsing.ts';
import { rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

// A team that reads and writes Chinese, from an empty server to an adopted judge: each part starts from what the one before has left.
test.describe.configure({ mode: 'serial' });

const password = 'four unrelated words here';
const judge = 'openai:stand-in-1';
const say = {
  ...{ link: messagesIn('zh-Hans', 'link'), people: messagesIn('zh-Hans', 'people') },
  ...{ project: messagesIn('zh-Hans', 'newProject'), rooms: messagesIn('zh-Hans', 'rooms') },
  ...{ toDo: messagesIn('zh-Hans', 'toDo'), import: messagesIn('zh-Hans', 'import') },
  ...{ judges: messagesIn('zh-Hans', 'judgesField'), runForm: messagesIn('zh-Hans', 'runForm') },
  ...{ run: messagesIn('zh-Hans', 'oneRun'), runState: messagesIn('zh-Hans', 'runProgress') },
  ...{ what: messagesIn('zh-Hans', 'planWhat'), sampling: messagesIn('zh-Hans', 'planSampling') },
  ...{ seats: messagesIn('zh-Hans', 'planPeople'), plan: messagesIn('zh-Hans', 'planStudy') },
  ...{ study: messagesIn('zh-Hans', 'studyPage'), numbers: messagesIn('zh-Hans', 'planNumbers') },
  ...{ preregister: messagesIn('zh-Hans', 'preregisterPage'), preregistered: messagesIn('zh-Hans', 'preregistered') },
  ...{ alignment: messagesIn('zh-Hans', 'alignmentReport'), unblind: messagesIn('zh-Hans', 'unblindPage') },
  ...{ adopt: messagesIn('zh-Hans', 'adoptForm'), outcomes: messagesIn('zh-Hans', 'outcomes') },
  ...{ judging: messagesIn('zh-Hans', 'judging'), done: messagesIn('zh-Hans', 'judgingDone') },
  ...{ reveal: messagesIn('zh-Hans', 'reveal'), decision: messagesIn('zh-Hans', 'decisionCard') },
  ...{ queue: messagesIn('zh-Hans', 'queue'), round: messagesIn('zh-Hans', 'newRound') },
  ...{ head: messagesIn('zh-Hans', 'roundHead'), work: messagesIn('zh-Hans', 'workForm') },
  rounds: messagesIn('zh-Hans', 'roundsPage')
};

const dataset = [
  'qid,Deep Research Query,Checklist',
  'wells,枯水年份，奥斯特马克的村庄如何维护水井？,报告是否提到以黏土衬砌井壁？',
  'wells,枯水年份，奥斯特马克的村庄如何维护水井？,报告是否说明维修费用由谁承担？',
  'ferries,林恩河建桥之前有哪些渡口？,报告是否列出至少两个渡口？',
  'ferries,林恩河建桥之前有哪些渡口？,报告是否说明各渡口何时停运？'
].join('\r\n');
const broken = [
  'qid,Deep Research Query,Checklist',
  'wells,水井如何维护？,是否提到黏土？',
  ',此行没有编号,会被拒绝吗？'
].join('\n');

const report = (title: string, remark: string): string => `# ${title}

## 已知情况

${remark}教区留有相关账目【1】。后世作者对年份说法不一【2】。

| 年份 | 事项 |
| --- | --- |
| 1851 | 修缮两处 |
| 1874 | 最后一处停用 |

## 参考文献

[1] 教区账目。https://archive.example/accounts
[2] 县志。https://library.example/history
`;
const reports: Record<string, string> = {
  'alder/qid_wells_report.md': report('奥斯特马克的水井', '村民以黏土衬砌井壁，费用由教区承担。'),
  'alder/qid_ferries_report.md': report('林恩河上的渡口', '上渡与下渡一直运行到 1874 年。'),
  'birch/qid_wells_report.md': report('维护水井', '枯水年份，水井被挖得更深。').replace('【2】。', '【7】。'),
  'birch/qid_ferries_report.md': report('渡过林恩河', '已知有一个渡口。')
};

let standIn: StandIn;
let server: RunningServer;
let leads: BrowserContext;
let annotators: BrowserContext;
let lead: Page;
let annotator: Page;
let invitation: string;

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  standIn = await startOpenAi();
  server = await startServer({ demo: false, env: { OPENAI_BASE_URL: standIn.url, OPENAI_API_KEY: 'test' } });
  [leads, annotators] = await Promise.all([
    browser.newContext({ locale: 'zh-CN', baseURL: server.address }),
    browser.newContext({ locale: 'zh-CN', baseURL: server.address })
  ]);
  [lead, annotator] = await Promise.all([leads.newPage(), annotators.newPage()]);
});
test.afterAll(async () => {
  await Promise.all([leads.close(), annotators.close()]);
  await Promise.all([server.stop(), standIn.stop()]);
});

async function introduce(page: Page, name: string, email: string, button: string): Promise<void> {
  await page.getByLabel(say.link.name).fill(name);
  await page.getByLabel(say.link.email).fill(email);
  await page.getByLabel(say.link.password).fill(password);
  await page.getByRole('button', { name: button }).click();
}

const inChinese = async (page: Page, name: string): Promise<void> => {
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  expect(await faultsOf(page, `${name} in Chinese`)).toEqual([]);
  await picture(page, `${name}-zh`);
};

test('the first admin sets the server up, creates a project and invites an annotator', async () => {
  await open(lead, server.setUp!);
  await inChinese(lead, 'set-up');
  await introduce(lead, '林岚', 'lan@lab.example', say.link.setUp);
  await lead.getByRole('link', { name: say.queue.createProject }).click();
  await lead.getByLabel(say.project.name).fill('Old places');
  await lead.getByRole('button', { name: say.project.create }).click();
  await expect(lead).toHaveURL(/\/p\/old-places$/);
  await expect(lead.getByText(say.toDo.importQueries)).toBeVisible();
  await hydrated(lead);
  await inChinese(lead, 'empty-project');
  await lead.getByRole('link', { name: say.rooms.people, exact: true }).click();
  await lead.getByLabel(say.people.role, { exact: true }).selectOption('annotator');
  await lead.getByLabel(say.people.note).fill('周博');
  await lead.getByRole('button', { name: say.people.makeLink }).click();
  invitation = (await lead.getByRole('status').locator('code').textContent())!;
  expect(invitation).toMatch(/\/join\/[\w-]{40,}$/);
  await inChinese(lead, 'people');
});

test('an annotator joins by the link and finds an empty queue', async () => {
  await open(annotator, invitation);
  await expect(annotator.getByRole('heading', { name: say.link.joinTitle({ project: 'Old places' }) })).toBeVisible();
  await inChinese(annotator, 'join');
  await introduce(annotator, '周博', 'bo@lab.example', say.link.join);
  await expect(annotator.getByRole('heading', { name: say.queue.nothingTitle })).toBeVisible();
  await hydrated(annotator);
  await inChinese(annotator, 'empty-queue');
});

test('a file with a mistake is refused by row and column, and imported once it is corrected', async () => {
  await lead.goto('about:blank'); // The address of the invitation is not kept as the page before.
  await open(lead, '/p/old-places/import');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await lead.getByLabel(say.import.datasetFile).setInputFiles(file('bad.csv', broken));
  await lead.getByRole('button', { name: say.import.importDataset }).click();
  await expect(lead.getByRole('heading', { name: say.import.nothingFor({ n: 1 }) })).toBeVisible();
  await expect(lead.getByRole('cell', { name: '3', exact: true })).toBeVisible();
  await inChinese(lead, 'refused-import');
  expect(rows(server.data, 'select count(*) n from query')).toEqual([{ n: 0 }]);
  await lead.getByLabel(say.import.datasetFile).setInputFiles(file('dataset.csv', `\ufeff${dataset}`));
  await lead.getByRole('button', { name: say.import.importDataset }).click();
  await expect(lead.getByRole('heading', { name: say.import.queriesAndItems({ queries: 2, items: 4 }) })).toBeVisible();
  const zip = zipSync(Object.fromEntries(Object.entries(reports).map(([path, text]) => [path, strToU8(text)])));
  await lead
    .getByLabel(say.import.zipOrJsonl)
    .setInputFiles({ name: 'reports.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await lead.getByRole('button', { name: say.import.importReports }).click();
  await expect(lead.getByRole('heading', { name: say.import.reportsImported({ n: 4 }) })).toBeVisible();
});

test('a lead plans a run, watches it and reads its scores', async () => {
  await open(lead, '/p/old-places');
  await lead.getByRole('link', { name: say.toDo.planRun }).click();
  await lead.getByLabel(say.judges.judges).fill(`rules\n${judge}`);
  await inChinese(lead, 'run-form');
  await lead.getByRole('button', { name: say.runForm.start }).click();
  await expect(lead).toHaveURL(/\/runs\/1$/);
  await expect(lead.locator('#state .badge', { hasText: say.runState.done })).toBeVisible();
  expect(rows(server.data, 'select status from run')).toEqual([{ status: 'done' }]);
  await inChinese(lead, 'run');
});

test('a lead plans a study of the run and preregisters its analysis plan', async () => {
  await lead.getByRole('link', { name: say.run.planStudy }).click();
  await hydrated(lead);
  await lead.getByLabel(say.what.name, { exact: true }).fill('报告是否写得好？');
  await lead.getByRole('radio', { name: /Presentation|呈现|表达/ }).check({ force: true });
  await lead.getByLabel(say.sampling.items, { exact: true }).fill('8');
  await lead.getByRole('checkbox', { name: /周博/ }).check();
  await lead.getByLabel(say.seats.overlap).fill('1');
  await lead.getByRole('button', { name: say.plan.preview }).click();
  await expect(lead.getByRole('heading', { name: say.plan.preview })).toBeVisible();
  await inChinese(lead, 'study-plan');
  await lead.getByRole('button', { name: say.plan.start }).click();
  await expect(lead.getByText(say.study.started)).toBeVisible();
  await hydrated(lead);
  await inChinese(lead, 'study');
  await open(lead, '/p/old-places/alignment/1');
  await lead.getByRole('link', { name: say.alignment.preregister }).click();
  await hydrated(lead);
  await lead.getByRole('textbox', { name: say.numbers.target, exact: true }).fill('0.8');
  await lead.getByLabel(say.numbers.floor).fill('0.8');
  await inChinese(lead, 'preregister');
  await lead.getByRole('button', { name: say.preregister.preregister, exact: true }).click();
  await expect(lead.getByText(say.preregistered.beforeFirst).first()).toBeVisible();
});

test('an annotator judges all reports by keyboard, sees the judges and says which are right', async () => {
  await open(annotator, '/');
  await annotator.getByRole('link', { name: say.queue.start }).click();
  const title = annotator.locator('h1#item');
  const places = /本报告第 (\d+) 项，共 (\d+) 项/;
  for (let report = 0; report < 8; report++) {
    await expect(annotator.getByRole('button', { name: say.judging.commit })).toBeVisible();
    await expect(annotator.getByText(places)).toHaveText(/第 1 项/);
    const items = Number(places.exec((await annotator.getByText(places).textContent())!)![2]);
    for (let item = 0; item < items; item++) await annotator.keyboard.press(item % 3 ? '1' : '2');
    await expect(title).toHaveText(say.judging.complete({ texts: 0 }));
    await annotator.getByRole('button', { name: say.done.showJudges }).click();
    await expect(annotator).toHaveURL(/\/reveal$/);
    const only = annotator.getByRole('checkbox', { name: /^评审/ });
    await expect(only).toBeVisible();
    const here = annotator.url();
    for (let item = 0; item < items; item++) {
      await annotator.keyboard.press('1');
      await expect(only).toBeChecked();
      await annotator.keyboard.press('Enter');
    }
    await expect(annotator).not.toHaveURL(here);
    if (!annotator.url().includes('/work/')) break;
  }
  expect(rows(server.data, "select count(*) n from human_verdict where phase = 'blind'")).toEqual([{ n: 8 }]);
  await hydrated(annotator);
  await inChinese(annotator, 'all-judged');
});

test('a lead unblinds the figures, reads the report and records a decision', async () => {
  await open(lead, '/p/old-places');
  await lead.getByRole('link', { name: say.toDo.readReport, exact: true }).click();
  await expect(lead).toHaveURL(/\/alignment\/1\/unblind$/);
  await hydrated(lead);
  await inChinese(lead, 'unblind');
  await lead.getByRole('button', { name: say.unblind.unblind }).click();
  await expect(lead).toHaveURL(/\/alignment\/1$/);
  await hydrated(lead);
  await inChinese(lead, 'agreement-report');
  await lead.getByRole('link', { name: say.alignment.record }).click();
  await expect(lead).toHaveURL(/\/adopt$/);
  await hydrated(lead);
  await lead.getByRole('radio', { name: new RegExp(`^${judge}`) }).check({ force: true });
  await lead
    .getByRole('radio', { name: new RegExp(`^${say.outcomes.adopt}(?!.*${say.adopt.why})`) })
    .first()
    .check({ force: true });
  await lead.getByLabel(say.adopt.why, { exact: true }).fill('它能回答所有问题，目前没有更好的选择。');
  await lead.getByRole('button', { name: say.adopt.record }).click();
  await expect(lead).toHaveURL(/\/alignment\/1\?decided=/);
  await expect(lead.getByText('它能回答所有问题，目前没有更好的选择。').first()).toBeVisible();
  expect(rows(server.data, 'select metric, outcome, decided_by_name from adoption')).toEqual([
    { metric: 'presentation', outcome: 'adopt', decided_by_name: '林岚' }
  ]);
  await hydrated(lead);
  await inChinese(lead, 'decision');
});

test('a lead reads the leaderboard and starts the next run with the adopted judge', async () => {
  await open(lead, '/p/old-places/leaderboard');
  await expect(lead.getByText(judge).first()).toBeVisible();
  await inChinese(lead, 'leaderboard');
  await open(lead, '/p/old-places/runs/new');
  await expect(lead.getByLabel(say.judges.judges)).toHaveValue(judge);
});

test('a lead previews and starts a round of verification', async () => {
  await open(lead, '/p/old-places/verification/new');
  await lead.getByLabel(say.round.name, { exact: true }).fill('第一轮');
  await lead.getByLabel(say.round.overlap).fill('1');
  await lead.getByRole('button', { name: say.round.preview }).click();
  await inChinese(lead, 'round-plan');
  await lead.getByRole('button', { name: say.round.start }).click();
  await expect(lead.getByRole('heading', { name: say.head.title({ number: 1, name: '第一轮' }) })).toBeVisible();
  await hydrated(lead);
  await inChinese(lead, 'round');
});

test('an annotator rates queries and checklist items by keyboard', async () => {
  await open(annotator, '/p/old-places/verification');
  await annotator.locator('.row').getByRole('button').first().press('Enter');
  const subject = annotator.locator('h1#item');
  await expect(subject).toBeVisible();
  await hydrated(annotator);
  await inChinese(annotator, 'rating');
  const first = (await subject.textContent())!;
  await annotator.keyboard.press('1');
  await expect(subject).not.toHaveText(first);
  await annotator.keyboard.press('1');
  await annotator.keyboard.press('1');
  await expect.poll(() => rows(server.data, 'select count(*) n from rating')).toEqual([{ n: 3 }]);
  expect(rows(server.data, 'select distinct label from rating')).toHaveLength(1);
});
