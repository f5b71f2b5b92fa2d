import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Person, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { noteInspection, listBatches } from '../../src/lib/verification/inspection/inspections.server.ts';
import { aQuery } from '../../src/lib/verification/rounds/project.fixture.server.ts';
import { roundScene } from '../../src/lib/verification/rounds/rounds.fixture.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { goOnLink, hydrated, open, personWith, signIn, tabTo } from './browsing.ts';
import { openBeside, rows, texts } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';

let server: RunningServer;
const password = 'a phrase for the returns';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  server = await startServer();
  await addReturnedRound();
});
test.afterAll(() => server.stop());

/** A round of three queries whose one batch an inspection has sent back, with a note of the lead. */
async function addReturnedRound(): Promise<void> {
  const { db, close } = openBeside(server.data);
  const administer = authorize(operator, instance, 'administer');
  const project = createProject(db, administer, { name: 'Wells', slug: 'wells' });
  const lead = authorize(operator, { kind: 'project', id: project.id }, 'manage');
  const roles: Role[] = ['annotator', 'reviewer', 'reviewer', 'adjudicator'];
  const people: Person[] = [];
  for (const [i, role] of roles.entries()) {
    const email = `${role}-${i}@wells.example`;
    addRole(db, lead, await addUser(db, { name: `${role} ${i}`, email, admin: false, password }), role);
    people.push(personByEmail(db, administer, email));
  }
  const waiting = roles.map((role, i) => ({ role, person: people[i]! }));
  const as = (role: Role): Person => waiting.splice(waiting.findIndex((one) => one.role === role), 1)[0]!.person; // prettier-ignore
  const queries = ['north', 'south', 'west'].map((side) => ({
    ...aQuery(side, `Does the report say how deep the ${side} well is?`),
    text: `How deep is the ${side} well of Ostermark?`
  }));
  const s = roundScene({
    ...{ queries, settings: { overlap: 1, batchSize: 3 }, people: { annotators: 1 } },
    in: { db, project, lead, as }
  });
  s.annotateAll(s.annotators[0]!, ({ kind }) =>
    kind === 'query' ? 'appropriate' : { label: 'not-appropriate', comment: 'No year is named.' }
  );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!);
  noteInspection(db, lead, listBatches(db, lead, s.round.id)[0]!.inspections[0]!.id, 'Years were asked for.');
  close();
}

/** A window of a person’s own. */
async function windowOf(browser: Browser, person: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address });
  await signIn(context, server.address, person);
  return context.newPage();
}

async function follow(page: Page, link: Locator): Promise<void> {
  await tabTo(page, link);
  await page.keyboard.press('Enter');
}

const subject = (page: Page): Locator => page.locator('h1#item');
const assignmentOf = (page: Page): string => new URL(page.url()).pathname.split('/')[4]!;
const inbox = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /^Inbox/ });

const blindLabels = (assignment: string): string[] =>
  texts(
    server.data,
    `select h.label from human_verdict h join assignment_item ai on ai.study_item_id = h.study_item_id
     where h.assignment_id = ? and ai.assignment_id = h.assignment_id and ai.position = 0 and h.phase = 'blind'
     order by h.revision`,
    assignment
  );

