import { and, eq } from 'drizzle-orm';
import { isRefusal, refuse, worded } from '../../../errors.ts';
import { record } from '../../audit/audit.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { newId } from '../../db/id.ts';
import { refuseCrowdAccount } from '../accounts/crowd-account.ts';
import { endOldAccess } from '../accounts/accounts.ts';
import { readInvitation, useJoinLink } from '../accounts/invitations.ts';
import { hasSecondFactor } from '../sign-in/has-second-factor.ts';
import { personWithRoles } from '../sign-in/sessions.ts';
import { noteFailure } from '../sign-in/sign-in.ts';
import type { OidcClaims, OidcFlow } from './oidc-provider.ts';

type User = typeof schema.user.$inferSelect;

/**
 * The account of a person whom the provider has signed in. It is found by issuer and subject, once linked. The first time it is linked by
 * an e-mail that the provider has verified, or made by an invitation; an unverified e-mail is never compared with accounts.
 *
 * @throws a refusal if there is no account, it is disabled, or it is linked to another person of the provider
 */
export function providerAccount(
  db: Db,
  claims: OidcClaims,
  flow: Pick<OidcFlow, 'invitation'>,
  now = Date.now()
): { userId: string } {
  try {
    return accountOf(db, claims, flow);
  } catch (error) {
    if (isRefusal(error))
      noteFailure(db, claims.verifiedEmail ?? `${claims.issuer} ${claims.subject}`, error.code, now);
    throw error;
  }
}

function accountOf(db: Db, claims: OidcClaims, { invitation }: Pick<OidcFlow, 'invitation'>): { userId: string } {
  return write(db, (tx) => {
    const linked = linkedUser(tx, claims);
    const byEmail = linked ?? userWithEmail(tx, claims.verifiedEmail);
    const user = byEmail ?? (invitation === null ? noAccount(claims) : joined(tx, claims, invitation));
    if (user.disabledAt !== null) refuse.notPermitted(worded('oidcNoAccount'));
    refuseCrowdAccount(tx, user.id);
    if (!linked && isLinkedAt(tx, user.id, claims.issuer)) refuse.notPermitted(worded('oidcOtherPerson'));
    if (!linked) link(tx, claims, user, byEmail !== undefined);
    if (invitation !== null && byEmail) useJoinLink(tx, readJoin(tx, invitation), user.id);
    // With a second factor, the code ends the sign-in and records it.
    if (!hasSecondFactor(tx, user.id))
      record(tx, personWithRoles(tx, user), {
        ...{ projectId: null, action: 'sign-in', entity: 'user', entityId: user.id },
        detail: { provider: claims.issuer }
      });
    return { userId: user.id };
  });
}

const linkedUser = (tx: Db, { issuer, subject }: OidcClaims): User | undefined => {
  const { oidcIdentity, user } = schema;
  return tx
    .select({ user })
    .from(oidcIdentity)
    .innerJoin(user, eq(user.id, oidcIdentity.userId))
    .where(and(eq(oidcIdentity.issuer, issuer), eq(oidcIdentity.subject, subject)))
    .get()?.user;
};

/**
 * Whether an account is linked to a person of the provider. An address of a person who has left can be given to another one, who must not get
 * the account with it.
 */
const isLinkedAt = (tx: Db, userId: string, issuer: string): boolean => {
  const { oidcIdentity } = schema;
  const isTheirs = and(eq(oidcIdentity.issuer, issuer), eq(oidcIdentity.userId, userId));
  return tx.select().from(oidcIdentity).where(isTheirs).get() !== undefined;
};

const userWithEmail = (tx: Db, email: string | null): User | undefined =>
  email === null ? undefined : tx.select().from(schema.user).where(eq(schema.user.email, email)).get();

const noAccount = ({ verifiedEmail }: OidcClaims): never =>
  refuse.notPermitted(worded(verifiedEmail === null ? 'oidcUnverified' : 'oidcNoAccount'));

const readJoin = (tx: Db, token: string): ReturnType<typeof readInvitation> => {
  const found = readInvitation(tx, token);
  return found.purpose === 'join' ? found : refuse.linkUsed();
};

/** A new account by an invitation, with the verified e-mail, else with the one to which the invitation was addressed. */
function joined(tx: Db, { verifiedEmail, name }: OidcClaims, invitation: string): User {
  const found = readJoin(tx, invitation);
  const email = verifiedEmail ?? found.email;
  if (email === null) return refuse.notPermitted(worded('oidcUnverified'));
  // The addressed e-mail may belong to an account: an unverified claim must not open it.
  if (userWithEmail(tx, email)) return refuse.notPermitted(worded('oidcUnverified'));
  const id = newId();
  const row = { id, email, name: name || found.name || email.split('@')[0]!, createdAt: Date.now() };
  tx.insert(schema.user).values(row).run();
  useJoinLink(tx, found, id);
  return tx.select().from(schema.user).where(eq(schema.user.id, id)).get()!;
}

/**
 * Links an account for good. E-mails of accounts are not verified: a person who made an account with the e-mail of another person loses the
 * access that they have, password, sessions and tokens, when the owner of the e-mail signs in.
 */
function link(tx: Db, { issuer, subject }: OidcClaims, user: User, existed: boolean): void {
  tx.insert(schema.oidcIdentity).values({ issuer, subject, userId: user.id, createdAt: Date.now() }).run();
  if (existed) endOldAccess(tx, user.id);
  record(tx, personWithRoles(tx, user), {
    ...{ projectId: null, action: 'account.link', entity: 'user', entityId: user.id, detail: { provider: issuer } }
  });
}
