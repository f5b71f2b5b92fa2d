import { and, eq, isNull } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { readsOnly, schema, write, type Db } from '../server/db/client.ts';
import { reportTexts, type TokenLength } from './leaderboard/index.ts';
import type { Run } from './runs.server.ts';
import { ENCODING, tokenCounter } from './tokenizer.server.ts';

const { report, runReport, reportTokens: stored } = schema;

/** Counting takes milliseconds a report: so many are counted within a request, the others afterwards. */
const AT_ONCE = 30;

/**
 * Lengths of a run's reports in tokens, by report id. Each report is counted once and its count stored.
 *
 * @param wanted `some`: those that are counted and the next few, while the rest is counted behind; `all`: every report
 */
export async function tokensOf(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  wanted: 'some' | 'all'
): Promise<Map<string, TokenLength>> {
  const left = uncounted(db, run.id);
  const now = wanted === 'all' ? left : left.slice(0, AT_ONCE);
  const counted = new Map<string, TokenLength>();
  for (const id of now) {
    const length = await count(db, id);
    if (length) counted.set(id, length);
    await nextTurn();
  }
  if (left.length > now.length && !readsOnly(db)) void countBehind(db, run.id, left.slice(now.length));
  const kept = db
    .select({ length: stored })
    .from(runReport)
    .innerJoin(stored, and(eq(stored.reportId, runReport.reportId), eq(stored.encoding, ENCODING)))
    .where(eq(runReport.runId, run.id))
    .all();
  for (const { length } of kept) counted.set(length.reportId, { full: length.tokens, bare: length.bareTokens });
  return counted;
}

const uncounted = (db: Db, runId: string): string[] =>
  db
    .select({ id: runReport.reportId })
    .from(runReport)
    .leftJoin(stored, and(eq(stored.reportId, runReport.reportId), eq(stored.encoding, ENCODING)))
    .where(and(eq(runReport.runId, runId), isNull(stored.reportId)))
    .all()
    .map(({ id }) => id);

const underWay = new Set<string>();

async function countBehind(db: Db, runId: string, ids: readonly string[]): Promise<void> {
  if (underWay.has(runId)) return;
  underWay.add(runId);
  try {
    for (const id of ids) {
      await nextTurn();
      await count(db, id);
    }
  } catch {
    // The database was closed: the next process to open it continues.
  } finally {
    underWay.delete(runId);
  }
}

async function count(db: Db, id: string): Promise<TokenLength | null> {
  const tokensIn = await tokenCounter();
  const row = db.select({ markdown: report.markdown }).from(report).where(eq(report.id, id)).get();
  if (!row) return null;
  const { full, bare } = reportTexts(row.markdown);
  const tokens = tokensIn(full);
  const length = { full: tokens, bare: full === bare ? tokens : tokensIn(bare) };
  if (!readsOnly(db))
    write(db, (tx) =>
      tx
        .insert(stored)
        .values({ reportId: id, encoding: ENCODING, tokens: length.full, bareTokens: length.bare })
        .onConflictDoNothing()
        .run()
    );
  return length;
}
