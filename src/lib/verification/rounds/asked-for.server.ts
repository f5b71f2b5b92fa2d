import { and, eq, ne, not, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

/** Whether the archive or a later round has a query of a round that is not finalised. */
const isLeftAlone = (own: SQL): SQL => sql`exists (
  select 1 from verification_round mine where mine.id = ${own}.round_id and mine.status <> 'finalised' and (
    exists (select 1 from query gone where gone.id = ${own}.query_id and gone.archived_at is not null)
    or exists (
      select 1 from verification_round later join round_query taken on taken.round_id = later.id
      where later.project_id = mine.project_id and later.number > mine.number and taken.query_id = ${own}.query_id
    )
  )
)`;

/**
 * Whether a round still decides about a query. A round that is not finalised leaves alone what is not done and in the archive or in a
 * later round, so no work on it is handed out or expected. The counts of a finalised round stay.
 *
 * @param name of the table in the statement
 */
export const isAskedFor = (name: 'round_query' | 'rq' = 'round_query'): SQL<boolean> => {
  const own = sql.raw(name);
  return sql<boolean>`(${own}.stage = 'done' or not ${isLeftAlone(own)})`;
};

/** The queries of unfinished rounds of a project that stages can still change: also those that are done. */
export const changeableIn = (db: Db, projectId: string): (typeof schema.roundQuery.$inferSelect)[] => {
  const { roundQuery, verificationRound } = schema;
  return db
    .select({ roundQuery })
    .from(roundQuery)
    .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
    .where(
      and(
        eq(verificationRound.projectId, projectId),
        ne(verificationRound.status, 'finalised'),
        not(isLeftAlone(sql.raw('round_query')))
      )
    )
    .all()
    .map((row) => row.roundQuery);
};

/**
 * Whether stages hand out a subject (`subject`): not if its item is in the archive. An inspection hands out what it has drawn in any
 * case: it ends once all of that is rated.
 */
export const isHandedOut: SQL<boolean> = sql<boolean>`not exists (
  select 1 from checklist_item gone where gone.id = ${schema.subject.itemId} and gone.archived_at is not null
)`;

/** Ids of these queries of a round (`round_query`). */
export const askedForIn = (db: Db, roundId: string): Set<string> => {
  const { roundQuery } = schema;
  const rows = db
    .select({ id: roundQuery.id })
    .from(roundQuery)
    .where(and(eq(roundQuery.roundId, roundId), isAskedFor()))
    .all();
  return new Set(rows.map(({ id }) => id));
};
