import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { record } from '../../server/audit/audit.ts';
import type { Authorized, InstanceResource, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { queueInvitation, queueMail } from '../events/mail-queue.server.ts';

const leadSays = sayingsOf('leadRefusals');

const SHOWN = 100;

type Administer = Authorized<InstanceResource, 'administer'>;

/** E-mails of the last 30 days by state, and the newest of them; failed ones first. */
export function readMailLog(db: Db, _grant: Administer) {
  const { invitation, mail, project, user } = schema;
  const counts = { waiting: 0, delivered: 0, failed: 0 };
  for (const { state, n } of db.select({ state: mail.state, n: count() }).from(mail).groupBy(mail.state).all())
    counts[state] = n;
  const mails = db
    .select({
      ...{ id: mail.id, event: mail.event, events: mail.events, state: mail.state, tries: mail.tries },
      ...{ problem: mail.problem, nextAt: mail.nextAt, at: mail.createdAt, project: project.name },
      to: sql<string | null>`coalesce(${user.email}, ${invitation.email})`
    })
    .from(mail)
    .innerJoin(project, eq(project.id, mail.projectId))
    .leftJoin(user, eq(user.id, mail.userId))
    .leftJoin(invitation, eq(invitation.id, mail.invitationId))
    .orderBy(sql`${mail.state} = 'failed' desc`, desc(mail.createdAt), desc(mail.id))
    .limit(SHOWN)
    .all();
  return { counts, mails };
}

/** Sends a failed e-mail once more: as a new one, or with one about the same that waits. */
export function retryMail(db: Db, grant: Administer, id: string, now = Date.now()): void {
  const { mail } = schema;
  write(db, (tx) => {
    const failed = and(eq(mail.id, id), eq(mail.state, 'failed'));
    const found = tx.select().from(mail).where(failed).get() ?? refuse.notFound('failed e-mail');
    const { projectId, userId, event, events, invitationId, language } = found;
    tx.delete(mail).where(failed).run();
    if (userId !== null && event !== null) queueMail(tx, { userId, projectId, event }, events, now);
    else queueInvitation(tx, { projectId, invitationId: invitationId!, language: language! }, now);
    record(tx, grant.actor, { projectId, action: 'mail.retry', entity: 'mail', entityId: id });
  });
}

/**
 * Queues open invitations that have an address. Each e-mail gets a new link when it is sent, and the link before stops working.
 *
 * @returns how many e-mails wait now
 * @throws a refusal if one of them is not open or has no address
 */
export function mailInvitations(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { ids, language }: { ids: readonly string[]; language: string },
  now = Date.now()
): number {
  const { invitation } = schema;
  const projectId = grant.resource.id;
  return write(db, (tx) => {
    const open = tx
      .select({ id: invitation.id })
      .from(invitation)
      .where(
        and(
          ...[inArray(invitation.id, [...ids]), eq(invitation.projectId, projectId), eq(invitation.purpose, 'join')],
          ...[isNull(invitation.usedAt), isNull(invitation.revokedAt), isNotNull(invitation.email)]
        )
      )
      .all();
    if (ids.length === 0 || open.length < new Set(ids).size) refuse.conflict(leadSays('invitationNotMailed'));
    for (const { id } of open) {
      const queued = queueInvitation(tx, { projectId, invitationId: id, language }, now);
      if (queued === null) continue;
      const entry = { action: 'invitation.mail', entity: 'invitation', entityId: id };
      record(tx, grant.actor, { projectId, ...entry, detail: { mail: queued } });
    }
    return open.length;
  });
}
