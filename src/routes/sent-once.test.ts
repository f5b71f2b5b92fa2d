import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isActionFailure, isRedirect } from '@sveltejs/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { scene, sourcesOf, yes, planned } from '$lib/scorer/runs/runs.fixture.ts';
import { newUser } from '$lib/server/auth/accounts/accounts.ts';
import type { Person } from '$lib/server/auth/authorize.ts';
import { schema, type Db } from '$lib/server/db/client.ts';
import { newToken } from '$lib/server/db/id.ts';
import { formKey } from '$lib/server/requests/form-key.ts';
import { SentForms } from '$lib/server/requests/sent-forms.ts';
import { addRole } from '$lib/server/projects.ts';

type Action = (event: never) => unknown;
type Actions = Record<string, Action>;
type Form = Record<string, string | string[]>;

let db: Db;
let driver: RunDriver;
let actor: Person;
let annotator = '';
let slug = '';
beforeAll(async () => {
  const given = scene();
  db = given.db;
  driver = new RunDriver(db, {}, sourcesOf(yes(given.reportIds)));
  const project = db.select().from(schema.project).get()!;
  slug = project.slug;
  const id = newUser(db, { name: 'Ada', email: 'ada@example.org' }, 'not a hash', true);
  addRole(db, given.manage, id, 'lead');
  annotator = newUser(db, { name: 'Ben', email: 'ben@example.org' }, 'not a hash', false);
  addRole(db, given.manage, annotator, 'annotator');
  actor = {
    ...({ kind: 'person', id, name: 'Ada', email: 'ada@example.org', admin: true } as const),
    roles: new Map([[given.manage.resource.id, ['lead']]])
  };
  const run = planned(given, driver, { metrics: ['presentation', 'coverage'] });
  driver.start(given.manage, run.id);
  await driver.ended(run.id);
});

const bodyOf = (form: Form): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) data.append(name, one);
  return data;
};

/** Sends a form as a browser does, through what `hooks.server.ts` puts before each action. */
async function send(sent: SentForms, actions: Actions, action: string, form: Form): Promise<Response> {
  const url = new URL(`http://here.example/p/${slug}/page${action === 'default' ? '' : `?/${action}`}`);
  const request = new Request(url, { method: 'POST', body: bodyOf(form) });
  const { headers } = request;
  const body = await request.arrayBuffer();
  const whole = new Request(url, {
    ...{ method: 'POST', body },
    headers: { 'content-type': headers.get('content-type')!, 'content-length': String(body.byteLength) }
  });
  const locals = { db, driver, actor, aside: null };
  const event = { url, request: whole, locals, params: { project: slug, run: '1', study: '1' } };
  const key = await formKey(event);
  const work = async (): Promise<Response> => {
    try {
      const result = await actions[action]!(event as never);
      if (isActionFailure(result))
        return Response.json({ type: 'failure', data: result.data }, { status: result.status });
      return Response.json({ type: 'success', data: result });
    } catch (error) {
      if (isRedirect(error)) return Response.json({ type: 'redirect', location: error.location });
      throw error;
    }
  };
  if (key === null) return work();
  try {
    return await sent.answerOnce(key, work);
  } catch (error) {
    return Response.json({ thrown: (error as Error).message }, { status: 409 });
  }
}

const rows = (table: Parameters<Db['$count']>[0]): number =>
  db
    .select()
    .from(table as typeof schema.project)
    .all().length;

/** Forms that create something: their action, what is typed, and the table that has one row more. */
const list: [
  what: string,
  load: () => Promise<unknown>,
  action: string,
  form: Form,
  table: Parameters<Db['$count']>[0]
][] = [
  ['a project', () => import('./projects/new/+page.server.ts'), 'default', { name: 'Twice' }, schema.project],
  ['a link', () => import('./p/[project]/people/+page.server.ts'), 'invite', { role: 'annotator' }, schema.invitation],
  [
    'a webhook',
    () => import('./p/[project]/webhooks/+page.server.ts'),
    'make',
    { url: 'https://hooks.example/voirdire', events: 'run.paused' },
    schema.webhook
  ],
  [
    'a run',
    () => import('./p/[project]/runs/new/+page.server.ts'),
    'start',
    { metric: 'presentation', system: ['aurora', 'borealis'], judges: 'scripted:yes' },
    schema.run
  ],
  [
    'a page of a run',
    () => import('./p/[project]/runs/[run]/pages/+page.server.ts'),
    'supply',
    { url: 'https://a.example/', title: 'A', text: 'What the page says.' },
    schema.pageSupplied
  ],
  [
    'a guideline',
    () => import('./p/[project]/verification/guideline/+page.server.ts'),
    'write',
    { markdown: '# Read twice' },
    schema.guideline
  ],
  [
    'a draft',
    () => import('./p/[project]/verification/drafts/new/+page.server.ts'),
    'default',
    { qid: '', text: 'What of shade?', domain: '', category: '' },
    schema.queryDraft
  ],
  [
    'a study',
    () => import('./p/[project]/studies/new/+page.server.ts'),
    'create',
    {
      ...{ name: 'Round 1', run: '1', metric: 'presentation', sampling: 'one', items: '2', overlap: '1', seed: '7' },
      ...{ reveal: 'at-end', people: [] }
    },
    schema.study
  ]
];

