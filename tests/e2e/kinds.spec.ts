import type { Browser, BrowserContext, Page } from '@playwright/test';
import { faultsOf } from './accessibility.ts';
import { hydrated, open, personWith, signIn, tabTo } from './browsing.ts';
import { rows } from './database.ts';
import { isMarkSeen, isSeenInReport } from './in-view.ts';
import { expect, startServer, test as base, type RunningServer } from './server.ts';
import { MOST_KIB, weightBeside } from './weighing.ts';

// One server for the file: each kind has a study of its own in the demo, and each person a queue of their own.
let server: RunningServer;
const test = base;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const h1 = (page: Page) => page.locator('h1#item');
const assignmentOf = (page: Page): string => new URL(page.url()).pathname.split('/')[4]!;
const itemsOf = (assignment: string): string[] =>
  rows(
    server.data,
    'select study_item_id id from assignment_item where assignment_id = ? order by position',
    assignment
  ).map(({ id }) => String(id));
const verdictsOn = (assignment: string) =>
  rows(
    server.data,
    `select h.phase, h.revision, h.label, h.reason, h.acceptable, h.points from human_verdict h
     join assignment_item ai on ai.assignment_id = h.assignment_id and ai.study_item_id = h.study_item_id
     where h.assignment_id = ? order by ai.position, h.phase, h.revision`,
    assignment
  );
const standing = (assignment: string) =>
  itemsOf(assignment).map(
    (id) =>
      rows(
        server.data,
        `select label, reason, acceptable, points from human_verdict
         where study_item_id = ? and assignment_id = ? and phase = 'blind' order by revision desc limit 1`,
        id,
        assignment
      )[0]
  );

/** From the front page into the study of a kind, by keyboard. */
async function enter(context: BrowserContext, page: Page, kind: string, nth: number): Promise<string> {
  const [study] = rows(
    server.data,
    "select name from study where kind = ? and status = 'open' order by number desc",
    kind
  );
  await signIn(context, server.address, personWith(server, 'annotator', nth));
  await open(page, `${server.address}/`);
  const name = String(study!['name']).replaceAll(/[?.]/g, '\\$&');
  await tabTo(page, page.getByRole('link', { name: new RegExp(`^(Start|Continue) ${name}`) }));
  await page.keyboard.press('Enter');
  await expect(h1(page)).toBeVisible();
  return assignmentOf(page);
}

/** A second device of the same person. */
async function elsewhere(browser: Browser, nth: number): Promise<Page> {
  const context = await browser.newContext();
  await signIn(context, server.address, personWith(server, 'annotator', nth));
  return context.newPage();
}

interface Journey {
  kind: string;
  /** The keys that answer one item. */
  keys: string[];
  /** The label as kept; one of these if it depends on the order in which the texts stand. */
  labels: string[];
  acceptable?: string;
  pointed?: boolean;
  /** Key of another answer, after the reveal; absent if judges are not shown. */
  revise?: string[];
}

const digits = (text: string): string[] => [...text];
const journeys: Journey[] = [
  { kind: 'checklist-item', keys: ['2'], labels: ['no'], revise: ['1'] },
  {
    kind: 'preference',
    keys: ['e', ...digits('5142332415'), 'b'],
    labels: ['win', 'loss'],
    pointed: true,
    revise: ['t']
  },
  { kind: 'issue-validity', keys: ['2'], labels: ['not-valid'], revise: ['3'] },
  {
    kind: 'claim-support',
    keys: ['2', 'Shift+Digit1', 'Enter'],
    labels: ['partly'],
    acceptable: '["supported"]',
    revise: ['4']
  },
  { kind: 'user-preference', keys: ['3'], labels: ['3'] },
  { kind: 'score', keys: ['x'], labels: ['10'], revise: ['7'] },
  {
    kind: 'ranking',
    keys: ['2', '1', '3', 'Enter'],
    labels: ['2,1,3', '2,3,1', '1,2,3', '1,3,2', '3,1,2', '3,2,1'],
    revise: ['1', '1', '2']
  }
];

