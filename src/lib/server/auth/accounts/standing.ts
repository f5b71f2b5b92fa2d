import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq, isNull, ne, notInArray, or } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import type { Authorized, InstanceResource } from '../authorize.ts';
import { refuseCrowdAccount } from './crowd-account.ts';

const leadSays = sayingsOf('leadRefusals');

type Administer = Authorized<InstanceResource, 'administer'>;

/**
 * Closes an account: the person can no longer sign in, their sessions and tokens end, and so do the links that they made for
 * others and the ones by which their password could be set. Their work stays. Disabling twice changes nothing.
 *
 * @throws a refusal if the instance has no other admin
 */
export function disablePerson(db: Db, grant: Administer, userId: string): void {
  change(db, grant, userId, 'user.disable', (tx, user) => {
    if (user.disabledAt !== null) return false;
    keepAnAdmin(tx, user);
    tx.update(schema.user).set({ disabledAt: Date.now() }).where(eq(schema.user.id, userId)).run();
    tx.delete(schema.session).where(eq(schema.session.userId, userId)).run();
    tx.delete(schema.apiToken).where(eq(schema.apiToken.userId, userId)).run();
    tx.delete(schema.knownPlace).where(eq(schema.knownPlace.userId, userId)).run();
    const open = and(isNull(schema.invitation.usedAt), isNull(schema.invitation.revokedAt));
    for (const column of [schema.invitation.createdBy, schema.invitation.userId])
      tx.update(schema.invitation)
        .set({ revokedAt: Date.now() })
        .where(and(open, eq(column, userId)))
        .run();
    return true;
  });
}

/** Opens an account again, with the password and the roles that it had. */
export function enablePerson(db: Db, grant: Administer, userId: string): void {
  change(db, grant, userId, 'user.enable', (tx, user) => {
    if (user.disabledAt === null) return false;
    if (user.erasedAt !== null) refuse.conflict(leadSays('accountDeleted'));
    tx.update(schema.user).set({ disabledAt: null }).where(eq(schema.user.id, userId)).run();
    return true;
  });
}

/**
 * Makes a person an admin of the instance, or no longer one. A former admin keeps their roles in projects; their links stop
 * working, except those to projects that they lead.
 *
 * @throws a refusal if the instance would have no other admin, or the account is disabled
 */
export function setAdmin(db: Db, grant: Administer, userId: string, admin: boolean): void {
  change(db, grant, userId, admin ? 'admin.add' : 'admin.remove', (tx, user) => {
    if (user.admin === admin) return false;
    if (admin) refuseCrowdAccount(tx, userId);
    if (admin && user.disabledAt !== null) refuse.conflict(leadSays('accountDisabled'));
    if (!admin) {
      keepAnAdmin(tx, user);
      revokeLinksOfFormerAdmin(tx, userId);
    }
    tx.update(schema.user).set({ admin }).where(eq(schema.user.id, userId)).run();
    return true;
  });
}

/** A former admin must not come back by a link of their own: not to an account, and not to a project in any role. */
function revokeLinksOfFormerAdmin(tx: Db, userId: string): void {
  const { invitation, membership } = schema;
  const led = tx
    .select({ id: membership.projectId })
    .from(membership)
    .where(and(eq(membership.userId, userId), eq(membership.role, 'lead')));
  const open = and(isNull(invitation.usedAt), isNull(invitation.revokedAt));
  const lost = or(ne(invitation.purpose, 'join'), notInArray(invitation.projectId, led));
  tx.update(invitation)
    .set({ revokedAt: Date.now() })
    .where(and(eq(invitation.createdBy, userId), open, lost))
    .run();
}

type User = typeof schema.user.$inferSelect;

/** One change of a person in one transaction, with its audit row if it changed anything. */
function change(
  db: Db,
  grant: Administer,
  userId: string,
  action: string,
  work: (tx: Db, user: User) => boolean
): void {
  write(db, (tx) => {
    const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get() ?? refuse.notFound('person');
    // The grant is older than this transaction: its holder may have been demoted or disabled since.
    if (grant.actor.kind === 'person') requireAdmin(tx, grant.actor.id);
    if (work(tx, user)) record(tx, grant.actor, { projectId: null, action, entity: 'user', entityId: userId });
  });
}

function requireAdmin(tx: Db, id: string): void {
  const actor = tx.select().from(schema.user).where(eq(schema.user.id, id)).get();
  if (!actor?.admin || actor.disabledAt !== null) refuse.notPermitted(leadSays('noLongerAdmin'));
}

/** Refuses to remove the last admin: only the machine's command line could make another. */
function keepAnAdmin(tx: Db, user: User): void {
  if (!user.admin || user.disabledAt !== null) return;
  const other = tx
    .select()
    .from(schema.user)
    .where(and(eq(schema.user.admin, true), isNull(schema.user.disabledAt), ne(schema.user.id, user.id)))
    .get();
  if (!other) refuse.conflict(leadSays('onlyAdmin', { name: user.name }));
}
