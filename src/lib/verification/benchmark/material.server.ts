import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { refuse, worded, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { queryByQid } from './query-by-qid.server.ts';

const importSays = sayingsOf('importProblems');

const leadSays = sayingsOf('leadRefusals');

export type QueryMaterial = typeof schema.queryMaterial.$inferSelect;

/** Revisions of what suites know of a query, by suite, newest first. */
export function materialRevisions(
  db: Db,
  grant: ProjectGrant<'read-benchmark' | 'read-results' | 'manage'>,
  qid: string
): QueryMaterial[] {
  const { queryMaterial } = schema;
  const query = queryByQid(db, grant.resource.id, qid) ?? refuse.notFound('query');
  return db
    .select()
    .from(queryMaterial)
    .where(eq(queryMaterial.queryId, query.id))
    .orderBy(asc(queryMaterial.suite), desc(queryMaterial.revision))
    .all();
}

/** The newest material of every query of a project, by query id and suite, but what a round has dropped; suites in the order of their names. */
export function materialByQuery(tx: Db, projectId: string): Map<string, Record<string, unknown>> {
  const { queryMaterial, query } = schema;
  const rows = tx
    .select({
      queryId: queryMaterial.queryId,
      suite: queryMaterial.suite,
      content: queryMaterial.content,
      origin: queryMaterial.origin
    })
    .from(queryMaterial)
    .innerJoin(query, eq(query.id, queryMaterial.queryId))
    .where(eq(query.projectId, projectId))
    .orderBy(asc(queryMaterial.suite), asc(queryMaterial.revision))
    .all();
  const found = new Map<string, Record<string, unknown>>();
  for (const { queryId, suite, content, origin } of rows) {
    const { [suite]: _, ...others } = found.get(queryId) ?? {};
    const now = origin === 'dropped' ? others : { ...others, [suite]: content };
    if (Object.keys(now).length > 0) found.set(queryId, now);
    else found.delete(queryId);
  }
  return found;
}

/** Effects of an import on material, counted per query and suite. */
export interface MaterialImport {
  added: number;
  unchanged: number;
}

/**
 * Adds imported material that the project lacks. Material that is there already stays: a file that differs from it is refused
 * before anything is written, since a person may have corrected what is there. What a round dropped stays dropped, as items do; other
 * content is a further revision.
 * @param material By query id and suite, as the suites' schemas read it
 */
export function importMaterial(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  material: ReadonlyMap<string, { qid: string; bySuite: Record<string, unknown> }>
): MaterialImport {
  const result: MaterialImport = { added: 0, unchanged: 0 };
  if (material.size === 0) return result;
  for (const [queryId, { qid, bySuite }] of material)
    for (const [suite, content] of Object.entries(bySuite)) {
      const last = newestMaterial(tx, queryId, suite);
      if (last?.contentHash === sha256(canonicalJson(content))) result.unchanged += 1;
      else if (!last || last.origin === 'dropped') {
        const revision = (last?.revision ?? 0) + 1;
        insertRevision(tx, grant, { queryId, suite, revision, content, origin: 'imported', reason: '' });
        result.added += 1;
      } else
        refuse.invalid(worded('nothingImported'), [
          problemAt(`query ${qid}`, importSays('materialStored', { qid, suite }), canonicalJson(content).slice(0, 160))
        ]);
    }
  return result;
}

/** The newest revision, also one that a round has dropped. */
export const newestMaterial = (tx: Db, queryId: string, suite: string): QueryMaterial | undefined =>
  tx
    .select()
    .from(schema.queryMaterial)
    .where(and(eq(schema.queryMaterial.queryId, queryId), eq(schema.queryMaterial.suite, suite)))
    .orderBy(desc(schema.queryMaterial.revision))
    .get();

/** `<query id> <suite>` of the material of a project whose newest revision was written after a time and by no round. */
export const materialWrittenAfter = (tx: Db, projectId: string, time: number): Set<string> => {
  const { queryMaterial, query } = schema;
  const rows = tx
    .select({ queryId: queryMaterial.queryId, suite: queryMaterial.suite })
    .from(queryMaterial)
    .innerJoin(query, eq(query.id, queryMaterial.queryId))
    .where(
      and(
        eq(query.projectId, projectId),
        gt(queryMaterial.madeAt, time),
        ne(queryMaterial.origin, 'dropped'),
        sql`not exists (
          select 1 from query_material later where later.query_id = ${queryMaterial.queryId}
            and later.suite = ${queryMaterial.suite} and later.revision > ${queryMaterial.revision}
        )`
      )
    )
    .all();
  return new Set(rows.map(({ queryId, suite }) => `${queryId} ${suite}`));
};

/**
 * Writes a further revision of a query's material and its audit row; the same content as before changes nothing.
 * @param content As the suite's schema reads it
 * @returns the newest revision
 */
export function editMaterial(
  db: Db,
  grant: ProjectGrant<'manage'>,
  change: {
    qid: string;
    suite: string;
    content: unknown;
    reason: string;
    revision: number;
    origin?: 'edited' | 'generated';
  }
): QueryMaterial {
  return write(db, (tx) => {
    const query = queryByQid(tx, grant.resource.id, change.qid) ?? refuse.notFound('query');
    const last = newestMaterial(tx, query.id, change.suite);
    if ((last?.revision ?? 0) !== change.revision)
      refuse.conflict(leadSays('materialChanged', { revision: last?.revision ?? 0 }));
    if (last && last.origin !== 'dropped' && last.contentHash === sha256(canonicalJson(change.content))) return last;
    if (last && change.reason.trim() === '') refuse.invalid(leadSays('reasonForChange'));
    const row = insertRevision(tx, grant, {
      ...{ queryId: query.id, suite: change.suite, revision: change.revision + 1, content: change.content },
      ...{ origin: change.origin ?? 'edited', reason: change.reason.trim() }
    });
    record(tx, grant.actor, {
      ...{ projectId: grant.resource.id, action: 'query.material', entity: 'query', entityId: query.id },
      detail: {
        qid: query.qid,
        suite: row.suite,
        revision: row.revision,
        contentHash: row.contentHash,
        reason: row.reason
      }
    });
    return row;
  });
}

/** Takes a query's material out of what is released next; its text stays as a revision. Without material nothing happens. */
export function dropMaterial(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  { queryId, suite, reason }: { queryId: string; suite: string; reason: string }
): void {
  const last = newestMaterial(tx, queryId, suite);
  if (!last || last.origin === 'dropped') return;
  const { content, revision } = last;
  insertRevision(tx, grant, { queryId, suite, revision: revision + 1, content, origin: 'dropped', reason });
}

/** Adds a further revision as it stands, in a transaction that records the act; its content has been checked. */
export const addMaterialRevision = (...args: Parameters<typeof insertRevision>): QueryMaterial =>
  insertRevision(...args);

function insertRevision(
  tx: Db,
  { actor }: ProjectGrant<'manage'>,
  given: Pick<QueryMaterial, 'queryId' | 'suite' | 'revision' | 'content' | 'origin' | 'reason'>
): QueryMaterial {
  const canonical = canonicalJson(given.content);
  const row: QueryMaterial = {
    ...given,
    id: newId(),
    content: JSON.parse(canonical) as unknown,
    contentHash: sha256(canonical),
    madeBy: actor.kind === 'person' ? actor.id : null,
    madeByName: actor.name,
    madeAt: Date.now()
  };
  tx.insert(schema.queryMaterial).values(row).run();
  return row;
}
