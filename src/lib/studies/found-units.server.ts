import { and, asc, eq } from 'drizzle-orm';
import { pageKey } from '../scorer/web/url-key.ts';
import { schema, type Db } from '../server/db/client.ts';
import { asUnit, judgedUnits } from './judged-units.server.ts';
import type { StudyKind } from './kinds/index.ts';
import type { StudyRun, Unit } from './units.server.ts';

/**
 * Issues that a judge reported, each with its judge: two judges who report one fault give two units. Their stratum says whether
 * every other judge who counted issues in the report quotes the same block: there is no other way in which they could agree.
 */
export function issuesIn(db: Db, run: StudyRun, metric: string): Unit[] {
  const { verdict, report, query, system, judge } = schema;
  const rows = db
    .select({ said: verdict, queryId: query.qid, category: query.category, systemId: system.name, judge })
    .from(verdict)
    .innerJoin(report, eq(report.id, verdict.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(judge, eq(judge.id, verdict.judgeId))
    .where(and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.repeat, 0)))
    .orderBy(asc(query.qid), asc(system.name), asc(judge.fingerprint))
    .all();
  const issues = rows.filter(({ said }) => said.kind === 'issue' && said.state === 'judged');
  const counted = rows.filter(({ said }) => said.kind === 'count' && said.state === 'judged');
  const blocks = ({ said }: (typeof rows)[number]): Set<number> =>
    new Set(said.evidence.flatMap(({ place }) => (place ? [place.block] : [])));
  return issues.map((one): Unit => {
    const { said, queryId, category, systemId } = one;
    const own = blocks(one);
    const others = counted.filter(
      (count) => count.said.reportId === said.reportId && count.said.judgeId !== said.judgeId
    );
    const same = others.every((count) =>
      issues.some(
        (issue) =>
          issue.said.reportId === said.reportId &&
          issue.said.judgeId === count.said.judgeId &&
          [...blocks(issue)].some((block) => own.has(block))
      )
    );
    return {
      reportId: said.reportId,
      queryId,
      systemId,
      category,
      // Names that stay the same from one database to the next; never shown to people.
      item: `${said.item} of ${one.judge.spec} ${one.judge.fingerprint.slice(0, 8)}`,
      stratum: same ? 'all-agree' : 'some-differ',
      text: said.text ?? said.rationale,
      place: Math.min(...own, Number.MAX_SAFE_INTEGER),
      beside: [],
      unitKind: 'issue',
      unitKey: said.item,
      judgeId: said.judgeId,
      material: { quotes: said.evidence.map(({ quote }) => quote) }
    };
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