for (const { kind, keys, labels, acceptable = '[]', pointed = false, revise } of journeys)
  test(`${kind}: by keyboard alone from the queue to the next report, on a page without violations`, async ({
    context,
    page
  }) => {
    const assignment = await enter(context, page, kind, 0);
    const items = itemsOf(assignment);
    const faults = await faultsOf(page, kind);

    // Why one cannot judge is a key as well; the last verdict can be taken back.
    await page.keyboard.press('c');
    await page.keyboard.press('2');
    await expect.poll(() => standing(assignment)[0]).toMatchObject({ label: 'cannot-judge', reason: 'language' });
    await page.keyboard.press('u');
    await expect.poll(() => standing(assignment)[0]!['label']).toBeNull();

    for (const _ of items) for (const key of keys) await page.keyboard.press(key);
    const compared = kind === 'preference' || kind === 'ranking';
    await expect(h1(page)).toHaveText(compared ? 'Comparison complete.' : 'Report complete.');
    await expect.poll(() => standing(assignment).every((one) => labels.includes(String(one?.['label'])))).toBe(true);
    for (const verdict of standing(assignment)) {
      expect(verdict!['acceptable']).toBe(acceptable);
      expect(verdict!['points'] !== null).toBe(pointed);
    }

    await page.keyboard.press('Enter');
    if (revise) {
      await expect(page).toHaveURL(/\/reveal$/);
      await hydrated(page);
      faults.push(...(await faultsOf(page, `${kind}, revealed`)));
      // Keys are named if they do something: without a preference there is none for a judge or a tie.
      const prefers = (await page.getByText('No preference is asked for').count()) === 0;
      await expect(page.locator('.queue kbd', { hasText: 'T' })).toHaveCount(prefers ? 1 : 0);
      if (kind === 'claim-support') {
        // Judges quote the page that the claim cites: its text is marked, and the claim in the report.
        await expect(page.locator('.said a.para[href^="#source-"]').first()).toBeVisible();
        await expect(page.getByText(/not (?:found in|in a block of) the/)).toHaveCount(0);
        const marked = await page.evaluate(() =>
          [...(CSS.highlights.get('quoted') ?? [])].map((range) =>
            (range as Range).startContainer.parentElement!.closest('.source') ? 'page' : 'report'
          )
        );
        expect(new Set(marked)).toEqual(new Set(['report', 'page']));
      }
      await page.keyboard.press('v');
      for (const key of revise) await page.keyboard.press(key);
      await expect(page.locator('.me .says')).toHaveCount(2);
      await expect.poll(() => verdictsOn(assignment).filter(({ phase }) => phase === 'post-reveal')).toHaveLength(1);
      // Of a ranking judges give no reasons, so that there is none to prefer.
      const preferable = kind !== 'ranking';
      for (const [item] of items.entries()) {
        if (preferable) await page.keyboard.press(item === 0 ? '0' : '1');
        else await expect(page.getByText('No preference is asked for')).toBeVisible();
        if (preferable && item === 0) await page.getByText('misreads the item').click();
        await page.keyboard.press('Enter');
      }
      await expect(page).not.toHaveURL(/\/reveal$/);
      const given = rows(
        server.data,
        `select p.choice, p.error from preference p join user u on u.id = p.user_id
         where p.study_item_id in (${items.map(() => '?').join()}) and u.email = ? order by p.committed_at`,
        ...items,
        personWith(server, 'annotator').email
      );
      expect(given[0]).toEqual(preferable ? { choice: 'none', error: 'misread' } : undefined);
      const reveal = `${server.address}/p/demo/work/${assignment}/reveal`;
      expect(await weightBeside(context, reveal)).toBeLessThan(MOST_KIB);
    }
    await expect.poll(() => assignmentOf(page)).not.toBe(assignment);
    expect(await weightBeside(context, page.url())).toBeLessThan(MOST_KIB);
    expect(faults).toEqual([]);
  });

const drafts: { kind: string; keys: string[]; shows: (page: Page) => Promise<unknown>; as: unknown }[] = [
  {
    kind: 'preference',
    keys: ['t', 'e', ...digits('314')],
    shows: async (page) => [
      await page.getByRole('radio', { name: /^Tie/ }).isChecked(),
      await page.getByLabel('Granularity of report A').inputValue(),
      await page.getByLabel('Granularity of report B').inputValue(),
      await page.getByLabel('Insight of report A').inputValue(),
      await page.getByLabel('Insight of report B').inputValue()
    ],
    as: [true, '3', '1', '4', '']
  },
  {
    kind: 'ranking',
    keys: ['2', '1'],
    shows: (page) =>
      page
        .locator('.places fieldset')
        .evaluateAll((all) => all.map((one) => one.querySelector<HTMLInputElement>(':checked')?.value ?? '')),
    as: ['2', '1', '']
  },
  {
    kind: 'claim-support',
    keys: ['3', 'Shift+Digit2'],
    shows: async (page) => [
      await page.getByRole('radio', { name: /^Not supported/ }).isChecked(),
      await page.getByRole('checkbox', { name: 'Partly' }).isChecked()
    ],
    as: [true, true]
  }
];