describe('a form that creates', () => {
  it.each(list)(
    '%s makes one when it is sent twice with its token, at once or again later',
    async (what, load, action, form, table) => {
      const { actions } = (await load()) as { actions: Actions };
      const sent = new SentForms(() => db);
      const once: Form = { ...form, ...(what === 'a study' && { people: [annotator] }), once: newToken() };
      const before = rows(table);
      const [first, second] = await Promise.all([send(sent, actions, action, once), send(sent, actions, action, once)]);
      const said = await first.text();
      expect(said).toMatch(/^\{"type":"(redirect|success)"/);
      expect(await second.text()).toBe(said);
      expect(await (await send(sent, actions, action, once)).text()).toBe(said);
      expect(rows(table)).toBe(before + 1);
      // After a restart the answer is not known any more, and still nothing is made twice.
      expect((await send(new SentForms(() => db), actions, action, once)).status).toBe(409);
      expect(rows(table)).toBe(before + 1);
    }
  );

  it('can be sent again with the same token if it was refused', async () => {
    const { actions } = (await import('./projects/new/+page.server.ts')) as unknown as { actions: Actions };
    const sent = new SentForms(() => db);
    const once = newToken();
    const before = rows(schema.project);
    expect((await send(sent, actions, 'default', { name: ' ', once })).status).toBe(400);
    expect((await send(sent, actions, 'default', { name: ' ', once })).status).toBe(400);
    expect((await send(sent, actions, 'default', { name: 'Named now', once })).status).toBe(200);
    expect(rows(schema.project)).toBe(before + 1);
  });
});

/** Forms without a token, and why sending them twice does no harm. */
const WITHOUT: Record<string, string> = {
  'routes/sign-in/+page.svelte': 'signing in twice is signing in',
  'routes/sign-in/code/+page.svelte': 'a code works once',
  'routes/account/+page.svelte': 'sets a theme or a password',
  'lib/components/shared/forms/AccountForm.svelte': 'its link is used up by the first',
  'lib/components/shared/frame/ChooseLanguage.svelte': 'chooses a language',
  'routes/join/[token]/+page.svelte': 'its link is used up by the first',
  'routes/crowd/[token]/+page.svelte': 'the same participant gets the same place',
  'lib/components/verification/work/Rate.svelte': 'one rating of a subject by a person',
  'lib/components/verification/work/Review.svelte': 'one review of a rating by a person',
  'lib/components/verification/adjudication/FinalForm.svelte': 'one decision on a subject, by its revision',
  'lib/components/verification/proposals/survey/CodingForm.svelte': 'one coding of an answer',
  'lib/components/studies/judging/VerdictForm.svelte': 'one verdict on an item by a person',
  'lib/components/studies/reveal/Reveal.svelte': 'one choice on an item by a person',
  'lib/components/studies/judging/ReportDone.svelte': 'one judgement of a report by a person'
};

describe('every form that posts', () => {
  it('carries a token, or is listed with the reason why it needs none', () => {
    const src = join(process.cwd(), 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'));
    const posting = files.flatMap((name) =>
      [...readFileSync(join(src, name), 'utf8').matchAll(/<form\b[\s\S]*?<\/form>/g)]
        .map(([form]) => form)
        .filter((form) => form.includes('method="post"'))
        .map((form) => ({ name, token: form.includes('<Once />') }))
    );
    expect(posting.length).toBeGreaterThan(60);
    const without = new Set(posting.filter(({ token }) => !token).map(({ name }) => name));
    expect([...without].sort()).toEqual(Object.keys(WITHOUT).sort());
  });
});
