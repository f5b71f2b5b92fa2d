import { and, desc, eq } from 'drizzle-orm';
import { fieldSays, problemAt, refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { writtenAddress, type Guard } from '../../scorer/web/fetching/guard.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, newToken } from '../../server/db/id.ts';
import { noteEvents } from '../events/notices.server.ts';
import { isProjectEvent } from '../events/project-events.ts';
import { newDelivery } from '../events/webhook-queue.server.ts';

const leadSays = sayingsOf('leadRefusals');

const MOST_WEBHOOKS = 10;
const LONGEST_ADDRESS = 2_000;
const SHOWN = 100;

type Grant = ProjectGrant<'manage'>;

/**
 * Makes a webhook. States that last already are no events for it: only what begins from now on is sent.
 *
 * @param guard of the server's requests
 * @returns the secret of its signatures, which is readable only now
 */
export function makeWebhook(
  db: Db,
  grant: Grant,
  { url, events }: { url: string; events: readonly string[] },
  guard: Guard,
  now = Date.now()
): { id: string; secret: string } {
  const projectId = grant.resource.id;
  const { address, names } = checkedWish({ url, events }, guard);
  noteEvents(db, projectId, now);
  return write(db, (tx) => {
    const { webhook } = schema;
    const there = tx.select({ id: webhook.id }).from(webhook).where(eq(webhook.projectId, projectId)).all();
    if (there.length >= MOST_WEBHOOKS) refuse.conflict(leadSays('webhooksFull', { most: MOST_WEBHOOKS }));
    const [id, secret] = [newId(), `whs_${newToken()}`];
    const row = { id, projectId, url: address.href, events: names, secret };
    tx.insert(webhook)
      .values({ ...row, createdAt: now, pausedAt: null })
      .run();
    const detail = { host: address.host, events: row.events };
    record(tx, grant.actor, { projectId, action: 'webhook.make', entity: 'webhook', entityId: id, detail });
    return { id, secret };
  });
}

/** Changes address or events of a webhook, and resumes one that a restored backup paused. Its secret and its log stay. */
export function changeWebhook(
  db: Db,
  grant: Grant,
  id: string,
  change: { url?: string | undefined; events?: readonly string[] | undefined },
  guard: Guard,
  now = Date.now()
): void {
  const projectId = grant.resource.id;
  const { webhook } = schema;
  const of = and(eq(webhook.id, id), eq(webhook.projectId, projectId));
  const before = db.select().from(webhook).where(of).get() ?? refuse.notFound('webhook');
  const wish = { url: change.url ?? before.url, events: change.events ?? before.events.split(' ') };
  const { address, names } = checkedWish(wish, guard);
  noteEvents(db, projectId, now);
  write(db, (tx) => {
    const changed = tx.update(webhook).set({ url: address.href, events: names, pausedAt: null }).where(of).run();
    if (changed.changes === 0) refuse.notFound('webhook');
    const detail = { host: address.host, events: names };
    record(tx, grant.actor, { projectId, action: 'webhook.change', entity: 'webhook', entityId: id, detail });
  });
}

/** Address and events of a webhook, or a refusal of what it cannot have. */
function checkedWish(
  { url, events }: { url: string; events: readonly string[] },
  guard: Guard
): { address: URL; names: string } {
  const address = url.length <= LONGEST_ADDRESS ? URL.parse(url.trim()) : null;
  const known = address && writtenAddress(address);
  const sendable =
    address !== null && guard.refusal(address) === null && (known === null || guard.mayConnect(address, known));
  const problems = [
    ...(sendable ? [] : [problemAt('url', fieldSays('webhookAddress'), url)]),
    ...(events.length > 0 && events.every(isProjectEvent) ? [] : [problemAt('events', fieldSays('webhookEvents'))])
  ];
  if (problems.length > 0) refuse.invalid(leadSays('webhookNotSaved'), problems);
  return { address: address!, names: [...new Set(events)].join(' ') };
}

/** The webhooks of a project, without their secrets. */
export const listWebhooks = (db: Db, grant: Grant) =>
  db
    .select()
    .from(schema.webhook)
    .where(eq(schema.webhook.projectId, grant.resource.id))
    .orderBy(desc(schema.webhook.createdAt))
    .all()
    .map(({ id, url, events, createdAt, pausedAt }) => ({ id, url, events: events.split(' '), createdAt, pausedAt }));

/** The newest deliveries of a project, or of one of its webhooks. */
export function listDeliveries(db: Db, grant: Grant, webhookId?: string) {
  const { notice, webhook, webhookDelivery: delivery } = schema;
  return db
    .select({
      ...{
        id: delivery.id,
        webhookId: webhook.id,
        event: notice.event,
        url: webhook.url,
        state: delivery.state,
        tries: delivery.tries
      },
      ...{ status: delivery.status, problem: delivery.problem, at: delivery.createdAt, nextAt: delivery.nextAt }
    })
    .from(delivery)
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(
      and(eq(webhook.projectId, grant.resource.id), webhookId === undefined ? undefined : eq(webhook.id, webhookId))
    )
    .orderBy(desc(delivery.createdAt), desc(delivery.id))
    .limit(SHOWN)
    .all();
}

/** Deletes a webhook with its log; deliveries that wait are not sent. */
export function deleteWebhook(db: Db, grant: Grant, id: string): void {
  const projectId = grant.resource.id;
  write(db, (tx) => {
    const { webhook, webhookDelivery } = schema;
    const of = and(eq(webhook.id, id), eq(webhook.projectId, projectId));
    if (!tx.select({ id: webhook.id }).from(webhook).where(of).get()) refuse.notFound('webhook');
    tx.delete(webhookDelivery).where(eq(webhookDelivery.webhookId, id)).run();
    tx.delete(webhook).where(of).run();
    record(tx, grant.actor, { projectId, action: 'webhook.delete', entity: 'webhook', entityId: id });
  });
}

/**
 * Sends an event once more, as a new delivery; also resumes a webhook that a restored backup paused.
 *
 * @returns the id of the new delivery
 */
export function redeliver(db: Db, grant: Grant, deliveryId: string, now = Date.now()): string {
  const projectId = grant.resource.id;
  return write(db, (tx) => {
    const { webhook, webhookDelivery: delivery } = schema;
    const found =
      tx
        .select({ webhookId: delivery.webhookId, noticeId: delivery.noticeId })
        .from(delivery)
        .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
        .where(and(eq(delivery.id, deliveryId), eq(webhook.projectId, projectId)))
        .get() ?? refuse.notFound('delivery');
    const made = newDelivery(found.webhookId, found.noticeId, now);
    tx.insert(delivery).values(made).run();
    tx.update(webhook).set({ pausedAt: null }).where(eq(webhook.id, found.webhookId)).run();
    const entry = { action: 'webhook.redeliver', entity: 'webhook', entityId: found.webhookId };
    record(tx, grant.actor, { projectId, ...entry, detail: { delivery: made.id } });
    return made.id;
  });
}
