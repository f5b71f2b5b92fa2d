import { eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { reportMarkdown } from '../../../server/db/report-text.ts';
import type { EvidenceChain } from '../../evidence-chain.ts';
import { shownText } from '../../report/shown/shown-text.ts';
import { unitNamed } from '../../suites/index.ts';
import type { UnitFact } from '../../unit-definition.ts';
import type { Place } from '../../verdict.ts';
import { storedVerdict, type VerdictAt } from './evidence-of-verdict.server.ts';

/** A verdict as its checker sees it: with its evidence and the text, without the report's system. */
interface CheckedVerdict {
  markdown: string;
  /** Wording of the unit. */
  title: string;
  /** The judge's rationale. */
  verdict: string;
  quotes: string[];
  /** Null if the kind of unit has none. */
  chain: EvidenceChain | null;
  place: Place | null;
  facts: UnitFact[];
}

/** @throws Refusal `not-found` if there is no such verdict */
export function checkedVerdict(db: Db, grant: ProjectGrant<'review'>, at: VerdictAt, language: string): CheckedVerdict {
  const { report, query } = schema;
  const found =
    db
      .select({ markdown: reportMarkdown, projectId: query.projectId })
      .from(report)
      .innerJoin(query, eq(query.id, report.queryId))
      .where(eq(report.id, at.reportId))
      .get() ?? refuse.notFound('report');
  if (found.projectId !== grant.resource.id) return refuse.notFound('report');
  const { verdict, chain } = storedVerdict(db, at, language);
  const unit = unitNamed(verdict.kind ?? 'item');
  const { detail } = verdict;
  return {
    markdown: shownText(found.markdown),
    title: verdict.text ?? verdict.item,
    verdict: verdict.state === 'unscored' ? verdict.reason : verdict.rationale,
    quotes: verdict.evidence.map(({ quote }) => quote),
    chain,
    place: (detail && unit.place?.(detail)) ?? null,
    facts: chain === null && detail ? (unit.facts?.(detail) ?? []) : []
  };
}
