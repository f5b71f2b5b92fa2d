import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { headerOf, startSmtp, textOf, type SmtpStandIn } from '../stand-ins/smtp.ts';
import { faultsOf } from './accessibility.ts';
import { open, personWith, picture, signIn } from './browsing.ts';
import { openBeside } from './database.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

let smtp: SmtpStandIn;
let server: RunningServer;
const ada = { name: 'Ada Admin', email: 'ada@mail.example', password: 'seven quiet marble gates' };

test.beforeAll(async () => {
  smtp = await startSmtp();
  const port = await freePort();
  server = await startServer({
    port,
    env: {
      ORIGIN: `http://127.0.0.1:${port}`,
      VOIRDIRE_SMTP_URL: `smtp://voirdire:planted-password@127.0.0.1:${smtp.port}`,
      VOIRDIRE_MAIL_FROM: 'Voirdire <voirdire@lab.example>'
    }
  });
  const database = openBeside(server.data);
  await addUser(database.db, { ...ada, admin: true });
  database.close();
});

test.afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

test('a lead chooses events, gets one by e-mail, and invites by e-mail; an admin reads the log', async ({
  browser
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  await signIn(context, server.address, personWith(server, 'lead'));
  const page = await context.newPage();
  await open(page, '/account');
  const own = page.getByRole('region', { name: 'E-mail' });
  await expect(own.getByRole('checkbox')).toHaveCount(5);
  await expect(own.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await own.getByRole('checkbox', { name: /^Run paused/ }).check();
  await own.getByRole('button', { name: 'Save e-mail settings' }).click();
  await expect(own.getByRole('status')).toContainText('E-mail settings saved');
  await page.reload();
  await expect(own.getByRole('checkbox', { checked: true })).toHaveCount(1);
  expect(await faultsOf(page, 'account with e-mail')).toEqual([]);
  await picture(page, 'account-mail');

  const database = openBeside(server.data);
  database.db
    .run(sql`UPDATE run SET status = 'paused' WHERE id = (SELECT r.id FROM run r JOIN project p ON p.id = r.project_id
    WHERE p.slug = 'demo' AND r.kind = 'scoring' AND r.status = 'done' LIMIT 1)`);
  database.close();
  await expect.poll(() => smtp.received.length).toBe(1);
  expect(smtp.received[0]!.to).toEqual([personWith(server, 'lead').email]);
  expect(headerOf(smtp.received[0]!, 'Subject')).toMatch(/^Run paused: /);
  const [link] = /http:\S+\/runs/.exec(textOf(smtp.received[0]!))!;
  await open(page, link);
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();

  await open(page, '/p/demo/people');
  await page.getByLabel('People, one per line').fill('nora@lab.example, Nora New, annotator');
  await page.getByRole('button', { name: 'Invite all' }).click();
  await page.getByRole('button', { name: 'Send all by e-mail' }).click();
  await expect(page.getByRole('status').first()).toContainText('1 invitation will be sent by e-mail');
  await expect(page.getByRole('button', { name: 'Send by e-mail with a new link, which ends the previous one: Nora New' })).toBeVisible(); // prettier-ignore
  expect(await faultsOf(page, 'people with e-mail')).toEqual([]);
  await picture(page, 'people-mail');
  await expect.poll(() => smtp.received.length).toBe(2);
  const [join] = /http:\S+\/join\/\S+/.exec(textOf(smtp.received[1]!))!;
  const nora = await (await browser.newContext()).newPage();
  await open(nora, join);
  await expect(nora.getByLabel('E-mail')).toHaveValue('nora@lab.example');
  await nora.context().close();

  smtp.faults.recipient = '550 5.1.1 unknown';
  await page
    .getByRole('button', { name: 'Send by e-mail with a new link, which ends the previous one: Nora New' })
    .click();
  const admin = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(admin.context(), server.address, ada);
  await open(admin, '/accounts');
  await admin.getByRole('link', { name: 'E-mail' }).click();
  await expect(admin.getByRole('heading', { name: 'E-mail', level: 1 })).toBeVisible();
  const failed = admin.getByRole('row', { name: /nora@lab\.example.*refused the recipient \(550\)/ });
  await expect.poll(async () => (await admin.reload(), failed.count()), { timeout: 60_000 }).toBe(1);
  expect(await admin.content()).not.toContain('planted-password');
  expect(await faultsOf(admin, 'log of e-mails')).toEqual([]);
  await picture(admin, 'mail-log');
  smtp.faults = {};
  await admin.getByRole('button', { name: 'Send again: Invitation, nora@lab.example' }).click();
  await expect(admin.getByRole('status')).toContainText('within 15 seconds');
  await expect.poll(() => smtp.received.length).toBe(3);
  await Promise.all([context.close(), admin.context().close()]);
});
