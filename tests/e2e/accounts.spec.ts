import { expect, type Browser, type Page } from '@playwright/test';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { faultsOf } from './accessibility.ts';
import { somebody } from './asking.ts';
import { hydrated, open, picture, signIn } from './browsing.ts';
import { openBeside } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;
const password = 'seven quiet marble gates';
const people = { ada: 'Ada Admin', ben: 'Ben Lead', mei: 'Mei Annotator', noor: 'Noor Guessed' };
const emailOf = (name: string): string => `${name}@accounts.example`;

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  const database = openBeside(server.data);
  for (const [name, full] of Object.entries(people))
    await addUser(database.db, { name: full, email: emailOf(name), password, admin: name === 'ada' });
  database.close();
});

test.afterAll(() => server.stop());

/** A browser of its own in which a person is signed in. */
async function browserOf(browser: Browser, name: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address, ...(userAgent ? { userAgent } : {}) });
  await signIn(context, server.address, { email: emailOf(name), password });
  return context.newPage();
}

test('too many tries are answered 429 with Retry-After, and the person’s own browser is not locked out', async ({
  browser,
  page
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  await signIn(context, server.address, { email: emailOf('noor'), password });
  const post = (form: Record<string, string>, from = context) =>
    from.request.post('/sign-in', { form, headers: { origin: server.address, accept: 'text/html' }, maxRedirects: 0 });
  const stranger = await browser.newContext({ baseURL: server.address });
  const wrong = { email: emailOf('noor'), password: 'a guess of somebody' };
  const answers = await Promise.all(Array.from({ length: 60 }, () => post(wrong, stranger)));
  expect(answers.filter((answer) => answer.status() === 400).length).toBeLessThanOrEqual(4);
  const paused = answers.filter((answer) => answer.status() === 429);
  expect(paused.length).toBeGreaterThanOrEqual(56);
  for (const answer of paused) {
    const seconds = Number(answer.headers()['retry-after']);
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
  }
  expect((await post({ email: emailOf('noor'), password }, stranger)).status()).toBe(429);
  await context.request.post('/sign-out', { form: {}, headers: { origin: server.address } });
  expect((await post({ email: emailOf('noor'), password })).status()).toBe(303);

  await page.goto(`${server.address}/sign-in`);
  await hydrated(page);
  await page.getByLabel('E-mail').fill(emailOf('noor'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/Too many tries\. Wait 1[45] minutes/)).toBeVisible();
  await picture(page, 'sign-in-paused');
  await Promise.all([context.close(), stranger.close()]);
});

test('behind a proxy, tries are counted by the address that ADDRESS_HEADER gives', async () => {
  const proxied = await startServer({ demo: false, env: { ADDRESS_HEADER: 'X-Forwarded-For' } });
  try {
    const database = openBeside(proxied.data);
    await addUser(database.db, { name: 'Ada Admin', email: emailOf('ada'), password, admin: true });
    database.close();
    const ask = async (from: string | null, given: string): Promise<number> => {
      const form = { email: emailOf('ada'), password: given };
      const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {};
      const { status } = await somebody(proxied.address)('/sign-in', { form, headers });
      return status;
    };
    const wrong: number[] = [];
    for (let i = 0; i < 6; i++) wrong.push(await ask(`198.51.100.${i}, 203.0.113.5`, 'a guess of somebody'));
    // Addresses that a client writes before the proxy's own entry do not count.
    expect(wrong).toEqual([400, 400, 400, 400, 429, 429]);
    expect(await ask('203.0.113.5', password)).toBe(429);
    expect(await ask('203.0.113.6', password)).toBe(303);
    expect(await ask(null, 'a guess of somebody')).toBe(400);
  } finally {
    await proxied.stop();
  }
});

test('a person sees their sessions, ends one, then all others', async ({ browser }) => {
  const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
  const [page, other, third] = [
    await browserOf(browser, 'ben'),
    await browserOf(browser, 'ben', phone),
    await browserOf(browser, 'ben')
  ];
  await open(page, '/account');
  const table = page.getByRole('region', { name: 'Table of sessions' });
  await expect(table.getByRole('row')).toHaveCount(4);
  expect(await faultsOf(page, 'account')).toEqual([]);
  await picture(page, 'account');
  await page.getByRole('button', { name: /^End session \d of \d: Firefox on Android/ }).click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
  await other.goto('/account');
  await expect(other).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('All other sessions have ended.')).toBeVisible();
  await third.goto('/account');
  await expect(third).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ben Lead' })).toBeVisible();
  await Promise.all([page, other, third].map((one) => one.context().close()));
});

test('a common password is refused at its field; another one ends the other sessions', async ({ browser }) => {
  const [page, other] = [await browserOf(browser, 'ben'), await browserOf(browser, 'ben')];
  await open(page, '/account');
  const change = async (next: string): Promise<void> => {
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Password1234!');
  await expect(page.getByText(/one of the passwords that leak most often/)).toBeVisible();
  await picture(page, 'account-common');
  await change('eight loud copper bells');
  await expect(page.getByText('Password changed')).toBeVisible();
  await other.goto('/account');
  await expect(other).toHaveURL(/\/sign-in/);
  await Promise.all([page, other].map((one) => one.context().close()));
});

test('an admin disables, enables and promotes people, and stays when they are the last', async ({ browser }) => {
  const [page, mei] = [await browserOf(browser, 'ada'), await browserOf(browser, 'mei')];
  await open(page, '/');
  await page.getByRole('link', { name: 'Accounts' }).click();
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  await hydrated(page);
  expect(await faultsOf(page, 'accounts')).toEqual([]);
  await picture(page, 'accounts');
  const act = (name: string) => page.getByRole('button', { name, exact: true });

  for (const refused of ['Remove admin: Ada Admin', 'Disable: Ada Admin']) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await act(refused).click();
    await answered;
    await expect(act(refused)).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('alert')).toContainText('Ada Admin is the only admin');
  }
  await picture(page, 'accounts-refused');
  await act('Disable: Mei Annotator').click();
  await expect(page.getByRole('row', { name: /Mei Annotator/ })).toContainText('disabled');
  await mei.goto('/');
  await expect(mei).toHaveURL(/\/sign-in/);
  await act('Enable: Mei Annotator').click();
  await expect(page.getByRole('row', { name: /Mei Annotator/ })).toContainText('active');
  await act('Make admin: Mei Annotator').click();
  // "Make admin" stands in the row before it is done.
  await expect(act('Remove admin: Mei Annotator')).toBeVisible();
  await act('Password link: Mei Annotator').click();
  const link = await page.getByRole('status').locator('code').textContent();
  expect(link).toMatch(new RegExp(`^${server.address}/reset/[\\w-]{43}$`));
  await picture(page, 'accounts-link');

  await mei.goto(link!);
  await hydrated(mei);
  await mei.getByLabel('New password').fill('nine soft amber lamps');
  await mei.getByRole('button', { name: 'Set password' }).click();
  await expect(mei.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await act('Remove admin: Ada Admin').click();
  await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible();
  await Promise.all([page, mei].map((one) => one.context().close()));
});
