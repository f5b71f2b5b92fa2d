import { and, eq, isNull } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { type ReportLength, reportLength } from './leaderboard/index.ts';
import type { Run } from './runs.server.ts';

const { report, runReport, reportLength: stored } = schema;

/** Counting takes milliseconds a report: so many are counted while somebody waits, the others behind. */
const AT_ONCE = 30;

/** Lengths of a run's reports by report id. The first look at a large run gets those that are counted; the rest follows. */
export function lengthsOf(db: Db, _grant: ProjectGrant<'read-results'>, run: Run): Map<string, ReportLength> {
  const left = uncounted(db, run.id);
  for (const id of left.slice(0, AT_ONCE)) count(db, id);
  if (left.length > AT_ONCE) void countBehind(db, run.id, left.slice(AT_ONCE));
  return new Map(
    db
      .select({ length: stored })
      .from(runReport)
      .innerJoin(stored, eq(stored.reportId, runReport.reportId))
      .where(eq(runReport.runId, run.id))
      .all()
      .map(({ length }) => [
        length.reportId,
        {
          full: { characters: length.characters, words: length.words },
          bare: { characters: length.bareCharacters, words: length.bareWords }
        }
      ])
  );
}

const uncounted = (db: Db, runId: string): string[] =>
  db
    .select({ id: runReport.reportId })
    .from(runReport)
    .leftJoin(stored, eq(stored.reportId, runReport.reportId))
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
      count(db, id);
    }
  } catch {
    // The database was closed: whoever opens it next counts on.
  } finally {
    underWay.delete(runId);
  }
}

function count(db: Db, id: string): void {
  const row = db.select({ markdown: report.markdown }).from(report).where(eq(report.id, id)).get();
  if (!row) return;
  const { full, bare } = reportLength(row.markdown);
  write(db, (tx) =>
    tx
      .insert(stored)
      .values({
        reportId: id,
        characters: full.characters,
        words: full.words,
        bareCharacters: bare.characters,
        bareWords: bare.words
      })
      .onConflictDoNothing()
      .run()
  );
}
