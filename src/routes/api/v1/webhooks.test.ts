import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { projectEvents } from '$lib/exchange/events/project-events.ts';
import { schema } from '$lib/server/db/client.ts';
import { apiScene } from './asking.fixture.ts';

const url = 'https://hooks.example/voirdire';

function webhookScene() {
  const scene = apiScene();
  const { db, manage } = scene;
  const [project] = db.select().from(schema.project).where(eq(schema.project.id, manage.resource.id)).all();
  const at = (path: string): string => `/projects/${project!.slug}${path}`;
  return { ...scene, at };
}

describe('webhooks by the API', () => {
  it('are created with a secret that is shown once, listed, changed and deleted', async () => {
    const { ask, at, db } = webhookScene();
    const made = await ask('POST', at('/webhooks'), { json: { url, events: ['run.paused'] } });
    expect(made).toMatchObject({ status: 201, json: { url, events: ['run.paused'], paused: false } });
    const { secret, ...shown } = made.json;
    expect(secret).toMatch(/^whs_/);
    const list = await ask('GET', at('/webhooks'));
    expect(list.json.rows).toEqual([shown]);
    expect(list.text).not.toContain(secret);

    db.update(schema.webhook).set({ pausedAt: 1 }).run();
    const path = at(`/webhooks/${String(made.json.id)}`);
    const changed = await ask('PATCH', path, { json: { events: ['study.complete', 'run.paused'] } });
    expect(changed).toMatchObject({
      status: 200,
      json: { url, events: ['study.complete', 'run.paused'], paused: false }
    });
    expect(changed.text).not.toContain(secret);
    expect(db.select().from(schema.webhook).get()).toMatchObject({ secret });
    expect((await ask('DELETE', path)).json).toEqual({ deleted: made.json.id });
    expect((await ask('GET', at('/webhooks'))).json.rows).toEqual([]);
    expect((await ask('DELETE', path)).status).toBe(404);
    const acts = db.select().from(schema.audit).where(eq(schema.audit.entity, 'webhook')).all();
    expect(acts.map(({ action }) => action)).toEqual(['webhook.make', 'webhook.change', 'webhook.delete']);
    expect(JSON.stringify(acts)).not.toContain(secret);
  });

  it('ask for all events by default, and are refused by the rules of the page', async () => {
    const { ask, at } = webhookScene();
    const { id, events } = (await ask('POST', at('/webhooks'), { json: { url } })).json;
    expect(events).toEqual(projectEvents);
    for (const inside of [
      'http://127.0.0.1/',
      'http://10.0.0.1/',
      'ftp://hooks.example/',
      'https://u:p@hooks.example/'
    ]) {
      const refused = { status: 400, json: { problems: [{ column: 'url' }] } };
      expect(await ask('POST', at('/webhooks'), { json: { url: inside } })).toMatchObject(refused);
      expect(await ask('PATCH', at(`/webhooks/${String(id)}`), { json: { url: inside } })).toMatchObject(refused);
    }
    for (const json of [
      { url, events: [] },
      { url, events: ['nothing'] },
      { url, more: 1 }
    ])
      expect((await ask('POST', at('/webhooks'), { json })).status).toBe(400);
    for (let more = 1; more < 10; more += 1) await ask('POST', at('/webhooks'), { json: { url } });
    expect(await ask('POST', at('/webhooks'), { json: { url } })).toMatchObject({ status: 409 });
  });

  it('list their deliveries, and send an event again', async () => {
    const { ask, at, db, manage } = webhookScene();
    const { id } = (await ask('POST', at('/webhooks'), { json: { url, events: ['run.paused'] } })).json;
    const other = (await ask('POST', at('/webhooks'), { json: { url, events: ['study.complete'] } })).json.id;
    const project = manage.resource.id;
    db.insert(schema.notice)
      .values({ id: 'n', projectId: project, event: 'run.paused', data: { run: 1 }, at: 1 })
      .run();
    db.insert(schema.webhookDelivery)
      .values({
        id: 'd',
        webhookId: String(id),
        noticeId: 'n',
        state: 'failed',
        tries: 7,
        nextAt: 1,
        status: 500,
        problem: 'It answered 500.',
        createdAt: 1,
        endedAt: 1
      }) // prettier-ignore
      .run();
    const [row] = (await ask('GET', at('/deliveries'))).json.rows as unknown[];
    expect(row).toMatchObject({ id: 'd', webhook: id, event: 'run.paused', state: 'failed', status: 500, next: null });
    const again = await ask('POST', at('/deliveries/d/redeliver'));
    expect(again.status).toBe(202);
    const rows = (await ask('GET', at(`/deliveries?webhook=${String(id)}`))).json.rows as {
      id: string;
      state: string;
    }[];
    expect(rows.map(({ id: one, state }) => [one, state])).toContainEqual([again.json.delivery, 'waiting']);
    expect((await ask('GET', at(`/deliveries?webhook=${String(other)}`))).json.rows).toEqual([]);
  });

  it('are for leads with the scope manage, and a project knows only its own', async () => {
    const { ask, at, db, tokenFor } = webhookScene();
    const { id } = (await ask('POST', at('/webhooks'), { json: { url } })).json;
    const strangers = [
      tokenFor('ana', ['annotator'], ['manage']),
      tokenFor('vera', ['viewer'], ['manage']),
      tokenFor('lena', ['lead'], [])
    ];
    for (const token of strangers)
      for (const [method, path] of [
        ['GET', '/webhooks'],
        ['POST', '/webhooks'],
        ['PATCH', `/webhooks/${String(id)}`],
        ['DELETE', `/webhooks/${String(id)}`],
        ['GET', '/deliveries']
      ] as const)
        expect([403, 404], `${method} ${path}`).toContain(
          (
            await ask(method, at(path), {
              token,
              ...(method === 'POST' || method === 'PATCH' ? { json: { url } } : {})
            })
          ).status
        );
    expect(db.select().from(schema.webhook).all()).toHaveLength(1);
    db.insert(schema.project).values({ id: 'other', slug: 'other', name: 'Other', createdAt: 1 }).run();
    const admin = tokenFor('ada', [], ['manage'], true);
    const foreign = await ask('DELETE', `/projects/other/webhooks/${String(id)}`, { token: admin });
    expect(foreign.status).toBe(404);
  });
});
