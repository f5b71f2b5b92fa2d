import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';

/** Deliveries that wait for one address at most; the oldest fail if there are more. */
const MOST_WAITING = 500;

/** Deliveries of events that have begun, for each webhook in use that asks for them; part of a transaction. */
export function queueDeliveries(
  tx: Db,
  projectId: string,
  notices: readonly { id: string; event: string }[],
  now: number
): void {
  const { webhook, webhookDelivery } = schema;
  const hooks = tx
    .select({ id: webhook.id, events: webhook.events })
    .from(webhook)
    .where(and(eq(webhook.projectId, projectId), isNull(webhook.pausedAt)))
    .all();
  const rows = hooks.flatMap(({ id, events }) =>
    notices.filter(({ event }) => events.split(' ').includes(event)).map((one) => newDelivery(id, one.id, now))
  );
  if (rows.length > 0) tx.insert(webhookDelivery).values(rows).run();
  for (const { id } of hooks) failOldest(tx, id, now);
}

/** A delivery that is due at once. */
export const newDelivery = (webhookId: string, noticeId: string, now: number) => ({
  ...{ id: newId(), webhookId, noticeId, state: 'waiting' as const, tries: 0, nextAt: now },
  ...{ status: null, problem: null, createdAt: now, endedAt: null }
});

function failOldest(tx: Db, webhookId: string, now: number): void {
  const { webhookDelivery: delivery } = schema;
  const waiting = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.webhookId, webhookId), eq(delivery.state, 'waiting')))
    .orderBy(asc(delivery.createdAt))
    .all();
  const surplus = waiting.slice(0, Math.max(0, waiting.length - MOST_WAITING)).map(({ id }) => id);
  if (surplus.length === 0) return;
  tx.update(delivery)
    .set({ state: 'failed', problem: `More than ${MOST_WAITING} deliveries are waiting.`, endedAt: now })
    .where(inArray(delivery.id, surplus))
    .run();
}
