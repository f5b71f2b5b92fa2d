import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { schema } from '$lib/server/db/client.ts';
import { apiScene } from './asking.fixture.ts';

let scene: ReturnType<typeof apiScene>;
beforeAll(() => void (scene = apiScene()));
afterAll(() => scene.driver.stop());

const plan = { metrics: ['presentation'], systems: ['aurora', 'borealis'], judges: ['scripted:yes'] };
const at = (path: string) => `/projects/heat${path}`;

describe('importReports', () => {
  it('imports all rows or, with the problems, none, and twice changes nothing', async () => {
    const row = { system: 'Cumulus', qid: 'q1', report: '# Heat\n\nIt is hot.' };
    const bad = await scene.ask('POST', at('/reports'), { json: { rows: [row, { ...row, qid: 'nowhere' }] } });
    expect(bad.status).toBe(400);
    expect(bad.json.problems).toEqual([expect.objectContaining({ reason: expect.any(String) })]);
    const first = await scene.ask('POST', at('/reports'), { json: { rows: [row] } });
    expect(first).toMatchObject({
      status: 201,
      json: { kind: 'reports', result: { reports: { added: 1, unchanged: 0 } } }
    });
    const second = await scene.ask('POST', at('/reports'), { json: { rows: [row] } });
    expect(second.json.result).toMatchObject({ reports: { added: 0, unchanged: 1 } });
    const { json } = await scene.ask('GET', at('/reports?system=Cumulus'));
    const [{ id }] = json.rows as [{ id: string }];
    expect((await scene.ask('GET', at(`/reports/${id}`))).json.markdown).toBe(row.report);
  });
});

describe('importQueries', () => {
  it('imports queries with their checklists', async () => {
    const rows = [{ qid: 'q9', query: 'How hot is it?', domain: 'Weather', items: ['Is there a number?'] }];
    const answer = await scene.ask('POST', at('/queries'), { json: { rows } });
    expect(answer).toMatchObject({ status: 201, json: { kind: 'queries', result: { queries: { added: 1 } } } });
    const { json } = await scene.ask('GET', at('/queries/q9'));
    expect(json).toMatchObject({ text: 'How hot is it?', items: [{ text: 'Is there a number?', kind: 'item' }] });
  });
});

describe('importFile', () => {
  it('recognises a file by its name and content', async () => {
    const bytes = new TextEncoder().encode('{"system":"Cumulus","qid":"q2","report":"# Cold"}\n');
    const answer = await scene.ask('POST', at('/imports?filename=reports.jsonl'), { bytes });
    expect(answer).toMatchObject({ status: 201, json: { format: 'reports-jsonl', result: { reports: { added: 1 } } } });
  });

  it('is refused before its body is read, if the body does not say how long it is or is too long', async () => {
    const bytes = new TextEncoder().encode('x');
    const ask = (length: string) =>
      scene.ask('POST', at('/imports?filename=x.csv'), { bytes, headers: { 'content-length': length } });
    expect((await ask(String(51 * 1024 * 1024))).status).toBe(413);
  });
});

