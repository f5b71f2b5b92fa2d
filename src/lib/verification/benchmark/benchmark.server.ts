import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { isShownReport } from '../../server/managing/shown.ts';
import type { ImportedQuery } from './benchmark.ts';
import { queryByQid } from './query-by-qid.server.ts';
import { importMaterial, type MaterialImport } from './material.server.ts';
import { nameKey } from '../../names.ts';
import type { ChecklistItem, Query } from './query-rows.server.ts';
import { planQueries } from './query-plan.server.ts';

export type BenchmarkReader = ProjectGrant<'read-benchmark' | 'read-results' | 'manage'>;

interface QueryRow extends Query {
  items: number;
  criteria: number;
  reports: number;
}

/** The project's queries in their order, without those that verification took out, with the numbers of their parts. */
export function listQueries(db: Db, grant: BenchmarkReader): QueryRow[] {
  const inProject = and(eq(schema.query.projectId, grant.resource.id), isNull(schema.query.retiredAt));
  const parts = db
    .select({ queryId: schema.checklistItem.queryId, kind: schema.checklistItem.kind, n: count() })
    .from(schema.checklistItem)
    .innerJoin(schema.query, eq(schema.query.id, schema.checklistItem.queryId))
    .where(and(inProject, isNull(schema.checklistItem.retiredAt)))
    .groupBy(schema.checklistItem.queryId, schema.checklistItem.kind)
    .all();
  const reports = db
    .select({ queryId: schema.report.queryId, n: count() })
    .from(schema.report)
    .where(and(eq(schema.report.projectId, grant.resource.id), isShownReport()))
    .groupBy(schema.report.queryId)
    .all();
  const number = new Map<string, number>([
    ...parts.map(({ queryId, kind, n }) => [`${kind} ${queryId}`, n] as const),
    ...reports.map(({ queryId, n }) => [`report ${queryId}`, n] as const)
  ]);
  return db
    .select()
    .from(schema.query)
    .where(inProject)
    .orderBy(asc(schema.query.position))
    .all()
    .map((query) => ({
      ...query,
      items: number.get(`item ${query.id}`) ?? 0,
      criteria: number.get(`criterion ${query.id}`) ?? 0,
      reports: number.get(`report ${query.id}`) ?? 0
    }));
}

/** One query by its qid (also if it was taken out), with its checklist in order, without items that were taken out. */
export function getQuery(db: Db, grant: BenchmarkReader, qid: string): { query: Query; items: ChecklistItem[] } {
  const query = queryByQid(db, grant.resource.id, qid) ?? refuse.notFound('query');
  const items = db
    .select()
    .from(schema.checklistItem)
    .where(and(eq(schema.checklistItem.queryId, query.id), isNull(schema.checklistItem.retiredAt)))
    .orderBy(asc(schema.checklistItem.position))
    .all();
  return { query, items };
}

/** Whether the project has a query of this qid, also in the archive. */
export const hasQuery = (db: Db, grant: BenchmarkReader, qid: string): boolean =>
  queryByQid(db, grant.resource.id, qid) !== undefined;

export interface QueryImport {
  /** `updated`: a stand-in text or a missing domain, category or language was filled in. */
  queries: { added: number; updated: number; unchanged: number };
  items: { added: number; updated: number; unchanged: number };
  /** Absent if the file has no material of suites. */
  material?: MaterialImport;
}

/**
 * Brings queries and their checklists into the project: all of them or, if one contradicts stored data, none. Stored data is
 * left unchanged, so that importing a file twice changes nothing.
 */
export function importQueries(db: Db, grant: ProjectGrant<'manage'>, queries: readonly ImportedQuery[]): QueryImport {
  if (new Set(queries.map(({ qid }) => nameKey(qid))).size < queries.length)
    throw new Error('importQueries requires each qid once');
  return write(db, (tx) => {
    const plan = planQueries(tx, grant.resource.id, queries);
    if (plan.problems.length > 0) refuse.invalid(worded('nothingImported'), plan.problems);
    insertAll(tx, schema.query, plan.newQueries);
    for (const { id, ...set } of plan.queryUpdates)
      tx.update(schema.query).set(set).where(eq(schema.query.id, id)).run();
    insertAll(tx, schema.checklistItem, plan.newItems);
    for (const { id, ...set } of plan.itemUpdates)
      tx.update(schema.checklistItem).set(set).where(eq(schema.checklistItem.id, id)).run();
    const material = importMaterial(tx, grant, materialOf(tx, grant, queries));
    const given = queries.reduce((sum, query) => sum + query.items.length, 0);
    const counted = (added: number, updated: number, of: number) => ({
      added,
      updated,
      unchanged: of - added - updated
    });
    const result: QueryImport = {
      queries: counted(plan.newQueries.length, plan.queryUpdates.length, queries.length),
      items: counted(plan.newItems.length, plan.itemUpdates.length, given),
      ...(material.added + material.unchanged > 0 && { material })
    };
    if (result.queries.unchanged < queries.length || result.items.unchanged < given || material.added > 0)
      record(tx, grant.actor, {
        projectId: grant.resource.id,
        action: 'benchmark.import',
        entity: 'project',
        entityId: grant.resource.id,
        detail: { ...result }
      });
    return result;
  });
}

/** The material of imported queries, by the ids that the queries have in the project. */
function materialOf(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  queries: readonly ImportedQuery[]
): Map<string, { qid: string; bySuite: Record<string, unknown> }> {
  return new Map(
    queries.flatMap(({ qid, material }) =>
      material ? [[queryByQid(tx, grant.resource.id, qid)!.id, { qid, bySuite: material }] as const] : []
    )
  );
}
