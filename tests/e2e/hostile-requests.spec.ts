import { readdirSync, statSync } from 'node:fs';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { parse } from 'devalue'; // as SvelteKit's own client reads the results of actions
import { writeDatasetXlsx } from '../../src/lib/exchange/export/version/dataset-xlsx-writer.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject, projectBySlug, removeRole } from '../../src/lib/server/projects.ts';
import { openBeside, rows } from './database.ts';
import { startServer, testAside as test, type RunningServer } from './server.ts';
import { atMost } from '../timing.ts';

// Requests that no page of ours makes: for another host, with another site to go to, or with a line break in an address.

const origin = 'https://voirdire.example';
const account = { email: 'lead@doors.example', password: 'seven quiet marble gates' };

interface Served {
  server: RunningServer;
  port: number;
}
/** One as it starts by itself, one whose operator has set ORIGIN behind a proxy that speaks https. */
let plain: Served;
let proxied: Served;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

async function serve(env: Record<string, string>): Promise<Served> {
  const port = await freePort();
  const server = await startServer({ demo: false, port, env });
  const database = openBeside(server.data);
  const id = await addUser(database.db, { name: 'Lea Lead', admin: false, ...account });
  const made = createProject(database.db, authorize(operator, instance, 'administer'), { name: 'Doors' });
  addRole(database.db, authorize(operator, { kind: 'project', id: made.id }, 'manage'), id, 'lead');
  database.close();
  return { server, port };
}

test.beforeAll(async () => {
  plain = await serve({});
  proxied = await serve({ ORIGIN: origin });
});

test.afterAll(async () => {
  await Promise.all([plain, proxied].map(({ server }) => server.stop()));
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Asking {
  path: string;
  headers?: Record<string, string>;
  /** Sent as a form by POST. */
  form?: Record<string, string>;
}

function send({ port }: Served, { path, headers = {}, form }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const own = { host: `127.0.0.1:${port}`, accept: 'text/html', ...headers };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = ask(
      { port, host: '127.0.0.1', path, method: form ? 'POST' : 'GET', headers: form ? { ...type, ...own } : own },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() })
        );
      }
    );
    sent.on('error', reject);
    sent.end(form ? new URLSearchParams(form).toString() : undefined);
  });
}

const originOf = ({ port }: Served): string => `http://127.0.0.1:${port}`;

const signIn = (served: Served, query = '', from = originOf(served)): Promise<Answer> =>
  send(served, { path: `/sign-in${query}`, form: account, headers: { origin: from } });

const cookieOf = (answer: Answer): string =>
  (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]!).join('; ');

test('signing in leads to this site, whatever next= says', async () => {
  const wrong: string[] = [];
  const session = cookieOf(await signIn(plain));
  for (const next of [
    '/%09/elsewhere.example',
    '/%0a/elsewhere.example',
    '/%0d%0aSet-Cookie:%20a=b',
    '/%00',
    '//elsewhere.example',
    '/%5celsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    'https://elsewhere.example',
    '/%C3%A9/%E2%80%A8'
  ])
    for (const [how, answer] of [
      ['posted', await signIn(plain, `?next=${next}`)],
      ['signed in', await send(plain, { path: `/sign-in?next=${next}`, headers: { cookie: session } })]
    ] as const) {
      const to = answer.headers.location ?? '';
      const reached = URL.parse(to, originOf(plain))?.origin;
      if (answer.status !== 303 || reached !== originOf(plain)) wrong.push(`${how} ${next}: ${answer.status} ${to}`);
    }
  expect(wrong).toEqual([]);
});

test('a form that no action reads is refused as a mistake of its sender', async () => {
  const asked: [number, string, string?][] = [
    ...['default', 'constructor', '__proto__', 'toString', 'nothing'].map((name): [number, string] => [
      404,
      `/sign-in?/${name}`
    ]),
    [404, '/crowd/some-token?/default'],
    [415, '/sign-in', 'text/plain']
  ];
  const wrong: string[] = [];
  for (const [status, path, type] of asked) {
    const headers = { origin: originOf(plain), ...(type !== undefined && { 'content-type': type }) };
    const answer = await send(plain, { path, form: account, headers });
    if (answer.status !== status) wrong.push(`${path} ${type ?? ''}: ${answer.status}`);
  }
  expect(wrong).toEqual([]);
});

