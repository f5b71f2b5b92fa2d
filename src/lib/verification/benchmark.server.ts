import { and, asc, count, eq, inArray, max } from 'drizzle-orm';
import { refuse, type Problem } from '../errors.ts';
import { record } from '../server/audit.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { newId } from '../server/db/id.ts';
import { insertAll } from '../server/db/insert-all.ts';
import type { ImportedItem, ImportedQuery } from './benchmark.ts';

export type Query = typeof schema.query.$inferSelect;
export type ChecklistItem = typeof schema.checklistItem.$inferSelect;

export type BenchmarkReader = ProjectGrant<'read-benchmark' | 'read-results' | 'manage'>;

export interface QueryRow extends Query {
  items: number;
  criteria: number;
  reports: number;
}

/** The project's queries in their order, with the numbers of their yes/no items, criteria and reports. */
export function listQueries(db: Db, grant: BenchmarkReader): QueryRow[] {
  const inProject = eq(schema.query.projectId, grant.resource.id);
  const parts = db
    .select({ queryId: schema.checklistItem.queryId, kind: schema.checklistItem.kind, n: count() })
    .from(schema.checklistItem)
    .innerJoin(schema.query, eq(schema.query.id, schema.checklistItem.queryId))
    .where(inProject)
    .groupBy(schema.checklistItem.queryId, schema.checklistItem.kind)
    .all();
  const reports = db
    .select({ queryId: schema.report.queryId, n: count() })
    .from(schema.report)
    .where(eq(schema.report.projectId, grant.resource.id))
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

/** One query by its qid, with its checklist in order. */
export function getQuery(db: Db, grant: BenchmarkReader, qid: string): { query: Query; items: ChecklistItem[] } {
  const query =
    db
      .select()
      .from(schema.query)
      .where(and(eq(schema.query.projectId, grant.resource.id), eq(schema.query.qid, qid)))
      .get() ?? refuse.notFound('query');
  const items = db
    .select()
    .from(schema.checklistItem)
    .where(eq(schema.checklistItem.queryId, query.id))
    .orderBy(asc(schema.checklistItem.position))
    .all();
  return { query, items };
}

export interface QueryImport {
  /** `updated`: a stand-in text or a missing domain, category or language was filled in. */
  queries: { added: number; updated: number; unchanged: number };
  items: { added: number; updated: number; unchanged: number };
}

/**
 * Brings queries and their checklists into the project: all of them or, where one contradicts what is stored, none.
 * What is stored already is left alone, so that importing a file twice changes nothing.
 */
export function importQueries(db: Db, grant: ProjectGrant<'manage'>, queries: readonly ImportedQuery[]): QueryImport {
  if (new Set(queries.map(({ qid }) => qid)).size < queries.length)
    throw new Error('importQueries requires each qid once');
  return write(db, (tx) => {
    const plan = planImport(tx, grant.resource.id, queries);
    if (plan.problems.length > 0) refuse.invalid('Nothing was imported.', plan.problems);
    insertAll(tx, schema.query, plan.newQueries);
    for (const { id, ...set } of plan.queryUpdates)
      tx.update(schema.query).set(set).where(eq(schema.query.id, id)).run();
    insertAll(tx, schema.checklistItem, plan.newItems);
    for (const { id, ...set } of plan.itemUpdates)
      tx.update(schema.checklistItem).set(set).where(eq(schema.checklistItem.id, id)).run();
    const given = queries.reduce((sum, query) => sum + query.items.length, 0);
    const counted = (added: number, updated: number, of: number) => ({
      added,
      updated,
      unchanged: of - added - updated
    });
    const result: QueryImport = {
      queries: counted(plan.newQueries.length, plan.queryUpdates.length, queries.length),
      items: counted(plan.newItems.length, plan.itemUpdates.length, given)
    };
    if (result.queries.unchanged < queries.length || result.items.unchanged < given)
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

/** SQLite takes at most 32,766 values in one statement. */
function* chunks<T>(rows: readonly T[], size = 1000): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

export const nextQueryPosition = (tx: Db, projectId: string): number =>
  (tx
    .select({ last: max(schema.query.position) })
    .from(schema.query)
    .where(eq(schema.query.projectId, projectId))
    .get()?.last ?? -1) + 1;

interface Plan {
  newQueries: Query[];
  queryUpdates: (Partial<Query> & { id: string })[];
  newItems: ChecklistItem[];
  itemUpdates: (Partial<ChecklistItem> & { id: string })[];
  problems: Problem[];
}

function planImport(tx: Db, projectId: string, queries: readonly ImportedQuery[]): Plan {
  const plan: Plan = { newQueries: [], queryUpdates: [], newItems: [], itemUpdates: [], problems: [] };
  const stored = new Map(
    tx
      .select()
      .from(schema.query)
      .where(eq(schema.query.projectId, projectId))
      .all()
      .map((query) => [query.qid, query])
  );
  const touched = queries.flatMap(({ qid }) => stored.get(qid)?.id ?? []);
  const items = new Map<string, ChecklistItem[]>(touched.map((id) => [id, []]));
  for (const ids of chunks(touched))
    for (const item of tx.select().from(schema.checklistItem).where(inArray(schema.checklistItem.queryId, ids)).all())
      items.get(item.queryId)?.push(item);
  const createdAt = Date.now();
  let position = nextQueryPosition(tx, projectId);
  for (const given of queries) {
    const { qid, text, domain, category, language } = given;
    let query = stored.get(qid);
    if (query) compareQuery(query, given, plan);
    else {
      query = {
        id: newId(),
        projectId,
        qid,
        text,
        domain,
        category,
        language,
        origin: 'imported',
        position,
        createdAt
      };
      position += 1;
      stored.set(qid, query);
      plan.newQueries.push(query);
    }
    planItems(query, given, items.get(query.id) ?? [], createdAt, plan);
  }
  return plan;
}

/** Fills the fields that are empty in the database; returns those that contradict it. */
function fill<Row extends object, Field extends keyof Row>(
  stored: Row,
  given: Pick<Row, Field>,
  fields: readonly Field[]
): { missing: Partial<Row>; contradicted: Field[] } {
  const missing: Partial<Row> = {};
  const contradicted: Field[] = [];
  for (const field of fields) {
    if (given[field] === null || given[field] === stored[field]) continue;
    if (stored[field] === null) missing[field] = given[field];
    else contradicted.push(field);
  }
  return { missing, contradicted };
}

function compareQuery(stored: Query, given: ImportedQuery, plan: Plan): void {
  const { missing, contradicted } = fill(stored, given, ['domain', 'category', 'language']);
  if (given.text !== stored.text) {
    if (stored.origin === 'heading') Object.assign(missing, { text: given.text, origin: 'imported' });
    else
      plan.problems.push({
        row: null,
        column: `query ${given.qid}`,
        reason: `The query ${given.qid} is in the project with another text, which begins "${stored.text.slice(0, 80)}". Give the new text a new qid, or put the stored text into the file`,
        found: given.text.slice(0, 160)
      });
  }
  for (const field of contradicted)
    plan.problems.push({
      row: null,
      column: `query ${given.qid}`,
      reason: `The query ${given.qid} is in the project with the ${field} "${stored[field]}". Put that into the file, or leave the ${field} empty`,
      found: given[field] ?? ''
    });
  if (Object.keys(missing).length > 0) plan.queryUpdates.push({ id: stored.id, ...missing });
}

function planItems(
  query: Query,
  given: ImportedQuery,
  stored: readonly ChecklistItem[],
  createdAt: number,
  plan: Plan
): void {
  const byKey = new Map(stored.map((item) => [item.key, item]));
  const byText = new Map(stored.map((item) => [item.text, item]));
  let position = stored.reduce((last, item) => Math.max(last, item.position), -1) + 1;
  for (const item of given.items) {
    const old = byKey.get(item.key);
    const twin = byText.get(item.text);
    if (old) compareItem(old, item, given.qid, plan);
    else if (twin)
      plan.problems.push({
        row: null,
        column: `item ${given.qid} ${item.key}`,
        reason: `The query ${given.qid} has this item already, with the checklist id ${twin.key}. Give it that checklist id in the file, or leave it out`,
        found: item.text.slice(0, 160)
      });
    else {
      plan.newItems.push({ ...item, id: newId(), queryId: query.id, position, createdAt });
      position += 1;
    }
  }
}

function compareItem(stored: ChecklistItem, given: ImportedItem, qid: string, plan: Plan): void {
  const complain = (reason: string, found: string): void =>
    void plan.problems.push({ row: null, column: `item ${qid} ${given.key}`, reason, found: found.slice(0, 160) });
  if (stored.text !== given.text) {
    complain(
      `The checklist id ${given.key} of the query ${qid} is in the project with another text: "${stored.text.slice(0, 80)}". Give the new item an id of its own in a checklist_id column, or put the stored text into the file`,
      given.text
    );
    return;
  }
  if (stored.kind !== given.kind)
    complain(`The checklist id ${given.key} of the query ${qid} is in the project as ${stored.kind}`, given.kind);
  const { missing, contradicted } = fill(stored, given, ['weight', 'dimension', 'explanation']);
  for (const field of contradicted)
    complain(
      `The checklist id ${given.key} of the query ${qid} is in the project with the ${field} "${stored[field]}". Put that into the file, or leave the ${field} empty`,
      String(given[field])
    );
  if (Object.keys(missing).length > 0) plan.itemUpdates.push({ id: stored.id, ...missing });
}
