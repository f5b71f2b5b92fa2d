import { inEnglish, sayIn } from '../../messages/say-in.ts';
import { sayingsOf } from '../../messages/sayings.ts';
import { eq } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { importReports, listReports, type ReportImport } from '../../verification/benchmark/reports.server.ts';
import type { ImportedReport } from '../../verification/benchmark/benchmark.ts';
import { ProblemList } from '../format/problem-list.ts';
import type { KnownReport } from './join.ts';
import { bareQid } from './results.ts';
import { ReportCollector } from '../import/reports/report-collector.ts';

const say = sayingsOf('referenceProblems');
const sayNote = sayingsOf('referenceNotes');

export interface ReportsWanted {
  /** The text of a report that the project does not have, or null if it is not to be had. */
  textOf?: (report: KnownReport) => string | null;
  /** Make queries that the project does not have of what the files tell of them. */
  createQueries?: boolean;
}

/**
 * Adds the reports that the project lacks, with the queries that it lacks if that is wanted.
 *
 * @returns what was added, and the reports that are to be had: those whose text is empty are left out, with a note.
 */
export function bringReports(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  reports: readonly KnownReport[],
  options: ReportsWanted,
  notes: string[]
): { added: ReportImport; reports: KnownReport[] } {
  const stored = new Set(listReports(tx, grant).map(({ system, qid }) => JSON.stringify([system, bareQid(qid)])));
  const queries = queriesOf(tx, grant);
  const problems = new ProblemList();
  const collector = new ReportCollector(problems);
  let other = 0;
  const missing = reports.filter(({ system, qid }) => !stored.has(JSON.stringify([system, qid])));
  for (const report of missing) {
    const known = queries.get(report.qid);
    if (known && report.query !== null && !sameQuery(known.text, report.query)) other += 1;
    const markdown = options.textOf?.(report) ?? null;
    const source = report.path ?? `${report.system}, ${report.qid}`;
    if (markdown === null)
      problems.add(
        null,
        `${report.system}, ${report.qid}`,
        say('reportUnknown', { known: report.path === null ? 'no' : 'yes', path: report.path ?? '' })
      );
    else
      collector.add(
        {
          system: report.system,
          qid: known?.qid ?? report.qid,
          markdown,
          collectedAt: '',
          source,
          queryText: known ? '' : (report.query ?? '')
        },
        (field) => ({ row: null, column: `${source}: ${field}` })
      );
  }
  if (other > 0) notes.push(sayIn('en', sayNote('otherWording', { n: other })));
  const texts: ImportedReport[] = collector.any ? collector.finish(missing.length < reports.length) : [];
  if (problems.any) refuse.invalid(worded('nothingImported'), problems.all);
  notes.push(...inEnglish(problems.notes));
  const empty = new Set(collector.empty.map(({ system, qid }) => JSON.stringify([system, bareQid(qid)])));
  return {
    added: importReports(tx, grant, texts, { createQueries: options.createQueries === true }),
    reports: reports.filter(({ system, qid }) => !empty.has(JSON.stringify([system, qid])))
  };
}

const queriesOf = (tx: Db, grant: ProjectGrant<'manage'>): Map<string, { qid: string; text: string }> =>
  new Map(
    tx
      .select({ qid: schema.query.qid, text: schema.query.text })
      .from(schema.query)
      .where(eq(schema.query.projectId, grant.resource.id))
      .all()
      .map((query) => [bareQid(query.qid), query])
  );

/** Whether a text is the query with something filled in for its placeholders. */
function sameQuery(query: string, text: string): boolean {
  const plain = (words: string): string => words.replace(/\s+/g, ' ').trim();
  const parts = plain(query).split(/\{\{?\s*\w+\s*\}?\}/);
  let from = 0;
  const told = plain(text);
  if (!told.startsWith(parts[0] ?? '') || !told.endsWith(parts.at(-1) ?? '')) return false;
  return parts.every((part) => {
    const at = told.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

export interface FoundReport {
  system: string;
  qid: string;
}

/** Ids of the reports in the order of the files, with what the files call them. */
export function reportsOf(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  reports: readonly KnownReport[]
): Map<string, FoundReport> {
  const ids = new Map(
    listReports(tx, grant).map(({ id, system, qid }) => [JSON.stringify([system, bareQid(qid)]), id])
  );
  return new Map(
    reports.map(({ system, qid }) => {
      const id = ids.get(JSON.stringify([system, qid])) ?? refuse.notFound(`report of ${system} on ${qid}`);
      return [id, { system, qid }];
    })
  );
}
