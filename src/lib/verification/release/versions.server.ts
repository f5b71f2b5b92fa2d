import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, getTableColumns, isNull, max } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import type { BenchmarkReader } from '../benchmark/benchmark.server.ts';
import { materialByQuery } from '../benchmark/material.server.ts';
import { acceptedTopics } from '../topics/topics.server.ts';
import { canonicalForm, type VersionContent } from './versions.ts';

const leadSays = sayingsOf('leadRefusals');

export type DatasetVersion = typeof schema.datasetVersion.$inferSelect;
type DatasetVersionRow = Omit<DatasetVersion, 'content'>;

/**
 * Freezes the project's queries, yes/no items, accepted topics and the names and hashes of its rubrics as they are now. Where the newest or an older version has the same content,
 * that one is returned and nothing is written.
 */
export function freezeVersion(db: Db, grant: ProjectGrant<'manage'>): { version: DatasetVersion; created: boolean } {
  const projectId = grant.resource.id;
  return write(db, (tx) => {
    const content = contentNow(tx, projectId);
    if (content.queries.length === 0) refuse.invalid(leadSays('noQueriesToFreeze'));
    const canonical = canonicalForm(content);
    const contentHash = sha256(canonical);
    const table = schema.datasetVersion;
    const same = tx
      .select()
      .from(table)
      .where(and(eq(table.projectId, projectId), eq(table.contentHash, contentHash)))
      .get();
    if (same) return { version: same, created: false };
    const last =
      tx
        .select({ number: max(table.number) })
        .from(table)
        .where(eq(table.projectId, projectId))
        .get()?.number ?? 0;
    const version: DatasetVersion = {
      id: newId(),
      projectId,
      number: last + 1,
      contentHash,
      content: JSON.parse(canonical) as VersionContent,
      queries: content.queries.length,
      items: content.queries.reduce((sum, query) => sum + query.items.length, 0),
      frozenBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      frozenAt: Date.now()
    };
    tx.insert(table).values(version).run();
    record(tx, grant.actor, {
      projectId,
      action: 'version.freeze',
      entity: 'dataset-version',
      entityId: version.id,
      detail: { number: version.number, contentHash, queries: version.queries, items: version.items }
    });
    return { version, created: true };
  });
}

/** Content of a version frozen now. */
export const currentContent = (db: Db, grant: BenchmarkReader): VersionContent => contentNow(db, grant.resource.id);

function contentNow(tx: Db, projectId: string): VersionContent {
  const queries = tx
    .select()
    .from(schema.query)
    .where(and(eq(schema.query.projectId, projectId), isNull(schema.query.retiredAt)))
    .all();
  const items = new Map<string, VersionContent['queries'][number]['items']>(queries.map(({ id }) => [id, []]));
  const rows = tx
    .select({
      queryId: schema.checklistItem.queryId,
      key: schema.checklistItem.key,
      text: schema.checklistItem.text,
      placeholderFree: schema.checklistItem.placeholderFree
    })
    .from(schema.checklistItem)
    .innerJoin(schema.query, eq(schema.query.id, schema.checklistItem.queryId))
    .where(
      and(
        eq(schema.query.projectId, projectId),
        isNull(schema.query.retiredAt),
        eq(schema.checklistItem.kind, 'item'),
        isNull(schema.checklistItem.retiredAt)
      )
    )
    .orderBy(asc(schema.checklistItem.position))
    .all();
  const material = materialByQuery(tx, projectId);
  const topics = acceptedTopics(tx, projectId);
  const { metric, title, version, hash } = schema.rubric;
  const rubrics = tx.select({ metric, title, version, hash }).from(schema.rubric).where(eq(schema.rubric.projectId, projectId)).all(); // prettier-ignore
  for (const { queryId, key, text, placeholderFree: free } of rows)
    items.get(queryId)?.push({ key, text, ...(free !== null && { placeholderFree: free }) });
  return {
    queries: queries.map(({ id, qid, text, placeholderFree: free, domain, category, language }) => ({
      qid,
      text,
      ...(free !== null && { placeholderFree: free }),
      domain,
      category,
      ...(language !== null && { language }),
      items: items.get(id) ?? [],
      ...(material.has(id) && { material: material.get(id) })
    })),
    ...(rubrics.length > 0 && { rubrics }),
    ...(topics.length > 0 && { topics })
  };
}

const { content: _content, ...withoutContent } = getTableColumns(schema.datasetVersion);

/** Newest first, without their content. */
export const listVersions = (db: Db, grant: BenchmarkReader): DatasetVersionRow[] =>
  db
    .select(withoutContent)
    .from(schema.datasetVersion)
    .where(eq(withoutContent.projectId, grant.resource.id))
    .orderBy(desc(withoutContent.number))
    .all();

export function getVersion(db: Db, grant: BenchmarkReader, number: number): DatasetVersion {
  const mine = and(eq(schema.datasetVersion.projectId, grant.resource.id), eq(schema.datasetVersion.number, number));
  return db.select().from(schema.datasetVersion).where(mine).get() ?? refuse.notFound('version');
}

/** The version that a run records, without its content; null if it records none. */
export function versionById(db: Db, grant: BenchmarkReader, id: string | null): DatasetVersionRow | null {
  if (id === null) return null;
  const mine = and(eq(withoutContent.projectId, grant.resource.id), eq(withoutContent.id, id));
  return db.select(withoutContent).from(schema.datasetVersion).where(mine).get() ?? null;
}
