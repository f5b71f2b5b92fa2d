import { asc, eq } from 'drizzle-orm';
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
  /** By project, in the order of the projects' names. */
  roles: { project: string; role: Role }[];
}

/** Everybody with an account on this instance, by name. */
export function listAccounts(db: Db, _grant: Authorized<InstanceResource, 'administer'>): Account[] {
  const held = db
    .select({ userId: schema.membership.userId, project: schema.project.slug, role: schema.membership.role })
    .from(schema.membership)
    .innerJoin(schema.project, eq(schema.project.id, schema.membership.projectId))
    .orderBy(asc(schema.project.name))
    .all();
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
      roles: held.flatMap(({ userId, project, role }) => (userId === id ? [{ project, role }] : []))
    }));
}

/** The person with that e-mail, with their roles; null where there is none. */
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
