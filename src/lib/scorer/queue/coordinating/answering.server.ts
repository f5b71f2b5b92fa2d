import { and, eq } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import type { LocalStore } from '../../store/contract.ts';
import type { Queue } from '../connection.server.ts';
import { asText } from '../entries.server.ts';
import type { LookupKind } from '../published-run.ts';

const AT_ONCE = 500;

interface Answering {
  db: Db;
  queue: Queue;
  runId: string;
  store: LocalStore;
}

/** Cost of a search to the run so far, in US dollars; null if that is unknown. */
const costOfSearch = (db: Db, runId: string, key: string): number | null => {
  const { search } = schema;
  const row = db
    .select({ cost: search.cost })
    .from(search)
    .where(and(eq(search.runId, runId), eq(search.key, key)))
    .get();
  return row?.cost ?? null;
};

const answerOf = ({ db, runId, store }: Answering, kind: LookupKind, key: string): unknown => {
  if (kind === 'reply') return store.getSharedReply(key);
  if (kind === 'page') return { thing: store.getPage(key), cost: null };
  if (kind === 'search') return { thing: store.getSearch(key), cost: costOfSearch(db, runId, key) };
  if (kind === 'supplied-page') return store.getSuppliedPage(key);
  if (kind === 'shared-page') return store.getSharedPage(key);
  return store.getSharedSearch(key);
};

/** Answers what workers look up in the database of the project. */
export async function answerLookups(using: Answering): Promise<void> {
  const { queue, runId } = using;
  const open = await queue.rows<{ kind: LookupKind; key: string }>(
    `SELECT kind, key FROM voirdire.lookup WHERE run_id = $1 AND answer IS NULL LIMIT ${AT_ONCE}`,
    [runId]
  );
  if (open.length === 0) return;
  const answers = open.map(({ kind, key }) => asText(answerOf(using, kind, key)));
  await queue.rows(
    `UPDATE voirdire.lookup SET answer = one.answer FROM unnest($2::text[], $3::text[], $4::text[]) AS one (kind, key, answer)
    WHERE run_id = $1 AND lookup.kind = one.kind AND lookup.key = one.key`,
    [runId, open.map(({ kind }) => kind), open.map(({ key }) => key), answers]
  );
}
