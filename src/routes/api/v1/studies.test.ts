import { beforeAll, describe, expect, it } from 'vitest';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { schema } from '$lib/server/db/client.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '$lib/studies/planning/example-run.fixture.ts';
import { apiOver, type AskInit } from './asking.fixture.ts';

const database = memoryDatabase();
const { db } = database;
let run: ExampleRun;
let slug: string;
let ask: (method: string, path: string, init?: AskInit) => ReturnType<ReturnType<typeof apiOver>['ask']>;
let annotator: string;
beforeAll(() => {
  run = exampleRun(db);
  slug = db.select().from(schema.project).get()!.slug;
  const api = apiOver(database, new RunDriver(db, {}));
  const token = api.tokenOf(run.lead.email);
  annotator = api.tokenOf(run.annotators[0].email);
  ask = (method, path, init = {}) => api.ask(method, `/projects/${slug}${path}`, { token, ...init });
});

const plan = () => ({
  ...{ run: 1, metric: run.input().metric, name: 'By program', sample: { items: 6 }, seed: 7 },
  people: run.annotators.slice(0, 2).map(({ email }) => email.toUpperCase())
});

describe('a study', () => {
  it('is previewed without being created, and created with the sample that was shown', async () => {
    const shown = await ask('POST', '/studies/preview', { json: plan() });
    expect(shown).toMatchObject({ status: 200, json: { problems: [], sampled: { units: 6 } } });
    expect((await ask('GET', '/studies')).json.total).toBe(0);
    const made = await ask('POST', '/studies', { json: plan(), headers: { 'idempotency-key': 'study-one' } });
    expect(made).toMatchObject({ status: 201, json: { number: 1, status: 'open', items: 6, people: 2, total: 12 } });
    const again = await ask('POST', '/studies', { json: plan(), headers: { 'idempotency-key': 'study-one' } });
    expect(again.text).toBe(made.text);
    expect((await ask('GET', '/studies')).json.total).toBe(1);
  });

  it('with problems is refused with each of them', async () => {
    const refused = await ask('POST', '/studies', { json: { ...plan(), sample: { items: 9_999 }, overlap: 4 } });
    expect(refused.status).toBe(400);
    expect((refused.json.problems as { column: string }[]).map(({ column }) => column).sort()).toEqual([
      ...['items', 'overlap']
    ]);
    for (const [change, column] of [
      [{ metric: 'nowhere' }, 'metric'],
      [{ people: ['stranger@x.example'] }, 'people']
    ] as const) {
      const { status, json } = await ask('POST', '/studies', { json: { ...plan(), ...change } });
      expect({ status, json }).toMatchObject({ status: 400, json: { problems: [{ column }] } });
    }
    expect((await ask('POST', '/studies', { json: { ...plan(), run: 99 } })).status).toBe(404);
    expect((await ask('POST', '/studies', { json: { ...plan(), kind: 'nowhere' } })).status).toBe(400);
  });

  it('is copied with changes', async () => {
    const copied = await ask('POST', '/studies/1/copy', { json: { name: 'Again', sample: { items: 3 }, overlap: 1 } });
    expect(copied).toMatchObject({ status: 201, json: { number: 2, name: 'Again', items: 3, total: 3 } });
  });

  it('is paused, opened and closed', async () => {
    for (const [act, status] of [
      ['pause', 'paused'],
      ['open', 'open'],
      ['close', 'closed']
    ] as const)
      expect(await ask('POST', `/studies/2/${act}`)).toMatchObject({ status: 200, json: { status } });
    expect((await ask('POST', '/studies/2/open')).status).toBe(409);
  });

  it('is planned by leads only', async () => {
    for (const path of ['/studies/preview', '/studies', '/studies/1/copy', '/studies/1/pause'])
      expect((await ask('POST', path, { token: annotator, json: plan() })).status, path).toBe(403);
  });
});

describe('an analysis plan', () => {
  it('is preregistered by its defaults with changes, and revised only with a reason', async () => {
    const first = await ask('POST', '/studies/1/preregistrations', { json: { target: 0.9, judges: undefined } });
    expect(first).toMatchObject({
      status: 201,
      json: { revision: 1, opened: false, labels: 0, plan: { target: 0.9 } }
    });
    expect(first.json.outOfReach).not.toEqual([]);
    const bare = await ask('POST', '/studies/1/preregistrations', { json: { target: 0.8, floor: 0.8 } });
    expect(bare).toMatchObject({ status: 400, json: { problems: [{ column: 'reason' }] } });
    const json = { stopping: 'pocock', maximum: 40, looks: 4, reason: 'Labels are expensive' };
    const second = await ask('POST', '/studies/1/preregistrations', { json });
    expect(second).toMatchObject({
      status: 201,
      json: { revision: 2, plan: { target: 0.9, sequential: { rule: 'pocock', maximum: 40, looks: 4 } } }
    });
    const { json: listed } = await ask('GET', '/studies/1/preregistrations');
    expect((listed.rows as { revision: number }[]).map(({ revision }) => revision)).toEqual([2, 1]);
  });

  it('names judges by their specs, and refuses one that is not in the run', async () => {
    const { json } = await ask('POST', '/studies/1/preregistrations', { json: { judges: ['nowhere'], reason: 'x' } });
    expect(json).toMatchObject({ code: 'invalid-input', problems: [{ column: 'judge', found: 'nowhere' }] });
  });
});
