import { sayingsOf } from '../messages/sayings.ts';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../errors.ts';
import { isSameName, oneForm } from '../names.ts';
import { record } from './audit/audit.ts';
import {
  instance,
  may,
  projectRoles,
  type Actor,
  type Authorized,
  type InstanceResource,
  type ProjectGrant,
  type Role
} from './auth/authorize.ts';
import { refuseCrowdAccount } from './auth/accounts/crowd-account.ts';
import { builtOnce } from './db/built-once.ts';
import { schema, write, type Db } from './db/client.ts';
import { newId } from './db/id.ts';

const leadSays = sayingsOf('leadRefusals');

export type Project = typeof schema.project.$inferSelect;

/** Creates a project. Without `slug` its address is derived from the name, in any script, and numbered if another project has it. */
export function createProject(
  db: Db,
  grant: Authorized<InstanceResource, 'administer'>,
  input: { name: string; slug?: string; description?: string; demo?: boolean }
): Project {
  const name = oneForm(input.name);
  const problems = [
    ...(name === '' ? [problemAt('name', fieldSays('writeName'))] : []),
    ...(input.slug === undefined || /^[a-z0-9][a-z0-9-]{0,59}$/.test(input.slug)
      ? []
      : [problemAt('slug', fieldSays('addressForm', { most: 60 }), input.slug)])
  ];
  if (problems.length > 0) refuse.invalid(leadSays('projectNotMade'), problems);
  return write(db, (tx) => {
    const slug = input.slug ?? freeSlug(tx, name);
    if (hasSlug(tx, slug))
      refuse.invalid(leadSays('projectNotMade'), [problemAt('slug', fieldSays('addressTaken'), slug)]);
    const made: Project = {
      id: newId(),
      slug,
      name,
      description: input.description?.trim() ?? '',
      demo: input.demo ?? false,
      createdAt: Date.now(),
      archivedAt: null
    };
    tx.insert(schema.project).values(made).run();
    record(tx, grant.actor, {
      projectId: made.id,
      action: 'project.create',
      entity: 'project',
      entityId: made.id,
      detail: { name }
    });
    return made;
  });
}

const hasSlug = (db: Db, slug: string): boolean =>
  db.select({ id: schema.project.id }).from(schema.project).where(eq(schema.project.slug, slug)).get() !== undefined;

/** A free address for a new project. A second project of the same name is refused: it would be told apart only by its address. */
function freeSlug(db: Db, name: string): string {
  if (listNames(db).some((other) => isSameName(other, name)))
    refuse.invalid(leadSays('projectNotMade'), [problemAt('name', fieldSays('projectNameTaken'), name)]);
  const derived = slugOf(name);
  let slug = derived;
  for (let n = 2; hasSlug(db, slug); n++) slug = `${derived}-${String(n)}`;
  return slug;
}

const listNames = (db: Db): string[] =>
  db
    .select({ name: schema.project.name })
    .from(schema.project)
    .all()
    .map(({ name }) => name);

/** Latin letters and digits of a name, at most 50 characters so that a number fits; `project` if it has none. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '') || 'project';

const projectAt = builtOnce((db) =>
  db
    .select()
    .from(schema.project)
    .where(eq(schema.project.slug, sql.placeholder('slug')))
    .prepare()
);

export function projectBySlug(db: Db, slug: string): Project {
  return projectAt(db).get({ slug }) ?? refuse.notFound('project');
}

/** The projects that the actor may enter, by name, without those in the archive. */
export function projectsOf(db: Db, actor: Actor): Project[] {
  if (actor.kind !== 'person' || actor.admin)
    return db
      .select()
      .from(schema.project)
      .where(isNull(schema.project.archivedAt))
      .orderBy(asc(schema.project.name))
      .all();
  const ids = [...actor.roles.keys()];
  if (ids.length === 0) return [];
  return db
    .select()
    .from(schema.project)
    .where(and(inArray(schema.project.id, ids), isNull(schema.project.archivedAt)))
    .orderBy(asc(schema.project.name))
    .all();
}

