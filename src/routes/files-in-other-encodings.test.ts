import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUser } from '$lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator, type Person } from '$lib/server/auth/authorize.ts';
import { openDatabase, type OpenDatabase } from '$lib/server/db/client.ts';
import { addRole, createProject } from '$lib/server/projects.ts';
import { givenSurvey } from './p/[project]/verification/survey/import/survey-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-encodings-'));
let database: OpenDatabase;
let actor: Person;

beforeAll(() => {
  database = openDatabase(join(folder, 'voirdire.db'), join(process.cwd(), 'drizzle'));
  const { db } = database;
  const named = { name: 'Heat', slug: 'heat' };
  const { id: projectId } = createProject(db, authorize(operator, instance, 'administer'), named);
  const ada = { name: 'Ada', email: 'ada@example.org' };
  const id = newUser(db, ada, 'not a hash', true);
  addRole(db, authorize(operator, { kind: 'project', id: projectId }, 'manage'), id, 'lead');
  actor = { ...({ kind: 'person', id, ...ada, admin: true } as const), roles: new Map([[projectId, ['lead']]]) };
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A Chinese rubric as a Chinese Windows writes it (GBK); the bytes are those of “事实” and no UTF-8. */
const gbk = Buffer.concat([
  Buffer.from("format: voirdire-rubric/1\nname: gbk\nversion: '1'\ntitle: "),
  Buffer.from([0xca, 0xc2, 0xca, 0xb5]),
  Buffer.from('\nquestion: Is it?\naggregation: { kind: weighted-mean }\ncriteria:\n  - { text: It is }\n')
]);

it.each([
  ['a table of labels', './p/[project]/alignment/import/+page.server.ts', 'read'],
  ['a rubric', './p/[project]/rubrics/+page.server.ts', 'add'],
  ['the text of a cited page', './p/[project]/runs/[run]/pages/+page.server.ts', 'supply']
] as const)('%s in another encoding is refused on its page, and nothing of it is stored', async (_what, path, name) => {
  const page = (await import(/* @vite-ignore */ path)) as { actions: Record<string, (event: never) => unknown> };
  const body = new FormData();
  body.append('url', 'https://press.example/a');
  body.append('file', new File([gbk], 'gbk.yaml', { type: 'text/plain' }));
  const event = {
    url: new URL('http://here.example/p/heat/x'),
    locals: { db: database.db, actor, language: 'en' },
    params: { project: 'heat', run: '1' },
    request: new Request('http://here.example/', { method: 'POST', body })
  };
  const answer = await page.actions[name]!(event as never);
  expect(answer).toMatchObject({
    status: 400,
    data: { problems: [{ reason: expect.stringContaining('is not UTF-8 (byte 0xCA on line 4)') }] }
  });
});

it('answers of a survey in another encoding leave no text that could be sent again without their characters', async () => {
  const form = new FormData();
  form.append('file', new File([Buffer.from('respondent,question\nr1,Caf\xe9?\n', 'latin1')], 'latin.csv'));
  expect(await givenSurvey(form)).toMatchObject({ name: 'latin.csv', content: '' });
});
