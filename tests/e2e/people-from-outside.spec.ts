import { sql } from 'drizzle-orm';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import { stepAt, totpCode } from '../../src/lib/server/auth/second-factor/totp.ts';
import { projectBySlug } from '../../src/lib/server/projects.ts';
import { makeCrowdLink } from '../../src/lib/studies/crowd/crowd-links.server.ts';
import { makeCrowdPlaces } from '../../src/lib/studies/crowd/crowd-places.server.ts';
import { startOidc, type OidcStandIn } from '../stand-ins/oidc.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, personWith, picture, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;
let provider: OidcStandIn;
let crowd: string;

test.beforeAll(async () => {
  provider = await startOidc();
  server = await startServer({
    env: {
      VOIRDIRE_OIDC_ISSUER: provider.issuer,
      VOIRDIRE_OIDC_CLIENT_ID: provider.clientId,
      VOIRDIRE_OIDC_CLIENT_SECRET: provider.clientSecret,
      VOIRDIRE_OIDC_NAME: 'Lab ID'
    }
  });
  const database = openBeside(server.data);
  const { db } = database;
  const project = { kind: 'project', id: projectBySlug(db, 'demo').id } as const;
  const manage = authorize(operator, project, 'manage');
  makeCrowdPlaces(db, manage, 1);
  // A place gets the work of an annotator who has not begun, as a plan would have given it.
  const { study, assignment } = db.get<{ study: string; assignment: string }>(
    sql`SELECT a.study_id AS study, a.id AS assignment FROM assignment a JOIN study s ON s.id = a.study_id
      WHERE s.status = 'open' AND s.project_id = ${project.id} AND a.opened_at IS NULL AND a.user_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM human_verdict h WHERE h.assignment_id = a.id) LIMIT 1`
  )!;
  db.run(sql`UPDATE assignment SET user_id = (SELECT user_id FROM crowd_place) WHERE id = ${assignment}`);
  const wish = { parameter: 'PROLIFIC_PID', completionCode: 'DONE-4711', places: 1, days: 7 };
  crowd = `/crowd/${makeCrowdLink(db, manage, study, wish).token}?PROLIFIC_PID=5f0c1a2b`;
  database.close();
});

test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test('a participant enters by a crowd link, finds work, and can open no other page', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  await open(page, crowd);
  expect(await faultsOf(page, 'crowd')).toEqual([]);
  await picture(page, 'crowd');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/p\/demo$/);
  await expect(page.getByRole('link', { name: /^(Start|Continue) / })).toHaveCount(1);
  await expect(page.getByText('DONE-4711')).toHaveCount(0);
  for (const closed of ['/p/demo/verification', '/p/demo/leaderboard', '/archive'])
    expect((await page.request.get(closed)).status(), closed).toBe(403);
  // Nothing is offered that such an account never has.
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 2, name: 'Keys' })).toBeVisible();
  for (const name of ['Password', 'Second factor', 'E-mail', /^Personal tokens/])
    await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0);
  await page.context().close();
});

test('a lead sets up a second factor, and the next sign-in asks for its code', async ({ browser }) => {
  const lead = personWith(server, 'lead');
  const context = await browser.newContext({ baseURL: server.address });
  await signIn(context, server.address, lead);
  const page = await context.newPage();
  await open(page, '/account/second-factor');
  await page.getByLabel('Current password').fill(lead.password);
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  expect(await faultsOf(page, 'second-factor')).toEqual([]);
  await picture(page, 'second-factor');
  const [secret] = texts(server.data, 'select secret from second_factor');
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret!, stepAt(Date.now()) - 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
  await picture(page, 'recovery-codes');

  const other = await browser.newContext({ baseURL: server.address });
  const door = await other.newPage();
  await open(door, '/sign-in');
  await door.getByLabel('E-mail').fill(lead.email);
  await door.getByLabel('Password').fill(lead.password);
  await door.getByRole('button', { name: 'Sign in' }).click();
  await expect(door).toHaveURL(/\/sign-in\/code\?next=%2F$/);
  expect((await door.request.get('/p/demo', { maxRedirects: 0 })).status()).toBe(401);
  await Promise.all([context.close(), other.close()]);
});

test('a person signs in with the identity provider, and gets to the requested page', async ({ browser }) => {
  const { email } = personWith(server, 'annotator');
  provider.person = { sub: 'a', email, email_verified: true, name: 'Of the provider' };
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  await open(page, '/sign-in?next=/account');
  await picture(page, 'sign-in-provider');
  await page.getByRole('link', { name: 'Sign in with Lab ID' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await hydrated(page);
  // Another tab began one as well, and asks at the provider now.
  const request = (path: string) => page.request.get(path, { maxRedirects: 0 });
  const begun: string[] = [];
  for (const tab of [1, 2])
    begun.push((await request(`/sign-in/oidc?next=/account?tab=${tab}`)).headers()['location']!);
  for (const [i, address] of begun.entries()) {
    const back = await provider.visit(new URL(address));
    const ended = await request(`${back.pathname}${back.search}`);
    expect(ended.headers()['location']).toBe(`/account?tab=${i + 1}`);
  }
  // A callback that no sign-in of this browser began is refused.
  const foreign = await page.request.get('/sign-in/oidc/callback?code=x&state=y', { maxRedirects: 0 });
  expect(foreign.status()).toBe(403);
  await page.context().clearCookies();
  // One that failed leads back to where it begins.
  await open(page, '/sign-in/oidc/callback?error=access_denied&state=y');
  await expect(page.getByRole('alert')).toHaveText(/The sign-in with the identity provider failed/);
  await page.getByRole('link', { name: 'Sign in with Lab ID' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await page.context().close();
});
