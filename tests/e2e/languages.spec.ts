import type { Page } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { signedIn } from './asking.ts';
import { hydrated, open, personWith, picture, signIn, tabTo } from './browsing.ts';
import { texts } from './database.ts';
import { latinWordsOn } from './latin-words.ts';
import { cutOffWhenLonger } from './longer-text.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const latinWords = (page: Page, part?: string) => latinWordsOn(page, server.data, part);

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

test('a browser in Chinese is answered in Chinese, from the sign-in to the queue and the account', async ({
  browser
}) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const { email, password } = personWith(server, 'annotator');
  await open(page, `${server.address}/`);
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await languageOf(page)).toBe('zh-Hans');
  expect(await latinWords(page)).toEqual([]);
  expect(await faultsOf(page, 'sign-in in Chinese')).toEqual([]);
  await picture(page, 'sign-in-zh');
  await tabTo(page, page.getByLabel('电子邮箱'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('密码'));
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: '密码' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('电子邮箱与密码不匹配')).toBeVisible();
  await page.getByLabel('密码').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '项目', level: 1 })).toBeVisible();
  expect(await latinWords(page)).toEqual([]);
  expect(await faultsOf(page, 'projects in Chinese')).toEqual([]);
  await picture(page, 'projects-zh');
  for (const [path, name] of [
    ['/p/demo', 'queue'],
    ['/account', 'account'],
    ['/p/demo/runs', 'denied']
  ] as const) {
    await open(page, server.address + path);
    expect(await languageOf(page), path).toBe('zh-Hans');
    expect(await latinWords(page), path).toEqual([]);
    expect(await faultsOf(page, `${name} in Chinese`)).toEqual([]);
    await picture(page, `${name}-zh`);
  }
  await context.close();
});

test('an annotator who reads Chinese judges a report by keyboard, from the queue to the judges', async ({
  browser
}) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  await signIn(context, server.address, personWith(server, 'annotator'));
  const page = await context.newPage();
  await open(page, `${server.address}/p/demo`);
  await page.getByRole('link', { name: /^(?:开始|继续) Are the reports well presented\?/ }).click();
  await expect(page).toHaveURL(/\/p\/demo\/work\/[\w-]+$/);
  const address = page.url();
  const title = page.locator('h1#item');
  await expect(title).toBeVisible();
  await hydrated(page);
  await expect(page.locator('[lang="en"] main')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '提交并继续' })).toBeVisible();
  expect(await latinWords(page, '.bench-form, footer.queue')).toEqual([]);
  expect(await faultsOf(page, 'judging in Chinese')).toEqual([]);
  await picture(page, 'judging-zh');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '本页快捷键' });
  await expect(keys.getByText('无法判断并说明原因')).toBeVisible();
  expect((await latinWords(page, 'dialog[open]')).filter((word) => !['Shift', 'Space', 'Esc'].includes(word))).toEqual(
    []
  );
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const assignment = new URL(address).pathname.split('/')[4]!;
  const labels = () =>
    texts(
      server.data,
      `select h.label || coalesce(' ' || h.reason, '') from assignment_item ai
       join human_verdict h on h.study_item_id = ai.study_item_id and h.assignment_id = ai.assignment_id
       where ai.assignment_id = ? order by ai.position`,
      assignment
    );
  const items = Number(
    texts(server.data, 'select count(*) from assignment_item where assignment_id = ?', assignment)[0]
  );
  expect(items).toBeGreaterThan(1);
  const first = (await title.textContent())!;
  await page.keyboard.press('c');
  await expect(page.getByText('为什么无法判断？')).toBeVisible();
  await expect(page.getByText('我缺乏相关专业知识')).toBeVisible();
  await page.keyboard.press('1');
  await expect(title).not.toHaveText(first);
  for (let item = 1; item < items; item++) await page.keyboard.press('1');
  await expect(title).toHaveText('本报告已完成。');
  expect(await latinWords(page, '.bench-form')).toEqual([]);
  await picture(page, 'judging-done-zh');
  // Labels are stored by their names, whatever the language of the page.
  await expect.poll(labels).toEqual(['cannot-judge no-expertise', ...Array.from({ length: items - 1 }, () => 'yes')]);
  // Requests beside a page say nothing of its language by themselves.
  const headers = { origin: server.address, 'accept-language': 'zh-CN' };
  const entry = await context.request.post(`${address}/commit`, { data: {}, headers });
  expect([entry.status(), ((await entry.json()) as { message: string }).message]).toEqual([400, '输入无效。']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reveal$/);
  await hydrated(page);
  await expect(page.getByText(/^评审 [A-Z]$/).first()).toBeVisible();
  expect(await latinWords(page, 'footer.queue')).toEqual([]);
  expect(await faultsOf(page, 'reveal in Chinese')).toEqual([]);
  await picture(page, 'reveal-zh');
  for (const path of ['work', 'inbox']) {
    await open(page, `${server.address}/p/demo/${path}`);
    // Queries beside own labels are as judges saw them, with dates filled in.
    await page.locator('tbody .of').evaluateAll((queries) => queries.forEach((query) => query.remove()));
    expect(await latinWords(page), path).toEqual([]);
  }
  await context.close();
});

