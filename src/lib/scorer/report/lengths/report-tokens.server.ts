import { and, eq, isNull, sql } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { readsOnly, schema, write, type Db } from '../../../server/db/client.ts';
import { reportMarkdown } from '../../../server/db/report-text.ts';
import type { TokenLength } from '../../leaderboard/index.ts';
import { isLong } from '../aside/long-reports.ts';
import { countAside } from './report-counting.server.ts';
import { tokenLength } from './report-counting-process.server.ts';
import type { Run } from '../../runs/runs.server.ts';
import { ENCODING } from './tokenizer.server.ts';

const { report, runReport, reportTokens: stored } = schema;

/** Counting takes milliseconds a report, and longer ones are counted beside: so many are counted within a request, the others afterwards. */
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
  const now = wanted === 'all' ? left : left.filter(({ characters }) => !isLong(characters)).slice(0, AT_ONCE);
  const counted = new Map<string, TokenLength>();
  for (const { id } of now) {
    const length = await count(db, id);
    if (length) counted.set(id, length);
    await nextTurn();
  }
  if (left.length > now.length && !readsOnly(db))
    void countBehind(
      db,
      run.id,
      left.filter((one) => !now.includes(one))
    );
  for (const { length } of keptOf(db, run.id))
    counted.set(length.reportId, { full: length.tokens, bare: length.bareTokens });
  return counted;
}

/** Tokens of those reports of a run that are counted by now, by report id. */
export const countedTokens = (db: Db, { id }: Pick<Run, 'id'>): Map<string, number> =>
  new Map(keptOf(db, id).map(({ length }) => [length.reportId, length.tokens]));

const keptOf = (db: Db, runId: string) =>
  db
    .select({ length: stored })
    .from(runReport)
    .innerJoin(stored, and(eq(stored.reportId, runReport.reportId), eq(stored.encoding, ENCODING)))
    .where(eq(runReport.runId, runId))
    .all();

interface Uncounted {
  id: string;
  characters: number;
}

const uncounted = (db: Db, runId: string): Uncounted[] =>
  db
    .select({ id: runReport.reportId, characters: sql<number>`length(${reportMarkdown})` })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .leftJoin(stored, and(eq(stored.reportId, runReport.reportId), eq(stored.encoding, ENCODING)))
    .where(and(eq(runReport.runId, runId), isNull(stored.reportId)))
    .all();

const underWay = new Set<string>();

async function countBehind(db: Db, runId: string, left: readonly Uncounted[]): Promise<void> {
  if (underWay.has(runId)) return;
  underWay.add(runId);
  try {
    for (const { id } of left) {
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
  const row = db.select({ markdown: reportMarkdown }).from(report).where(eq(report.id, id)).get();
  if (!row) return null;
  const { markdown } = row;
  const length = isLong(markdown) ? await countAside.tokens(markdown) : await tokenLength(markdown);
  if (length && !readsOnly(db))
    write(db, (tx) =>
      tx
        .insert(stored)
        .values({ reportId: id, encoding: ENCODING, tokens: length.full, bareTokens: length.bare })
        .onConflictDoNothing()
        .run()
    );
  return length;
}
