import { and, eq, sql, type SQL } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

/**
 * Whether a round still decides about a query. A round that is not finalised leaves alone what is not done and in the archive or in a
 * later round, so no work on it is handed out or expected. The counts of a finalised round stay.
 *
 * @param name of the table in the statement
 */
export const isAskedFor = (name: 'round_query' | 'rq' = 'round_query'): SQL<boolean> => {
  const own = sql.raw(name);
  return sql<boolean>`(${own}.stage = 'done' or not exists (
    select 1 from verification_round mine where mine.id = ${own}.round_id and mine.status <> 'finalised' and (
      exists (select 1 from query gone where gone.id = ${own}.query_id and gone.archived_at is not null)
      or exists (
        select 1 from verification_round later join round_query taken on taken.round_id = later.id
        where later.project_id = mine.project_id and later.number > mine.number and taken.query_id = ${own}.query_id
      )
    )
  ))`;
};

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
