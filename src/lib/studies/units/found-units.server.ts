import { and, asc, eq, inArray } from 'drizzle-orm';
import { pageKey } from '../../scorer/web/url-key.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { asUnit, judgedUnits } from './judged-units.server.ts';
import type { StudyKind } from '../kinds/index.ts';
import { isProbe, runIssues } from './run-issues.server.ts';
import type { StudyRun, Unit } from './unit.ts';

/**
 * The merged issues of a run. An issue on which every judge that counted issues in the report is heard to report it has the
 * stratum `all-agree`.
 */
export function issuesIn(db: Db, run: StudyRun, metric: string): Unit[] {
  const { report, query, system } = schema;
  const issues = runIssues(db, { runId: run.id, metric });
  const about = new Map(
    db
      .select({ id: report.id, queryId: query.qid, systemId: system.name, category: query.category })
      .from(report)
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId))
      .where(inArray(report.id, [...issues.keys()]))
      .orderBy(asc(query.qid), asc(system.name))
      .all()
      .map(({ id, ...rest }) => [id, rest])
  );
  return [...about].flatMap(([reportId, named]) => {
    const { pool, lists } = issues.get(reportId)!;
    const counting = [...lists].flatMap(([judgeId, { state }]) => (state === 'judged' ? [judgeId] : []));
    return pool.map(({ id, by, block, shown }): Unit => ({
      reportId,
      ...named,
      item: id,
      stratum: counting.every((judgeId) => by.includes(judgeId)) ? 'all-agree' : 'some-differ',
      text: shown.text,
      place: block ?? Number.MAX_SAFE_INTEGER,
      beside: [],
      unitKind: 'issue',
      unitKey: shown.key,
      judgeId: isProbe(shown.by) ? null : shown.by,
      material: { quotes: shown.evidence.map(({ quote }) => quote) }
    }));
  });
}

/** Claims whose page was read: without its text there is nothing to compare them with. */
export function claimsIn(db: Db, run: StudyRun, metric: string, kind: StudyKind): Unit[] {
  const { verdict, pageFetch } = schema;
  const details = db
    .select({ reportId: verdict.reportId, item: verdict.item, detail: verdict.detail })
    .from(verdict)
    .where(and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.repeat, 0)))
    .all();
  const keyOf = (reportId: string, item: string): string => JSON.stringify([reportId, item]);
  const known = new Map(
    details.flatMap(({ reportId, item, detail }) => (detail ? [[keyOf(reportId, item), detail] as const] : []))
  );
  const pages = new Map(
    db
      .select({
        key: pageFetch.urlKey,
        title: pageFetch.title,
        content: pageFetch.contentHash,
        outcome: pageFetch.outcome
      })
      .from(pageFetch)
      .where(eq(pageFetch.runId, run.id))
      .all()
      .map((page) => [page.key, page])
  );
  return judgedUnits(db, run, metric, kind).flatMap((unit): Unit[] => {
    const claim = known.get(keyOf(unit.reportId, unit.item));
    if (claim?.kind !== 'claim') return [];
    const page = pages.get(pageKey(claim.url));
    if (!page?.content) return [];
    return [
      {
        ...asUnit(unit, 'claim'),
        text: unit.text ?? '',
        place: claim.place?.block ?? 0,
        material: {
          ...(claim.place && { block: claim.place.block }),
          source: { url: claim.url, title: page.title, content: page.content, outcome: page.outcome }
        }
      }
    ];
  });
}
