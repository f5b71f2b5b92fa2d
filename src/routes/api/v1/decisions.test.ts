import { beforeAll, describe, expect, it } from 'vitest';
import { liftEmbargo } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { insertSampleStudy, sampleMetric } from '$lib/alignment/units/sample-study.fixture.ts';
import { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';
import { schema } from '$lib/server/db/client.ts';
import { memoryDatabase } from '$lib/server/db/memory.fixture.ts';
import { apiOver, type AskInit } from './asking.fixture.ts';

const database = memoryDatabase();
const { db } = database;
const names = ['zoe', 'bob'];
const marks = ['yy', 'nn', 'yy', 'n-', 'yn', 'yy'];
const items = marks.flatMap((people, i) =>
  [0, 1, 2].map((k) => ({ id: `i${i}-${k}`, query: `q${i}`, people, judges: people.replace('-', 'n') }))
);
const study = insertSampleStudy(db, names, ['rules', 'openai:m'], items);
let ask: (method: string, path: string, init?: AskInit) => ReturnType<ReturnType<typeof apiOver>['ask']>;
beforeAll(() => {
  db.insert(schema.membership).values({ projectId: study.projectId, userId: 'lead', role: 'lead', createdAt: 1 }).run();
  const api = apiOver(database, new RunDriver(db, {}));
  const token = api.tokenOf('lead@example.org');
  ask = (method, path, init = {}) => api.ask(method, `/projects/summer-heat${path}`, { token, ...init });
});

const adopting = { outcome: 'adopt', judges: ['rules'], reason: 'Agrees most.', acknowledged: true };

describe('a decision', () => {
  it('is refused before the figures are unblinded', async () => {
    expect(await ask('POST', '/studies/1/decisions', { json: adopting })).toMatchObject({
      json: { code: 'closed' }
    });
    liftEmbargo(db, study.managing, 'study');
  });

  it('needs a reason and judges of the run', async () => {
    const bare = await ask('POST', '/studies/1/decisions', { json: { ...adopting, reason: ' ' } });
    expect(bare).toMatchObject({ status: 400, json: { problems: [{ column: 'reason' }] } });
    const other = await ask('POST', '/studies/1/decisions', { json: { ...adopting, judges: ['nowhere'] } });
    expect(other).toMatchObject({ status: 400, json: { problems: [{ column: 'judge' }] } });
  });

  it('is recorded, listed, and gives the metric its state', async () => {
    const at = `/metrics/${sampleMetric}/adoption`;
    expect((await ask('GET', at)).json).toMatchObject({ state: 'none', decision: null });
    expect(await ask('GET', '/metrics/covrage/adoption')).toMatchObject({ status: 404, json: { code: 'not-found' } });
    const made = await ask('POST', '/studies/1/decisions', { json: adopting });
    expect(made).toMatchObject({
      status: 201,
      json: { outcome: 'adopt', study: 1, ensemble: { rule: 'single', judges: [{ spec: 'rules' }] }, inForce: true }
    });
    expect((await ask('GET', '/decisions')).json.rows).toEqual([made.json]);
    const { json } = await ask('GET', at);
    expect(['adopted', 'reopened']).toContain(json.state);
    expect(json.decision).toEqual(made.json);
  });
});

describe('a judge card', () => {
  it('is made of the adopted judges, and verified', async () => {
    await ask('POST', '/studies/1/close');
    const made = await ask('POST', '/cards', { json: { metric: sampleMetric, signer: false } });
    expect(made).toMatchObject({ status: 201, json: { number: 1, metric: sampleMetric } });
    const check = await ask('POST', '/cards/1/verify');
    expect(check).toMatchObject({ status: 200, json: { valid: true, problems: [], sha256: made.json.sha256 } });
    expect(check.json.recomputed).toBeGreaterThan(0);
    const { text } = await ask('GET', '/cards/1');
    for (const name of [...names, 'Ines']) expect(text).not.toContain(name);
  });

  it('of a metric without adopted judges is refused', async () => {
    const refused = await ask('POST', '/cards', { json: { metric: 'coverage' } });
    expect(refused).toMatchObject({ status: 400, json: { problems: [{ column: 'metric' }] } });
  });
});
