import { and, eq, isNull, sql } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { readsOnly, schema, write, type Db } from '../../../server/db/client.ts';
import { reportMarkdown } from '../../../server/db/report-text.ts';
import { type ReportLength, measureLength } from '../../leaderboard/index.ts';
import { isLong } from '../aside/long-reports.ts';
import { countAside } from './report-counting.server.ts';
import type { Run } from '../../runs/runs.server.ts';

const { report, runReport, reportLength: stored } = schema;

/** Counting takes milliseconds a report: so many are counted while a reader waits, the others in the background. */
const AT_ONCE = 30;

/**
 * Lengths of a run's reports by report id. The first request for a large run gets those that are counted; the rest follows, and so do
 * long reports, in a process of their own. If
 * the database is only read, all are counted and none is kept. With `all` the caller waits for all of them.
 */
export function lengthsOf(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  run: Run,
  wanted: 'some' | 'all' = 'some'
): Map<string, ReportLength> {
  const left = uncounted(db, run.id);
  const reading = readsOnly(db);
  if (!reading) {
    const now = wanted === 'all' ? left : left.filter(({ characters }) => !isLong(characters)).slice(0, AT_ONCE);
    for (const { id } of now) keep(db, id, lengthOf(db, id));
    if (left.length > now.length)
      void countBehind(
        db,
        run.id,
        left.filter((one) => !now.includes(one))
      );
  }
  const kept = db
    .select({ length: stored })
    .from(runReport)
    .innerJoin(stored, eq(stored.reportId, runReport.reportId))
    .where(eq(runReport.runId, run.id))
    .all()
    .map(({ length }): [string, ReportLength] => [
      length.reportId,
      {
        full: { characters: length.characters, words: length.words },
        bare: { characters: length.bareCharacters, words: length.bareWords }
      }
    ]);
  const counted = reading ? left.map(({ id }) => [id, lengthOf(db, id)] as const) : [];
  return new Map([...kept, ...counted.flatMap(([id, length]) => (length ? [[id, length] as const] : []))]);
}

function textOf(db: Db, id: string): string | null {
  return db.select({ markdown: reportMarkdown }).from(report).where(eq(report.id, id)).get()?.markdown ?? null;
}

function lengthOf(db: Db, id: string): ReportLength | null {
  const markdown = textOf(db, id);
  return markdown === null ? null : measureLength(markdown);
}

interface Uncounted {
  id: string;
  characters: number;
}

const uncounted = (db: Db, runId: string): Uncounted[] =>
  db
    .select({ id: runReport.reportId, characters: sql<number>`length(${reportMarkdown})` })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .leftJoin(stored, eq(stored.reportId, runReport.reportId))
    .where(and(eq(runReport.runId, runId), isNull(stored.reportId)))
    .all();

const underWay = new Set<string>();

async function countBehind(db: Db, runId: string, left: readonly Uncounted[]): Promise<void> {
  if (underWay.has(runId)) return;
  underWay.add(runId);
  try {
    for (const { id } of left) {
      await nextTurn();
      const markdown = textOf(db, id);
      if (markdown !== null)
        keep(db, id, isLong(markdown) ? await countAside.words(markdown) : measureLength(markdown));
    }
  } catch {
    // The database was closed: the process that opens it next continues to count.
  } finally {
    underWay.delete(runId);
  }
}

function keep(db: Db, id: string, length: ReportLength | null): void {
  if (!length) return;
  const { full, bare } = length;
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
