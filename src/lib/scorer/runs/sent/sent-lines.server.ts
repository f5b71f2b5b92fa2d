import { asc, eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import type { JudgeConfig, JudgeFacts } from '../../judges/index.ts';
import { judgeNames, judgesOf, metricsOf, type Run } from '../runs.server.ts';
import { sentQuestions } from './sent-questions.server.ts';

/** Which calls of a run are meant; an empty list is no limit. */
interface SentFilter {
  metrics: readonly string[];
  judges: readonly string[];
  qids: readonly string[];
  systems: readonly string[];
}

interface SentLines {
  lines: Record<string, unknown>[];
  sent: number;
  /** Calls whose question cannot be worded again. */
  lost: number;
  reasons: string[];
}

/**
 * The calls of a run as data, a line each, in the order of queries, systems, metrics and questions: messages as they were sent with the
 * answer as it came back, and calls that cannot be worded again without messages (`messages: null`).
 *
 * @throws Refusal for a metric, judge, query or system that the run does not have
 */
export async function sentLines(
  db: Db,
  grant: ProjectGrant<'manage'>,
  run: Run,
  filter: SentFilter,
  factsOf: (config: JudgeConfig) => JudgeFacts
): Promise<SentLines> {
  const { runReport, report, query, system } = schema;
  const reports = db
    .select({ reportId: report.id, qid: query.qid, system: system.name })
    .from(runReport)
    .innerJoin(report, eq(report.id, runReport.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(runReport.runId, run.id))
    .orderBy(asc(query.position), asc(system.name))
    .all();
  const metrics = metricsOf(db, run.id).map(({ metric }) => metric);
  const pick = (what: string, named: readonly string[], there: readonly string[]): ReadonlySet<string> => {
    const unknown = named.find((one) => !there.includes(one));
    if (unknown !== undefined)
      refuse.invalid(
        `Run ${run.number} has no ${what} ${JSON.stringify(unknown)}. There are: ${[...new Set(there)].join(', ')}.`
      );
    return new Set(named.length > 0 ? named : there);
  };
  const wanted = {
    metrics: pick('metric', filter.metrics, metrics),
    judges: pick('judge', filter.judges, judgeNames(judgesOf(db, run.id))),
    qids: pick('query', filter.qids, reports.map(({ qid }) => qid)), // prettier-ignore
    systems: pick('system', filter.systems, reports.map(({ system: name }) => name)) // prettier-ignore
  };
  const out: SentLines = { lines: [], sent: 0, lost: 0, reasons: [] };
  for (const { reportId, ...about } of reports) {
    if (!wanted.qids.has(about.qid) || !wanted.systems.has(about.system)) continue;
    for (const metric of metrics.filter((name) => wanted.metrics.has(name))) {
      const { sent, lost, reasons } = await sentQuestions(db, grant, { run, reportId, metric }, factsOf);
      for (const { system: first, user, ...one } of sent.filter(({ judge }) => wanted.judges.has(judge))) {
        const messages = { system: first, user };
        out.lines.push({ run: run.number, ...about, metric, ...one, messages });
        out.sent += 1;
      }
      for (const one of lost.filter(({ judge }) => wanted.judges.has(judge))) {
        out.lines.push({ run: run.number, ...about, metric, ...one, messages: null });
        out.lost += 1;
      }
      if (lost.length > 0) out.reasons.push(...reasons.filter((reason) => !out.reasons.includes(reason)));
    }
  }
  return out;
}
