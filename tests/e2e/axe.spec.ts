import { faultsAt, faultsOf } from './accessibility.ts';
import { signedIn } from './asking.ts';
import { hydrated, open, personWith, signIn, goOnLink } from './browsing.ts';
import { texts } from './database.ts';
import { expect, test } from './server.ts';

// Its tests share nothing but a server that they read, so that two of them may run at once.
test.describe.configure({ mode: 'parallel' });

test('pages for visitors, and those that refuse, have no accessibility violation and fit a phone', async ({
  context,
  page,
  server
}) => {
  const faults = await faultsAt(page, ['/sign-in', `/join/${'x'.repeat(43)}`, '/nowhere']);
  await signIn(context, server.address, personWith(server, 'reviewer'));
  faults.push(...(await faultsAt(page, ['/', '/p/demo', '/p/demo/queries', '/p/demo/runs', '/p/none', '/account'])));
  expect(faults).toEqual([]);
});

test('pages behind one-time links, and those of a project that is still empty, have no violation and fit a phone', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await open(page, '/projects/new');
  const name = `Empty ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/p\/empty-/);
  const project = new URL(page.url()).pathname;
  const rooms = [
    '',
    '/queries',
    '/reports',
    '/runs',
    '/runs/new',
    '/rubrics',
    '/studies',
    '/studies/new',
    '/alignment',
    '/judges',
    '/judges/compare'
  ];
  const faults = await faultsAt(
    page,
    rooms.map((room) => project + room)
  );
  await open(page, `${project}/people`);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = new URL((await page.getByRole('status').locator('code').textContent())!);
  faults.push(...(await faultsOf(page, 'invitation')));
  await open(page, `${project}/import`);
  await page
    .getByLabel('File of queries')
    .setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('qid,Checklist\n,\n') });
  await page.getByRole('button', { name: 'Import the dataset' }).click();
  await expect(page.getByRole('heading', { name: /^Nothing was imported/ })).toBeVisible();
  faults.push(...(await faultsOf(page, 'problems of an import')));
  await open(page, `${project}/rubrics`);
  const rubric = page.getByLabel('YAML or JSON, up to 20 MB');
  const bad = 'format: voirdire-rubric/1\nname: r\nwieght: 1\n';
  await rubric.setInputFiles({ name: 'bad.yaml', mimeType: 'application/yaml', buffer: Buffer.from(bad) });
  await page.getByRole('button', { name: 'Add rubric' }).click();
  await expect(page.getByRole('heading', { name: 'The rubric bad.yaml cannot be used.' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 column 1, wieght/ })).toBeVisible();
  faults.push(...(await faultsOf(page, 'problems of a rubric')));
  await rubric.setInputFiles('static/rubrics/draco.yaml');
  await page.getByRole('button', { name: 'Add rubric' }).click();
  await expect(page.getByRole('heading', { name: /^DRACO.*: added$/ })).toBeVisible();
  await page.getByRole('rowheader', { name: /DRACO/ }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Criteria' })).toBeVisible();
  faults.push(...(await faultsOf(page, 'a rubric')));
  faults.push(...(await faultsAt(page, [link.pathname])));
  await context.clearCookies();
  faults.push(...(await faultsAt(page, [link.pathname])));
  expect(faults).toEqual([]);
});

test('the theme that a person chooses holds against the system’s', async ({ context, page, server }) => {
  await signIn(context, server.address, personWith(server, 'adjudicator'));
  await open(page, '/account');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Light', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect(await ground()).toBe(light);
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Dark', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await ground()).toBe(dark);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`filled marks stay filled with colours that a person forces, ${colorScheme}`, async ({
    context,
    page,
    server
  }) => {
    await signIn(context, server.address, personWith(server, 'lead'));
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    for (const [address, mark, pseudo] of [
      ['/p/demo/verification/rounds/2', '.badge[data-tone="warn"]', '::before'],
      ['/p/demo/verification/rounds/2', 'a.sq', null]
    ] as const) {
      await open(page, address);
      const [fill, ground] = await page.evaluate(
        ([one, part]) => [
          getComputedStyle(document.querySelector(one)!, part).backgroundColor,
          getComputedStyle(document.body).backgroundColor
        ],
        [mark, pseudo] as const
      );
      expect(ground, address).toBe(colorScheme === 'dark' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)');
      expect(fill, `${mark} on ${address}`).not.toBe(ground);
      expect(fill, `${mark} on ${address}`).not.toBe('rgba(0, 0, 0, 0)');
    }
  });

test('an annotator’s pages have no accessibility violation and fit a phone', async ({ context, page, server }) => {
  await signIn(context, server.address, personWith(server, 'annotator', 2));
  const faults = await faultsAt(page, ['/', '/p/demo', '/p/demo/alignment']);
  await open(page, '/');
  await goOnLink(page).click();
  await expect(page.locator('h1#item')).toBeVisible();
  faults.push(...(await faultsOf(page, 'annotate')));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  faults.push(...(await faultsOf(page, 'keys')));
  await page.keyboard.press('Escape');
  const assignment = page.url().split('/').pop()!;
  for (const _ of texts(server.data, 'select 1 from assignment_item where assignment_id = ?', assignment))
    await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Show the judges' })).toBeVisible();
  faults.push(...(await faultsOf(page, 'complete')));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reveal$/);
  await hydrated(page);
  faults.push(...(await faultsOf(page, 'reveal')));
  await page.keyboard.press('v');
  faults.push(...(await faultsOf(page, 'reveal, revising')));
  expect(faults).toEqual([]);
});

test('what an annotator finds again has no accessibility violation and fits a phone', async ({
  context,
  page,
  server
}) => {
  const person = personWith(server, 'annotator', 1);
  await signIn(context, server.address, person);
  const [assignment] = texts(
    server.data,
    `select a.id from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
     where s.number = 2 and u.email = ? limit 1`,
    person.email
  );
  const p = '/p/demo';
  const own = [`${p}/inbox`, `${p}/work`, `${p}/work/ask/${assignment}`, `${p}/verification`, `${p}/verification/own`];
  expect(await faultsAt(page, own)).toEqual([]);
});

const leadPages = (data: string): string[][] => {
  const [report] = texts(data, 'select id from report limit 1');
  const [text] = texts(data, 'select content_hash from page_fetch where content_hash is not null limit 1');
  const [blocked] = texts(data, "select url from page_fetch where outcome = 'blocked'");
  const metrics = texts(data, 'select m.metric from run_metric m join run r on r.id = m.run_id where r.number = 3');
  const [system] = texts(data, 'select id from system limit 1');
  const [checked] = texts(data, "select number from study where kind = 'user-preference'");
  const [account] = texts(data, 'select id from user limit 1');
  const [project] = texts(data, "select id from project where slug = 'demo'");
  const [study] = texts(data, 'select id from study where number = 1');
  const p = '/p/demo';
  return [
    [
      '/',
      '/projects/new',
      '/account',
      p,
      `${p}/import`,
      `${p}/people`,
      `${p}/audit`,
      `${p}/queries`,
      `${p}/queries/water01`
    ],
    [`${p}/reports`, `${p}/reports/${report}`, `${p}/systems/${system}`, `${p}/runs`, `${p}/runs/new`, `${p}/runs/1`],
    [
      `${p}/leaderboard`,
      `${p}/leaderboard?run=1&sort=coverage`,
      `${p}/compare`,
      `${p}/compare?run=3&metric=presentation&units=both-pass`,
      `${p}/compare?run=1&with=3`,
      `${p}/runs/new?from=3`
    ],
    [
      `${p}/runs/3`,
      `${p}/runs/3/reports`,
      `${p}/runs/3/pages`,
      `${p}/runs/3/pages?outcome=blocked&supply=${encodeURIComponent(blocked!)}`,
      `${p}/pages/${text}`
    ],
    metrics.map((metric) => `${p}/reports/${report}?run=3&metric=${metric}`),
    [
      ...[`${p}/studies`, `${p}/studies/new`, `${p}/studies/1`, `${p}/studies/2`],
      ...[`${p}/studies/1/guideline`, `${p}/studies/${checked}/quality`],
      ...[`${p}/studies/1/judge-errors`, `${p}/studies/1/protocol`]
    ],
    [
      `${p}/alignment`,
      `${p}/alignment/1`,
      `${p}/alignment/2`,
      `${p}/alignment/1/items`,
      `${p}/alignment/1/protocols`,
      `${p}/alignment/1/adopt`,
      `${p}/alignment/validation`
    ],
    [
      ...['/archive', '/servers', '/mail', '/accounts', `/accounts/${account}`],
      ...[`${p}/manage`, `${p}/manage/project/${project}`, `${p}/manage/study/${study}`],
      ...[`${p}/inbox`, `${p}/studies/2/questions`]
    ],
    [
      ...[`${p}/judges`, `${p}/judges/monitoring`, `${p}/judges/cards`, `${p}/judges/succession`],
      ...[`${p}/judges/prompts`, `${p}/judges/prompts/coverage`, `${p}/judges/prompts/coverage/improvement`],
      `${p}/reports/${report}/asked?run=3`,
      `${p}/reports/collect`
    ],
    [
      ...[`${p}/verification`, `${p}/verification/new`, `${p}/verification/rounds/2`],
      ...[`${p}/verification/rounds/2/settings`, `${p}/verification/drafts/new`, `${p}/verification/drafts/schools01`],
      ...[`${p}/verification/making`, `${p}/verification/survey/import`, `${p}/verification/guideline`]
    ],
    [`${p}/alignment/import`, `${p}/alignment/2/preregister`, `${p}/studies/1/extend`, `${p}/rubrics`]
  ];
};
for (const [part, name] of [
  'home, import and people',
  'reports and runs',
  'leaderboard, comparisons and the next run',
  'a run and its pages',
  'a report under each metric',
  'studies',
  'alignment',
  'archive, accounts, managing and inbox',
  'judges and prompts',
  'verification',
  'further forms'
].entries())
  test(`a lead’s pages have no accessibility violation and fit a phone: ${name}`, async ({ context, page, server }) => {
    await signIn(context, server.address, personWith(server, 'lead'));
    expect(await faultsAt(page, leadPages(server.data)[part]!)).toEqual([]);
  });

test('pages of a lead fit 320 px, tables below charts open, links in tables not under the first column, with spaced text', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  await page.setViewportSize({ width: 320, height: 800 });
  for (const address of ['/p/demo', '/p/demo/audit', '/p/demo/queries/buildings02']) {
    await open(page, address);
    const wide = await page.evaluate(() => {
      const spaced = new CSSStyleSheet();
      spaced.replaceSync('* { letter-spacing: .12em !important; word-spacing: .16em !important; }');
      document.adoptedStyleSheets.push(spaced);
      return document.documentElement.scrollWidth;
    });
    expect(wide, address).toBe(320);
  }
  for (const address of ['/p/demo/planner', '/p/demo/alignment/1/choice', '/p/demo/alignment/1/pairs']) {
    await open(page, address);
    const { wide, covered } = await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
      for (const one of document.querySelectorAll('.scroll')) one.scrollLeft = one.scrollWidth;
      const links = [...document.querySelectorAll<HTMLElement>('.scroll td a')].filter((link) =>
        link.checkVisibility()
      );
      return {
        wide: document.documentElement.scrollWidth,
        covered: links.reverse().filter((link) => {
          link.focus();
          const { left, top, height } = link.getBoundingClientRect();
          const hit = document.elementFromPoint(left + 1, top + height / 2)!;
          return !link.contains(hit) && !hit.contains(link);
        }).length
      };
    });
    expect({ wide, covered }, address).toEqual({ wide: 320, covered: 0 });
  }
});

test('a screen reader tells the buttons of a page apart, and meets its main heading before those of a report', async ({
  context,
  page,
  server
}) => {
  await signIn(context, server.address, personWith(server, 'lead'));
  // Sessions in the same minute.
  for (let n = 0; n < 2; n++) await signedIn(server.address, personWith(server, 'lead'));
  const report = texts(server.data, 'select r.id from report r join verdict v on v.report_id = r.id limit 1')[0]!;
  const further = [
    '/p/demo/studies/2',
    '/p/demo/verification/drafts/schools01',
    '/p/demo/verification/coding/code-book'
  ];
  for (const address of [
    ...['/account', '/p/demo/planner', '/p/demo/verification/drafts', `/p/demo/reports/${report}`],
    ...further
  ]) {
    await open(page, address);
    await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => one.setAttribute('open', '')));
    const heard = await page.locator('main').ariaSnapshot();
    const buttons = [...heard.matchAll(/- button "(.*)"/g)].map(([, name]) => name!);
    expect(buttons.length > 0, address).toBe(!address.includes('/reports/'));
    expect(
      buttons.filter((name, at) => buttons.indexOf(name) !== at),
      address
    ).toEqual([]);
    expect(/- heading .*\[level=(\d)\]/.exec(heard)?.[1], address).toBe('1');
  }
});