test('a host that is not the server’s is refused, for pages, files and forms alike', async () => {
  const wrong: string[] = [];
  const ask = async (served: Served, host: string, asking: Asking, expected: number): Promise<void> => {
    const { status } = await send(served, { ...asking, headers: { host, ...asking.headers } });
    if (status !== expected) wrong.push(`${served === plain ? 'plain' : 'proxied'} ${host} ${asking.path}: ${status}`);
  };
  for (const served of [plain, proxied]) {
    for (const path of ['/sign-in', '/favicon.svg', '/health', '/nothing-here'])
      await ask(served, 'elsewhere.example', { path }, 421);
    const headers = { origin: 'http://elsewhere.example' };
    await ask(served, 'elsewhere.example', { path: '/sign-in', form: account, headers }, 421);
    await ask(served, `localhost:${served.port}`, { path: '/sign-in' }, 200);
  }
  await ask(proxied, 'voirdire.example', { path: '/sign-in' }, 200);
  await ask(proxied, '10.0.0.7', { path: '/sign-in' }, 421);
  await ask(proxied, '10.0.0.7', { path: '/health' }, 200);
  await ask(plain, '10.0.0.7:3000', { path: '/sign-in' }, 200);
  expect(wrong).toEqual([]);
});

test('an invitation link is built from ORIGIN, and nothing else that a request says', async () => {
  const session = cookieOf(await signIn(proxied, '', origin));
  for (const from of [origin, originOf(proxied)]) {
    const answer = await send(proxied, {
      path: '/p/doors/people?/invite',
      form: { role: 'annotator', note: '' },
      headers: { cookie: session, origin: from, 'x-forwarded-host': 'elsewhere.example' }
    });
    expect(answer.text).toContain(`${origin}/join/`);
    expect(answer.text).not.toContain(`${originOf(proxied)}/join/`);
  }
});

