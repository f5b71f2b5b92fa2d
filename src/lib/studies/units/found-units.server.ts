import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Detail } from '../../scorer/verdict.ts';
import { pageKey } from '../../scorer/web/url-key.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { asUnit, judgedUnits } from './judged-units.server.ts';
import type { StudyKind } from '../kinds/index.ts';
import type { ItemMaterial } from './item-material.ts';
import type { Wording } from './unit.ts';
import { isProbe, runIssues } from './run-issues.server.ts';
import { shownResults } from './shown-results.server.ts';
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
      labelled: true,
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

/**
 * Units that judges share, with what their kind shows beside the wording. Where the question needs the cited page, units whose
 * page was not read are left out: without its text there is nothing to compare them with.
 *
 * @param wording Words and place of units that bring none of their own, by qid and key
 */
export function sharedIn(
  db: Db,
  run: StudyRun,
  metric: string,
  kind: StudyKind,
  wording: (qid: string, item: string) => Wording
): Unit[] {
  const { beside, needsPage, results } = kind.unit?.asked ?? {};
  const resultsOn = results === undefined ? null : shownResults(db, run, results);
  const details = detailsOf(db, run, metric);
  const pageAt = needsPage || beside ? pageTextsOf(db, run) : () => undefined;
  return judgedUnits(db, run, metric, kind).flatMap((unit): Unit[] => {
    const detail = details.get(unitKeyOf(unit.reportId, unit.item));
    const shown = (detail?.kind === kind.units && beside?.(detail)) || {};
    const page = shown.url === undefined ? undefined : pageAt(shown.url);
    if (needsPage && !page) return [];
    const known = unit.text === null || shown.block === undefined ? wording(unit.queryId, unit.item) : null;
    return [
      {
        ...asUnit(unit, kind.units),
        text: unit.text ?? known?.text ?? '',
        place: shown.block ?? known?.place ?? 0,
        material: {
          ...(known?.explanation && { explanation: known.explanation }),
          ...(shown.quotes && { quotes: [...shown.quotes] }),
          ...(shown.block !== undefined && { block: shown.block }),
          ...(resultsOn && { results: resultsOn.get(unit.reportId) ?? [] }),
          ...(page && { source: page })
        }
      }
    ];
  });
}

const unitKeyOf = (reportId: string, item: string): string => JSON.stringify([reportId, item]);

/** Details that kinds of units add to verdicts, by report and key. */
function detailsOf(db: Db, run: StudyRun, metric: string): Map<string, Detail> {
  const { verdict } = schema;
  const rows = db
    .select({ reportId: verdict.reportId, item: verdict.item, detail: verdict.detail })
    .from(verdict)
    .where(and(eq(verdict.runId, run.id), eq(verdict.metric, metric), eq(verdict.repeat, 0)))
    .all();
  return new Map(
    rows.flatMap(({ reportId, item, detail }) => (detail ? [[unitKeyOf(reportId, item), detail] as const] : []))
  );
}

/** The pages of a run whose text was read, by address. */
export function pageTextsOf(db: Db, run: { id: string }): (url: string) => ItemMaterial['source'] {
  const { pageFetch } = schema;
  const { urlKey: key, title, contentHash: content, outcome } = pageFetch;
  const rows = db.select({ key, title, content, outcome }).from(pageFetch).where(eq(pageFetch.runId, run.id)).all();
  const pages = new Map(rows.map((page) => [page.key, page]));
  return (url) => {
    const page = pages.get(pageKey(url));
    return page?.content ? { url, title: page.title, content: page.content, outcome: page.outcome } : undefined;
  };
}
