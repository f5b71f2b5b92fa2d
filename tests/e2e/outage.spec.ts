import { importFiles } from '../../src/lib/exchange/import/import-files.server.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { faultsOf } from './accessibility.ts';
import { open, signIn } from './browsing.ts';
import { openBeside } from './database.ts';
import { expect, startServer, test, type RunningServer } from './server.ts';

const lead = { email: 'ida@lab.example', password: 'a phrase for the outage' };
const base = '/p/ports';
let server: RunningServer;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const QUERIES = `qid,question,question_no_placeholder,checklist
q1,How did ports grow in {{last_year}}?,How did ports grow in 2024?,Is the growth given?
q2,What of ships?,,Are ships counted?
`;

/** Names under `.invalid` never resolve, on no machine. */
const report = (n: number): string => `# Ports and ships

Ports grew by five tonnes [1]. Ships grew by six tonnes [2]. Docks stayed as they were [3].

## References

[1] https://one.invalid/ports-${n}
[2] https://two.example.invalid/ships
[3] https://three.invalid/docks
`;

test.beforeAll(async () => {
  server = await startServer({ demo: false, env: { VOIRDIRE_REACH_CHECK: 'off' } });
  const { db, close } = openBeside(server.data);
  const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Ports' });
  const manage = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  addRole(db, manage, await addUser(db, { name: 'Ida Lead', admin: false, ...lead }), 'lead');
  await importFiles(db, manage, [{ name: 'queries.csv', bytes: bytes(QUERIES) }]);
  await importFiles(
    db,
    manage,
    ['q1', 'q2'].map((qid, n) => ({ name: `quill/qid_${qid}_report.md`, bytes: bytes(report(n)) }))
  );
  close();
});
test.afterAll(() => server.stop());

test('a run without a network asks for the date it needs, pauses and says why, and fetches its pages again', async ({
  browser
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  await signIn(context, server.address, lead);
  const page = await context.newPage();
  await open(page, `${base}/import`);
  await expect(page.getByLabel('Collection date of reports without one')).toBeVisible();
  expect(await faultsOf(page, 'import')).toEqual([]);

  await open(page, `${base}/runs/new`);
  for (const box of await page.locator('input[name=metric]').all()) await box.uncheck();
  await page.locator('input[name=metric][value=citation-accuracy]').check();
  await page.getByLabel('Judges, one per line').fill('rules');
  await page.getByRole('button', { name: 'Start the run' }).click();
  const date = page.getByLabel('Collection date for 1 report without one');
  await expect(date).toHaveAccessibleDescription(/no collection date/);
  expect(await faultsOf(page, 'run form')).toEqual([]);
  await date.fill('2025-10-29');
  await page.getByRole('button', { name: 'Start the run' }).click();

  await expect(page.getByText('The run is paused')).toBeVisible();
  await expect(page.getByText(/No host on the web answered this machine/).first()).toBeVisible();
  await expect(page.getByText(/4 of 4 cited pages were not fetched/)).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  expect(await faultsOf(page, 'paused run')).toEqual([]);

  await page.getByRole('link', { name: 'Pages not fetched' }).click();
  await expect(page.getByText('4 pages not fetched')).toBeVisible();
  await expect(page.getByRole('row', { name: /one\.invalid/ })).toHaveCount(2);
  expect(await faultsOf(page, 'cited pages')).toEqual([]);
  await page.getByRole('button', { name: 'Fetch the selected pages again' }).click();
  await expect(page.getByText('No page was chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: /ships/ }).check();
  await page.getByRole('button', { name: 'Fetch the selected pages again' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(page.getByText('The run is paused')).toBeVisible();
  await open(page, `${base}/runs/1/pages`);
  await page.getByRole('button', { name: 'Fetch 4 pages again' }).click();
  await expect(page).toHaveURL(/\/runs\/1$/);
  await expect(page.getByText('The run is paused')).toBeVisible();
  await context.close();
});
