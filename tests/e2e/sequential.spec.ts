import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type BrowserContext } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { annotating, openAssignment } from '../../src/lib/studies/judging/annotating.fixture.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import type { Person } from '../../src/lib/server/auth/authorize.ts';
import { hire } from '../bench/workers.ts';
import { prepareStudy, type StudyScene } from '../bench/studies-scene.ts';
import { faultsAt, faultsOf } from './accessibility.ts';
import { open } from './browsing.ts';
import { openBeside } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let data: string;
let scene: StudyScene;
let server: RunningServer;
let lead: string;

/** 100 items in 25 queries, each for three people. */
test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'voirdire-e2e-'));
  scene = prepareStudy(join(data, 'voirdire.db'), {
    ...{ people: 3, items: 100, overlap: 3, reveal: 'never', bytes: [2_000, 2_001] }
  });
  const { db, close } = openBeside(data);
  const [project] = db.all<{ id: string }>(sql`select id from project`);
  lead = hire(db, project!.id, 'lead', 1)[0]!.cookie;
  close();
  server = await startServer({ demo: false, data });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const at = (path: string): string => `${server.address}/p/${scene.slug}${path}`;
const signedIn = async (context: BrowserContext): Promise<void> => {
  const [name, ...value] = lead.split('=');
  await context.addCookies([{ name: name!, value: value.join('='), url: server.address }]);
};

/** Every person labels all items of the next so many queries as the judge did; the last person errs on every fifth report. */
function labelQueries(from: number, to: number): void {
  const { db, close } = openBeside(data);
  const [project] = db.all<{ id: string }>(sql`select id from project`);
  const queries = db
    .all<{ qid: string }>(
      sql`select distinct q.qid as qid from assignment a join report r on r.id = a.report_id join query q on q.id = r.query_id order by q.position`
    )
    .slice(from, to);
  for (const [place, { userId }] of scene.people.entries()) {
    const person: Person = {
      ...{ kind: 'person', id: userId, name: `annotator ${place + 1}`, email: `${userId}@bench.example`, admin: false },
      roles: new Map([[project!.id, ['annotator']]])
    };
    for (const { qid } of queries) {
      const assignments = db.all<{ id: string }>(
        sql`select a.id from assignment a join report r on r.id = a.report_id join query q on q.id = r.query_id
            where a.user_id = ${userId} and q.qid = ${qid}`
      );
      for (const [i, { id }] of assignments.entries())
        for (const item of openAssignment(db, person, id).items) {
          const { label } = db.get<{ label: 'yes' | 'no' }>(
            sql`select v.label from study_item s join verdict v on v.report_id = s.report_id and v.item = s.item where s.id = ${item.id}`
          )!;
          const said = place === 2 && (i + Number(qid.slice(1))) % 5 === 0 ? (label === 'yes' ? 'no' : 'yes') : label;
          commitVerdict(db, annotating(person), {
            ...{ assignmentId: id, studyItemId: item.id, label: said, note: '', passages: [], seconds: 5 },
            idempotencyKey: `${id}-${item.id}`
          });
        }
    }
  }
  close();
}

