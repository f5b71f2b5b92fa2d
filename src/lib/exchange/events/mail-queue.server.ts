import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { LastingState } from './lasting-states.server.ts';
import type { ProjectEvent } from './project-events.ts';

/** A person gets at most one e-mail per project and event in this time, in ms. */
export const MAIL_PAUSE = 15 * 60_000;

/** Whom an e-mail about an event of a project reaches: one of them waits at most. */
interface MailGroup {
  userId: string;
  projectId: string;
  event: string;
}

/**
 * E-mails about states that have begun, to those whom they concern and who chose the event; part of a transaction. An e-mail that
 * waits already covers the new events as well.
 */
export function queueMails(
  tx: Db,
  projectId: string,
  begun: readonly Pick<LastingState, 'event' | 'concerns'>[],
  now: number
): void {
  const counts = new Map<ProjectEvent, Map<string, number>>();
  for (const { event, concerns } of begun) {
    const ofEvent = counts.get(event) ?? new Map<string, number>();
    for (const id of concerns(tx)) ofEvent.set(id, (ofEvent.get(id) ?? 0) + 1);
    counts.set(event, ofEvent);
  }
  for (const [event, people] of counts)
    for (const userId of whoChose(tx, event, [...people.keys()]))
      queueMail(tx, { userId, projectId, event }, people.get(userId)!, now);
}

function whoChose(tx: Db, event: ProjectEvent, people: readonly string[]): string[] {
  const { mailChoice, user } = schema;
  return tx
    .select({ id: user.id, events: mailChoice.events })
    .from(mailChoice)
    .innerJoin(user, eq(user.id, mailChoice.userId))
    .where(and(inArray(user.id, people), isNull(user.disabledAt)))
    .all()
    .flatMap(({ id, events }) => (events.split(' ').includes(event) ? [id] : []));
}

/** Queues an e-mail about `events` events, or adds them to the one that waits; part of a transaction. */
export function queueMail(tx: Db, group: MailGroup, events: number, now: number): void {
  const { mail } = schema;
  const of = and(eq(mail.userId, group.userId), eq(mail.projectId, group.projectId), eq(mail.event, group.event));
  const last = tx.select().from(mail).where(of).orderBy(desc(mail.createdAt), desc(mail.id)).get();
  const waiting = tx
    .select()
    .from(mail)
    .where(and(of, eq(mail.state, 'waiting')))
    .get();
  if (waiting) {
    tx.update(mail)
      .set({ events: waiting.events + events })
      .where(eq(mail.id, waiting.id))
      .run();
    return;
  }
  const nextAt = last?.state === 'delivered' ? Math.max(now, last.endedAt! + MAIL_PAUSE) : now;
  tx.insert(mail)
    .values({
      ...{ ...group, id: newId(), events, invitationId: null, language: null, state: 'waiting', tries: 0 },
      ...{ nextAt, problem: null, createdAt: now, endedAt: null }
    })
    .run();
}

/** Queues an invitation by e-mail; part of a transaction. @returns its id; null if it waits already */
export function queueInvitation(
  tx: Db,
  { projectId, invitationId, language }: { projectId: string; invitationId: string; language: string },
  now: number
): string | null {
  const { mail } = schema;
  const there = and(eq(mail.invitationId, invitationId), eq(mail.state, 'waiting'));
  if (tx.select({ id: mail.id }).from(mail).where(there).get()) return null;
  const id = newId();
  tx.insert(mail)
    .values({
      ...{ id, projectId, invitationId, language, userId: null, event: null, events: 1, state: 'waiting', tries: 0 },
      ...{ nextAt: now, problem: null, createdAt: now, endedAt: null }
    })
    .run();
  return id;
}
