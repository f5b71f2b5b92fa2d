import { archiveThing } from '../../src/lib/server/managing/archiving.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import { faultsAt, faultsOf } from './accessibility.ts';
import { hydrated, open, personWith, signIn } from './browsing.ts';
import { openBeside, texts } from './database.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ story: true });
});
test.afterAll(() => server.stop());

test('a lead of the demo begins where adopted judges have changed, and the first thing to do leads to the comparison', async ({
  page
}) => {
  const { email, password } = personWith(server, 'lead');
  await page.goto(`${server.address}/`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByRole('heading', {
      name: 'Judges adopted for Coverage; the version of plover has changed since',
      level: 1
    })
  ).toBeVisible();
  await hydrated(page);
  const loop = page.getByRole('region', { name: /^Coverage, from query to adopted score/ });
  await expect(loop.getByRole('listitem')).toHaveText([
    /Verify\s*24 queries/,
    /Score\s*3 × 72 /,
    /Judge blind\s*648 labels by 3 annotators/,
    /Align.*compare again$/,
    /Adopt.*re-opened$/,
    /Score at scale\s*72 reports/,
    /Monitor\s*4 checks\s*on 144 anchor items\s*version changed$/
  ]);
  await expect(loop).toContainText('No new labels needed: 216 of 216 labelled items still apply to run 6.');
  const evidence = page.getByRole('region', { name: 'Runs, labels and decisions' }).getByRole('rowheader');
  await expect(evidence).toHaveText(['6', '1']);
  expect(await faultsOf(page, 'home after an adoption')).toEqual([]);
  await page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/p\/summer-heat\/judges\/succession\?metric=coverage$/);
  await expect(
    page.getByRole('heading', { name: /^plover: the new version is not shown to be non-inferior/, level: 1 })
  ).toBeVisible();
});

test('a further decision says which adoption it replaces before it is recorded', async ({ page, context }) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, `${server.address}/p/summer-heat/alignment/1/adopt`);
  await expect(page.getByText('This decision replaces an adoption')).toBeVisible();
  await expect(
    page.getByText(/^The adopted ensemble for coverage is scripted:osprey \+ plover \+ teal, majority\./)
  ).toBeVisible();
});

test('its monitoring shows three checks within the limit, and the one that found another version', async ({
  page,
  context
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, `${server.address}/p/summer-heat`);
  await page.getByRole('link', { name: /Monitor/ }).click();
  await expect(page).toHaveURL(/\/judges\/monitoring$/);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: /^plover: the served version changed/, level: 1 })).toBeVisible();
  const ledger = page.getByRole('region', { name: 'Ledger of checks' });
  await expect(ledger.getByRole('row')).toHaveCount(5);
  await expect(ledger).toContainText('plover-2-1110');
  await expect(page.getByText('overdue')).toHaveCount(0);
  expect(await faultsOf(page, 'monitoring')).toEqual([]);
});

test('its pages have no accessibility violation and fit a phone, with judges that changed and a run in the archive', async ({
  page,
  context
}) => {
  const one = (sql: string): string => texts(server.data, sql)[0]!;
  const project = one("select id from project where slug = 'summer-heat'");
  const inStory = `project_id = '${project}'`;
  const { db, close } = openBeside(server.data);
  const manage = authorize(operator, { kind: 'project', id: project }, 'manage');
  archiveThing(db, manage, 'run', one(`select id from run where number = 2 and ${inStory}`));
  close();
  const report = one(`select r.id from report r join query q on q.id = r.query_id where q.${inStory} limit 1`);
  const study = one(`select id from study where ${inStory}`);
  const p = `${server.address}/p/summer-heat`;
  await signIn(context, server.address, personWith(server, 'lead'));
  const lead = [
    ...[`${p}/manage`, `${p}/manage/study/${study}`, `${p}/inbox`, `${p}/studies/1`, `${p}/studies/1/questions`],
    ...[`${p}/judges`, `${p}/judges/monitoring`, `${p}/judges/cards`, `${p}/judges/succession`],
    ...[`${p}/judges/compare?study=1&run=6`, `${p}/judges/prompts`, `${p}/judges/prompts/coverage`],
    ...[`${p}/judges/prompts/coverage/improvement`, `${p}/reports/${report}/asked?run=6`, `${p}/leaderboard?run=1`],
    ...[`${p}/alignment/1`, `${p}/alignment/1/adopt`, `${p}/queries`, `${p}/runs`]
  ];
  const faults = await faultsAt(page, lead);
  await context.clearCookies();
  await signIn(context, server.address, personWith(server, 'annotator'));
  faults.push(...(await faultsAt(page, [p, `${p}/inbox`, `${p}/work`, `${p}/verification/own`])));
  expect(faults).toEqual([]);
});

test('a lead who confirms what another lead has confirmed since is told so', async ({ page, context }) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  const judges = `${server.address}/p/summer-heat/judges`;
  await open(page, judges);
  const seen = await page.locator('input[name=seen]').inputValue();
  const form = { metric: 'coverage', seen, reason: 'The other lead was faster.' };
  await context.request.post(`${judges}?/confirm`, { form, headers: { origin: server.address } });
  await page.getByLabel('Reason').fill('Three checks show no loss.');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('so no confirmation is needed');
});