test('a lead preregisters an always-valid plan, is told that the study may stop, stops it, and its gates are decided', async ({
  page,
  context
}) => {
  await signedIn(context);

  await test.step('preregistration names the gates that this sample cannot pass, before anything is recorded', async () => {
    await open(page, at('/alignment/1/preregister'));
    const reach = page.locator('#reach');
    await expect(reach).toContainText('Test–retest consistency: the judges of this run were asked once');
    await page.getByLabel('Target', { exact: true }).fill('0.99');
    await page.getByRole('button', { name: 'Check the values above' }).click();
    await page.waitForURL(/\/check/);
    await expect(reach).toContainText('Agreement: with 100 judged items in 25 queries the lower bound reaches at most');
    await expect(page.getByLabel('Target', { exact: true })).toHaveValue('0.99');
    await expect(page.getByRole('heading', { name: 'What was preregistered' })).toHaveCount(0);
  });

  await test.step('the plan is recorded', async () => {
    await page.getByLabel('Target', { exact: true }).fill('0.7');
    await page.getByLabel('Floor on unanimous items').fill('0.6');
    await page.getByRole('radio', { name: /^Always-valid/ }).check({ force: true });
    await page.getByLabel('Maximum of complete queries').fill('25');
    await page.getByRole('button', { name: 'Check the values above' }).click();
    await expect(page.locator('#reach')).not.toContainText('Agreement:');
    await page.getByRole('button', { name: 'Preregister', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Preregistered.');
    await expect(page.getByText(/to adopt or to reject after every query from 15 on/)).toBeVisible();
  });

  const monitor = page.locator('section', { has: page.getByRole('heading', { name: 'Sequential plan' }) });
  await test.step('labels of 10 queries: the monitor says when the next look is, and no figure', async () => {
    labelQueries(0, 10);
    await open(page, at('/studies/1'));
    await expect(monitor).toContainText('10 of at most 25 queries complete. Next look after 15.');
  });

  await test.step('labels of 22 queries: the study may stop; nothing says which way', async () => {
    labelQueries(10, 22);
    await open(page, at('/studies/1'));
    await expect(monitor).toContainText('22 of at most 25 queries complete. The study may stop.');
    await expect(monitor).not.toContainText(/\.\d{2}|passed|rejected/);
    await open(page, at(''));
    await expect(page.getByText('Study 1 may stop')).toBeVisible();
    const figures = await page.request.get(at('/alignment/1'));
    expect(figures.url()).toMatch(/\/unblind$/);
  });

  await test.step('the lead stops it, looks, and the gate of agreement is decided by the plan', async () => {
    await open(page, at('/studies/1'));
    await monitor.getByRole('link', { name: 'Close study…' }).click();
    await page.locator('#close').getByRole('button').first().click();
    await expect(page.getByText('The study is closed.')).toBeVisible();
    await page.goto(at('/alignment/1'));
    await page.getByRole('button', { name: 'Unblind the figures' }).click();
    await page.waitForURL((url) => /\/alignment\/1$/.test(url.pathname));
    const gate = page.getByRole('row', { name: /Agreement with annotators, by the sequential plan/ });
    await expect(gate).toContainText('passed');
    await expect(gate.locator('svg .target')).toHaveCount(1);
    await expect(page.locator('#gates')).toContainText(
      /of at most 25, ensembles that were best on earlier queries agree/
    );
    await expect(page.locator('#consensus')).toContainText('with the Dawid–Skene consensus of annotators is');
    await page.getByRole('link', { name: /estimated accuracy of each annotator/ }).click();
    await expect(page.getByRole('region', { name: 'Estimated accuracy of annotators' })).toContainText('Annotator 3');
  });

  await test.step('the page that records a decision shows the gates as well', async () => {
    await open(page, at('/alignment/1/adopt'));
    await expect(page.getByRole('region', { name: 'Gates' }).locator('tbody svg').first()).toBeVisible();
  });

  await test.step('the preview of a study names the gates that it could not pass, also while the form lacks a name', async () => {
    await open(page, at('/studies/new'));
    await page.getByLabel('Items', { exact: true }).fill('30');
    await page.getByRole('button', { name: 'Preview' }).last().click();
    await expect(page.getByText('required gates cannot be passed with this sample')).toBeVisible();
    await expect(page.getByText('Items: the sample has 30 judged items; the plan asks for 100 or more.')).toBeVisible();
    expect(await faultsOf(page, 'the preview of a study')).toEqual([]);
  });

  await test.step('these pages are accessible', async () => {
    const places = [
      '/alignment/1',
      '/alignment/1/pairs',
      '/alignment/1/adopt',
      '/alignment/1/preregister',
      '/studies/1'
    ];
    expect(await faultsAt(page, places.map(at))).toEqual([]);
  });
});