test('an annotator finds a label again, changes it, asks the lead, puts the report off, and reads the answer, as all who judge do, by keyboard', async ({
  browser
}) => {
  const [mei, jonas] = [personWith(server, 'annotator'), personWith(server, 'annotator', 1)];
  const page = await windowOf(browser, mei);
  await open(page, '/p/demo');
  await follow(page, goOnLink(page));
  await expect(subject(page)).toBeVisible();
  await hydrated(page);
  const assignment = assignmentOf(page);
  const item = (await subject(page).textContent())!.trim();
  await page.keyboard.press('1');
  await expect(subject(page)).not.toHaveText(item);
  await expect.poll(() => blindLabels(assignment)).toEqual(['yes']);

  // The label is found among the person’s own, and changed.
  await open(page, '/p/demo');
  await follow(page, page.getByRole('link', { name: 'Your labels' }));
  await expect(page.getByRole('heading', { name: 'Your labels', level: 1 })).toBeVisible();
  await hydrated(page);
  const first = page.getByRole('table').getByRole('row').nth(1);
  await expect(first).toContainText(/Yes.*can be changed/);
  expect(await faultsOf(page, 'own labels')).toEqual([]);
  const query = rows(server.data, 'select q.text from query q join report r on r.query_id = q.id join assignment a on a.report_id = r.id where a.id = ?', assignment)[0]!.text as string; // prettier-ignore
  await expect(first).toContainText(query.slice(0, 60));
  // A ranking names its reports, as on the page where it was given.
  await open(page, '/p/demo/work?study=8');
  const ranking = page.getByRole('row', { name: /^Which report answers the query best/ }).first();
  await expect(ranking.getByRole('cell').first()).toHaveText(/^[A-C](, | = )[A-C](, | = )[A-C]$/);
  await page.goBack();
  await hydrated(page);
  await follow(page, first.getByRole('link'));
  await expect(page).toHaveURL(new RegExp(`/work/${assignment}\\?at=`));
  await expect(subject(page)).toHaveText(item);
  await hydrated(page);
  await page.keyboard.press('2');
  await expect.poll(() => blindLabels(assignment)).toEqual(['yes', 'no']);

  // A question to the lead, and the report later.
  await follow(page, page.getByRole('link', { name: 'Ask the lead, or do it later' }));
  await expect(page.getByRole('heading', { name: 'Ask the lead', level: 1 })).toBeVisible();
  await hydrated(page);
  await tabTo(page, page.getByLabel('Question'));
  await page.keyboard.type('Does a heading alone count as an answer?');
  await follow(page, page.getByRole('button', { name: 'Send question' }));
  await expect(page.getByText('Not answered yet.')).toBeVisible();
  expect(await faultsOf(page, 'ask the lead')).toEqual([]);
  await hydrated(page);
  await follow(page, page.getByRole('button', { name: 'Do this report later' }));
  await expect(page).toHaveURL(/\/work\/[\w-]+$/);
  expect(assignmentOf(page)).not.toBe(assignment);

  // The lead answers to all.
  const lead = await windowOf(browser, personWith(server, 'lead'));
  await open(lead, '/p/demo');
  const asked = lead.getByRole('listitem').filter({ hasText: 'One question in Are the reports well presented?' });
  await follow(lead, asked.getByRole('link', { name: 'Answer' }));
  await expect(lead.getByText('Does a heading alone count as an answer?')).toBeVisible();
  await hydrated(lead);
  await expect(lead.getByText(mei.name)).toHaveCount(0);
  await tabTo(lead, lead.getByLabel('Answer'));
  await lead.keyboard.type('No. There has to be a sentence under it.');
  await expect(lead.getByRole('heading', { level: 2 }).first()).toContainText(/\d\d:\d\d UTC/);
  await tabTo(lead, lead.getByRole('checkbox', { name: /Send to all annotators/ }));
  await lead.keyboard.press('Space');
  await follow(lead, lead.getByRole('button', { name: 'Answer' }));
  await expect(lead.getByRole('button', { name: 'Change answer' })).toBeVisible();
  expect(await faultsOf(lead, 'questions')).toEqual([]);

  // It stands in the inbox of the one who asked, and without the question in that of another.
  const other = await windowOf(browser, jonas);
  await open(other, '/p/demo');
  await expect(inbox(other)).toHaveAccessibleName('Inbox 1 unread');
  await follow(other, inbox(other));
  await expect(other.getByText('note to all, unread')).toBeVisible();
  await expect(other.getByText('No. There has to be a sentence under it.')).toBeVisible();
  await expect(other.getByText('Does a heading alone')).toHaveCount(0);
  await open(page, '/p/demo');
  await expect(inbox(page)).toHaveAccessibleName('Inbox 1 unread');
  await follow(page, inbox(page));
  await expect(page.getByText('answer, unread')).toBeVisible();
  await expect(page.getByText('Does a heading alone count as an answer?')).toBeVisible();
  await hydrated(page);
  expect(await faultsOf(page, 'inbox')).toEqual([]);
  await follow(page, page.getByRole('button', { name: 'Open item' }));
  await expect(page).toHaveURL(new RegExp(`/work/${assignment}\\?at=`));
  await expect(inbox(page)).toHaveAccessibleName('Inbox');
  await expect(inbox(other)).toHaveAccessibleName('Inbox 1 unread');

  // From the reveal on the label is final; a preference may be skipped.
  await hydrated(page);
  await page.keyboard.press('ArrowRight');
  const items = rows(server.data, 'select 1 from assignment_item where assignment_id = ?', assignment).length;
  for (let left = 1; left < items; left++) await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Show the judges' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reveal$/);
  await hydrated(page);
  await expect(page.getByRole('button', { name: /^Skip and/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`item 2 of ${items} for this report`))).toBeVisible();
  expect(rows(server.data, 'select 1 from preference p join user u on u.id = p.user_id where u.email = ? and p.study_item_id in (select study_item_id from assignment_item where assignment_id = ?)', mei.email, assignment)).toEqual([]); // prettier-ignore
  await open(page, '/p/demo/work');
  const revealed = page.getByRole('row').filter({ hasText: 'final: you have seen the judges' });
  await expect(revealed.filter({ hasText: item }).first()).toContainText('No');
});

