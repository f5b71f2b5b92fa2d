import { alignmentFiles } from '../../src/lib/exchange/export/alignment/alignment-files.server.ts';
import { figureFormats, knownFigures } from '../../src/lib/exchange/export/run/run-figures.server.ts';
import { RUN_REPORT, runFileNames } from '../../src/lib/exchange/export/run/run-files.server.ts';
import { studyFiles } from '../../src/lib/exchange/export/study/study-files.server.ts';
import { versionFiles } from '../../src/lib/exchange/export/version/version-files.server.ts';
import { projectRoles, type ProjectAccess } from '../../src/lib/server/auth/authorize.ts';
import { routeAccess } from '../../src/lib/server/auth/route-access.ts';
import { opened, signedIn, type Answer, type Ask } from './asking.ts';
import { personWith } from './browsing.ts';
import { rows, texts } from './database.ts';
import { englishIn, EnglishReader, textsOf } from './english-on-pages.ts';
import { routesOnDisk } from './routes.ts';
import { expect, startServer, testAside as test, type RunningServer } from './server.ts';
import { changedTables, tableSums } from './table-sums.ts';

// Every page and every file of the demo, for each role, before and after each study's figures were opened. What a role may
// see is the matter of `access.spec`; here no address that exists may answer with an error of ours. They are opened in Chinese, because
// `access.spec` and `axe.spec` open them in English, and no page may have English text.

const roles = ['annotator', 'reviewer', 'adjudicator', 'lead'] as const;
type Role = (typeof roles)[number];

let server: RunningServer;
const people = new Map<Role, Ask>();
let english: EnglishReader;

test.beforeAll(async () => {
  server = await startServer();
  for (const role of roles) people.set(role, inChinese(await signedIn(server.address, personWith(server, role))));
  english = new EnglishReader(server.data);
});

test.afterAll(() => server.stop());

const inChinese =
  (ask: Ask): Ask =>
  (path, init) =>
    ask(path, { ...init, headers: { 'accept-language': 'zh-CN', ...init?.headers } });

const figures = knownFigures().flatMap(({ name }) => figureFormats.map((format) => `${name}.${format}`));

/** Values for a route's parameters after the project, one row each, by the first line that fits the route. */
const things: readonly [route: RegExp, sql: string][] = [
  [
    /adjudicate\/\[round\]\/\[subject\]/,
    `select r.number, s.id from subject s join round_query q on q.id = s.round_query_id
    join verification_round r on r.id = q.round_id where s.position < 2 and q.position < 3`
  ],
  [
    /rounds\/.*\[inspection\]/,
    `select r.number, i.id from inspection i join inspection_batch b on b.id = i.batch_id
    join verification_round r on r.id = b.round_id`
  ],
  [
    /rounds\/.*\[qid\]/,
    `select r.number, y.qid from round_query q join verification_round r on r.id = q.round_id
    join query y on y.id = q.query_id`
  ],
  [
    /versions\/.*\[qid\]/,
    `select number, json_extract(value, '$.qid') from dataset_version, json_each(content, '$.queries')`
  ],
  [
    /verification\/annotate/,
    `select max(id) from verification_assignment where stage = 'annotation' group by user_id, status`
  ],
  [
    /verification\/review/,
    `select max(id) from verification_assignment where stage = 'review' group by user_id, status`
  ],
  [
    /verification\/inspect/,
    `select max(id) from verification_assignment where stage = 'inspection' group by user_id, status`
  ],
  [
    /manage\/\[kind\]\/\[thing\]/,
    `select 'project', id from project where slug = 'demo' union all select 'run', id from run
    union all select 'study', id from study union all select 'system', id from system
    union all select 'query', id from query union all select * from (select 'report', id from report limit 5)
    union all select * from (select 'item', id from checklist_item limit 5)`
  ],
  // No verdict of the demo has been checked: that is the matter of `daily-people.spec`.
  [/\[check\]/, 'select 1, 1'],
  [
    /adjudicate\/\[item\]/,
    'select s.number, max(i.id) from study s join study_item i on i.study_id = s.id group by s.id'
  ],
  [/correlation\/\[file\]/, 'select 1'],
  [/\[account\]/, 'select id from user'],
  [/\[assignment\]/, 'select max(id) from assignment group by study_id, user_id'],
  [/\[study\]/, 'select number from study'],
  [/\[run\]/, 'select number from run'],
  [/\[round\]/, 'select number from verification_round'],
  [/\[version\]/, 'select number from dataset_version'],
  [/\[report\]/, 'select id from report'],
  [/\[system\]/, 'select id from system'],
  [/\[qid\]/, 'select qid from query'],
  [/\[topic\]/, `select 'night-trains'`],
  [/\[draft\]/, 'select qid from query_draft'],
  [/\[hash\]/, 'select distinct content_hash from page_fetch where content_hash is not null limit 5'],
  // The demo has neither talks nor a ranking: they are the matter of `talks.spec`.
  [/\[talk\]|ranking/, 'select number from talk'],
  [/\[making\]/, 'select 1'],
  // The API answers tokens only; `api.spec` tests its answers.
  [/\[\.\.\.path\]/, `select 'projects'`],
  [/judges\/prompts\/\[metric\]/, 'select distinct metric from run_metric'],
  [/\[token\]/, `select 'no-such-token'`]
];

