import type { Page } from '@playwright/test';
import { hydrated, open, personWith, goOnLink } from './browsing.ts';
import { rows } from './database.ts';
import { namesAndIds, namesOfOthers, notesOfOthers, rationalePieces, rationalePiecesOf, squash } from './secrets.ts';
import { expect, test } from './server.ts';

/** Everything that reaches a browser: status lines, headers and bodies of all responses, and the pages as they stand. */
class Transcript {
  readonly #parts: Promise<string>[] = [];
  readonly addresses: string[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      this.addresses.push(response.url());
      const body = response.body().then(
        (bytes) => bytes.toString('utf8'),
        () => '' // a redirect has none
      );
      this.#parts.push(
        Promise.all([response.allHeaders(), body]).then(
          ([headers, text]) => `${response.url()}\n${JSON.stringify(headers)}\n${text}`
        )
      );
    });
  }

  async stands(page: Page): Promise<void> {
    this.#parts.push(Promise.resolve(await page.content()));
  }

  async text(): Promise<string> {
    return (await Promise.all(this.#parts)).join('\n');
  }
}

test('nothing that reaches an annotator before the reveal names a system, a judge or another person, or holds a rationale', async ({
  page,
  server
}) => {
  const me = personWith(server, 'annotator');
  const transcript = new Transcript(page);
  await open(page, '/sign-in');
  await page.getByLabel('E-mail').fill(me.email);
  await page.getByLabel('Password').fill(me.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await transcript.stands(page);
  await page.getByRole('link', { name: 'Demo benchmark' }).click();
  await expect(page.getByRole('heading', { name: 'Your queue' })).toBeVisible();
  await transcript.stands(page);

  // Two reports, the second one reached by its prefetched data, the first one up to the door of its reveal.
  await goOnLink(page).click();
  await expect(page.locator('h1#item')).toBeVisible();
  const address = new URL(page.url()).pathname;
  await open(page, address);
  const [first, ...rest] = rows(
    server.data,
    `select a.id from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
     where s.number = 2 and u.email = ? and not exists (select 1 from human_verdict h where h.assignment_id = a.id)
     order by a.position`,
    me.email
  ).map(({ id }) => String(id));
  expect(address.endsWith(first!)).toBe(true);
  await transcript.stands(page);
  const items = rows(server.data, 'select 1 from assignment_item where assignment_id = ?', first!).length;
  for (let item = 0; item < items; item++) {
    await page.keyboard.press(item % 2 ? '1' : '2');
    await transcript.stands(page);
  }
  await expect(page.getByRole('button', { name: 'Show the judges' })).toBeVisible();
  await transcript.stands(page);
  await open(page, address.replace(first!, rest[0]!));
  await transcript.stands(page);

  // Addresses that an annotator may type into the address bar, or a script request.
  for (const path of [
    'reports',
    'runs',
    'runs/1',
    'studies/2',
    'alignment',
    'alignment/2',
    'queries',
    'people',
    'audit'
  ]) {
    await page.goto(`/p/demo/${path}`);
    await transcript.stands(page);
    await page.evaluate((at) => fetch(at).then((answer) => answer.text()), `/p/demo/${path}/__data.json`);
  }
  await page.goto(`${address.replace(first!, rest[0]!)}/reveal`);
  await hydrated(page);
  expect(page.url()).not.toContain('reveal');
  await page.evaluate((at) => fetch(at).then((answer) => answer.text()), `/p/demo/work/${rest[0]}/reveal/__data.json`);
  await page.evaluate((at) => fetch(at).then((answer) => answer.text()), `/p/demo/work/${rest[0]}/__data.json`);

  const text = await transcript.text();
  const lower = text.toLowerCase();
  const squashed = squash(text);
  expect(transcript.addresses.some((one) => one.endsWith('.js'))).toBe(true);
  expect(transcript.addresses.some((one) => one.includes('__data.json'))).toBe(true);
  const report = rows(
    server.data,
    'select t.markdown from report r join report_text t on t.hash = r.sha256 join assignment a on a.report_id = r.id where a.id = ?',
    first!
  );
  expect(squashed, 'the report itself is in what was recorded').toContain(
    squash(String(report[0]!.markdown)).slice(200, 240)
  );

  const names = namesAndIds(server.data);
  expect(names).toEqual(expect.arrayContaining(['cairn-search', 'gannet', 'scripted:ferrule']));
  expect(names.filter((name) => lower.includes(name.toLowerCase()))).toEqual([]);
  const people = namesOfOthers(server.data, me.email);
  expect(people.length).toBeGreaterThan(8);
  expect(people.filter((name) => lower.includes(name.toLowerCase()))).toEqual([]);
  const rationales = rationalePieces(server.data);
  expect(rationales.length).toBeGreaterThan(3000);
  expect(rationales.filter((piece) => squashed.includes(piece))).toEqual([]);
  const notes = notesOfOthers(server.data, me.email);
  expect(notes.length).toBeGreaterThan(0);
  expect(notes.filter((note) => squashed.includes(note))).toEqual([]);
  const sought = names.length + people.length + rationales.length + notes.length;
  console.log(`${Buffer.byteLength(text)} bytes before the reveal: 0 leaks of ${sought} names, notes and rationales.`);
  expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
});

test('the record would show a leak: after the reveal it holds rationales, under aliases and still without names', async ({
  page,
  server
}) => {
  const me = personWith(server, 'annotator', 1);
  const transcript = new Transcript(page);
  await open(page, '/sign-in');
  await page.getByLabel('E-mail').fill(me.email);
  await page.getByLabel('Password').fill(me.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await goOnLink(page).click();
  await hydrated(page);
  await expect(page.locator('h1#item')).toBeVisible();
  const assignment = page.url().split('/').pop()!;
  const items = rows(server.data, 'select 1 from assignment_item where assignment_id = ?', assignment);
  for (let item = 0; item < items.length; item++) await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Show the judges' }).click();
  await expect(page).toHaveURL(/\/reveal$/);
  await transcript.stands(page);
  const text = await transcript.text();
  const squashed = squash(text);
  const rationales = rationalePiecesOf(server.data, assignment);
  expect(rationales.length).toBeGreaterThan(5);
  expect(rationales.filter((piece) => !squashed.includes(piece))).toEqual([]);
  const lower = text.toLowerCase();
  expect(namesAndIds(server.data).filter((name) => lower.includes(name.toLowerCase()))).toEqual([]);
});
