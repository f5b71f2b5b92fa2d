import { faultsOf } from './accessibility.ts';
import { open, personWith, signIn } from './browsing.ts';
import { rows } from './database.ts';
import { expect, test } from './server.ts';

const importing = '/p/demo/alignment/import';
const studies = (data: string): number => rows(data, 'select id from study').length;

test.beforeEach(async ({ context, server }) => signIn(context, server.address, personWith(server, 'lead')));

const result = (name: string, type: string, value: object): object => ({
  from_name: name,
  to_name: 'report',
  type,
  value
});
const answers = (yes: boolean, stars: number): object[] => [
  result('met', 'choices', { choices: [yes ? 'yes' : 'no'] }),
  result('overall', 'rating', { rating: stars })
];
const annotation = (email: string, given: object[]): object => ({ completed_by: { email }, result: given, was_cancelled: false, created_at: '2026-10-01T08:00:00Z', lead_time: 3 }); // prettier-ignore
const tasks = Array.from({ length: 24 }, (_, i) => ({
  ...{ id: i + 1, data: { qid: `t${i % 6}`, system: i % 2 ? 'alpha' : 'beta', report: 'Line one.\nLine two.' } },
  annotations: [
    annotation('ana@lab.example', answers(i % 3 > 0, 1 + (i % 4))),
    annotation('ben@lab.example', [
      ...answers(i % 4 > 0, 1 + (i % 5)),
      result('why', 'textarea', { text: ['because'] })
    ])
  ],
  predictions: [{ model_version: 'judge-a', result: answers(i % 3 > 0, 1 + (i % 4)) }]
}));

test('an export of Label Studio becomes an agreement report in a few steps, and what is not imported is named', async ({
  page,
  server
}) => {
  const before = studies(server.data);
  await open(page, importing);
  const whole = Buffer.from(JSON.stringify(tasks));
  const read = async (buffer: Buffer): Promise<void> => {
    const file = { name: 'export.json', mimeType: 'application/json', buffer };
    await page.getByLabel('CSV, JSONL or an export of another tool').setInputFiles(file);
    await page.getByRole('button', { name: 'Read file' }).click();
  };
  await read(whole.subarray(0, -1));
  await expect(page.getByRole('region', { name: 'Problems of the file' })).toContainText('it was cut off');
  await read(whole);
  await expect(page.getByText('Label Studio file')).toBeVisible();
  await expect(page.getByText('144 labels on 24 items by 2 people and 1 judge')).toBeVisible();
  await expect(page.locator('dt:text-is("Free text") + dd')).toHaveText('why (24)');
  await expect(page.locator('dt:text-is("Clusters") + dd')).toHaveText('6');
  await expect(page.getByLabel('judge-a')).toHaveValue('judge');
  await expect(page.getByLabel('ana@lab.example')).toHaveValue('person');
  await expect(page.getByLabel('Scale of met')).toHaveValue('binary:yes,no');
  expect(await faultsOf(page, 'a file of another tool')).toEqual([]);

  await page.getByLabel('Scale of overall').fill('ordinal:1..4');
  await page.getByRole('button', { name: 'Import' }).click();
  const problems = page.getByRole('region', { name: 'Problems of the file' }).getByRole('row');
  await expect(problems).toContainText([/Row/, /not on the scale 1 < 2 < 3 < 4.*5/]);
  expect(studies(server.data)).toBe(before);

  await page.getByLabel('Scale of overall').fill('ordinal:1..5');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL(/\/alignment\?broughtIn=2$/);
  expect(studies(server.data)).toBe(before + 2);
  await page
    .getByRole('link', { name: /export: met/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page.getByText('named in export.json')).toBeVisible();
});

test('a file that is being read shows how many labels have been read', async ({ page }) => {
  const asked: string[] = [];
  const answers: unknown[] = [];
  await page.route(/\/alignment\/import\/progress\?of=/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('of')!);
    const answered = await route.fetch();
    answers.push(await answered.json());
    await route.fulfill({ json: { labels: 12_000 } });
  });
  const sent = Promise.withResolvers<string>();
  const go = Promise.withResolvers<void>();
  await page.route(/\?\/read$/, async (route) => {
    sent.resolve(route.request().postDataBuffer()!.toString('utf8'));
    await go.promise;
    await route.continue();
  });
  await open(page, importing);
  await page.getByLabel('CSV, JSONL or an export of another tool').setInputFiles({
    ...{ name: 'export.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(tasks)) }
  });
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByRole('status').filter({ hasText: '12,000 labels read' })).toBeVisible();
  expect(await sent.promise).toContain(asked[0]);
  // The server has not received the file yet; later answers may come while it is read.
  expect(answers[0]).toEqual({ labels: null });
  go.resolve();
  await expect(page.getByText('Label Studio file')).toBeVisible();
  await expect(page.getByText('12,000 labels read')).toHaveCount(0);
});
