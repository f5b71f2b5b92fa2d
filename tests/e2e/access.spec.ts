import { eq } from 'drizzle-orm';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { routeAccess } from '../../src/lib/server/auth/route-access.ts';
import { schema } from '../../src/lib/server/db/client.ts';
import { addRole, createProject, projectBySlug } from '../../src/lib/server/projects.ts';
import { opened, signedIn, somebody, type Answer, type Ask } from './asking.ts';
import { personWith } from './browsing.ts';
import { openBeside, rows } from './database.ts';
import { addressesIn, routesOnDisk } from './routes.ts';
import { namesAndIds, namesOfOthers, rationalePieces, squash } from './secrets.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';

const walkers = [
  'visitor',
  'annotator',
  'reviewer',
  'adjudicator',
  'lead',
  'viewer',
  'admin',
  'member elsewhere'
] as const;
type Walker = (typeof walkers)[number];

/** The people who are entitled, written down again: a slip in the table of the guard must not change this list. */
const entitled: Record<string, readonly Walker[]> = {
  public: walkers,
  // A personal token, which no request of this test sends: cookies open nothing of the API.
  token: [],
  'signed-in': walkers.filter((one) => one !== 'visitor'),
  administer: ['admin'],
  enter: ['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer', 'admin'],
  'read-benchmark': ['reviewer', 'adjudicator', 'lead', 'viewer', 'admin'],
  'read-guideline': ['annotator', 'lead', 'viewer', 'admin'],
  'read-results': ['lead', 'viewer', 'admin'],
  manage: ['lead', 'admin'],
  annotate: ['annotator'],
  review: ['reviewer'],
  adjudicate: ['adjudicator']
};

let server: RunningServer;
const asks = new Map<Walker, Ask>();
let addressOf: (id: string) => string;

test.beforeAll(async () => {
  server = await startServer();
  const made = {
    lead: ['Lena Solo', false],
    viewer: ['Vera Reads', false],
    admin: ['Arne Root', true],
    'member elsewhere': ['Elsa Away', false]
  } as const;
  const password = 'a phrase for the walk';
  const database = openBeside(server.data);
  const administer = authorize(operator, instance, 'administer');
  const elsewhere = createProject(database.db, administer, { name: 'Elsewhere', description: '' });
  const demo = projectBySlug(database.db, 'demo');
  const give = (projectId: string, userId: string, role: Role) =>
    addRole(database.db, authorize(operator, { kind: 'project', id: projectId }, 'manage'), userId, role);
  const emails = new Map<Walker, { email: string; password: string }>();
  for (const [walker, [name, admin]] of Object.entries(made)) {
    const email = `${name.split(' ')[0]!.toLowerCase()}@walk.example`;
    const id = await addUser(database.db, { name, email, password, admin });
    if (walker === 'lead' || walker === 'viewer') give(demo.id, id, walker);
    if (walker === 'member elsewhere') for (const role of ['lead', 'annotator'] as const) give(elsewhere.id, id, role);
    emails.set(walker as Walker, { email, password });
  }
  database.close();
  for (const role of ['annotator', 'reviewer', 'adjudicator'] as const) emails.set(role, personWith(server, role));
  for (const walker of walkers) {
    const who = emails.get(walker);
    asks.set(walker, who ? await signedIn(server.address, who) : somebody(server.address));
  }
  addressOf = addressesIn(server);
});

test.afterAll(() => server.stop());

test('every route of the application has its line in the table of the guard, and the table has no other', () => {
  expect(routesOnDisk().map(({ id }) => id)).toEqual(Object.keys(routeAccess).sort());
});

/** An answer that gives no access: not signed in, not permitted, not found, or the way to the sign-in. */
const isRefusal = ({ status, location }: Answer): boolean =>
  [401, 403, 404].includes(status) || (status === 303 && (location ?? '').startsWith('/sign-in'));

const data = { accept: 'application/json' };
const asking: { how: string; send: (ask: Ask, path: string) => Promise<Answer> }[] = [
  { how: 'page', send: (ask, path) => ask(path) },
  { how: 'data', send: (ask, path) => ask(`${path === '/' ? '' : path}/__data.json`, { headers: data }) },
  { how: 'post', send: (ask, path) => ask(path, { form: {} }) },
  { how: 'post as data', send: (ask, path) => ask(path, { json: {}, headers: data }) }
];

