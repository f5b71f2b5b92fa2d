import type { Db } from './client.ts';

/**
 * A query that Drizzle builds once for each connection, for those that every request makes: putting one together takes several
 * times as long as running it. What varies is a placeholder (`sql.placeholder`). It runs in whatever transaction the connection
 * is in, also if it was built outside of one.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<object, Query>();
  return (db) => {
    const connection = connectionOf(db);
    const known = built.get(connection);
    if (known) return known;
    const query = build(db);
    built.set(connection, query);
    return query;
  };
}

/** Object that a connection shares with its transactions: Drizzle makes a new object for each transaction, around one session. */
const connectionOf = (db: Db): object => (db as { session?: object }).session ?? db;
