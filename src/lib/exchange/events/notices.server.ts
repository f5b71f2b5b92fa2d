import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { loadRubrics } from '../../scorer/suites/rubrics/rubrics.server.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { log } from '../../server/log.ts';
import { lastingStates, type LastingState } from './lasting-states.server.ts';
import { queueMails } from './mail-queue.server.ts';
import { queueDeliveries } from './webhook-queue.server.ts';

/**
 * Compares the states of every project of which events are sent with the stored events: a state that has begun is an event, with a
 * delivery for each webhook that asks for it and an e-mail to each member who chose it, in one transaction. States outlast a kill, so
 * an event is at most found later.
 */
export function noteAllEvents(db: Db, now: number): void {
  loadRubrics(db);
  for (const id of watchedProjects(db))
    try {
      noteEvents(db, id, now);
    } catch (error) {
      // A damaged row of one project must not keep the others from their events.
      log().error({ err: error, project: id }, 'Events of a project could not be read');
    }
}

/** Projects in use that have a webhook in use, or a member who chose events to be mailed. */
function watchedProjects(db: Db): string[] {
  const { mailChoice, membership, project, webhook } = schema;
  const withWebhook = db
    .selectDistinct({ id: webhook.projectId })
    .from(webhook)
    .innerJoin(project, eq(project.id, webhook.projectId))
    .where(and(isNull(webhook.pausedAt), isNull(project.archivedAt)))
    .all();
  const withReader = db
    .selectDistinct({ id: membership.projectId })
    .from(membership)
    .innerJoin(mailChoice, eq(mailChoice.userId, membership.userId))
    .innerJoin(project, eq(project.id, membership.projectId))
    .where(and(ne(mailChoice.events, ''), isNull(project.archivedAt)))
    .all();
  return [...new Set([...withWebhook, ...withReader].map(({ id }) => id))];
}

/** The same for one project. */
export function noteEvents(db: Db, projectId: string, now: number): void {
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
    queueDeliveries(tx, projectId, rows, now);
    queueMails(tx, projectId, begun, now);
  });
}