test('in verification work that came back is found in the inbox, a query can be put off, and what was committed is found again, by keyboard', async ({
  browser
}) => {
  const page = await windowOf(browser, { email: 'annotator-0@wells.example', password });
  await open(page, '/p/wells');
  await expect(inbox(page)).toHaveAccessibleName('Inbox 1 unread');
  await follow(page, inbox(page));
  await expect(page.getByText('returned, unread')).toBeVisible();
  await expect(page.getByText(/sent 3 queries of yours back.*Years were asked for\./)).toBeVisible();
  await hydrated(page);
  expect(await faultsOf(page, 'inbox with returned work')).toEqual([]);
  await follow(page, page.getByRole('button', { name: 'Open first query' }));
  await expect(page).toHaveURL(/\/p\/wells\/verification\/annotate\/[\w-]+$/);
  await expect(subject(page)).toBeVisible();
  await hydrated(page);
  const putOff = page.url();
  const sideOf = async (): Promise<string> => /the (\w+) well/.exec((await subject(page).textContent())!)![1]!;
  const first = await sideOf();
  await follow(page, page.getByRole('button', { name: 'Postpone query' }));
  await page.waitForURL((now) => now.href !== putOff && now.pathname.includes('/annotate/'));
  await expect(subject(page)).toBeVisible();
  expect(await sideOf()).not.toBe(first);
  expect(rows(server.data, 'select 1 from verification_assignment where put_off_at is not null')).toHaveLength(1);

  // Committed work is found again, and so is the query that was put off.
  await open(page, '/p/wells/verification');
  await follow(page, page.getByRole('link', { name: 'Your queries' }));
  await expect(page.getByRole('heading', { name: 'Your queries', level: 1 })).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('row').filter({ hasText: 'can be changed' })).toHaveCount(3);
  expect(await faultsOf(page, 'own queries')).toEqual([]);
  await tabTo(page, page.getByRole('searchbox', { name: 'Search your queries' }));
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'can be changed' })).toHaveCount(1);
  await hydrated(page);
  await follow(page, page.getByRole('table').getByRole('link', { name: first }));
  await expect(page).toHaveURL(putOff);
});
