import { asc, eq, isNotNull } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import type { Authorized, InstanceResource, Person, Role } from './auth/authorize.ts';
import { personWithRoles } from './auth/sign-in/sessions.ts';
import { schema, type Db } from './db/client.ts';

export interface Account {
  id: string;
  name: string;
  email: string;
  admin: boolean;
  disabled: boolean;
  /** Whether the sign-in asks for a code. */
  secondFactor: boolean;
  /** By project, in the order of the projects' names. */
  roles: { project: string; role: Role }[];
}

/** Names of all accounts by id; a deleted account has its pseudonym. */
export const accountNames = (db: Db): Map<string, string> =>
  new Map(
    db
      .select({ id: schema.user.id, name: schema.user.name })
      .from(schema.user)
      .all()
      .map(({ id, name }) => [id, name])
  );

/** All people with an account on this instance, by name. */
export function listAccounts(db: Db, _grant: Authorized<InstanceResource, 'administer'>): Account[] {
  const held = db
    .select({ userId: schema.membership.userId, project: schema.project.slug, role: schema.membership.role })
    .from(schema.membership)
    .innerJoin(schema.project, eq(schema.project.id, schema.membership.projectId))
    .orderBy(asc(schema.project.name))
    .all();
  const withFactor = new Set(
    db
      .select({ id: schema.secondFactor.userId })
      .from(schema.secondFactor)
      .where(isNotNull(schema.secondFactor.confirmedAt))
      .all()
      .map(({ id }) => id)
  );
  return db
    .select()
    .from(schema.user)
    .orderBy(asc(schema.user.name), asc(schema.user.email))
    .all()
    .map(({ id, name, email, admin, disabledAt }) => ({
      id,
      name,
      email,
      admin,
      disabled: disabledAt !== null,
      secondFactor: withFactor.has(id),
      roles: held.flatMap(({ userId, project, role }) => (userId === id ? [{ project, role }] : []))
    }));
}

/** The person with that e-mail, with their roles; null if there is none. */
export function findPerson(db: Db, _grant: Authorized<InstanceResource, 'administer'>, email: string): Person | null {
  const row = db
    .select()
    .from(schema.user)
    .where(eq(schema.user.email, email.trim().normalize('NFC').toLowerCase()))
    .get();
  return row ? personWithRoles(db, row) : null;
}

export const personByEmail = (db: Db, grant: Authorized<InstanceResource, 'administer'>, email: string): Person =>
  findPerson(db, grant, email) ?? refuse.notFound(`person with the e-mail ${email}`);
