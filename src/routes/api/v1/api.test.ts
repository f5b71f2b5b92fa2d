import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { filesAside } from '$lib/exchange/import/aside/reading-aside.ts';
import { authorize, instance, operator } from '$lib/server/auth/authorize.ts';
import { askSecondFactor } from '$lib/server/auth/second-factor/asking.ts';
import { newTotpSecret } from '$lib/server/auth/second-factor/totp.ts';
import { schema } from '$lib/server/db/client.ts';
import { apiScene, type ApiAnswer, type AskInit } from './asking.fixture.ts';
import { operations } from './operations/index.ts';

let scene: ReturnType<typeof apiScene>;
beforeAll(() => void (scene = apiScene()));
afterAll(() => scene.driver.stop());

const problem = ({ status, headers, json }: ApiAnswer) => {
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(json).toMatchObject({ status, type: `/api#problem-${json.code as string}` });
  return { status, code: json.code as string, detail: json.detail as string };
};

describe('a request', () => {
  it('without a token, with an unknown one or a cookie alone, is refused with 401 and told how to ask', async () => {
    const without: AskInit[] = [
      { token: null },
      { token: `vdr_${'x'.repeat(43)}` },
      { token: null, headers: { cookie: 'session=x' } },
      { token: null, headers: { authorization: `Basic ${scene.lead}` } }
    ];
    for (const init of without) {
      const answer = await scene.ask('GET', '/me', init);
      expect(problem(answer)).toMatchObject({ status: 401, code: 'not-signed-in' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('names the scheme of its token in capitals or small letters', async () => {
    const headers = { authorization: `bearer ${scene.lead}` };
    expect((await scene.ask('GET', '/me', { token: null, headers })).status).toBe(200);
  });

  it('to an address that there is not gets 404, and with another method 405 with those that it takes', async () => {
    expect(problem(await scene.ask('GET', '/nowhere'))).toMatchObject({ status: 404, code: 'not-found' });
    const answer = await scene.ask('DELETE', '/projects');
    expect(problem(answer)).toMatchObject({ status: 405, code: 'no-such-method' });
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  it('names each field that does not fit its schema', async () => {
    const answer = await scene.ask('GET', '/projects?page=0&colour=red');
    expect(problem(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    expect((answer.json.problems as { column: string }[]).map(({ column }) => column)).toEqual(['page', 'query']);
    const rows = [{ qid: 'a', query: 'Q?' }, { qid: '' }, 'b'];
    const body = await scene.ask('POST', '/projects/heat/queries', { json: { rows } });
    expect(body.json.problems).toEqual([
      { row: 2, column: 'qid', reason: 'The text needs at least 1 character' },
      { row: 2, column: 'query', reason: 'The value is missing' },
      { row: 3, column: 'row', reason: 'The value is not of the type object' }
    ]);
  });

  it('with a parameter twice is refused: a list by two names had the rows of the last one only', async () => {
    const answer = await scene.ask('GET', '/projects?q=heat&size=1&q=other');
    expect(problem(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(answer.json.problems).toMatchObject([
      { column: 'q', reason: 'The parameter is given more than once. Give it once' }
    ]);
  });

  it('with a body that is no JSON is refused', async () => {
    const admin = scene.tokenFor('arne', [], ['manage'], true);
    const bytes = new TextEncoder().encode('{"name":');
    const headers = { 'content-type': 'application/json' };
    expect(problem(await scene.ask('POST', '/projects', { token: admin, bytes, headers })).detail).toContain(
      'not JSON'
    );
    expect(problem(await scene.ask('POST', '/projects', { token: admin, bytes })).status).toBe(400);
  });

  it('with a body in another encoding, or with a field twice, is refused, so that no text is stored as another', async () => {
    const admin = scene.tokenFor('arne', [], ['manage'], true);
    const headers = { 'content-type': 'application/json' };
    const detailOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
      problem(await scene.ask('POST', '/projects', { token: admin, bytes, headers })).detail;
    expect(await detailOf(new Uint8Array(Buffer.from('{"name":"Wärme"}', 'latin1')))).toContain('not UTF-8');
    expect(await detailOf(new TextEncoder().encode('{"name":"a","name":"b"}'))).toContain('"name" more than once');
    expect((await scene.ask('GET', '/projects?q=b', { token: admin })).json.total).toBe(0);
  });

  it('with a zero character or an unpaired surrogate is refused with its place', async () => {
    const admin = scene.tokenFor('arne', [], ['manage'], true);
    for (const name of ['Heat\0', 'Heat\ud800', 'Heat\udc00\ud800']) {
      const answer = await scene.ask('POST', '/projects', { token: admin, json: { name } });
      expect(problem(answer).status).toBe(400);
      expect(answer.json.problems).toMatchObject([{ row: null, column: 'name' }]);
    }
    const rows = [
      { qid: 'a', query: 'Heat 😀?' },
      { qid: 'b', query: 'Heat\0?' }
    ];
    const { json } = await scene.ask('POST', '/projects/heat/queries', { json: { rows } });
    expect(json.problems).toMatchObject([{ row: 2, column: 'query' }]);
  });

  it('for a page after the last one gets no rows, so that a program that reads until a page is empty ends', async () => {
    const { json: last } = await scene.ask('GET', '/projects?page=1&size=1');
    const pages = last.pages as number;
    const { status, json } = await scene.ask('GET', `/projects?page=${pages + 1}&size=1`);
    expect([status, json]).toEqual([200, { rows: [], page: pages + 1, pages, total: last.total }]);
    const decisions = await scene.ask('GET', '/projects/heat/decisions?page=99');
    expect(decisions.json).toEqual({ rows: [], page: 99, pages: 1, total: 0 });
  });

  it('is told its rate, and refused with the seconds to wait beyond it', async () => {
    const token = scene.tokenFor('fast', ['lead']);
    const first = await scene.ask('GET', '/me', { token });
    expect(first.headers.get('ratelimit-remaining')).toBe('599');
    const refused = await scene.ask('GET', '/projects/none', { token });
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([404, '598']);
    let last = first;
    for (let i = 0; i < 1_200 && last.status === 200; i++) last = await scene.ask('GET', '/me', { token });
    expect(problem(last)).toMatchObject({ status: 429, code: 'too-many-tries' });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await scene.ask('GET', '/me')).status).toBe(200);
  });
});

describe('a token', () => {
  it('is answered with its owner, scopes and roles', async () => {
    const { json } = await scene.ask('GET', '/me');
    expect(json).toMatchObject({ name: 'lena', admin: false, token: { scopes: ['read', 'work', 'manage'] } });
    expect(json.roles).toEqual([{ project: 'heat', role: 'lead' }]);
  });

  it('is refused if its token is revoked, or the role removed, while its body arrives or its file is read', async () => {
    const { apiToken, membership, query } = schema;
    const json = { rows: [{ qid: 'late', query: 'Too late?' }] };
    const revoke = (token: string) =>
      void scene.db
        .delete(apiToken)
        .where(eq(apiToken.prefix, token.slice(0, 12)))
        .run();
    const first = scene.tokenFor('late-lead', ['lead'], ['manage']);
    const arriving = scene.ask('POST', '/projects/heat/queries', { token: first, json });
    revoke(first);
    expect(problem(await arriving)).toMatchObject({ status: 401, code: 'not-signed-in' });

    const second = scene.tokenFor('late-lead', ['lead'], ['manage']);
    const reading = vi.spyOn(filesAside, 'files').mockImplementation(async () => {
      const prefix = second.slice(0, 12);
      const { userId } = scene.db.select().from(apiToken).where(eq(apiToken.prefix, prefix)).get()!;
      scene.db.delete(membership).where(eq(membership.userId, userId)).run();
      return { ok: true, value: { kind: 'topics', format: 'topics', topics: [] }, notes: [] };
    });
    const answer = await scene.ask('POST', '/projects/heat/queries', { token: second, json });
    reading.mockRestore();
    expect(problem(answer)).toMatchObject({ status: 404, code: 'not-found' });
    expect(scene.db.select().from(query).where(eq(query.qid, 'late')).all()).toEqual([]);
  });

  it('of a person without a role does not learn that a project exists', async () => {
    const token = scene.tokenFor('elsa', []);
    expect(problem(await scene.ask('GET', '/projects/heat', { token })).status).toBe(404);
    expect((await scene.ask('GET', '/projects', { token })).json).toMatchObject({ rows: [], total: 0, pages: 1 });
  });

  it('of a lead or admin without the second factor that the instance requires opens nothing until it is set up', async () => {
    const { db } = scene;
    const admin = authorize(operator, instance, 'administer');
    const token = scene.tokenFor('bare', ['lead'], ['manage']);
    askSecondFactor(db, admin, true);
    try {
      for (const path of ['/me', '/projects/heat'])
        expect(problem(await scene.ask('GET', path, { token }))).toMatchObject({
          ...{ status: 403, code: 'not-permitted' },
          detail: expect.stringContaining('Set it up on the page Account first.') as string
        });
      expect((await scene.ask('GET', '/me', { token: scene.tokenFor('ann', ['annotator']) })).status).toBe(200);
      const { id } = db.select().from(schema.user).where(eq(schema.user.name, 'bare')).get()!;
      const set = { userId: id, secret: newTotpSecret(), createdAt: 1, confirmedAt: 1 };
      db.insert(schema.secondFactor).values(set).run();
      expect((await scene.ask('GET', '/me', { token })).status).toBe(200);
    } finally {
      askSecondFactor(db, admin, false);
    }
  });

  it('without the scope of an operation is refused, and the refusal names the scope', async () => {
    const token = scene.tokenFor('ada', [], ['work'], true);
    const refused = problem(await scene.ask('POST', '/projects', { token, json: { name: 'Cold' } }));
    expect(refused).toMatchObject({ status: 403, detail: expect.stringContaining('“manage”') });
  });
});

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'a-key-of-mine' };
  const projects = () => scene.db.select().from(schema.project).all().length;

  it('makes a repeated request be carried out once and answered the same', async () => {
    const token = scene.tokenFor('root', [], ['manage'], true);
    const make = () => scene.ask('POST', '/projects', { token, json: { name: 'Rain' }, headers });
    const before = projects();
    const [first, second] = await Promise.all([make(), make()]);
    const third = await make();
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(projects()).toBe(before + 1);
  });

  it('is refused with 422 for another request, also by another address', async () => {
    const token = scene.tokenFor('root', [], ['manage'], true);
    const other = await scene.ask('POST', '/projects', { token, json: { name: 'Snow' }, headers });
    expect(problem(other)).toMatchObject({ status: 422, code: 'key-reused' });
  });

  it('belongs to its person alone', async () => {
    const token = scene.tokenFor('beatrix', [], ['manage'], true);
    const before = projects();
    expect((await scene.ask('POST', '/projects', { token, json: { name: 'Wind' }, headers })).status).toBe(201);
    expect(projects()).toBe(before + 1);
  });

  it('can be sent again with a corrected request after a refusal', async () => {
    const token = scene.tokenFor('root', [], ['manage'], true);
    const own = { 'idempotency-key': 'to-be-corrected' };
    const send = (slug: string) =>
      scene.ask('POST', '/projects', { token, json: { name: 'Hail', slug }, headers: own });
    expect((await send('NOT A SLUG')).status).toBe(400);
    expect((await send('hail')).status).toBe(201);
  });

  it('whose answer was lost by a crash is refused with 409, and the request is not carried out again', async () => {
    const token = scene.tokenFor('root', [], ['manage'], true);
    const init = { token, json: { name: 'Dew' }, headers: { 'idempotency-key': 'before-the-crash' } };
    expect((await scene.ask('POST', '/projects', init)).status).toBe(201);
    scene.db.delete(schema.apiAnswer).run();
    const before = projects();
    const again = await scene.askRestarted('POST', '/projects', init);
    expect(problem(again)).toMatchObject({ status: 409, code: 'conflict' });
    expect(problem(again).detail).toMatch(/idempotency key was carried out.*Read the result/);
    expect(projects()).toBe(before);
  });

  it('that is malformed is refused', async () => {
    const token = scene.tokenFor('root', [], ['manage'], true);
    const json = { name: 'Fog' };
    const refused = await scene.ask('POST', '/projects', { token, json, headers: { 'idempotency-key': 'short' } });
    expect(problem(refused).detail).toContain('8 to 100');
  });
});

describe('the table of operations', () => {
  it('has each id and each address once', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const addresses = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('refuses people without a token, and tells strangers nothing of a project', async () => {
    const stranger = scene.tokenFor('stranger', [], ['work', 'manage']);
    for (const [i, { method, path, access }] of operations.entries()) {
      const at = path.replace('{project}', 'heat').replaceAll(/\{\w+\}/g, '1');
      const init = method === 'POST' || method === 'PATCH' ? { json: {} } : {};
      const from = `10.1.0.${i}`;
      expect(problem(await scene.ask(method, at, { token: null, from, ...init })).status, path).toBe(401);
      if (access === 'signed-in') continue;
      const { status } = problem(await scene.ask(method, at, { token: stranger, ...init }));
      expect(status, path).toBe(access === 'administer' ? 403 : 404);
    }
  });
});
