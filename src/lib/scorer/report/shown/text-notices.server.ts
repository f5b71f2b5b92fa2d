import { LRUCache } from 'lru-cache';
import { asc, eq } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { noticesOf, type TextNotices } from './notices.ts';
import type { Run } from '../../runs/runs.server.ts';
import { storedMarkdown } from '../stored-markdown.server.ts';

interface ReportNotices extends TextNotices {
  reportId: string;
  system: string;
  qid: string;
}

/** Notices of a run's reports, and how many of its reports have not been read for them yet. */
interface RunNotices {
  reports: ReportNotices[];
  unread: number;
}

const MOST_KNOWN = 50_000;
/** By hash of the text: a text never has other notices. Most have none, which is kept as well. */
const known = new LRUCache<string, TextNotices | 'none'>({ max: MOST_KNOWN });
/** How long a person who opens a page waits for reports that have not been read for this yet, in milliseconds. */
const WAIT_MS = 150;

/**
 * Which reports of a run speak to the judges or hold hidden characters, by system and query.
 *
 * @param wanted `some` reads for at most 150 ms and says how many are left; `all` reads every report, for files
 */
export function noticesIn(db: Db, run: Pick<Run, 'id'>, wanted: 'some' | 'all' = 'some'): RunNotices {
  const { report, runReport, system, query } = schema;
  const rows = db
    .select({ reportId: report.id, sha256: report.sha256, system: system.name, qid: query.qid })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(eq(runReport.runId, run.id))
    .orderBy(asc(system.name), asc(query.qid))
    .all();
  const begun = performance.now();
  let unread = 0;
  const reports = rows.flatMap(({ sha256, ...row }): ReportNotices[] => {
    let notices = known.get(sha256);
    if (notices === undefined) {
      if (wanted === 'some' && performance.now() - begun > WAIT_MS) {
        unread += 1;
        return [];
      }
      notices = noticesOf(storedMarkdown(db).get({ id: row.reportId })?.markdown ?? '') ?? 'none';
      known.set(sha256, notices);
    }
    return notices === 'none' ? [] : [{ ...row, ...notices }];
  });
  return { reports, unread };
}