test('after a report the next one comes, never one that is done', async ({ context, page }) => {
  let assignment = await enter(context, page, 'user-preference', 1);
  // The network is slow: Enter comes before the last verdict has arrived.
  await page.route('**/commit', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const done = new Set<string>();
  for (let report = 0; report < 3 && assignment; report++) {
    done.add(assignment);
    for (const _ of itemsOf(assignment)) await page.keyboard.press('3');
    await expect(h1(page)).toHaveText('Report complete.');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(assignment));
    await expect.poll(() => verdictsOn(assignment).length).toBe(itemsOf(assignment).length);
    if (!/\/work\//.test(page.url())) break;
    assignment = assignmentOf(page);
    expect(done).not.toContain(assignment);
  }
  expect(done.size).toBeGreaterThan(1);
});

for (const { kind, keys, shows, as } of drafts)
  test(`${kind}: an answer that is half given is there on another device, and without a connection none is lost`, async ({
    browser,
    context,
    page
  }) => {
    const assignment = await enter(context, page, kind, 1);
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^draft saved/)).toBeVisible();
    const device = await elsewhere(browser, 1);
    // That a draft is saved may be said of the first keys: the last one is on its way then.
    await expect(async () => {
      await open(device, page.url());
      expect(await shows(device)).toEqual(as);
    }).toPass({ timeout: 60_000 });

    await context.setOffline(true);
    const rest: Record<string, string[]> = {
      preference: ['e', ...digits('5142332415'), 'Enter', 'Enter'],
      ranking: ['3', 'Enter'],
      'claim-support': ['Enter']
    };
    for (const key of rest[kind]!) await page.keyboard.press(key);
    await expect(page.getByText(/^Not saved since .*: 1 answer saved on this device, not sent yet$/)).toBeVisible();
    expect(verdictsOn(assignment)).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => verdictsOn(assignment)).toHaveLength(1);

    // The second device knew nothing of it: what it types later is refused, and it is shown what stands.
    const answered = device.waitForResponse((response) => response.url().endsWith('/draft'));
    await device.keyboard.press('n');
    await device.keyboard.type('late');
    await device.keyboard.press('Escape');
    expect((await answered).status()).toBe(409);
    expect(rows(server.data, 'select 1 from draft where study_item_id = ?', itemsOf(assignment)[0]!)).toEqual([]);
    await device.context().close();
  });

test('a report is read by keyboard: passages with the item’s words, in view, cited sources and back, and where one left off', async ({
  browser,
  context,
  page
}) => {
  const assignment = await enter(context, page, 'checklist-item', 2);
  const here = page.locator('.read .here').first();
  await page.keyboard.press('l');
  await expect(here).toBeVisible();
  // The help is shown once it is asked for.
  const likely = await page.locator('.likely a').first().textContent();
  await expect(here).toHaveAttribute('data-n', likely!);
  const at = 5;
  for (let n = Number(likely); n !== at; n += n < at ? 1 : -1) await page.keyboard.press(n < at ? 'j' : 'k');
  await expect(here).toHaveAttribute('data-n', String(at));
  // A busy page hears late that it was scrolled, by itself.
  await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    for (const began = performance.now(); performance.now() - began < 500;);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  await expect(here).toHaveAttribute('data-n', String(at - 1));
  await page.keyboard.press('j');

  const pins = page.getByRole('region', { name: 'Passages that you keep in view' });
  for (const move of ['', 'k', 'k']) {
    if (move) await page.keyboard.press(move);
    await page.keyboard.press('p');
  }
  // Two at most: the first one made room.
  await expect(pins.getByRole('button')).toHaveCount(2);
  await expect(pins).not.toContainText('¶ ' + at);
  await expect(pins.locator('.read > *')).toHaveCount(2);

  const cites = Number(await page.locator('[data-n]:has(a.cite)').first().getAttribute('data-n'));
  const now = Number(await here.getAttribute('data-n'));
  for (let n = now; n !== cites; n += n < cites ? 1 : -1) await page.keyboard.press(n < cites ? 'j' : 'k');
  // Where the jump led is shown for a moment only.
  await page.evaluate(() => {
    const shown = new Promise<string>((resolve) => {
      new MutationObserver((_, observer) => {
        const entry = document.querySelector('.led-here');
        if (!entry) return;
        observer.disconnect();
        resolve(entry.id);
      }).observe(document.body, { subtree: true, attributeFilter: ['class'] });
    });
    Object.assign(window, { shown });
  });
  await page.keyboard.press('r');
  expect(await page.evaluate(() => (window as unknown as { shown: Promise<string> }).shown)).toMatch(/^ref-\d+$/);
  await page.keyboard.press('r');
  await expect(here).toHaveAttribute('data-n', String(cites));
  await expect
    .poll(() => rows(server.data, 'select pins from reading_place where assignment_id = ?', assignment))
    .toEqual([{ pins: expect.stringMatching(/^\[{[^}]+},{[^}]+}\]$/) }]);

  const device = await elsewhere(browser, 2);
  await open(device, page.url());
  await expect(device.getByRole('region', { name: 'Passages that you keep in view' }).getByRole('button')).toHaveCount(
    2
  );
  await device.context().close();
});