/** The projects in the archive that the actor may manage, the newest first. */
export const archivedProjects = (db: Db, actor: Actor): Project[] =>
  db
    .select()
    .from(schema.project)
    .where(isNotNull(schema.project.archivedAt))
    .orderBy(desc(schema.project.archivedAt))
    .all()
    .filter(({ id }) => may(actor, { kind: 'project', id }, 'manage'));

export interface Member {
  userId: string;
  name: string;
  email: string;
  admin: boolean;
  /** Whether the account is closed: roles stay, but the person cannot sign in. */
  disabled: boolean;
  roles: Role[];
}

/** Whether a person of a project can read its results, and so cannot judge blind. */
export const readsResults = ({ admin, roles }: { admin: boolean; roles: readonly Role[] }): boolean =>
  admin || roles.some((role) => projectRoles('read-results').includes(role));

/** All people with a role in the project, by name. */
export function listMembers(db: Db, grant: ProjectGrant<'manage'>): Member[] {
  const rows = db
    .select({ user: schema.user, role: schema.membership.role })
    .from(schema.membership)
    .innerJoin(schema.user, eq(schema.user.id, schema.membership.userId))
    .where(eq(schema.membership.projectId, grant.resource.id))
    .orderBy(asc(schema.user.name))
    .all();
  const byPerson = new Map<string, Member>();
  for (const { user, role } of rows) {
    const member = byPerson.get(user.id) ?? {
      userId: user.id,
      name: user.name,
      email: user.email,
      admin: user.admin,
      disabled: user.disabledAt !== null,
      roles: []
    };
    member.roles.push(role);
    byPerson.set(user.id, member);
  }
  return [...byPerson.values()];
}

/** Gives a role. Leads give roles to people of the project; others join by a link, which they accept themselves. */
export function addRole(db: Db, grant: ProjectGrant<'manage'>, userId: string, role: Role): void {
  write(db, (tx) => {
    const { membership, user } = schema;
    const joined = and(eq(membership.projectId, grant.resource.id), eq(membership.userId, userId));
    const known = may(grant.actor, instance, 'administer')
      ? tx.select().from(user).where(eq(user.id, userId)).get()
      : tx.select().from(membership).where(joined).get();
    if (!known) refuse.notFound('person');
    refuseCrowdAccount(tx, userId);
    tx.insert(schema.membership)
      .values({ projectId: grant.resource.id, userId, role, createdAt: Date.now() })
      .onConflictDoNothing()
      .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'role.add',
      entity: 'user',
      entityId: userId,
      detail: { role }
    });
  });
}

/** Takes a role away. What the person has done stays. The last lead stays lead. */
export function removeRole(db: Db, grant: ProjectGrant<'manage'>, userId: string, role: Role): void {
  write(db, (tx) => {
    const holders = tx
      .select({ userId: schema.membership.userId, disabledAt: schema.user.disabledAt })
      .from(schema.membership)
      .innerJoin(schema.user, eq(schema.user.id, schema.membership.userId))
      .where(and(eq(schema.membership.projectId, grant.resource.id), eq(schema.membership.role, role)))
      .all();
    if (!holders.some((h) => h.userId === userId)) refuse.notFound('role of this person');
    if (role === 'lead' && !holders.some((h) => h.userId !== userId && h.disabledAt === null))
      refuse.conflict(leadSays('oneLead'));
    tx.delete(schema.membership)
      .where(
        and(
          eq(schema.membership.projectId, grant.resource.id),
          eq(schema.membership.userId, userId),
          eq(schema.membership.role, role)
        )
      )
      .run();
    // A lead who leaves must not come back by a link of their own.
    if (role === 'lead')
      tx.update(schema.invitation)
        .set({ revokedAt: Date.now() })
        .where(
          and(
            eq(schema.invitation.projectId, grant.resource.id),
            eq(schema.invitation.createdBy, userId),
            isNull(schema.invitation.usedAt),
            isNull(schema.invitation.revokedAt)
          )
        )
        .run();
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'role.remove',
      entity: 'user',
      entityId: userId,
      detail: { role }
    });
  });
}

export const projectById = (db: Db, id: string): Project =>
  db.select().from(schema.project).where(eq(schema.project.id, id)).get() ?? refuse.notFound('project');