test('every answer carries the headers that protect it: pages, files, redirects, refusals and errors', async () => {
  const wrong: string[] = [];
  for (const served of [plain, proxied]) {
    const session = cookieOf(await signIn(served, '', served === plain ? originOf(plain) : origin));
    const cookie = { cookie: session };
    const elsewhere = { origin: 'https://elsewhere.example' };
    const page = await send(served, { path: '/sign-in' });
    const script = /\/_app\/immutable\/[^"]+\.js/.exec(page.text)![0];
    const asked: [number, Asking][] = [
      [200, { path: '/sign-in' }],
      [200, { path: '/favicon.svg' }],
      [200, { path: script }],
      [200, { path: '/health' }],
      [303, { path: '/account' }],
      [303, { path: '/sign-in?next=/account', headers: cookie }],
      [400, { path: '/account%0d%0a' }],
      [401, { path: '/account', headers: { accept: 'application/json' } }],
      [403, { path: '/projects/new', headers: cookie }],
      [403, { path: '/sign-in', form: account, headers: elsewhere }],
      [404, { path: '/nothing-here', headers: cookie }],
      [404, { path: '/_app/immutable/nothing-here.js' }],
      [405, { path: '/sign-out' }],
      [410, { path: '/join/no-such-token' }],
      [421, { path: '/', headers: { host: 'elsewhere.example' } }]
    ];
    for (const [status, asking] of asked) {
      const answer = await send(served, asking);
      const where = `${served === plain ? 'plain' : 'proxied'} ${status} ${asking.path}`;
      if (answer.status !== status) wrong.push(`${where}: answered ${answer.status}`);
      const expected: Record<string, RegExp> = {
        'x-content-type-options': /^nosniff$/,
        'referrer-policy': /^same-origin$/,
        'x-frame-options': /^DENY$/,
        'cross-origin-opener-policy': /^same-origin$/,
        'cross-origin-resource-policy': /^same-origin$/,
        'permissions-policy': /camera=\(\)/,
        'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
        ...(served === proxied ? { 'strict-transport-security': /^max-age=31536000$/ } : {}),
        ...([303, 401, 403, 410].includes(status) || asking.headers === cookie ? { 'cache-control': /no-store/ } : {})
      };
      for (const [name, value] of Object.entries(expected))
        if (!value.test(String(answer.headers[name]))) wrong.push(`${where}: ${name} is ${answer.headers[name]}`);
      if (served === plain && answer.headers['strict-transport-security']) wrong.push(`${where}: HSTS over http`);
    }
  }
  expect(wrong).toEqual([]);
});

test('cookies are __Host- and secure under https, and only then', async () => {
  const set = async (served: Served, from: string): Promise<string[]> => {
    const signedIn = await signIn(served, '', from);
    const headers = { origin: from };
    const theme = await send(served, { path: '/theme', form: { theme: 'dark' }, headers });
    const out = await send(served, {
      path: '/sign-out',
      form: {},
      headers: { ...headers, cookie: cookieOf(signedIn) }
    });
    return [signedIn, theme, out].flatMap(({ headers }) => headers['set-cookie'] ?? []);
  };
  const secure = await set(proxied, origin);
  expect(secure).toHaveLength(4);
  for (const cookie of secure) {
    expect(cookie).toMatch(/^__Host-(voirdire_session|voirdire_device|theme)=/);
    for (const part of [/; Path=\/(;|$)/, /; Secure(;|$)/, /; HttpOnly(;|$)/, /; SameSite=Lax(;|$)/])
      expect(cookie).toMatch(part);
    expect(cookie).not.toMatch(/domain=/i);
  }
  const insecure = await set(plain, originOf(plain));
  expect(insecure).toHaveLength(4);
  for (const cookie of insecure) expect(cookie).not.toMatch(/__Host-|Secure/);
});

test('a whole address or a line break as the target of a request is refused', async () => {
  const session = cookieOf(await signIn(plain));
  for (const path of ['http://elsewhere.example/', '/p/doors%0d%0a/people', '/p/doors/studies/1%0A/extend'])
    expect((await send(plain, { path, headers: { cookie: session } })).status, path).toBe(400);
  const doubled = await send(plain, { path: '//elsewhere.example/' });
  expect(URL.parse(doubled.headers.location ?? '/', originOf(plain))?.origin).toBe(originOf(plain));
});

test('a form of 60 MB is refused by a page of ours and by JSON, and leaves nothing in the database', async () => {
  const folder = plain.server.data;
  const size = (): number =>
    readdirSync(folder)
      .filter((name) => name.startsWith('voirdire.db'))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const before = size();
  const headers = { origin: originOf(plain) };
  const form = (length: number) => ({ email: `${'e'.repeat(length)}@doors.example`, password: 'wrong' });

  const page = await send(plain, { path: '/sign-in', form: form(60_000_000), headers });
  expect([page.status, page.headers['content-type']]).toEqual([413, expect.stringContaining('text/html')]);
  expect(page.text).toContain('class="app"');
  expect(page.text).toContain('larger than 512 KB');
  const json = { ...headers, accept: 'application/json' };
  const answer = await send(plain, { path: '/sign-in', form: form(60_000_000), headers: json });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([413, { message: expect.any(String), code: 'too-large' }]);

  const long = await send(plain, { path: '/sign-in', form: form(255), headers });
  expect([long.status, long.text.includes('at most 254 characters')]).toEqual([400, true]);
  const longJson = await send(plain, { path: '/sign-in', form: form(300), headers: json });
  expect([longJson.status, JSON.parse(longJson.text)]).toMatchObject([400, { problems: [{ column: 'email' }] }]);
  const byScript = { ...json, 'x-sveltekit-action': 'true' };
  const result = await send(plain, { path: '/sign-in', form: form(300), headers: byScript });
  const { type, data } = JSON.parse(result.text) as { type: string; data: string };
  expect([type, parse(data)]).toMatchObject(['failure', { problems: [{ row: null, column: 'email' }] }]);

  for (let n = 0; n < 20; n += 1) await send(plain, { path: '/sign-in', form: form(400_000 + n), headers });
  expect(size() - before).toBeLessThan(100_000);
});

test('a form and a file of a person who is no lead any more by the time they have arrived change nothing', async () => {
  const { db, close } = openBeside(plain.server.data);
  const lead = authorize(operator, { kind: 'project', id: projectBySlug(db, 'doors').id }, 'manage');
  const person = await addUser(db, { ...account, name: 'Ola Once', admin: false, email: 'once@doors.example' });
  const other = { ...account, email: 'once@doors.example' };
  const headers = { origin: originOf(plain), accept: 'text/html' };
  for (const [path, type, body] of [
    ['/p/doors/people?/invite', 'application/x-www-form-urlencoded', 'role=lead&note='],
    [
      '/p/doors/import',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n--b--\r\n'
    ]
  ] as const) {
    addRole(db, lead, person, 'lead');
    const cookie = cookieOf(await send(plain, { path: '/sign-in', form: other, headers: { origin: originOf(plain) } }));
    const sent = { ...headers, cookie, 'content-type': type, 'content-length': String(body.length) };
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const asked = ask({ port: plain.port, host: '127.0.0.1', path, method: 'POST', headers: sent }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on('error', reject);
      asked.flushHeaders();
      asked.write(body.slice(0, 4));
      setTimeout(() => {
        removeRole(db, lead, person, 'lead');
        asked.end(body.slice(4));
      }, 100);
    });
    expect([path, await answered]).toEqual([path, 404]);
  }
  expect(rows(plain.server.data, "select id from invitation where role = 'lead'")).toEqual([]);
  close();
});