test('only who is entitled is let in, by page, by data request and by post, and a refusal says nothing of the project', async () => {
  const secrets = [...namesAndIds(server.data), ...namesOfOthers(server.data, '')];
  const pieces = rationalePieces(server.data).filter((_, i) => i % 20 === 0);
  const wrong: string[] = [];
  let [refusals, requests] = [0, 0];
  // All who are entitled open the page; only the first of them asks in the other ways. Each refusal is asked for in every way.
  const letIn = new Set<string>();
  const audited = () =>
    rows(server.data, "select count(*) n from audit where action not in ('access.deny', 'sign-in.refuse')")[0]!
      .n as number;
  const before = new Map<Walker, number>();
  for (const walker of walkers) {
    const ask = asks.get(walker)!;
    before.set(walker, audited());
    // Signing out comes last: it ends the walk of the person who does it.
    for (const { id, page } of routesOnDisk().filter((route) => route.id !== '/sign-out')) {
      const access = routeAccess[id] ?? 'nobody';
      const opens = entitled[access]?.includes(walker) ?? false;
      const path = addressOf(id);
      for (const { how, send } of asking) {
        if (how === 'data' && !page) continue;
        // A viewer changes nothing in a project.
        const may = opens && !(walker === 'viewer' && id.startsWith('/p/') && how.startsWith('post'));
        if (may && how !== 'page' && letIn.has(`${how} ${id}`)) continue;
        if (may) letIn.add(`${how} ${id}`);
        const answer = await send(ask, path);
        requests += 1;
        const { status, text: body } = answer;
        const where = `${walker}, ${how} ${id} (${access}): ${status}`;
        if (status >= 500) wrong.push(`${where}, an error`);
        if (may) {
          const open = status < 400 || how.startsWith('post');
          const token = id.includes('[token]') && [404, 410].includes(status);
          const method = status === 405;
          // A person who reviewed a query never inspects it: of two reviewers, the one who walks here has no inspection.
          const inspection = walker === 'reviewer' && id.includes('/verification/inspect/') && status === 404;
          // The demo has made nothing: pages of such a run are the matter of `making.spec`.
          const making = /\[(making|talk|check)\]/.test(id) && status === 404;
          // Nor has it adopted judges: their ledger and their successors are the matter of `second-lap.spec`.
          const adopted = /\/(monitoring|succession)\/export/.test(id) && status === 404;
          // Nor adjudicated labels, checked verdicts, compared subtasks or tested a leakage: see `daily-people`, `daily-tables`.
          const later =
            /\/(image$|evidence|leakage\/\[run\]|correlation\/\[file\]|compare\/export)/.test(id) && status === 404;
          // This server has no token for metrics, so the page does not exist.
          // Open studies do not exist for viewers.
          const openStudy = walker === 'viewer' && id.includes('[study]') && status === 404;
          const metrics = id === '/metrics' && status === 404;
          // Nor an identity provider.
          const provider = id.startsWith('/sign-in/oidc') && status === 404;
          const adjudicated = /studies.*adjudicate/.test(id) && status === 409;
          if (
            !open &&
            !openStudy &&
            !later &&
            !metrics &&
            !adjudicated &&
            !token &&
            !method &&
            !inspection &&
            !making &&
            !adopted &&
            !provider
          )
            wrong.push(`${where}, entitled`);
          if (access !== 'public' && isRefusal(answer) && status !== 404) wrong.push(`${where}, entitled and refused`);
          continue;
        }
        refusals += 1;
        if (!isRefusal(answer)) wrong.push(`${where}, not entitled`);
        const own = [...made(walker), path];
        const leaked = secrets.filter((word) => body.includes(word) && !own.some((mine) => mine.includes(word)));
        const squashed = squash(body);
        if (leaked.length > 0) wrong.push(`${where}, says ${leaked.join(', ')}`);
        if (pieces.some((piece) => squashed.includes(piece))) wrong.push(`${where}, holds a rationale`);
        if (['visitor', 'member elsewhere'].includes(walker) && body.includes('Demo benchmark'))
          wrong.push(`${where}, says that the project exists`);
      }
    }
    if (walker === 'visitor' || walker === 'member elsewhere')
      if (audited() !== before.get(walker)) wrong.push(`${walker} changed something`);
  }
  expect(wrong).toEqual([]);
  expect(refusals).toBeGreaterThan(300);
  console.log(`${requests} requests as ${walkers.length} kinds of people, ${refusals} refused: 0 unexpected answers.`);
});

/** Texts that a page may show to this walker about themselves. */
const made = (walker: Walker): string[] => {
  const names: Partial<Record<Walker, string[]>> = {
    lead: ['Lena Solo', 'lena@walk.example'],
    viewer: ['Vera Reads', 'vera@walk.example'],
    admin: ['Arne Root', 'arne@walk.example'],
    'member elsewhere': ['Elsa Away', 'elsa@walk.example']
  };
  const person = ['annotator', 'reviewer', 'adjudicator'].includes(walker) ? personWith(server, walker) : null;
  return names[walker] ?? (person ? [person.name, person.email] : []);
};

