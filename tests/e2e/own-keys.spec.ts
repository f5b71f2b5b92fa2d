import { expect, type BrowserContext, type Page } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { goOnLink, hydrated, open, personWith, picture, signIn, told } from './browsing.ts';
import { texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const account = (): string => `${server.address}/account`;
const keysOf = (nth: number): unknown =>
  JSON.parse(
    texts(server.data, 'select coalesce(keys, $) from user where email = ?'.replace('$', "'null'"), personWith(server, 'annotator', nth).email)[0]! // prettier-ignore
  );

async function openWork(context: BrowserContext, page: Page, nth: number): Promise<void> {
  await signIn(context, server.address, personWith(server, 'annotator', nth));
  await open(page, `${server.address}/`);
  await goOnLink(page).click();
  await expect(page).toHaveURL(/\/p\/demo\/work\/[\w-]+$/);
  await expect(page.locator('h1#item')).toBeVisible();
  await hydrated(page);
}

test('a screen reader hears what each key did, the next item and that answers are saved', async ({ context, page }) => {
  await openWork(context, page, 0);
  await page.keyboard.press('m');
  await expect(told(page)).toHaveText([/^Relies on passage \d+$/]);
  await page.keyboard.press('ArrowDown');
  await expect(told(page).last()).toHaveText('Selected, not committed: Yes.');
  await page.keyboard.press('1');
  await expect(told(page).filter({ hasText: 'Answered: Yes.' })).toHaveCount(1);
  await expect(told(page).filter({ hasText: /^Item 2 of \d+: \S/ })).toHaveCount(1);
  await expect(told(page).last()).toHaveText(/^Saved\. \d+ of \d+ committed\.$/);
  await page.keyboard.press('u');
  await expect(told(page).filter({ hasText: 'Item 1 is open again.' })).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(told(page).filter({ hasText: /^Passage \d+: \S/ })).toHaveCount(1);
  await expect(page.locator('[aria-live]:not(#svelte-announcer)')).toHaveCount(1);
  expect(await faultsOf(page, 'judging, with announcements')).toEqual([]);
});

test('a person changes keys on the account page, and pages of work answer to them and show them', async ({
  context,
  page
}) => {
  await signIn(context, server.address, personWith(server, 'annotator', 1));
  await open(page, account());
  const note = page.getByLabel('Write a note or comment');
  await expect(note).toHaveValue('N');
  await note.press('u');
  await expect(page.getByText('U is already the key for “Undo the last answer”.')).toBeVisible();
  await expect(note).toHaveValue('N');
  await note.press('F5');
  await expect(page.getByText('F5 is reserved for the browser')).toBeVisible();
  await note.press('7');
  await expect(page.getByText('7 is a digit, and digits answer questions.')).toBeVisible();
  await note.press('q');
  await expect(note).toHaveValue('Q');
  await expect(note).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Rely on the passage').press('Backspace');
  expect(await faultsOf(page, 'account, keys')).toEqual([]);
  await picture(page, 'account-keys');
  await note.press('Enter');
  await expect(page.getByText('Keys saved')).toBeVisible();
  expect(keysOf(1)).toEqual({ note: 'Q', markPassage: '' });

  await openWork(context, page, 1);
  await expect(page.getByText('Note, optional').locator('kbd')).toHaveText('Q');
  await page.keyboard.press('n');
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: /^Remove ¶/ })).toHaveCount(0);
  await page.keyboard.press('q');
  await expect(page.getByLabel('Note, optional')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys on this page' });
  await expect(list.getByRole('region', { name: 'Write' })).toContainText('Q');
  await expect(list.getByRole('region', { name: 'Read' })).toContainText('no key');
  expect(await faultsOf(page, 'keys of the page')).toEqual([]);
  await picture(page, 'keys-of-page');
  await list.getByRole('link', { name: 'Change keys' }).click();
  await expect(page).toHaveURL(/\/account#keys$/);
  await page.getByRole('button', { name: 'Reset to N' }).click();
  await expect(page.getByLabel('Write a note or comment')).toHaveValue('N');
  await expect.poll(() => keysOf(1)).toEqual({ markPassage: '' });
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await expect.poll(() => keysOf(1)).toEqual(null);
});

test('without scripts each key is a text field, and the server refuses what cannot be a key', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  const page = await context.newPage();
  await page.goto(account());
  const note = page.getByLabel('Write a note or comment');
  await note.fill('u');
  await note.press('Enter');
  await expect(page.getByText('The keys were not saved.')).toBeVisible();
  await expect(page.getByText('U is already the key for “Undo the last answer”.')).toBeVisible();
  await expect(page.getByText('U is already the key for “Write a note or comment”.')).toBeVisible();
  expect(keysOf(2)).toEqual(null);
  await expect(note).toHaveValue('U');
  await page.getByLabel('Undo the last answer').fill('Ctrl+Z');
  await page.getByRole('button', { name: 'Save keys' }).last().click();
  await expect(page.getByText('Ctrl+Z is reserved')).toBeVisible();
  await page.getByLabel('Undo the last answer').fill('z');
  await page.getByRole('button', { name: 'Save keys' }).last().click();
  await expect(page.getByText('Keys saved')).toBeVisible();
  expect(keysOf(2)).toEqual({ undo: 'Z', note: 'U' });
  await context.close();
});

test('in Chinese: own keys, their refusals, the list of keys and what is read out', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  const page = await context.newPage();
  await open(page, account());
  const guideline = page.getByLabel('打开标注指南');
  await guideline.press('f');
  await expect(page.getByText('F 已用于“向负责人提问”。')).toBeVisible();
  // A key that this keyboard does not have.
  await guideline.dispatchEvent('keydown', { key: 'б' });
  await expect(guideline).toHaveValue('Б');
  await page.getByRole('button', { name: '保存快捷键' }).last().click();
  await expect(page.getByText('快捷键已保存')).toBeVisible();
  await picture(page, 'account-keys-zh');
  await open(page, `${server.address}/p/demo`);
  await page.getByRole('link', { name: /^(?:开始|继续) Are the reports well presented\?/ }).click();
  await expect(page.locator('h1#item')).toBeVisible();
  await hydrated(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: '本页快捷键' });
  await expect(list.getByRole('region', { name: '标注指南与帮助' })).toContainText('Б');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(told(page).filter({ hasText: /^已回答：.+。$/ })).toHaveCount(1);
  await expect(told(page).filter({ hasText: /^第 2 项，共 \d+ 项：/ })).toHaveCount(1);
  await expect(told(page).last()).toHaveText(/^已保存。已提交 \d+\/\d+。$/);
  await context.close();
});
