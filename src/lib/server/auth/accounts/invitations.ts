import { sayingsOf } from '../../../messages/sayings.ts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { refuse, worded } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newId, newToken, sha256 } from '../../db/id.ts';
import type { Authorized, InstanceResource, ProjectGrant, Role } from '../authorize.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { personWithRoles } from '../sign-in/sessions.ts';
import { endPasswordLinks, newUser, setPassword } from './accounts.ts';
import { refuseCrowdAccount } from './crowd-account.ts';

const leadSays = sayingsOf('leadRefusals');

const day = 24 * 60 * 60 * 1000;
type Invitation = typeof schema.invitation.$inferSelect;

/** The one-time link for the first admin, or null once there is one. Each call replaces the link before. */
export function setUpLink(db: Db): string | null {
  return write(db, (tx) => {
    if (hasAdmin(tx)) return null;
    tx.update(schema.invitation)
      .set({ revokedAt: Date.now() })
      .where(
        and(
          eq(schema.invitation.purpose, 'set-up'),
          isNull(schema.invitation.usedAt),
          isNull(schema.invitation.revokedAt)
        )
      )
      .run();
    return insertInvitation(tx, { purpose: 'set-up' }).token;
  });
}

/** Whether the instance has an admin; until then, its only way in is the one-time link that the server printed. */
export const hasAdmin = (db: Db): boolean =>
  db.select({ id: schema.user.id }).from(schema.user).where(eq(schema.user.admin, true)).get() !== undefined;

/** A link by which one person joins a project in a role that is fixed here. */
export function invite(
  db: Db,
  grant: ProjectGrant<'manage'>,
  input: { role: Role; note: string }
): { id: string; token: string } {
  return write(db, (tx) => {
    const made = insertInvitation(tx, {
      purpose: 'join',
      projectId: grant.resource.id,
      role: input.role,
      note: input.note.trim().slice(0, 200),
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null
    });
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'invitation.create',
      entity: 'invitation',
      entityId: made.id,
      // Not the note: it names a person, and the trail cannot be erased.
      detail: { role: input.role }
    });
    return made;
  });
}

/** A link by which a person sets a new password. It replaces the link before, which may have reached another person. */
export function resetLink(db: Db, grant: Authorized<InstanceResource, 'administer'>, email: string): { token: string } {
  return write(db, (tx) => {
    const user =
      tx
        .select()
        .from(schema.user)
        .where(eq(schema.user.email, email.trim().normalize('NFC').toLowerCase()))
        .get() ?? refuse.notFound(`person with the e-mail ${email}`);
    if (user.disabledAt !== null) refuse.conflict(leadSays('accountIsDisabled', { email: user.email }));
    refuseCrowdAccount(tx, user.id);
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    endPasswordLinks(tx, user.id);
    const made = insertInvitation(tx, { purpose: 'reset', userId: user.id, createdBy });
    record(tx, grant.actor, { projectId: null, action: 'password.reset-link', entity: 'user', entityId: user.id });
    return { token: made.token };
  });
}

export function revokeInvitation(db: Db, grant: ProjectGrant<'manage'>, id: string): void {
  write(db, (tx) => {
    const row = tx
      .update(schema.invitation)
      .set({ revokedAt: Date.now() })
      .where(
        and(
          eq(schema.invitation.id, id),
          eq(schema.invitation.projectId, grant.resource.id),
          isNull(schema.invitation.usedAt)
        )
      )
      .returning()
      .get();
    if (!row) refuse.notFound('open invitation');
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'invitation.revoke',
      entity: 'invitation',
      entityId: id
    });
  });
}

export function listInvitations(db: Db, grant: ProjectGrant<'manage'>): Invitation[] {
  return db
    .select()
    .from(schema.invitation)
    .where(
      and(
        eq(schema.invitation.projectId, grant.resource.id),
        isNull(schema.invitation.usedAt),
        isNull(schema.invitation.revokedAt)
      )
    )
    .orderBy(desc(schema.invitation.createdAt))
    .all();
}

/** For how long a link is valid, in milliseconds. */
export const lifetimeOf = (purpose: Invitation['purpose']): number => (purpose === 'join' ? 14 : 2) * day;

/** Reads the invitation of a link; refuses links that are used, revoked or expired. */
export function readInvitation(db: Db, token: string, now = Date.now()): Invitation {
  const row = db
    .select()
    .from(schema.invitation)
    .where(eq(schema.invitation.tokenHash, sha256(token)))
    .get();
  if (!row || row.usedAt !== null || row.revokedAt !== null || row.expiresAt < now) refuse.linkUsed();
  // Made before the clock was set back: it would last longer than links do.
  if (row!.expiresAt - lifetimeOf(row!.purpose) > now + day) refuse.linkUsed();
  // The first admin may have been made otherwise, and the link is still in the log of the server.
  if (row!.purpose === 'set-up' && hasAdmin(db)) refuse.linkUsed();
  if (row!.userId !== null && personBy(db, row!.userId).disabledAt !== null) refuse.linkUsed();
  return row!;
}

const personBy = (db: Db, id: string): typeof schema.user.$inferSelect =>
  db.select().from(schema.user).where(eq(schema.user.id, id)).get() ?? refuse.linkUsed();

/**
 * Uses a link. `set-up` makes the first admin; `join` makes a new person, or, for one who is signed in, adds the role;
 * `reset` sets the password. Returns whom to sign in.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  input: { name: string; email: string; password: string } | { userId: string }
): Promise<{ userId: string; projectId: string | null }> {
  const link = readInvitation(db, token);
  const hashed =
    'password' in input ? await hashPassword(input.password, link.userId ? personBy(db, link.userId) : input) : null;
  return write(db, (tx) => {
    const link = readInvitation(tx, token);
    if ('userId' in input) refuseCrowdAccount(tx, input.userId);
    const userId =
      link.purpose === 'reset'
        ? setPassword(tx, link.userId!, hashed ?? refuse.invalid(worded('writePassword')))
        : 'userId' in input
          ? input.userId
          : newUser(tx, input, hashed!, link.purpose === 'set-up');
    useJoinLink(tx, link, userId);
    return { userId, projectId: link.projectId };
  });
}

/** Uses a link up for a person: gives the role of a link to join, and records it. Part of a transaction. */
export function useJoinLink(tx: Db, link: Invitation, userId: string): void {
  if (link.purpose === 'join')
    tx.insert(schema.membership)
      .values({ projectId: link.projectId!, userId, role: link.role!, createdAt: Date.now() })
      .onConflictDoNothing()
      .run();
  tx.update(schema.invitation)
    .set({ usedAt: Date.now(), usedBy: userId, revokedAt: null })
    .where(eq(schema.invitation.id, link.id))
    .run();
  const user = tx.select().from(schema.user).where(eq(schema.user.id, userId)).get()!;
  record(tx, personWithRoles(tx, user), {
    projectId: link.projectId,
    action: `invitation.${link.purpose}`,
    entity: 'user',
    entityId: userId,
    detail: { role: link.role }
  });
}

/** A new link; part of a transaction. */
export function insertInvitation(
  tx: Db,
  values: Partial<Invitation> & { purpose: Invitation['purpose'] }
): { id: string; token: string } {
  const token = newToken();
  const id = newId();
  const now = Date.now();
  tx.insert(schema.invitation)
    .values({
      ...values,
      id,
      tokenHash: sha256(token),
      createdAt: now,
      expiresAt: now + lifetimeOf(values.purpose)
    })
    .run();
  return { id, token };
}