test('files that are hard to read are refused or imported, and no other person waits for it', async () => {
  const session = cookieOf(await signIn(plain));
  const post = async (name: string, bytes: Uint8Array): Promise<string> => {
    const body = new FormData();
    body.append('files', new File([new Uint8Array(bytes)], name));
    body.append('createQueries', 'on');
    const headers = { cookie: session, origin: originOf(plain), accept: 'application/json' };
    const answer = await fetch(`${originOf(plain)}/p/doors/import`, { method: 'POST', headers, body });
    return answer.text();
  };
  const item = { kind: 'item', weight: null, dimension: null, explanation: null } as const;
  const items = Array.from({ length: 9_000 }, (_, n) => ({ ...item, key: `c${n}`, text: `Does it name ${n}?` }));
  const query = { qid: 'q1', text: 'What?', domain: null, category: null, language: null, items };
  const workbook = await writeDatasetXlsx([query]);
  const parts = unzipSync(workbook);
  const sheet = 'xl/worksheets/sheet1.xml';
  const swollen = (blanks: number): Uint8Array =>
    zipSync({
      ...parts,
      [sheet]: strToU8(strFromU8(parts[sheet]!).replace('<sheetData', `<sheetData${' '.repeat(blanks)}`))
    });

  // Made before the timing begins: that takes this process seconds.
  const files: [string, Uint8Array][] = [
    ['blanks.xlsx', swollen(15_000_000)],
    ['bomb.xlsx', swollen(30_000_000)],
    ['lines.jsonl', strToU8('\n'.repeat(1_000_001))],
    ['large.xlsx', workbook]
  ];

  const waits: number[] = [];
  let working = true;
  const others = (async () => {
    while (working) {
      const began = performance.now();
      expect((await send(plain, { path: '/sign-in' })).status).toBe(200);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();

  const answers: string[] = [];
  for (const [name, bytes] of files) answers.push(await post(name, bytes));
  working = false;
  await others;
  const [middle, last] = [0.5, 1].map((share) => waits.toSorted((a, b) => a - b)[Math.ceil(share * waits.length) - 1]!);
  console.log(`${waits.length} pages meanwhile: median ${middle!.toFixed(1)} ms, longest ${last!.toFixed(0)} ms`);
  expect(answers).toEqual([
    expect.stringContaining('sheet1.xml'),
    expect.stringContaining('at most 20 MB are allowed'),
    expect.stringContaining('more than 1,000,000 rows'),
    expect.stringMatching(/"type":"success"/)
  ]);
  // Read in the thread that answers, the first of these files alone delayed all people for minutes.
  expect(middle!).toBeLessThan(atMost(50));
  expect(last!).toBeLessThan(atMost(1_500));
});
