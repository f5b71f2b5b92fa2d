import { eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import type { SearchOutcome } from '../search.ts';
import type { Run } from '../runs/runs.server.ts';

/** Searches of a run: how many it rests on, and how they ended. */
interface RunSearches {
  provider: string;
  searches: number;
  /** By outcome, without those that succeeded. */
  failed: Partial<Record<SearchOutcome, number>>;
}

/** Null for runs that do not search. */
export function searchesIn(db: Db, { id, options }: Pick<Run, 'id' | 'options'>): RunSearches | null {
  if (options.search === undefined) return null;
  const { search } = schema;
  const rows = db
    .select({ outcome: search.outcome, n: sql<number>`count(*)` })
    .from(search)
    .where(eq(search.runId, id))
    .groupBy(search.outcome)
    .orderBy(search.outcome)
    .all();
  return {
    provider: options.search,
    searches: rows.reduce((sum, { n }) => sum + n, 0),
    failed: Object.fromEntries(rows.filter(({ outcome }) => outcome !== 'ok').map(({ outcome, n }) => [outcome, n]))
  };
}
