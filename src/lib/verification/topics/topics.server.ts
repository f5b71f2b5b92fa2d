import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { canonicalJson } from '../../canonical-json.ts';
import { refuse, worded, problemAt } from '../../errors.ts';
import { nameKey, oneForm } from '../../names.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import type { ImportedQuery } from '../benchmark/benchmark.ts';
import { importQueries, type BenchmarkReader, type QueryImport } from '../benchmark/benchmark.server.ts';
import { topicContent, type ImportedTopic, type TopicContent } from './topics.ts';

const importSays = sayingsOf('importProblems');

export type Topic = typeof schema.topic.$inferSelect;

export interface TopicImport {
  added: number;
  unchanged: number;
}

/** Of what the topic says, without its id. */
function hashOf(topic: TopicContent): string {
  const { key: _, ...content } = topicContent(topic);
  return sha256(canonicalJson(content));
}

/** A topic of a project by its key, whatever its capitals and Unicode form; undefined if there is none. */
export function topicByKey(db: Db, projectId: string, key: string): Topic | undefined {
  const { topic } = schema;
  const mine = and(eq(topic.projectId, projectId), eq(topic.foldedKey, nameKey(key)));
  return db.select().from(topic).where(mine).get();
}

/**
 * Brings topics into the project: all of them or, if one contradicts what is stored, none. A topic that is there already
 * stays as it is, with what people said of it.
 */
export function importTopics(db: Db, grant: ProjectGrant<'manage'>, topics: readonly ImportedTopic[]): TopicImport {
  const projectId = grant.resource.id;
  const { actor } = grant;
  return write(db, (tx) => {
    const now = Date.now();
    const last = tx.select({ last: max(schema.topic.position) }).from(schema.topic).where(eq(schema.topic.projectId, projectId)).get(); // prettier-ignore
    const others = topics.filter((one) => {
      const stored = topicByKey(tx, projectId, one.key);
      return stored !== undefined && stored.contentHash !== hashOf(one);
    });
    if (others.length > 0)
      refuse.invalid(
        worded('nothingImported'),
        others.map(({ key, text }) => problemAt(`topic ${key}`, importSays('topicStored', { key }), text.slice(0, 160)))
      );
    const fresh = topics.filter(({ key }) => topicByKey(tx, projectId, key) === undefined);
    const rows = fresh.map((one, index): Topic => {
      const screened = one.state !== 'waiting';
      return {
        ...topicContent(one),
        ...{ id: newId(), projectId, key: oneForm(one.key), foldedKey: nameKey(one.key), contentHash: hashOf(one) },
        ...{ state: one.state, reason: one.reason, note: one.note },
        screenedBy: screened && actor.kind === 'person' ? actor.id : null,
        screenedByName: screened ? actor.name : null,
        screenedAt: screened ? now : null,
        ...{ position: (last?.last ?? -1) + 1 + index, importedAt: now, archivedAt: null }
      };
    });
    insertAll(tx, schema.topic, rows);
    const result = { added: rows.length, unchanged: topics.length - rows.length };
    if (rows.length > 0)
      record(tx, actor, {
        ...{ projectId, action: 'topic.import', entity: 'project', entityId: projectId },
        detail: { ...result, screened: rows.filter(({ state }) => state !== 'waiting').length }
      });
    return result;
  });
}

/** Topics and queries of one file, together or not at all. */
export const importBenchmark = (
  db: Db,
  grant: ProjectGrant<'manage'>,
  { queries, topics = [] }: { queries: readonly ImportedQuery[]; topics?: readonly ImportedTopic[] }
): { result: QueryImport; topics?: TopicImport } =>
  write(db, (tx) => {
    const imported = topics.length > 0 ? importTopics(tx, grant, topics) : null;
    return { result: importQueries(tx, grant, queries), ...(imported && { topics: imported }) };
  });

/** Topics of the project in the order of import, without those in the archive. */
export function listTopics(db: Db, grant: BenchmarkReader | ProjectGrant<'review'>): Topic[] {
  const { topic } = schema;
  return db
    .select()
    .from(topic)
    .where(and(eq(topic.projectId, grant.resource.id), isNull(topic.archivedAt)))
    .orderBy(asc(topic.position), asc(topic.id))
    .all();
}

/** Topics in a dataset version: the content of the accepted ones, by key. */
export function acceptedTopics(tx: Db, projectId: string): TopicContent[] {
  const { topic } = schema;
  return tx
    .select()
    .from(topic)
    .where(and(eq(topic.projectId, projectId), eq(topic.state, 'accepted'), isNull(topic.archivedAt)))
    .orderBy(asc(topic.foldedKey))
    .all()
    .map(topicContent);
}