/** The files that a route hands out. */
const files: readonly [route: RegExp, names: readonly string[]][] = [
  [/validation\/export/, ['csv', 'json']],
  [/(accuracy|meta-evaluation)\/export/, ['csv', 'json']],
  [/alignment.*export/, Object.keys(alignmentFiles)],
  [/studies.*export/, ['csv', ...Object.keys(studyFiles)]],
  [/judges\/compare.*export/, ['csv?study=1&run=1', 'json?study=1&run=1']],
  [/\/compare\/export/, ['daily-report-two-systems.csv?run=1&a=aurora&b=borealis']],
  [/traces\/export/, ['jsonl']],
  [/evidence\/export/, ['json']],
  [/spot-checks.*export/, ['csv', 'json']],
  [/correlation\/\[file\]/, ['correlation.csv']],
  [/leakage\/\[run\]/, ['leakage.csv']],
  [/judges\/cards.*export/, ['csv']],
  [/judges\/monitoring.*export/, ['csv?set=1', 'json?set=1']],
  [/runs.*export/, [RUN_REPORT, ...runFileNames, ...figures]],
  [/versions.*file/, Object.keys(versionFiles)]
];

/** The addresses of a route in the demo; a parameter of which nothing is said above is an error. */
function addressesOf(id: string): string[] {
  const open = id.replace('[project]', 'demo').replaceAll(/\[(?!file|format)(?:\.\.\.)?\w+\]/g, '\0');
  const sql = open.includes('\0') ? things.find(([route]) => route.test(id))?.[1] : 'select 1';
  if (!sql) throw new Error(`addressesOf has nothing for ${id}`);
  const names = files.find(([route]) => route.test(id))?.[1] ?? [''];
  return rows(server.data, sql).flatMap((row) => {
    const values = Object.values(row).map(String);
    const address = open.replaceAll('\0', () => encodeURIComponent(values.shift()!));
    return names.map((name) => address.replace(/\[(file|format)\]/, name));
  });
}

/** Whether the guard refuses a role at a route, before anything of the address but its project is read. */
function isGuarded(id: string, role: Role): boolean {
  const access = routeAccess[id];
  return id.startsWith('/p/') && !projectRoles(access as ProjectAccess).includes(role);
}

/** All addresses that a role is let in at; two of each route at which the guard refuses it, for each is refused alike. */
const everyAddress = (role: Role): string[] =>
  routesOnDisk()
    .filter(({ id }) => id !== '/sign-out')
    .flatMap(({ id }) => (isGuarded(id, role) ? addressesOf(id).slice(0, 2) : addressesOf(id)));

/** A figure of a run in a further format, as the same address in the first one; null for other addresses. */
function inFirstFormat(address: string): string | null {
  const [, figure, format] = /^(.*\/runs\/[^/]+\/export\/.+)\.(\w+)$/.exec(address) ?? [];
  const [first, ...further] = figureFormats;
  const isFigure = knownFigures().some(({ name }) => figure?.endsWith(`/${name}`));
  return isFigure && further.some((one) => one === format) ? `${figure}.${first}` : null;
}

/** Pages whose way does not begin with the list of projects, and those that name it again. */
const otherWays: string[] = [];
let waysRead = 0;

function readWay(address: string, page: string): void {
  const way = /<nav class="crumbs[^]*?<\/nav>/.exec(page)?.[0] ?? '';
  const names = Array.from(way.matchAll(/<li[^>]*>([^]*?)<\/li>/g), ([, name]) =>
    name!.replaceAll(/<[^>]*>/g, '').trim()
  );
  if (names.length === 0) return;
  waysRead += 1;
  if (names.lastIndexOf('项目') !== 0) otherWays.push(`${address}: ${names.join(' / ')}`);
}

type Way = (ask: Ask, address: string) => Promise<Answer>;

