import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { problemsOf } from '../../../../tests/refusals.ts';
import { guardFor } from '../../scorer/web/fetching/guard.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { judgeAll, setUp } from '../../studies/judging/judging.fixture.ts';
import { deleteWebhook, listDeliveries, listWebhooks, makeWebhook, redeliver } from './webhooks.server.ts';
import { EventTurns } from '../events/event-turns.server.ts';
import { projectEvents, retryPauses } from '../events/project-events.ts';
import { newDelivery } from '../events/webhook-queue.server.ts';
import { WebhookSender } from './webhook-sender.server.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  url: string;
}

let received: Received[] = [];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), url: request.url! });
    answer(response);
  });
});
let address = '';
let allowed: ReturnType<typeof guardFor>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/hook`;
  allowed = guardFor([`127.0.0.1:${port}`]);
});
afterAll(() => void server.close());
beforeEach(() => {
  received = [];
  answer = (response) => void response.writeHead(204).end();
});

/** A study with a webhook for all events that was made after the study, and a run that has paused since. */
function scene() {
  const made = setUp();
  const { db, manage } = made;
  const hook = makeWebhook(db, manage, { url: address, events: projectEvents }, allowed);
  let now = Date.now();
  const sender = (timeoutMs = 2_000) =>
    new EventTurns(db, [new WebhookSender(db, { guard: allowed, now: () => now, timeoutMs })], () => now);
  const pause = (status: 'paused' | 'running' = 'paused') =>
    void db.update(schema.run).set({ status }).where(eq(schema.run.id, made.runId)).run();
  const wait = (ms: number) => void (now += ms);
  const row = { id: 'n', projectId: manage.resource.id, event: 'run.paused', lasting: null, data: {}, at: 1 };
  const notify = () => void db.insert(schema.notice).values(row).run();
  return { ...made, hook, sender, pause, wait, notify, log: () => listDeliveries(db, manage) };
}

const eventsIn = (): string[] => received.map(({ headers }) => headers['voirdire-event'] as string);

describe('an event', () => {
  it('that begins after the webhook was made is sent once, signed over timestamp and body', async () => {
    const { hook, sender, pause, log } = scene();
    await sender().turn();
    expect(received).toEqual([]);
    pause();
    await sender().turn();
    await sender().turn();
    expect(eventsIn()).toEqual(['run.paused']);
    const [{ headers, body }] = received as [Received];
    const signed = createHmac('sha256', hook.secret).update(`${String(headers['voirdire-timestamp'])}.${body}`);
    expect(headers['voirdire-signature']).toBe(`v1=${signed.digest('hex')}`);
    expect(JSON.parse(body)).toMatchObject({ event: 'run.paused', data: { run: 1 } });
    expect(log()).toMatchObject([{ state: 'delivered', status: 204, tries: 1, problem: null }]);
  });

  it('occurs again after its state has ended', async () => {
    const { sender, pause } = scene();
    for (const status of ['paused', 'running', 'paused'] as const) {
      pause(status);
      await sender().turn();
    }
    expect(eventsIn()).toEqual(['run.paused', 'run.paused']);
  });

  it('says when a study is complete and when a question is answered, in numbers only', async () => {
    const { db, study, annotators, sender, secrets, lead } = scene();
    const assignments = db.select().from(schema.assignment).where(eq(schema.assignment.studyId, study.id)).all();
    for (const { id, userId } of assignments)
      judgeAll(
        db,
        annotators.find((one) => one.id === userId)!,
        id
      );
    const item = db.select().from(schema.studyItem).get()!;
    db.insert(schema.studyQuestion)
      .values({
        ...{ id: 'asked', studyItemId: item.id, userId: annotators[0].id, question: 'planted question', askedAt: 1 },
        ...{ answer: 'planted answer', answeredBy: lead.id, answeredAt: 2 }
      })
      .run();
    await sender().turn();
    expect(eventsIn().sort()).toEqual(['question.answered', 'study.complete']);
    const sent = received.map(({ body }) => body).join();
    for (const secret of [...secrets, 'planted', ...annotators.map(({ name }) => name)])
      expect(sent).not.toContain(secret);
  });
});

describe('a delivery', () => {
  it('is not delayed by those that wait for another address', async () => {
    const { db, manage, hook, sender, notify } = scene();
    const other = makeWebhook(db, manage, { url: `${address}/other`, events: projectEvents }, allowed);
    notify();
    const waiting = Array.from({ length: 20 }, (_, at) => newDelivery(hook.id, 'n', 1 + at));
    db.insert(schema.webhookDelivery)
      .values([...waiting, newDelivery(other.id, 'n', 50)])
      .run();
    await sender().turn();
    expect(received.map(({ url }) => url)).toContain('/hook/other');
  });

  it('that waits while its project is moved to the archive is not sent', async () => {
    const { db, hook, sender, log, notify } = scene();
    notify();
    db.insert(schema.webhookDelivery)
      .values(newDelivery(hook.id, 'n', 1))
      .run();
    db.update(schema.project).set({ archivedAt: 2 }).run();
    await sender().turn();
    expect(received).toEqual([]);
    expect(log()).toMatchObject([{ state: 'failed', problem: 'The project is in the archive.' }]);
  });

  it('is listed of one webhook, however many another one has had since', () => {
    const { db, manage, hook, notify } = scene();
    const other = makeWebhook(db, manage, { url: address, events: projectEvents }, allowed);
    notify();
    const made = [
      newDelivery(hook.id, 'n', 1),
      ...Array.from({ length: 100 }, (_, at) => newDelivery(other.id, 'n', 2 + at))
    ];
    db.insert(schema.webhookDelivery).values(made).run();
    expect(listDeliveries(db, manage).every(({ webhookId }) => webhookId === other.id)).toBe(true);
    expect(listDeliveries(db, manage, hook.id).map(({ id }) => id)).toEqual([made[0]!.id]);
  });

  it('that is refused is repeated after longer and longer pauses, then fails, and can be sent anew', async () => {
    const { db, manage, sender, pause, wait, log } = scene();
    answer = (response) => void response.writeHead(500).end();
    pause();
    await sender().turn();
    for (const ms of retryPauses) {
      wait(ms - 1);
      await sender().turn();
      const before = received.length;
      wait(1);
      await sender().turn();
      expect(received.length).toBe(before + 1);
    }
    expect(received.length).toBe(retryPauses.length + 1);
    expect(log()).toMatchObject([{ state: 'failed', status: 500, problem: 'It answered 500.' }]);
    wait(retryPauses.at(-1)!);
    await sender().turn();
    expect(received.length).toBe(retryPauses.length + 1);
    answer = (response) => void response.writeHead(200).end();
    redeliver(db, manage, log()[0]!.id);
    await sender().turn();
    expect(
      log()
        .map(({ state }) => state)
        .sort()
    ).toEqual(['delivered', 'failed']);
  });

  it('does not follow a redirect', async () => {
    const { sender, pause, log } = scene();
    answer = (response) => void response.writeHead(307, { location: '/elsewhere' }).end();
    pause();
    await sender().turn();
    expect(received.map(({ url }) => url)).toEqual(['/hook']);
    expect(log()).toMatchObject([{ state: 'waiting', status: 307, problem: 'It redirects, which is not followed.' }]);
  });

  it('ends after its time if the receiver does not answer', async () => {
    const { sender, pause, log } = scene();
    const open: ServerResponse[] = [];
    answer = (response) => void open.push(response);
    pause();
    await sender(150).turn();
    expect(log()).toMatchObject([{ state: 'waiting', status: null, problem: 'It did not answer within 0.15 s.' }]);
    for (const response of open) response.end();
  });

  it('survives a kill before it was sent, and one while it was under way', async () => {
    const { db, sender, pause, wait, log } = scene();
    pause();
    await sender().turn();
    expect(received.length).toBe(1);
    // As a kill leaves it: claimed, and nothing of its end stored.
    const delivery = db.select().from(schema.webhookDelivery).get()!;
    db.update(schema.webhookDelivery).set({ state: 'waiting', status: null, endedAt: null }).run();
    await sender().turn();
    expect(received.length).toBe(1);
    wait(retryPauses[0]);
    await sender().turn();
    expect(received.map(({ headers }) => headers['voirdire-delivery'])).toEqual([delivery.id, delivery.id]);
    expect(log()[0]!.state).toBe('delivered');
  });

  it('to an address inside the network is refused, also by a name that resolves to one', async () => {
    const { db, manage, pause } = scene();
    const open = guardFor([]);
    for (const url of [address, 'http://10.0.0.1/', 'http://localhost/', 'http://hook.LOCALHOST./', 'ftp://a.example/', 'https://a.example:8443/', 'https://u:p@a.example/', 'x'])
      expect(problemsOf(() => makeWebhook(db, manage, { url, events: ['run.paused'] }, open)).map(({ column }) => column)).toEqual(['url']); // prettier-ignore
    makeWebhook(db, manage, { url: 'http://localhost/', events: ['run.paused'] }, guardFor(['localhost:80']));
    makeWebhook(db, manage, { url: 'http://localhost.example/', events: ['run.paused'] }, open);
    const own = makeWebhook(db, manage, { url: 'http://inside.example/', events: ['run.paused'] }, open);
    pause();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    await new EventTurns(db, [new WebhookSender(db, { guard: open, resolve })]).turn();
    const mine = stateOf(db, own.id);
    expect(mine.problem).toContain('not a public one');
    expect(received).toEqual([]);
  });
});

const stateOf = (db: Db, webhookId: string) =>
  db.select().from(schema.webhookDelivery).where(eq(schema.webhookDelivery.webhookId, webhookId)).get()!;

describe('a webhook', () => {
  it('shows its secret once and is deleted with its log', async () => {
    const { db, manage, hook, sender, pause } = scene();
    pause();
    await sender().turn();
    expect(JSON.stringify(listWebhooks(db, manage))).not.toContain(hook.secret);
    expect(JSON.stringify(db.select().from(schema.audit).all())).not.toContain(hook.secret);
    deleteWebhook(db, manage, hook.id);
    expect(listWebhooks(db, manage)).toEqual([]);
    expect(listDeliveries(db, manage)).toEqual([]);
  });

  it('needs events that there are', () => {
    const { db, manage } = scene();
    for (const events of [[], ['nothing']])
      expect(problemsOf(() => makeWebhook(db, manage, { url: address, events }, allowed))).toMatchObject([
        { column: 'events' }
      ]);
  });
});
