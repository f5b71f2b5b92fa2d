import { somebody } from './asking.ts';
import { open, personWith, signIn } from './browsing.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

// A token from the page Account, used by a program, until it is revoked there.

let server: RunningServer;
test.beforeAll(async () => void (server = await startServer()));
test.afterAll(() => server.stop());

const statusWith = async (token: string, path: string, more: RequestInit = {}): Promise<number> =>
  (await fetch(`${server.address}/api/v1${path}`, { ...more, headers: { authorization: `Bearer ${token}` } })).status;

test('a lead makes a token, a program uses it, and it ends when it is revoked', async ({ context, page }) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, `${server.address}/account`);
  await page.getByLabel('Name', { exact: true }).fill('notebook');
  await page.getByRole('checkbox', { name: /manage/ }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.locator('code').filter({ hasText: /^vdr_[\w-]{43}$/ });
  await expect(made).toHaveCount(1);
  const token = (await made.textContent())!;

  const me = await fetch(`${server.address}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.headers.get('cache-control')).toBe('private, no-store');
  expect(await me.json()).toMatchObject({ token: { scopes: ['read', 'manage'] } });
  expect(await statusWith(token, '/projects/demo/runs')).toBe(200);

  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole('row', { name: /notebook/ });
  await expect(row).toContainText(token.slice(0, 12));
  await expect(row).not.toContainText('Never');
  await row.getByRole('button', { name: 'Revoke the token notebook' }).click();
  await expect(page.getByText('The token is revoked.')).toBeVisible();
  expect(await statusWith(token, '/me')).toBe(401);
});

test('cookies open nothing of the API, and the page of the API lists its operations without a sign-in', async ({
  context,
  page
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await page.goto(server.address);
  const asked = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/projects', { method: 'POST', body: '{}' });
    return [answer.status, answer.headers.get('content-type')];
  });
  expect(asked).toEqual([401, 'application/problem+json']);
  const ask = somebody(server.address);
  const shown = (await ask('/api')).text;
  expect(shown).toContain('/projects/{project}/runs/{run}/events');
  expect(shown).not.toContain('<script');
  const { openapi, paths } = JSON.parse((await ask('/api/v1/openapi.json')).text) as {
    openapi: string;
    paths: Record<string, unknown>;
  };
  expect(openapi).toBe('3.1.1');
  expect(Object.keys(paths).length).toBeGreaterThan(30);
});

test('an answer to a browser is a problem in JSON, never a page', async () => {
  const ask = somebody(server.address);
  const { status, text } = await ask('/api/v1/nowhere');
  expect(status).toBe(401);
  expect(JSON.parse(text)).toMatchObject({ code: 'not-signed-in', status: 401 });
  const unreadable = await ask('/api/v1/projects/heat/queries/50%');
  expect(JSON.parse(unreadable.text)).toMatchObject({ code: 'invalid-input', status: 400 });
});
