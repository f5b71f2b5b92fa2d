import { and, eq, isNull } from 'drizzle-orm';
import { problemSaid, refuse, type Problem } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { systemActor, type ProjectGrant, type Role } from '../authorize.ts';
import { insertInvitation, lifetimeOf } from './invitations.ts';
import { newToken, sha256 } from '../../db/id.ts';

const leadSays = sayingsOf('leadRefusals');

interface Invited {
  email: string;
  name: string;
  role: Role;
}

/**
 * Invites people of a list, each by a link of their own: all of them, or none if one line is refused. Only members and invitations of
 * the project are compared, so that a lead does not learn who has an account elsewhere.
 *
 * @returns links in the order of the list; their tokens are readable only now
 */
export function inviteMany(
  db: Db,
  grant: ProjectGrant<'manage'>,
  people: readonly (Invited & { row: number })[]
): (Invited & { id: string; token: string })[] {
  return write(db, (tx) => {
    const problems = obstaclesTo(tx, grant.resource.id, people);
    if (problems.length > 0) refuse.invalid(leadSays('nobodyInvited', { n: problems.length }), problems);
    const made = people.map(({ email, name, role }) => {
      const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
      const to = { projectId: grant.resource.id, role, email, note: name || email, name, createdBy };
      return { email, name, role, ...insertInvitation(tx, { purpose: 'join', ...to }) };
    });
    for (const { id, role } of made)
      record(tx, grant.actor, {
        ...{ projectId: grant.resource.id, action: 'invitation.create', entity: 'invitation', entityId: id },
        detail: { role, list: people.length }
      });
    return made;
  });
}

function obstaclesTo(tx: Db, projectId: string, people: readonly (Invited & { row: number })[]): Problem[] {
  const { invitation, membership, user } = schema;
  const members = tx
    .select({ email: user.email, role: membership.role })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.projectId, projectId))
    .all();
  const invited = tx
    .select({ email: invitation.email, role: invitation.role })
    .from(invitation)
    .where(and(eq(invitation.projectId, projectId), isNull(invitation.usedAt), isNull(invitation.revokedAt)))
    .all();
  const has = (rows: readonly { email: string | null; role: Role | null }[], one: Invited): boolean =>
    rows.some(({ email, role }) => email === one.email && role === one.role);
  return people.flatMap((one) =>
    has(members, one)
      ? [problemSaid(one.row, 'email', leadSays('memberAlready', { role: one.role }), one.email)]
      : has(invited, one)
        ? [problemSaid(one.row, 'email', leadSays('invitedAlready', { role: one.role }), one.email)]
        : []
  );
}

/**
 * Gives an open or expired invitation a new link. The link before stops working at once.
 *
 * @throws a refusal if the invitation was used or withdrawn
 */
export function renewInvitation(
  db: Db,
  grant: ProjectGrant<'manage'>,
  id: string,
  now = Date.now()
): Invited & { id: string; token: string } {
  const { invitation } = schema;
  return write(db, (tx) => {
    const token = newToken();
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    const row =
      tx
        .update(invitation)
        .set({ tokenHash: sha256(token), createdAt: now, expiresAt: now + lifetimeOf('join'), createdBy })
        .where(
          and(
            eq(invitation.id, id),
            eq(invitation.projectId, grant.resource.id),
            eq(invitation.purpose, 'join'),
            isNull(invitation.usedAt),
            isNull(invitation.revokedAt)
          )
        )
        .returning()
        .get() ?? refuse.notFound('open invitation');
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: 'invitation.renew', entity: 'invitation', entityId: id },
      detail: { role: row.role }
    });
    return { id, token, email: row.email ?? '', name: row.name || row.note, role: row.role! };
  });
}

/**
 * The same for an e-mail that is sent now, by the server itself; part of a transaction.
 *
 * @returns null if the invitation was used or withdrawn
 */
export function renewLink(tx: Db, id: string, now: number): { email: string | null; role: Role; token: string } | null {
  const { invitation } = schema;
  const token = newToken();
  const row = tx
    .update(invitation)
    .set({ tokenHash: sha256(token), createdAt: now, expiresAt: now + lifetimeOf('join') })
    .where(
      and(
        eq(invitation.id, id),
        eq(invitation.purpose, 'join'),
        isNull(invitation.usedAt),
        isNull(invitation.revokedAt)
      )
    )
    .returning()
    .get();
  if (!row) return null;
  const { projectId, role, email } = row;
  record(tx, systemActor, {
    ...{ projectId, action: 'invitation.renew', entity: 'invitation', entityId: id },
    detail: { role, by: 'e-mail' }
  });
  return { email, role: role!, token };
}
