import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { refuse, worded } from '../../../errors.ts';
import { ByName } from '../../../names.ts';
import { putTrace, traceOfReport } from '../../../scorer/report/report-traces.server.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { write, type Db } from '../../../server/db/client.ts';
import { listReports } from '../../../verification/benchmark/reports.server.ts';
import type { FileContent } from '../../format/file-content.ts';
import { ProblemList } from '../../format/problem-list.ts';
import { readInTurns, type LinesAside } from '../aside/lines-aside.ts';
import { readTraceLines, tracesOfLines, type TraceOfLine } from './trace-lines.ts';

const leadSays = sayingsOf('leadRefusals');

const say = sayingsOf('importProblems');

export interface TraceImport {
  /** Reports whose trace is new, replaced another one, or was stored already. */
  traces: { added: number; changed: number; unchanged: number };
  notes: Saying[];
}

/**
 * Brings traces of systems to their reports, each to the newest revision: all of the file or, with the problems by line, none. A
 * trace of a report that has another one replaces it.
 */
export function importTraces(db: Db, grant: ProjectGrant<'manage'>, content: FileContent): TraceImport {
  const problems = new ProblemList();
  return storeTraces(db, grant, readTraceLines(content, problems), problems);
}

/** The same in a server: the file is read in another process, and its lines are checked a few milliseconds at a time. */
export async function importTracesAside(
  db: Db,
  grant: ProjectGrant<'manage'>,
  lines: LinesAside
): Promise<TraceImport> {
  const problems = new ProblemList();
  const read = await readInTurns(tracesOfLines(await lines(problems), problems));
  return storeTraces(db, grant, read, problems);
}

function storeTraces(
  db: Db,
  grant: ProjectGrant<'manage'>,
  lines: readonly TraceOfLine[],
  problems: ProblemList
): TraceImport {
  stopIfAny(problems);
  if (lines.length === 0) refuse.invalid(leadSays('noTrace'));
  return write(db, (tx) => {
    const idOf = reportIds(tx, grant);
    const traces = { added: 0, changed: 0, unchanged: 0 };
    for (const { row, system, qid, trace } of lines) {
      const reportId = idOf(system, qid);
      if (reportId === undefined) {
        problems.add(row, 'system, qid', say('noReportOf', { system, qid }));
        continue;
      }
      const stored = traceOfReport(tx, reportId);
      const same = stored !== null && Object.entries(trace).every(([name, count]) => stored[name as 'pages'] === count);
      traces[stored === null ? 'added' : same ? 'unchanged' : 'changed'] += 1;
      if (!same) putTrace(tx, reportId, trace);
    }
    stopIfAny(problems);
    if (traces.added + traces.changed > 0)
      record(tx, grant.actor, {
        ...{ projectId: grant.resource.id, action: 'traces.import', entity: 'project', entityId: grant.resource.id },
        detail: traces
      });
    return { traces, notes: problems.notes };
  });
}

const stopIfAny = (problems: ProblemList): void => {
  if (problems.any) refuse.invalid(worded('nothingImported'), problems.all);
};

/** The newest report of a system on a query, whatever the capitals of both. */
const reportIds = (tx: Db, grant: ProjectGrant<'manage'>): ((system: string, qid: string) => string | undefined) => {
  const bySystem = new ByName<ByName<string>>();
  for (const { id, system, qid } of listReports(tx, grant)) {
    const own = bySystem.get(system) ?? new ByName<string>();
    bySystem.set(system, own);
    own.set(qid, id);
  }
  return (system, qid) => bySystem.get(system)?.get(qid);
};
