import type { Page } from '@playwright/test';
import { liftEmbargo } from '../../src/lib/alignment/preregistration/preregistrations.server.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, personWith, signIn } from './browsing.ts';
import { openBeside, rows } from './database.ts';
import { expect, startServer, test, type RunningServer } from './server.ts';
import { MOST_KIB, weightBeside } from './weighing.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** The demo's study of reported contradictions, and one in which an annotator lists issues of the same run. */
function planSearch(): { validity: number; search: string } {
  const { db, close } = openBeside(server.data);
  const [study] = rows(server.data, "select * from study where kind = 'issue-validity'");
  const [person] = rows(server.data, 'select id from user where email = ?', personWith(server, 'annotator', 2).email);
  const resource = { kind: 'project', id: String(study!['project_id']) } as const;
  const manage = authorize(operator, resource, 'manage');
  const { id } = createStudy(db, manage, {
    ...{ runId: String(study!['run_id']), name: 'List the contradictions', metric: String(study!['metric']) },
    ...{ kind: 'issue-search', sample: { items: 2 }, people: [String(person!['id'])], overlap: 1, seed: 1 },
    reveal: 'never'
  });
  liftEmbargo(db, manage, String(study!['id']));
  close();
  return { validity: Number(study!['number']), search: id };
}

/** Selects a block of the report, as with the mouse. */
const select = (page: Page, n: number) =>
  page.evaluate((at) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(`#p${at}`)!);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
  }, n);

test('an annotator lists issues with their passages, and a lead reads precision, recall and what judges miss', async ({
  browser,
  context,
  page
}) => {
  const { validity, search } = planSearch();
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  const [assignment] = rows(server.data, 'select id from assignment where study_id = ? order by position', search);
  const address = `${server.address}/p/demo/work/${String(assignment!['id'])}`;
  await open(page, address);
  await hydrated(page);
  const faults = await faultsOf(page, 'listing issues');
  const list = page.getByRole('textbox', { name: /^Issues/ });
  for (const block of [2, 3]) {
    await select(page, block);
    await page.getByRole('button', { name: 'Add the selected passage' }).click();
  }
  await expect(list).toHaveValue(/^> .+\n> .+\n$/);
  await list.pressSequentially('These two clash.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  const committed = () =>
    rows(server.data, "select label, note from human_verdict where assignment_id = ? and phase = 'blind'", String(assignment!['id'])); // prettier-ignore
  await expect.poll(committed).toMatchObject([{ label: 'listed', note: expect.stringContaining('These two clash.') }]);
  expect(await weightBeside(context, address)).toBeLessThan(MOST_KIB);

  const lead = await browser.newContext();
  await signIn(lead, server.address, personWith(server, 'lead'));
  const reading = await lead.newPage();
  await open(reading, `${server.address}/p/demo/alignment/${validity}`);
  await reading.getByRole('link', { name: /^Precision, recall and score/ }).click();
  await expect(reading.getByRole('heading', { level: 1 })).toHaveText('Reported issues');
  await expect(reading.getByRole('table').first().getByRole('row')).not.toHaveCount(1);
  await expect(reading.getByRole('columnheader', { name: 'Precision' })).toBeVisible();
  for (const [scheme, width] of [
    ['light', 1440],
    ['dark', 390]
  ] as const) {
    // prettier-ignore
    await reading.emulateMedia({ colorScheme: scheme });
    await reading.setViewportSize({ width, height: 900 });
    faults.push(...(await faultsOf(reading, `reported issues, ${scheme}, ${width}`)));
  }
  const file = await lead.request.get(`${server.address}/p/demo/alignment/${validity}/export.issues.csv`);
  expect(await file.text()).toMatch(/^list,judges,rule,precision,/);
  expect(faults).toEqual([]);
  await lead.close();
});
