import { and, asc, eq, sql } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import type { EvidenceChain } from '../../evidence-chain.ts';
import { findMetric, unitNamed } from '../../suites/index.ts';
import { verdictOf } from '../../units/stored-verdict.ts';
import type { Verdict } from '../../verdict.ts';

/** One verdict of a run. */
export interface VerdictAt {
  runId: string;
  reportId: string;
  metric: string;
  judgeId: string;
  repeat: number;
  item: string;
}

export interface VerdictEvidence {
  verdict: Verdict;
  chain: EvidenceChain;
}

/**
 * How a verdict came about.
 *
 * @throws Refusal `not-found` if there is no such verdict, or its kind of unit has no chain
 */
export function evidenceOfVerdict(
  db: Db,
  _grant: ProjectGrant<'read-results'>,
  at: VerdictAt,
  language = 'en'
): VerdictEvidence {
  const { verdict, chain } = storedVerdict(db, at, language);
  return chain ? { verdict, chain } : refuse.notFound('chain of evidence');
}

/**
 * A stored verdict with its chain of evidence in the language of its reader; null if its kind of unit has none. The caller has checked
 * the grant.
 */
export function storedVerdict(
  db: Db,
  at: VerdictAt,
  language: string
): { verdict: Verdict; chain: EvidenceChain | null } {
  const { verdict: row } = schema;
  const siblings = db
    .select()
    .from(row)
    .where(
      and(
        ...[eq(row.runId, at.runId), eq(row.reportId, at.reportId), eq(row.metric, at.metric)],
        ...[eq(row.judgeId, at.judgeId), eq(row.repeat, at.repeat)]
      )
    )
    .orderBy(asc(sql`${row}.rowid`))
    .all()
    .map(verdictOf);
  const verdict = siblings.find(({ item }) => item === at.item) ?? refuse.notFound('verdict');
  const { chain: read } = unitNamed(verdict.kind ?? 'item');
  return { verdict, chain: read?.({ verdict, siblings, material: materialOf(db, at), language }) ?? null };
}

/** The suite's material of the query as the run was planned; undefined if there is none. */
function materialOf(db: Db, { runId, reportId, metric }: VerdictAt): unknown {
  const suite = findMetric(metric)?.material;
  if (suite === undefined) return undefined;
  const { run, datasetVersion, report, query } = schema;
  const of = db
    .select({ content: datasetVersion.content })
    .from(run)
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(run.id, runId))
    .get();
  const { qid } = db
    .select({ qid: query.qid })
    .from(report)
    .innerJoin(query, eq(query.id, report.queryId))
    .where(eq(report.id, reportId))
    .get()!;
  return of?.content.queries.find((one) => one.qid === qid)?.material?.[suite];
}
