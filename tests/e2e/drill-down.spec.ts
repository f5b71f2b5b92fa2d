import { faultsOf } from './accessibility.ts';
import { open, personWith, signIn } from './browsing.ts';
import { rows, texts } from './database.ts';
import { expect, test } from './server.ts';

test('a figure of the alignment report leads to the passage, with people’s and judges’ verdicts side by side', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, '/p/demo/alignment/1/items');
  await page.setViewportSize({ width: 1440, height: 900 });
  const item = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^Report of / }) })
    .first();
  const words = (await item.locator('p.serif').textContent())!.trim();
  await item
    .getByRole('link', { name: /^Report of / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/reports\/[\w-]+\?study=1&item=[\w-]+$/);
  const { searchParams: asked, pathname } = new URL(page.url());
  const [study] = rows(
    server.data,
    'select s.metric, r.number run from study s join run r on r.id = s.run_id where s.number = 1'
  );
  await expect(page.getByRole('link', { name: `Run ${study!.run}`, exact: true })).toHaveAttribute(
    'aria-current',
    'page'
  );
  const metrics = page.getByRole('navigation', { name: 'Metric' });
  await expect(metrics.locator('[aria-current="page"]')).toHaveAttribute(
    'href',
    `?run=${study!.run}&metric=${study!.metric}`
  );
  await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible();

  const people = page.getByRole('region', { name: 'Annotators', exact: true });
  const judges = page.getByRole('region', { name: 'Judges', exact: true });
  const committed = texts(
    server.data,
    `select distinct u.name from human_verdict h join user u on u.id = h.user_id
     where h.study_item_id = ? and h.phase = 'blind' and h.label is not null`,
    asked.get('item')!
  );
  expect(committed.length).toBeGreaterThan(0);
  for (const name of committed) await expect(people.getByText(name, { exact: true })).toBeVisible();
  const asJudges = rows(
    server.data,
    'select 1 from run_judge j join run r on r.id = j.run_id join study s on s.run_id = r.id where s.number = 1'
  ).length;
  await expect(judges.locator('.said')).toHaveCount(asJudges);
  const [left, right] = [(await people.boundingBox())!, (await judges.boundingBox())!];
  expect(right.x).toBeGreaterThan(left.x + left.width - 1);
  expect(Math.abs(right.y - left.y)).toBeLessThan(5);

  // The passage on which a verdict rests is marked and in view.
  const relied = page.locator('.read .marked').first();
  await expect(relied).toBeInViewport();
  expect(await faultsOf(page, pathname)).toEqual([]);

  // A cell of a run or a comparison leads there at once.
  await open(page, `/p/demo/runs/${study!.run}/reports`);
  await page.locator(`td a[href="${pathname}?run=${study!.run}&metric=${study!.metric}&judged"]`).click();
  await expect(page).toHaveURL(/\/reports\/[\w-]+\?study=1&item=[\w-]+$/);
  await expect(people.getByText(committed[0]!, { exact: true })).toBeVisible();
  // If no person has labelled it, the report is shown with the metric open.
  const plain = `?run=${study!.run}&metric=${study!.metric}`;
  await open(page, `${pathname}${plain}&judged=labelled-by-nobody`);
  await expect(page).toHaveURL(/&judged=labelled-by-nobody$/);
  await expect(metrics.locator('[aria-current="page"]')).toHaveAttribute('href', plain);
  const [unit] = rows(
    server.data,
    `select i.unit_key key, i.id from study_item i join study s on s.id = i.study_id
     where s.number = 1 and i.purpose = 'sample' and i.report_id = ? order by i.position desc limit 1`,
    pathname.split('/').at(-1)!
  );
  await open(
    page,
    `${pathname}?run=${study!.run}&metric=${study!.metric}&judged=${encodeURIComponent(String(unit!.key))}`
  );
  await expect(page).toHaveURL(new RegExp(`study=1&item=${unit!.id}$`));

  // The list of all labelled items of a report leads to the same.
  await open(page, `${pathname}?run=${study!.run}&metric=${study!.metric}`);
  await page.getByRole('link', { name: words, exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(new RegExp(`study=1&item=${asked.get('item')}$`));
  await expect(people.getByText(committed[0]!, { exact: true })).toBeVisible();
});

test('while labels are still to come, the address of an item leads to where one says why one looks, and shows nothing', async ({
  context,
  page,
  server
}) => {
  const [item] = rows(
    server.data,
    `select i.id, i.report_id report, i.text from study_item i join study s on s.id = i.study_id
     where s.number = 2 and i.purpose = 'sample' order by i.position limit 1`
  );
  const address = `/p/demo/reports/${item!.report}?study=2&item=${item!.id}`;
  await signIn(context, server.address, personWith(server, 'lead'));
  await page.goto(address);
  await expect(page).toHaveURL(`${server.address}/p/demo/alignment/2/unblind?next=${encodeURIComponent(address)}`);
  await expect(page.getByRole('region', { name: 'Annotators', exact: true })).toHaveCount(0);
  const data = await context.request.get(`${server.address}${address.replace('?', '/__data.json?')}`);
  expect(await data.text()).toMatch(/"redirect"/);
  // Of a study that is over, another one's item is not found.
  const other = await context.request.get(`${server.address}${address.replace('study=2', 'study=1')}`, {
    headers: { accept: 'text/html' }
  });
  expect(other.status()).toBe(404);
  await context.clearCookies();
  await signIn(context, server.address, personWith(server, 'annotator'));
  const closed = await context.request.get(server.address + address, { headers: { accept: 'text/html' } });
  expect(closed.status()).toBe(403);
  expect(await closed.text()).not.toContain(String(item!.text));
});
