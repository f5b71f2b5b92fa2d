import { asc, eq, sql } from 'drizzle-orm';
import { builtOnce } from './built-once.ts';
import { schema, type Db } from './client.ts';
import { sha256 } from './id.ts';

const { query, system } = schema;
const ofProject = sql.placeholder('projectId');

const systems = builtOnce((db) =>
  db
    .select({
      id: system.id,
      name: system.name,
      provider: system.provider,
      family: system.family,
      backbone: system.backbone,
      category: system.category
    })
    .from(system)
    .where(eq(system.projectId, ofProject))
    .orderBy(asc(system.id))
    .prepare()
);

const queries = builtOnce((db) =>
  db
    .select({ id: query.id, qid: query.qid, position: query.position, domain: query.domain, category: query.category })
    .from(query)
    .where(eq(query.projectId, ofProject))
    .orderBy(asc(query.id))
    .prepare()
);

/**
 * A text that changes with the names and descriptions of a project's systems and queries, by this process or another: figures kept
 * in memory of a run that is done contain them, and are old once it has changed.
 */
export const namesSeen = (db: Db, projectId: string): string =>
  sha256(JSON.stringify([systems(db).all({ projectId }), queries(db).all({ projectId })]));
