import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { loadRubrics } from '../../scorer/suites/rubrics/rubrics.server.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { log } from '../../server/log.ts';
import { lastingStates, type LastingState } from './lasting-states.server.ts';

/** Deliveries that wait for one address at most; the oldest fail if there are more. */
const MOST_WAITING = 500;

/**
 * Compares the states of every project that has webhooks with the stored events: a state that has begun is an event, with a delivery
 * for each webhook that asks for it, in one transaction. States outlast a kill, so an event is at most found later.
 */
export function noteAllEvents(db: Db, now = Date.now()): void {
  const { project, webhook } = schema;
  const projects = db
    .selectDistinct({ id: webhook.projectId })
    .from(webhook)
    .innerJoin(project, eq(project.id, webhook.projectId))
    .where(and(isNull(webhook.pausedAt), isNull(project.archivedAt)))
    .all();
  loadRubrics(db);
  for (const { id } of projects)
    try {
      noteEvents(db, id, now);
    } catch (error) {
      // A damaged row of one project must not keep the others from their events.
      log().error({ err: error, project: id }, 'Events of a project could not be read');
    }
}

/** The same for one project. */
export function noteEvents(db: Db, projectId: string, now = Date.now()): void {
  const states = lastingStates(db, projectId);
  const { notice } = schema;
  const nameOf = ({ event, key }: Pick<LastingState, 'event' | 'key'>): string => `${event} ${key}`;
  const current = new Set(states.map(nameOf));
  const read = (from: Db) =>
    from
      .select({ id: notice.id, event: notice.event, lasting: notice.lasting })
      .from(notice)
      .where(and(eq(notice.projectId, projectId), isNotNull(notice.lasting)))
      .all();
  const changes = (from: Db) => {
    const known = read(from);
    const names = new Set(known.map(({ event, lasting }) => `${event} ${lasting}`));
    return {
      begun: states.filter((one) => !names.has(nameOf(one))),
      over: known.filter(({ event, lasting }) => !current.has(`${event} ${lasting}`)).map(({ id }) => id)
    };
  };
  const seen = changes(db);
  if (seen.begun.length === 0 && seen.over.length === 0) return;
  write(db, (tx) => {
    const { begun, over } = changes(tx);
    if (over.length > 0) tx.update(notice).set({ lasting: null }).where(inArray(notice.id, over)).run();
    if (begun.length === 0) return;
    const rows = begun.map(({ event, key, data }) => ({
      ...{ id: newId(), projectId, event, lasting: key, data, at: now }
    }));
    tx.insert(notice).values(rows).run();
    queueFor(tx, projectId, rows, now);
  });
}

function queueFor(tx: Db, projectId: string, notices: readonly { id: string; event: string }[], now: number): void {
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
