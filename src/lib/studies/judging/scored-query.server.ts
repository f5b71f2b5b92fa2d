import { LRUCache } from 'lru-cache';
import { eq, sql } from 'drizzle-orm';
import { askedOf } from '../../scorer/runs/texts/asked-texts.ts';
import type { RunOptions } from '../../scorer/runs/run-options.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';

type Content = (typeof schema.datasetVersion.$inferSelect)['content'];
/** A query of a version, with its two wordings and what suites know of it. */
type Scored = Pick<Content['queries'][number], 'text' | 'placeholderFree' | 'material'>;

/** Versions whose queries are kept: one is some hundred kilobytes to read, and each page of a study asks for one of its queries. */
const KEPT = 8;
/** By id of the version, which never changes; a damaged one is not kept. */
const versions = builtOnce(() => new LRUCache<string, ReadonlyMap<string, Scored>>({ max: KEPT }));

const contentOf = builtOnce((db) =>
  db
    .select({ content: schema.datasetVersion.content })
    .from(schema.datasetVersion)
    .where(eq(schema.datasetVersion.id, sql.placeholder('id')))
    .prepare()
);

/**
 * A query as the judges of a run saw it, its date not filled in; null if the run's version does not have it.
 *
 * @throws DamagedJson if the version or the run's options cannot be read
 */
export function scoredQuery(db: Db, versionId: string, qid: string, options: Pick<RunOptions, 'texts'>): string | null {
  const known = versions(db).get(versionId) ?? queriesOf(db, versionId);
  const query = known.get(qid);
  return query ? askedOf({ ...query, items: [] }, options).text : null;
}

/** Material of a query that suites had when it was scored, by suite; empty if the run's version has none. */
export function scoredMaterial(db: Db, versionId: string, qid: string): Record<string, unknown> {
  const known = versions(db).get(versionId) ?? queriesOf(db, versionId);
  return known.get(qid)?.material ?? {};
}

function queriesOf(db: Db, versionId: string): ReadonlyMap<string, Scored> {
  const { queries } = contentOf(db).get({ id: versionId })!.content;
  const read = new Map(
    queries.map(({ qid, text, placeholderFree, material }): [string, Scored] => [
      qid,
      { text, ...(placeholderFree !== undefined && { placeholderFree }), ...(material && { material }) }
    ])
  );
  versions(db).set(versionId, read);
  return read;
}
