import { sayingsOf } from '../../messages/sayings.ts';
import { asc, eq, inArray, max } from 'drizzle-orm';
import { type Problem, problemAt } from '../../errors.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { ChecklistItem, Query } from './query-rows.server.ts';
import { ByName, nameKey, oneForm } from '../../names.ts';
import type { ImportedItem, ImportedQuery } from './benchmark.ts';

const importSays = sayingsOf('importProblems');

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

/** Planned writes of an import of queries, and the problems that prevent it. */
interface QueryPlan {
  newQueries: Query[];
  queryUpdates: (Partial<Query> & { id: string })[];
  newItems: ChecklistItem[];
  itemUpdates: (Partial<ChecklistItem> & { id: string })[];
  problems: Problem[];
}

/** Compares the queries of a file with those of the project; writes nothing. */
export function planQueries(tx: Db, projectId: string, queries: readonly ImportedQuery[]): QueryPlan {
  const plan: QueryPlan = { newQueries: [], queryUpdates: [], newItems: [], itemUpdates: [], problems: [] };
  const stored = new ByName(
    tx.select().from(schema.query).where(eq(schema.query.projectId, projectId)).all(),
    ({ qid }) => qid
  );
  const touched = queries.flatMap(({ qid }) => stored.get(qid)?.id ?? []);
  const items = new Map<string, ChecklistItem[]>(touched.map((id) => [id, []]));
  for (const ids of chunks(touched))
    for (const item of tx.select().from(schema.checklistItem).where(inArray(schema.checklistItem.queryId, ids)).all())
      items.get(item.queryId)?.push(item);
  const rounds = roundsOf(tx, projectId);
  const createdAt = Date.now();
  let position = nextQueryPosition(tx, projectId);
  for (const given of queries) {
    const { qid, text, domain, category, language } = given;
    let query = stored.get(qid);
    if (query) compareQuery(query, given, rounds, plan);
    else {
      query = {
        id: newId(),
        projectId,
        qid: oneForm(qid),
        qidKey: nameKey(qid),
        text,
        placeholderFree: given.placeholderFree ?? null,
        domain,
        category,
        language,
        origin: 'imported',
        position,
        createdAt,
        retiredAt: null,
        archivedAt: null
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

const nounOf = (field: string): string => (field === 'placeholderFree' ? 'text without placeholders' : field);

/** Numbers of the last rounds that have the queries of a project, by the ids of the queries: only rounds reword these. */
const roundsOf = (tx: Db, projectId: string): ReadonlyMap<string, number> => {
  const { roundQuery, verificationRound: round } = schema;
  const rows = tx
    .select({ queryId: roundQuery.queryId, number: round.number })
    .from(roundQuery)
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .where(eq(round.projectId, projectId))
    .orderBy(asc(round.number))
    .all();
  return new Map(rows.map(({ queryId, number }) => [queryId, number]));
};

function compareQuery(stored: Query, given: ImportedQuery, rounds: ReadonlyMap<string, number>, plan: QueryPlan): void {
  const { missing, contradicted } = fill(stored, { ...given, placeholderFree: given.placeholderFree ?? null }, [
    'domain',
    'category',
    'language',
    'placeholderFree'
  ]);
  if (given.text !== stored.text) {
    const [round, of] = [rounds.get(stored.id), { qid: given.qid, text: stored.text.slice(0, 80) }];
    if (stored.origin === 'heading' && round === undefined)
      Object.assign(missing, { text: given.text, origin: 'imported' });
    else
      plan.problems.push(
        problemAt(
          `query ${given.qid}`,
          stored.origin === 'heading'
            ? importSays('headingInRound', { ...of, round: round! })
            : importSays('queryTextStored', of),
          given.text.slice(0, 160)
        )
      );
  }
  for (const field of contradicted)
    plan.problems.push(
      problemAt(
        `query ${given.qid}`,
        importSays('queryFactStored', { field, qid: given.qid, stored: stored[field] ?? '' }),
        given[field] ?? ''
      )
    );
  if (Object.keys(missing).length > 0) plan.queryUpdates.push({ id: stored.id, ...missing });
}

function planItems(
  query: Query,
  given: ImportedQuery,
  stored: readonly ChecklistItem[],
  createdAt: number,
  plan: QueryPlan
): void {
  const byKey = new Map(stored.map((item) => [item.key, item]));
  const byText = new Map(stored.map((item) => [item.text, item]));
  let position = stored.reduce((last, item) => Math.max(last, item.position), -1) + 1;
  for (const item of given.items) {
    const old = byKey.get(item.key);
    const twin = byText.get(item.text);
    if (old) compareItem(old, item, given.qid, plan);
    else if (twin)
      plan.problems.push(
        problemAt(
          `item ${given.qid} ${item.key}`,
          importSays('itemStored', { qid: given.qid, key: twin.key }),
          item.text.slice(0, 160)
        )
      );
    else {
      plan.newItems.push({
        ...item,
        placeholderFree: item.placeholderFree ?? null,
        id: newId(),
        queryId: query.id,
        position,
        createdAt,
        retiredAt: null,
        archivedAt: null
      });
      position += 1;
    }
  }
}

function compareItem(stored: ChecklistItem, given: ImportedItem, qid: string, plan: QueryPlan): void {
  const complain = (reason: string, found: string): void =>
    void plan.problems.push({ row: null, column: `item ${qid} ${given.key}`, reason, found: found.slice(0, 160) });
  if (stored.text !== given.text) {
    complain(
      `The checklist id ${given.key} of the query ${qid} is in the project with a different text: "${stored.text.slice(0, 80)}". Use a new id in the column checklist_id, or put the stored text into the file`,
      given.text
    );
    return;
  }
  if (stored.kind !== given.kind)
    complain(`The checklist id ${given.key} of the query ${qid} is in the project as ${stored.kind}`, given.kind);
  const { missing, contradicted } = fill(stored, { ...given, placeholderFree: given.placeholderFree ?? null }, [
    'weight',
    'dimension',
    'explanation',
    'placeholderFree'
  ]);
  for (const field of contradicted)
    complain(
      `The checklist id ${given.key} of the query ${qid} is in the project with the ${nounOf(field)} "${stored[field]}". Put that into the file, or leave the ${nounOf(field)} empty`,
      String(given[field])
    );
  if (Object.keys(missing).length > 0) plan.itemUpdates.push({ id: stored.id, ...missing });
}
