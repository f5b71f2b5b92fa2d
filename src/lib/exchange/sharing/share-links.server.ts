import { and, desc, eq, isNull } from 'drizzle-orm';
import { problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { may, type ProjectGrant } from '../../server/auth/authorize.ts';
import { personWithRoles } from '../../server/auth/sign-in/sessions.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, newToken, sha256 } from '../../server/db/id.ts';
import { unlessWriteFails } from '../../server/db/write-faults.ts';
import { shareablePage } from './shareable.server.ts';
import { shareDays, sharedPageIn } from './share.ts';

const day = 24 * 60 * 60 * 1000;
const noted = 15 * 60 * 1000;

type ShareRow = typeof schema.shareLink.$inferSelect;

/**
 * Makes a read-only link to one page of results.
 *
 * @param page as `shareValue` writes it
 * @returns the link's token, which is readable only now
 * @throws a refusal if the page cannot be shared: people judge it blind, it is embargoed, or there is none
 */
export function makeShareLink(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { page, days }: { page: string; days: number },
  now = Date.now()
): { id: string; token: string } {
  const projectId = grant.resource.id;
  const wanted = sharedPageIn(page);
  if (!shareDays.some((one) => one === days))
    refuse.invalid(worded('nothingMade'), [problemAt('days', worded('chooseTokenDays'))]);
  return write(db, (tx) => {
    const shared = wanted && shareablePage(tx, projectId, wanted);
    if (!shared) return refuse.invalid(worded('nothingMade'), [problemAt('page', worded('notShareable'))]);
    const token = newToken();
    const id = newId();
    const { kind, label } = shared;
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.insert(schema.shareLink)
      .values({
        ...{ id, tokenHash: sha256(token), projectId, kind, thingId: shared.id, label, createdBy },
        ...{ createdAt: now, expiresAt: now + days * day }
      })
      .run();
    record(tx, grant.actor, {
      ...{ projectId, action: 'share-link.make', entity: 'share-link', entityId: id },
      detail: { kind, of: shared.id, days }
    });
    return { id, token };
  });
}

/** The links of a project, the newest first, without their hashes. */
export const listShareLinks = (db: Db, grant: ProjectGrant<'manage'>, now = Date.now()) =>
  db
    .select()
    .from(schema.shareLink)
    .where(eq(schema.shareLink.projectId, grant.resource.id))
    .orderBy(desc(schema.shareLink.createdAt))
    .all()
    .map(({ id, kind, label, createdAt, expiresAt, revokedAt, usedAt }) => ({
      ...{ id, kind, label, createdAt, expiresAt, usedAt },
      state: revokedAt !== null ? ('withdrawn' as const) : expiresAt <= now ? ('expired' as const) : ('open' as const)
    }));

/** Withdraws a link: it shows nothing from then on. */
export function withdrawShareLink(db: Db, grant: ProjectGrant<'manage'>, id: string, now = Date.now()): void {
  const { shareLink } = schema;
  write(db, (tx) => {
    const row = tx
      .update(shareLink)
      .set({ revokedAt: now })
      .where(and(eq(shareLink.id, id), eq(shareLink.projectId, grant.resource.id), isNull(shareLink.revokedAt)))
      .returning()
      .get();
    if (!row) refuse.notFound('open link');
    const entry = { action: 'share-link.withdraw', entity: 'share-link', entityId: id };
    record(tx, grant.actor, { projectId: grant.resource.id, ...entry });
  });
}

/**
 * The link with a token. A refusal for one that is unknown, withdrawn or expired, whose project is archived, or whose maker manages the
 * project no more: all say the same, so that a stranger learns nothing of a link that ended.
 */
export function readShareLink(db: Db, token: string, now = Date.now()): ShareRow {
  const { project, shareLink, user } = schema;
  const row = db
    .select({ link: shareLink, archivedAt: project.archivedAt, maker: user })
    .from(shareLink)
    .innerJoin(project, eq(project.id, shareLink.projectId))
    .leftJoin(user, eq(user.id, shareLink.createdBy))
    .where(eq(shareLink.tokenHash, sha256(token)))
    .get();
  if (!row || row.link.revokedAt !== null || row.link.expiresAt <= now || row.archivedAt !== null)
    return refuse.linkUsed();
  const { link, maker } = row;
  // Made before the clock was set back: it would last longer than it was made for.
  if (link.createdAt > now + day) refuse.linkUsed();
  const managed = { kind: 'project', id: link.projectId } as const;
  const stands = maker !== null && maker.disabledAt === null && may(personWithRoles(db, maker), managed, 'manage');
  return link.createdBy === null || stands ? link : refuse.linkUsed();
}

/** Notes that a link is in use. A full disk must not keep people from reading: it is noted another time then. */
export function noteShareUse(db: Db, { id, usedAt }: ShareRow, now = Date.now()): void {
  if (usedAt !== null && Math.abs(now - usedAt) < noted) return;
  unlessWriteFails(() => db.update(schema.shareLink).set({ usedAt: now }).where(eq(schema.shareLink.id, id)).run());
}