test('two reports are each searched, a section chosen in one brings its match in the other, and dimensions say what they mean', async ({
  context,
  page
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const assignment = await enter(context, page, 'preference', 2);
  await expect(page.getByText('How far it goes beyond the first-order statement.')).toBeVisible();
  await page.getByRole('article', { name: 'Report B' }).focus();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Find in report B')).toBeFocused();
  await page.keyboard.type('the');
  await expect(page.getByText(/^1 of \d+, ⏎ for the next$/)).toBeVisible();
  await expect.poll(() => isMarkSeen(page, 'found-now')).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Outline of report B' })).toBeHidden();

  // Headings of one name, of which the second report's lies far below: not every pair of the demo has them.
  const second = page.locator('.paper').nth(1);
  const twins = () =>
    page.evaluate(() => {
      const words = (title: string): string =>
        title
          .toLowerCase()
          .replace(/[\d.:]+/g, '')
          .trim();
      const [a, b] = [...document.querySelectorAll('.paper .read')].map((read) =>
        [...read.querySelectorAll('h2[id], h3[id]')].map((one) => ({
          id: one.id,
          title: words(one.textContent),
          below: one.getBoundingClientRect().top > innerHeight
        }))
      );
      return a!.flatMap((one) =>
        b!.filter(({ title, below }) => below && title === one.title).map(({ id }) => [one.id, id])
      );
    });
  const reports = rows(
    server.data,
    'select id from assignment where user_id = (select user_id from assignment where id = ?) and study_id = (select study_id from assignment where id = ?)',
    assignment,
    assignment
  );
  for (const { id } of reports) {
    await open(page, `${server.address}/p/demo/work/${id}`);
    if ((await twins()).length > 0) break;
  }
  const [chosen, twin] = (await twins()).at(-1)!;
  expect(await isSeenInReport(page, `[id="${twin}"]`)).toBe(false);
  await page.getByRole('button', { name: 'Find, outline' }).first().click();
  const outline = page.getByRole('navigation', { name: 'Outline of report A' });
  await expect(outline).toBeVisible();
  await outline.locator(`a[href="#${chosen}"]`).click();
  await expect.poll(() => isSeenInReport(page, `[id="${twin}"]`)).toBe(true);
  await outline.getByRole('checkbox', { name: /matching section/ }).uncheck();
  await second.evaluate((pane) => pane.scrollTo({ top: 0 }));
  await outline.getByRole('link').first().click();
  await outline.locator(`a[href="#${chosen}"]`).click();
  await page.waitForTimeout(300);
  expect(await second.evaluate((pane) => pane.scrollTop)).toBe(0);

  const faults = await faultsOf(page, 'two reports with an outline');
  await page.setViewportSize({ width: 720, height: 450 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByLabel(/^Find in report [AB]/).and(page.locator(':focus'))).toBeVisible();
  faults.push(...(await faultsOf(page, 'two reports at 200 %')));
  // The form leaves its room to an outline that is open.
  const answers = page.locator('.judging button.primary');
  await expect(answers).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(answers).toBeVisible();
  expect(faults).toEqual([]);
});

test('claim-support: on a phone the claim in the report is not covered, and the form can be collapsed', async ({
  context,
  page
}) => {
  const height = 844;
  await page.setViewportSize({ width: 390, height });
  await enter(context, page, 'claim-support', 2);
  const form = page.locator('.bench-form');
  const heightOfForm = async (): Promise<number> => (await form.boundingBox())!.height;
  for (let item = 0; item < 2; item++) {
    await expect.poll(() => isMarkSeen(page, 'quoted')).toBe(true);
    expect(await heightOfForm()).toBeLessThanOrEqual(height / 2);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('region', { name: 'Cited page', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Collapse' }).click();
  expect(await heightOfForm()).toBeLessThan(80);
  const faults = await faultsOf(page, 'collapsed');
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect(page.getByRole('region', { name: 'Cited page', exact: true })).toBeVisible();
  faults.push(...(await faultsOf(page, 'expanded')));
  expect(faults).toEqual([]);
});

test('user-preference: on a phone on its side every answer is in view, and focus in the report is not covered', async ({
  browser
}) => {
  const context = await browser.newContext({ viewport: { width: 844, height: 390 }, hasTouch: true });
  const page = await context.newPage();
  await signIn(context, server.address, personWith(server, 'annotator', 1));
  const [work] = rows(
    server.data,
    `select a.id from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
     where u.email = ? and s.kind = 'user-preference'
     and not exists (select 1 from human_verdict h where h.assignment_id = a.id) limit 1`,
    personWith(server, 'annotator', 1).email
  );
  await open(page, `${server.address}/p/demo/work/${String(work!.id)}`);
  const commit = (await page.getByRole('button', { name: /^Commit/ }).boundingBox())!;
  const answers = page.locator('.judging .choice:not(.cannot)');
  await expect(answers).toHaveCount(4);
  for (const answer of await answers.all()) {
    const box = (await answer.boundingBox())!;
    expect(box.y + box.height, (await answer.textContent())!).toBeLessThanOrEqual(commit.y);
  }
  const citation = page.locator('.paper a.cite').first();
  await page.keyboard.press('Tab');
  await citation.focus();
  const covered = await citation.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(covered).toBe(false);
  await context.close();
});

test('without scripts each kind is read and answered by form, and a refused form comes back with what was typed', async ({
  browser
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  const page = await context.newPage();
  const fill: Record<string, () => Promise<void>> = {
    preference: async () => {
      for (const field of await page.getByRole('spinbutton').all()) await field.fill('3');
      await page.locator('input[name=label][value=B]').check({ force: true });
    },
    ranking: async () => {
      for (const [text, place] of [2, 1, 3].entries())
        await page.locator(`input[name=place-${text}][value="${place}"]`).check({ force: true });
    },
    'claim-support': async () => {
      await page.locator('input[name=label][value=cannot-judge]').check({ force: true });
      await page.getByLabel(/^Note/).fill('The page');
      await page.getByRole('button', { name: 'Commit and continue' }).click();
      // Words are reason enough; nothing at all is not.
      await expect(page.locator('.bench-form')).toContainText(/item 2 of \d+|Report complete/);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  };
  for (const { kind, labels } of journeys.slice(1)) {
    const [study] = rows(server.data, 'select name from study where kind = ? order by number desc', kind);
    await page.goto(`${server.address}/p/demo`);
    const name = String(study!['name']).replaceAll(/[?.]/g, '\\$&');
    await page.getByRole('link', { name: new RegExp(`^(Start|Continue) ${name}`) }).click();
    await expect(page).toHaveURL(/\/work\/[\w-]+$/);
    const assignment = assignmentOf(page);
    const expected = kind === 'claim-support' ? ['cannot-judge'] : labels;
    if (fill[kind]) await fill[kind]();
    else await page.locator(`input[name=label][value="${labels[0]}"]`).check({ force: true });
    if (kind !== 'claim-support') await page.getByRole('button', { name: 'Commit and continue' }).click();
    await expect.poll(() => expected.includes(String(standing(assignment)[0]?.['label'])), kind).toBe(true);
    if (kind === 'preference') expect(standing(assignment)[0]!['points']).toContain('"insight":3');
  }

  const [study] = rows(server.data, "select name from study where kind = 'score'");
  await page.goto(`${server.address}/p/demo`);
  await page.getByRole('link', { name: new RegExp(`^Continue ${study!['name']}`) }).click();
  await page.getByLabel(/^Note/).fill('Typed before anything was chosen.');
  await page.getByRole('button', { name: 'Commit and continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose an answer first.');
  await expect(page.getByLabel(/^Note/)).toHaveValue('Typed before anything was chosen.');
  await context.close();
});
