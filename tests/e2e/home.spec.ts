import { faultsOf } from './accessibility.ts';
import { hydrated, open, personWith, signIn, tabTo } from './browsing.ts';
import { texts } from './database.ts';
import { expect, test } from './server.ts';

test('until judges are adopted, a lead’s home shows where queries are, how far people agree and who works on what', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, '/p/demo');
  const inStage = texts(
    server.data,
    `select rq.stage || ' ' || count(*) from round_query rq join verification_round r on r.id = rq.round_id
     join project p on p.id = r.project_id where p.slug = 'demo' and r.number = 2 group by rq.stage`
  );
  const stages = page.getByRole('region', { name: 'Stages', exact: true }).last();
  const names = ['annotation', 'review', 'inspection', 'adjudication', 'done'];
  const shown = await stages
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.querySelector('b')?.textContent ?? 0)))
    );
  const sums = names.map((name, stage) => `${name} ${shown.reduce((sum, row) => sum + row[stage]!, 0)}`);
  expect(sums.filter((one) => !one.endsWith(' 0')).sort()).toEqual(inStage.sort());
  await expect(page.getByText('6 in total')).toBeVisible();
  const times = await page
    .locator('.log time')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(Math.max(...times), 'a time reaches into the text beside it').toBe(0);

  const agreement = page.getByRole('region', { name: 'Agreement by stage' });
  await expect(agreement.getByRole('row', { name: /^Annotation, items/ })).toContainText(
    /\.\d\d, 95% CI \.\d\d – \.\d\d\d+$/
  );
  const people = page.getByRole('region', { name: 'People', exact: true }).last();
  const mei = personWith(server, 'annotator').name;
  await expect(people.getByRole('row', { name: new RegExp(`^${mei} Blind labels`) })).toBeVisible();
  await expect(people.getByRole('row', { name: new RegExp(`^${mei} Annotation`) })).toBeVisible();
  expect(await faultsOf(page, 'home before an adoption')).toEqual([]);

  await tabTo(page, stages.getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verification\/rounds\/2$/);
});

test('the home of an empty project says what to do first, and the first thing is one key press away', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, '/projects/new');
  await page.getByLabel('Name').fill(`Bare ${Date.now()}`);
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('heading', { name: 'Begin with the queries of a benchmark', level: 1 })).toBeVisible();
  await hydrated(page);
  const first = page.getByRole('region', { name: 'Next steps' });
  await expect(first.getByRole('link')).toHaveText(['Import', 'Draft queries', 'Invite people']);
  await expect(page.getByRole('heading', { name: 'Runs' })).toHaveCount(0);
  expect(await faultsOf(page, 'home of an empty project')).toEqual([]);
  await first.getByRole('link').first().focus();
  // While the next page is awaited, a bar shows that the press was noticed.
  const late = Promise.withResolvers<void>();
  await page.route(/\/__(route\.js|data\.json)/, async (route) => {
    await late.promise;
    await route.continue();
  });
  const awaited = page.locator('html[data-awaiting]');
  await page.keyboard.press('Enter');
  await expect(awaited).toHaveCount(1);
  late.resolve();
  await expect(page).toHaveURL(/\/import$/);
  await expect(awaited).toHaveCount(0);
});