test('an annotator can open, commit, draft, prefer and reveal nothing of another annotator', async () => {
  const [mei, jonas] = [personWith(server, 'annotator', 0), personWith(server, 'annotator', 1)];
  // An item of hers that is not his as well: people share items.
  const [theirs] = rows(
    server.data,
    `select ai.assignment_id, ai.study_item_id from assignment_item ai
     join assignment a on a.id = ai.assignment_id join study s on s.id = a.study_id join user u on u.id = a.user_id
     where s.number = 2 and u.email = ? and not exists (
       select 1 from assignment_item bi join assignment b on b.id = bi.assignment_id join user v on v.id = b.user_id
       where bi.study_item_id = ai.study_item_id and v.email = ?)`,
    mei.email,
    jonas.email
  );
  const item = String(theirs!.study_item_id);
  const count = () =>
    rows(
      server.data,
      'select (select count(*) from human_verdict) v, (select count(*) from draft) d, (select count(*) from preference) p, (select count(*) from reveal) r'
    )[0];
  const before = count();
  const ask = await signedIn(server.address, jonas);
  const base = `/p/demo/work/${theirs!.assignment_id}`;
  const body = {
    studyItemId: item,
    label: 'yes',
    note: 'x',
    passages: [],
    seconds: 1,
    idempotencyKey: 'somebody-elses'
  };
  for (const answer of [
    await ask(base),
    await ask(`${base}/reveal`),
    await ask(`${base}/__data.json`, { headers: data }),
    await ask(`${base}/commit`, { json: body, headers: data }),
    await ask(`${base}/draft`, { json: body, headers: data }),
    await ask(`${base}/place`, { json: { blocks: [3], pins: [] }, headers: data }),
    await ask(`${base}/prefer`, { json: { ...body, choice: 'none', aliases: [], reasons: [] }, headers: data }),
    await ask(`${base}?/reveal`, { form: {} }),
    await ask(`${base}/reveal?/prefer`, { form: { studyItemId: item, all: 'none' } }),
    await ask(`${base}?/commit`, { form: { studyItemId: item, label: 'yes' } })
  ]) {
    // SvelteKit answers a data request and an enhanced action with 200 and the error's status inside.
    const inside = Number(/"status":(\d+)/.exec(answer.text)?.[1] ?? answer.status);
    expect([403, 404], `${answer.address}: ${answer.text.slice(0, 200)}`).toContain(inside);
  }
  expect(count()).toEqual(before);
});

test('a request from another site changes nothing', async () => {
  const ask = asks.get('lead')!;
  for (const origin of ['https://elsewhere.example', 'null']) {
    const { status } = await ask('/p/demo/people?/invite', { form: { role: 'lead' }, headers: { origin } });
    expect(status).toBe(403);
  }
});

test('a viewer is offered no form and no page of the project that is then refused', async () => {
  const ask = asks.get('viewer')!;
  // Open studies do not exist for viewers.
  const { db, close } = openBeside(server.data);
  db.update(schema.study).set({ status: 'closed' }).where(eq(schema.study.number, 1)).run();
  close();
  const routes = routesOnDisk()
    .filter(({ id }) => id.startsWith('/p/[project]'))
    .map(({ id }) => ({ id, pattern: new RegExp(`^${id.replaceAll(/\[[^\]]+\]/g, '[^/]+').replaceAll('.', '\\.')}$`) }))
    // Fixed names come before parameters, as the router has it.
    .sort((a, b) => a.id.split('[').length - b.id.split('[').length || (a.id < b.id ? -1 : 1));
  const routeOf = (path: string) => routes.find(({ pattern }) => pattern.test(path))?.id;
  const wrong = new Set<string>();
  let [looked, closed] = [0, 0];
  for (const { id, page } of routesOnDisk().filter((route) => route.page && route.id.startsWith('/p/[project]'))) {
    if (!entitled[routeAccess[id] ?? 'nobody']?.includes('viewer')) continue;
    const path = addressOf(id).replace(/(studies|alignment)\/2/, '$1/1');
    const { status, text } = await opened(ask, path);
    if (status !== 200) continue;
    looked += 1;
    if (id.includes('[study]')) closed += 1;
    for (const [form] of text.matchAll(/<form\b[^>]*\bmethod="?post\b[^>]*>/gi)) {
      const action = /\baction="([^"]*)"/.exec(form)?.[1] ?? path;
      if (page && new URL(action, `http://x${path}`).pathname.startsWith('/p/'))
        wrong.add(`${id} has the form ${form}`);
    }
    for (const [, href] of text.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)) {
      const { pathname } = new URL(href!.replaceAll('&amp;', '&'), `http://x${path}`);
      const to = routeOf(pathname);
      if (to && !entitled[routeAccess[to] ?? 'nobody']?.includes('viewer')) wrong.add(`${id} links to ${to}`);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(looked).toBeGreaterThan(30);
  expect(closed).toBeGreaterThan(5);
});

// The last one: it ends the sessions that the others use.
test('who signs out is a visitor again', async () => {
  for (const walker of walkers.filter((one) => one !== 'visitor')) {
    const ask = asks.get(walker)!;
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/sign-out', { form: {} })).status).toBe(303);
    expect((await ask('/')).status).toBe(303);
  }
});
