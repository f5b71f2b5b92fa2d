import { faultsOf } from './accessibility.ts';
import { open, personWith, signIn } from './browsing.ts';
import { rows } from './database.ts';
import { expect, test } from './server.ts';
import { atMost } from '../timing.ts';

const importing = '/p/demo/alignment/import';
const studies = (data: string): number => rows(data, 'select id from study').length;

test.beforeEach(async ({ context, server }) => signIn(context, server.address, personWith(server, 'lead')));

const right = Array.from({ length: 20 }, (_, i) => [`s${i}`, `d${i % 5}`, 1 + (i % 4), 1 + ((i + 1) % 4), 1 + (i % 4)]);
const csv = (table: readonly (readonly unknown[])[]): string =>
  ['item,doc,ann,bob,gpt-5', ...table.map((row) => row.join(','))].join('\n');

test('what is wrong with pasted labels is told row by row, and nothing is kept until it is right', async ({
  page,
  server
}) => {
  const before = studies(server.data);
  await open(page, importing);
  const wrong = right.map((row) => [...row]);
  wrong[3]![2] = 9;
  wrong[7]![0] = 's2';
  wrong[11]!.pop();
  await page.getByLabel('Or paste its content').fill(csv(wrong));
  await page.getByRole('button', { name: 'Read file' }).click();
  const problems = page.getByRole('region', { name: 'Problems of the file' }).getByRole('row');
  await expect(problems).toContainText([
    /Row/,
    /^9.*s2 occurs in an earlier row/,
    /^13.*4 cells, but the header has 5/
  ]);

  await page.getByLabel('Another file').setInputFiles({
    name: 'notes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv(right.map((row, i) => (i === 3 ? ['s3', 'd3', 9, 1, 4] : row))))
  });
  await page.getByRole('button', { name: 'Read it again' }).click();
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await page.getByLabel('Cluster', { exact: true }).selectOption('doc');
  await page.getByRole('button', { name: 'Read it again' }).click();
  await expect(page.locator('dt:text-is("Clusters") + dd')).toHaveText('5');
  await expect(page.getByLabel('gpt-5')).toHaveValue('judge');
  expect(await faultsOf(page, 'what was understood')).toEqual([]);

  await page.getByLabel('A label is').selectOption('ordinal');
  await page.getByLabel('Of these').fill('1..4');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(problems).toContainText([/Row/, /^5.*not on the scale 1 < 2 < 3 < 4.*9/]);
  expect(studies(server.data)).toBe(before);

  await page.getByLabel('Of these').fill('1..9');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL(/\/alignment\/\d+\/unblind$/);
  expect(studies(server.data)).toBe(before + 1);
  await expect(page.getByText('40 labels, imported')).toBeVisible();
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page).toHaveURL(/\/alignment\/\d+$/);
  await expect(page.getByText('named in notes.csv')).toBeVisible();
  await expect(page.getByRole('link', { name: /Record decision/ })).toHaveCount(0);
  const refused = await page.request.get(`${page.url()}/adopt`);
  expect([refused.status(), await refused.text()]).toEqual([409, expect.stringContaining('names in a file')]);
  const labels = await page.request.get(`${page.url().replace('alignment', 'studies')}/export.csv`);
  expect((await labels.text()).trim().split('\n')).toHaveLength(1 + 60);
  await page.getByRole('link', { name: 'Files of the labels' }).click();
  await expect(page.getByRole('link', { name: 'Labels for Label Studio' })).toBeVisible();
  await expect(page.getByText('Raw labels')).toHaveCount(0);
});

test('figures that take long show how far they are, lead on by themselves, and others are answered meanwhile', async ({
  page,
  server
}) => {
  const said = (i: number, rater: number): string => ((i * (rater + 7)) % 11 < 6 - (rater % 2) ? 'yes' : 'no');
  const many = Array.from({ length: 9000 }, (_, i) => [`s${i}`, `d${i % 90}`, ...[0, 1, 2, 3, 4].map((r) => said(i, r))]); // prettier-ignore
  await open(page, importing);
  await page.getByLabel('CSV, JSONL or an export of another tool').setInputFiles({
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['item,cluster,ann,bob,gpt-5,claude-4,gemini-2', ...many.map((r) => r.join(','))].join('\n'))
  });
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.locator('dt:text-is("Items") + dd')).toHaveText('9,000');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page).toHaveURL(/\/unblind$/);
  const answering = async (goesOn: (asked: number) => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (goesOn(times.length) && times.length < 200) {
      const asked = performance.now();
      await page.request.get(`${server.address}/health`);
      times.push(performance.now() - asked);
      await page.waitForTimeout(50);
    }
    return times;
  };
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  // Other processes on this machine slow every answer down: the median before is the reference.
  const before = median(await answering((asked) => asked < 15));
  // The page leads on once it hears that the figures are there: that waits until it was looked at.
  let look = (): void => {};
  const looked = new Promise<void>((resolve) => (look = resolve));
  await page.route('**/progress', async (route) => {
    const response = await route.fetch();
    if (((await response.json()) as { share: number | null }).share === null) await looked;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Unblind without a preregistration' }).click();
  await expect(page.getByRole('heading', { name: 'The figures are being computed' })).toBeVisible();
  await expect(page.getByText(/\d+\s?% done/)).toBeVisible();
  expect(await faultsOf(page, 'computing')).toEqual([]);
  look();
  const times = await answering(() => page.url().includes('/computing'));
  console.log(`answers while computing: ${times.length}, median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms; before ${before.toFixed(1)} ms`); // prettier-ignore
  expect(median(times) - before).toBeLessThan(atMost(50));
  await expect(page).toHaveURL(/\/alignment\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Can LLM judges replace human annotators');
});