test('the account’s language goes before the browser’s, on every device, until the browser decides again', async ({
  browser
}) => {
  const chinese = await browser.newContext({ locale: 'zh-CN' });
  const english = await browser.newContext({ locale: 'en-US' });
  for (const context of [chinese, english]) await signIn(context, server.address, personWith(server, 'annotator', 1));
  const [page, other] = [await chinese.newPage(), await english.newPage()];
  await open(page, `${server.address}/account`);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  await open(other, `${server.address}/account`);
  await expect(other.getByRole('heading', { name: 'Language' })).toBeVisible();
  await picture(other, 'account-en');
  await other.getByRole('button', { name: '简体中文' }).click();
  await expect(other.getByRole('heading', { name: '语言' })).toBeVisible();
  await open(page, `${server.address}/`);
  await expect(page.getByRole('heading', { name: '项目', level: 1 })).toBeVisible();
  await open(other, `${server.address}/account`);
  await other.getByRole('button', { name: '跟随浏览器' }).click();
  await expect(other.getByRole('heading', { name: 'Language' })).toBeVisible();
  expect(await languageOf(other)).toBe('en');
  await Promise.all([chinese.close(), english.close()]);
});

test('without scripts a visitor chooses the language at the sign-in, and it lasts until the account says otherwise', async ({
  browser
}) => {
  const context = await browser.newContext({ locale: 'en-US', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.address}/sign-in?next=/account`);
  await page.getByRole('button', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in\?next=\/account$/);
  const { email, password } = personWith(server, 'annotator', 2);
  await page.getByLabel('电子邮箱').fill(email);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('heading', { name: '语言' })).toBeVisible();
  expect(await languageOf(page)).toBe('zh-Hans');
  await context.close();
});

test('a sign-in that brings another language changes the whole page, without a new document', async ({ browser }) => {
  const { email, password } = personWith(server, 'annotator', 1);
  const ask = await signedIn(server.address, { email, password });
  const choice = await ask('/language', { form: { language: 'zh-Hans', next: '//elsewhere.example' } });
  expect([choice.status, choice.location]).toEqual([303, '/']);
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await open(page, `${server.address}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: '项目', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: '跳到正文' })).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await context.close();
});

test('no text is cut off on translated pages if it is 40 % longer, at 390 and at 1440 px', async ({ browser }) => {
  for (const locale of ['en-US', 'zh-CN']) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await open(page, `${server.address}/sign-in`);
    expect(await cutOffWhenLonger(page), `${locale} sign-in`).toEqual([]);
    await signIn(context, server.address, personWith(server, 'annotator'));
    for (const path of ['/', '/p/demo', '/account', '/p/demo/runs']) {
      await page.goto(server.address + path);
      await hydrated(page);
      expect(await cutOffWhenLonger(page), `${locale} ${path}`).toEqual([]);
    }
    await context.close();
  }
});