/** The request that browsers and proxies send before they fetch something. */
const askHead: Way = (ask, address) => ask(address, { method: 'HEAD' });

async function openAll(role: Role, addresses: readonly string[], how: Way = opened): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...addresses];
  const walk = async (): Promise<void> => {
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      const answer = await how(people.get(role)!, address);
      english.read(address, answer.text);
      readWay(address, answer.text);
      answers.push({ ...answer, text: '' });
    }
  };
  await Promise.all([walk(), walk(), walk()]);
  return answers;
}

/** A figure that a run does not have is asked for in one format alone. */
async function openEach(role: Role, addresses: readonly string[]): Promise<Answer[]> {
  const answers = await openAll(
    role,
    addresses.filter((address) => inFirstFormat(address) === null)
  );
  const there = new Set(answers.flatMap(({ address, status }) => (status === 200 ? [address] : [])));
  const further = addresses.filter((address) => there.has(inFirstFormat(address) ?? ''));
  return [...answers, ...(await openAll(role, further))];
}

/**
 * Tables to which reading may add rows: lengths of reports, counted from their texts once and for all, and the audit trail, in which
 * `actsSince` looks for what it may not hold.
 */
const kept = ['report_length', 'report_tokens', 'audit', 'sqlite_sequence'];

const actsSince = (row: number): string[] => texts(server.data, 'select action from audit where id > ?', row);

const errors = (role: Role, answers: readonly Answer[]): string[] =>
  answers.filter(({ status }) => status >= 500).map(({ address, status }) => `${role}, ${address}: ${status}`);

test('no page and no file of the demo answers with an error, and none changes anything, in any role', async () => {
  // The role that asks for the head of a route: one that the guard lets in.
  const asker = (id: string): Role => roles.findLast((role) => !isGuarded(id, role)) ?? 'lead';
  let before = tableSums(server.data);
  let requests = 0;
  for (const role of roles) {
    const audited = actsSince(0).length;
    const firsts = routesOnDisk().flatMap(({ id }) => (asker(id) === role ? addressesOf(id).slice(0, 1) : []));
    await openAll(role, firsts, askHead);
    expect(actsSince(audited).filter((act) => act !== 'access.deny')).toEqual([]);
    const answers = await openEach(role, everyAddress(role));
    requests += firsts.length + answers.length;
    const after = tableSums(server.data);
    const changed = changedTables(before, after).filter((name) => !kept.includes(name));
    before = after;
    expect(changed, `opened by a ${role}`).toEqual([]);
    const acts = actsSince(audited).filter((act) => !['access.deny', 'file.export', 'user.export'].includes(act));
    expect(acts, `of a ${role}`).toEqual([]);
    expect(errors(role, answers)).toEqual([]);
    const seen = answers.filter(({ status }) => status === 200).length;
    expect(seen).toBeGreaterThan(role === 'lead' ? 200 : 20);
    expect(otherWays).toEqual([]);
  }
  expect(waysRead).toBeGreaterThan(500);
  console.log(`${requests} requests as ${roles.length} roles: 0 unexpected answers.`);
});

test('nor does any page of a study once its figures are open', async () => {
  const lead = people.get('lead')!;
  const addresses = everyAddress('lead').filter((address) => /\/(alignment|studies)\//.test(address));
  const closed: string[] = [];
  for (const number of texts(server.data, 'select number from study')) {
    const { status } = await lead(`/p/demo/alignment/${number}/unblind`, {
      form: { reason: 'Every page has to open.' }
    });
    if (status !== 303) closed.push(`${number}: ${status}`);
  }
  expect(closed).toEqual([]);
  const answers = await openAll('lead', addresses);
  expect(errors('lead', answers)).toEqual([]);
  const pages = answers.filter(({ address }) => /alignment\/\d+(\/(items|pairs|parts|choice|adopt))?$/.test(address));
  expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
});

test('no page in Chinese has English text, but for names, codes and what people wrote', () => {
  expect(Object.fromEntries(english.found)).toEqual({});
  expect(english.pages).toBeGreaterThan(400);
  console.log(`${english.pages} different pages in Chinese: no run of English words.`);
});

test('English text of a page would be found: in elements and attributes, not in code, marks of language or single names', () => {
  const page = `<!doctype html><html lang="zh-Hans"><title>标题</title><p>运行 3：Planted text here.</p><code>not this one</code>
    <p lang="">nor these words</p><img alt="Planted picture, too" /><p>OpenAI 与 cannot-judge 12 RPM</p></html>`;
  expect(textsOf(page).flatMap(englishIn)).toEqual(['Planted text here.', 'Planted picture, too']);
});
