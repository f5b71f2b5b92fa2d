import { isRefusal, type Problem } from '../../errors.ts';
import {
  authorize,
  instance,
  operator,
  type Person,
  type ProjectGrant,
  type Role
} from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { newId } from '../../server/db/id.ts';
import { createProject, type Project } from '../../server/projects.ts';
import type { ImportedQuery, ImportedReport } from '../benchmark/benchmark.ts';

/** A project in a migrated database in memory, and the person who acts in it. */
export interface Scene {
  db: Db;
  project: Project;
  lead: ProjectGrant<'manage'>;
  as(role: Role): Person;
}

/** @param db if given, the project is one more in this database */
export function scene(db: Db = memoryDatabase().db): Scene {
  const project = createProject(db, authorize(operator, instance, 'administer'), {
    name: 'Summer heat',
    slug: `p-${newId()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '-')}`
  });
  const as = (role: Role): Person => {
    const id = newId();
    const email = `${id}@lab.example`;
    db.insert(schema.user).values({ id, email, name: role, passwordHash: '-', admin: false, createdAt: 0 }).run();
    db.insert(schema.membership).values({ projectId: project.id, userId: id, role, createdAt: 0 }).run();
    return { kind: 'person', id, name: role, email, admin: false, roles: new Map([[project.id, [role]]]) };
  };
  return { db, project, as, lead: authorize(as('lead'), { kind: 'project', id: project.id }, 'manage') };
}

export const aQuery = (qid: string, ...items: string[]): ImportedQuery => ({
  qid,
  text: `What is known about ${qid}?`,
  domain: null,
  category: null,
  language: null,
  items: items.map((text, i) => ({
    key: `c${i + 1}`,
    text,
    kind: 'item',
    weight: null,
    dimension: null,
    explanation: null
  }))
});

export const aReport = (system: string, qid: string, markdown = `# ${qid}\n\nText.\n`): ImportedReport => ({
  system,
  qid,
  markdown,
  collectedAt: null,
  source: `${system}/qid_${qid}_report.md`,
  queryText: null
});

export const auditActions = (db: Db): string[] =>
  db
    .select({ action: schema.audit.action })
    .from(schema.audit)
    .all()
    .map(({ action }) => action)
    .filter((action) => action !== 'project.create');

/** The problems that `work` is refused with. */
export function problemsOf(work: () => unknown): Problem[] {
  try {
    work();
  } catch (error) {
    if (isRefusal(error) && error.code === 'invalid-input') return error.problems;
    throw error;
  }
  throw new Error('nothing was refused');
}
