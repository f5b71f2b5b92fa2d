import type { Db } from './client.ts';

/**
 * A query that Drizzle builds once for each connection, for those that every request makes: putting one together takes several
 * times as long as running it. What varies is a placeholder (`sql.placeholder`).
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<object, Query>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}
