import { eq } from 'drizzle-orm';
import { authorize, instance, operator, type Person, type Role } from '../../src/lib/server/auth/authorize.ts';
import { schema, write, type Db } from '../../src/lib/server/db/client.ts';
import { personByEmail } from '../../src/lib/server/people.ts';
import { addRole, createProject, type Project } from '../../src/lib/server/projects.ts';
import { readPeople } from './content.ts';

export const administer = authorize(operator, instance, 'administer');

export const resourceOf = ({ id }: Project) => ({ kind: 'project', id }) as const;

/** The people of the demo with a role, in the order of their file. */
export const peopleWith = (role: Role, db: Db): Person[] =>
  readPeople()
    .filter((person) => person.role === role)
    .map(({ email }) => personByEmail(db, administer, email));

/** The demo's project of that slug, also from the archive; undefined if it was never made or is deleted. */
export const findDemoProject = (db: Db, slug: string): Project | undefined =>
  db.select().from(schema.project).where(eq(schema.project.slug, slug)).get();

/**
 * The demo's project of that slug: the one that exists, else a new one with all people of the demo.
 *
 * @param roles only people with one of these roles
 */
export const demoProject = (
  db: Db,
  about: { name: string; slug: string; description: string },
  roles?: readonly Role[]
): Project =>
  findDemoProject(db, about.slug) ??
  write(db, (tx) => {
    const project = createProject(tx, administer, { ...about, demo: true });
    const manage = authorize(operator, resourceOf(project), 'manage');
    for (const { email, role } of readPeople())
      if (roles === undefined || roles.includes(role))
        addRole(tx, manage, personByEmail(tx, administer, email).id, role);
    return project;
  });