describe('a run', () => {
  it('is estimated, started, followed by events to its end, and read as verdicts and scores', async () => {
    const estimate = await scene.ask('POST', at('/runs/estimate'), { json: plan });
    // Judges that follow a script are no models: nothing has to be sent.
    expect(estimate).toMatchObject({ status: 200, json: { calls: 0, cost: 0, unpriced: [] } });
    const before = scene.db.select().from(schema.run).all().length;
    const headers = { 'idempotency-key': 'the-first-run' };
    const made = await scene.ask('POST', at('/runs'), { json: plan, headers });
    expect(made).toMatchObject({ status: 201, json: { metrics: ['presentation'], tasks: 4 } });
    const again = await scene.ask('POST', at('/runs'), { json: plan, headers });
    expect(again.text).toBe(made.text);
    expect(scene.db.select().from(schema.run).all().length).toBe(before + 1);

    const number = made.json.number as number;
    const events = await scene.ask('GET', at(`/runs/${number}/events`));
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    const [last] = events.text.trim().split('\n\n').slice(-1);
    expect(last).toMatch(/^event: end\ndata: /);
    expect(JSON.parse(last!.split('data: ')[1]!)).toMatchObject({ state: 'done', tasksDone: 4, live: null });

    const { json: verdicts } = await scene.ask('GET', at(`/runs/${number}/verdicts?size=3`));
    expect(verdicts).toMatchObject({ rows: [{ state: 'judged', label: 'yes' }, {}, {}], next: 3 });
    const { json: scores } = await scene.ask('GET', at(`/runs/${number}/scores`));
    expect(scores).toMatchObject({
      total: 4,
      rows: [{ metric: 'presentation', ensemble: { value: 100, reason: null } }, {}, {}, {}]
    });
    const report = await scene.ask('GET', at(`/runs/${number}/files/report.html`));
    expect([report.status, report.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(report.text).toMatch(/^<!doctype html>/);
    const file = await scene.ask('GET', at(`/runs/${number}/files/scores.csv`));
    expect(file.headers.get('content-disposition')).toContain(`heat-run-${number}-scores.csv`);
    const exported = scene.db.select().from(schema.audit).all().at(-1)!;
    expect(exported).toMatchObject({ action: 'file.export', detail: { token: scene.lead.slice(0, 12) } });
  });

  it('is followed no longer once the token is revoked or the person leaves the project', async () => {
    const { json } = await scene.ask('POST', at('/runs'), { json: plan });
    const { run, apiToken, membership } = schema;
    const number = json.number as number;
    await scene.ask('GET', at(`/runs/${number}/events`));
    scene.db.update(run).set({ status: 'running', finishedAt: null }).where(eq(run.number, number)).run();
    const ends: (() => unknown)[] = [
      () =>
        scene.db
          .delete(apiToken)
          .where(eq(apiToken.prefix, viewer.slice(0, 12)))
          .run(),
      () => scene.db.delete(membership).where(eq(membership.role, 'viewer')).run()
    ];
    let viewer = '';
    for (const [n, end] of ends.entries()) {
      viewer = scene.tokenFor(`viewer-${n}`, ['viewer']);
      const followed = scene.ask('GET', at(`/runs/${number}/events`), { token: viewer });
      await new Promise((resolve) => setTimeout(resolve, 50));
      end();
      const { text } = await followed;
      expect(text).toMatch(/^event: progress\n/);
      expect(text).not.toContain('event: end');
    }
  });

  it('that cannot be made is refused with the fields at fault, as on its page', async () => {
    const json = { ...plan, judges: ['nobody:model'], systems: ['Nimbus'] };
    const answer = await scene.ask('POST', at('/runs'), { json });
    expect(answer.status).toBe(400);
    expect((answer.json.problems as { column: string }[]).map(({ column }) => column)).toEqual(['judge']);
    const unknown = await scene.ask('POST', at('/runs'), { json: { ...plan, metrics: ['no-such-metric'] } });
    expect(unknown.status).toBeLessThan(500);
  });

  it('whose judge has no key on this server is refused as a conflict that names the variable, not as an outage', async () => {
    const answer = await scene.ask('POST', at('/runs'), { json: { ...plan, judges: ['openai:gpt-5'] } });
    expect(answer).toMatchObject({ status: 409, json: { code: 'not-configured' } });
    expect(answer.json.detail).toContain('OPENAI_API_KEY');
  });

  it('that is done cannot be cancelled or started again, and says so', async () => {
    for (const act of ['start', 'cancel'])
      expect((await scene.ask('POST', at(`/runs/1/${act}`))).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await scene.ask('POST', at('/runs/77/start'))).json).toMatchObject({ status: 404 });
    expect((await scene.ask('GET', at('/runs/abc'))).json).toMatchObject({ status: 404 });
  });

  it('can be read with the scope `read`, and neither planned nor stopped', async () => {
    const token = scene.tokenFor('reader', ['lead']);
    expect((await scene.ask('GET', at('/runs/1'), { token })).status).toBe(200);
    for (const path of ['/runs', '/runs/1/cancel', '/reports'])
      expect((await scene.ask('POST', at(path), { token, json: plan })).json).toMatchObject({ status: 403 });
  });
});
