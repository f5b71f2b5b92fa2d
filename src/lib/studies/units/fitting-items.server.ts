import { and, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { dateOfUndated } from '../../scorer/runs/texts/asked-texts.ts';
import { fillDates } from '../../scorer/runs/texts/placeholders.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';
import { pageTextsOf } from './found-units.server.ts';
import { reportsOfItems } from './judge-labels.server.ts';
import { heldOutFrom } from './held-out.server.ts';
import type { Misfit } from './misfits.ts';
import { queriesOfRun, knownWordings, listedWording } from './units.server.ts';

/** Fit of each item of a study in another run: null if its labels apply there, else the reason why they do not. */
interface ItemFits {
  /** By id of the item. */
  items: ReadonlyMap<string, Misfit | null>;
  /** Id of the other run's report by id of the study's report, of reports whose text is the same. */
  reports: ReadonlyMap<string, string>;
}

/**
 * Compares each item of a study with what another run asked its judges: the report by its content, the query and the item by
 * their wording as asked, the cited page by its content. An item whose judges gave no valid answer still fits: it is unscored.
 *
 * Issues that judges list fit no other run. Its judges list issues without labels, so that agreement on the labelled ones alone
 * would hide every false report.
 *
 * While a prompt is improved against a study's labels, runs of its later versions have those of the training side only.
 *
 * @param whole With the held-out labels, for the held-out test itself
 * @throws Refusal `not-found` if the project has no such scoring run
 */
export function itemFits(db: Db, study: StudyOfRun, runId: string, whole = false): ItemFits {
  const [own, run] = [runOf(db, study.projectId, study.runId), runOf(db, study.projectId, runId)];
  const kind = kindOf(study);
  const items = db.select().from(schema.studyItem).where(eq(schema.studyItem.studyId, study.id)).all();
  const allAre = (misfit: Misfit): ItemFits => ({
    items: new Map(items.map(({ id }) => [id, misfit])),
    reports: new Map()
  });
  if (kind.judges.from === 'issues') return allAre('issues');
  if (kind.judges.from !== 'nothing' && !scores(db, runId, study.metric)) return allAre('metric');

  const reportIds = reportsOfItems(db, study.id);
  const { fits, rows, comparesWith } = reportFits(db, study, runId, [...new Set([...reportIds.values()].flat())]);
  const queries = [own, run].map((of) => new Map(queriesOfRun(db, of).map((query) => [query.qid, query.text])));
  const asked = verdictsByUnit(db, run.id, study.metric, kind.units);
  const wording = kind.unit?.checklist ? knownWordings(db, run, study.metric) : listedWording(study.metric);
  const pageAt = items.some(({ material }) => material.source) ? pageTextsOf(db, run) : () => undefined;
  const reports = new Map([...fits].flatMap(([id, fit]) => (typeof fit === 'string' ? [[id, fit] as const] : [])));

  const misfitOf = (item: (typeof items)[number]): Misfit | null => {
    const [first, ...beside] = reportIds.get(item.id)!;
    for (const id of [first, ...(kind.reports === 'several' ? beside : [])]) {
      const fit = fits.get(id)!;
      if (typeof fit !== 'string') return fit.misfit;
    }
    const { qid } = rows.get(first)!;
    const there = rows.get(reports.get(first)!)!;
    const worded = (text: string | undefined, by: typeof there, of: typeof run): string | null =>
      text === undefined ? null : fillDates(text, by.collectedAt ?? dateOfUndated(of));
    if (worded(queries[0]!.get(qid), rows.get(first)!, own) !== worded(queries[1]!.get(there.qid), there, run))
      return 'query';
    if (kind.reports === 'pair' && !beside.every(comparesWith)) return 'beside';
    if (kind.units === 'report') return null;
    const key = item.unitKey ?? item.item;
    const unit = asked.get(JSON.stringify([reports.get(first), key]));
    if (!unit) return 'item';
    if (kind.reports === 'one' && kind.unit) {
      const known = wording(there.qid, key)?.text;
      const text = kind.unit.checklist ? worded(known, there, run) : (unit.text ?? known ?? '');
      if (text !== item.text) return 'wording';
    }
    const { source } = item.material;
    if (!source) return null;
    const page = pageAt(source.url);
    if (!page) return 'page-unread';
    return page.content === source.content ? null : 'page';
  };
  const heldOut = whole ? null : heldOutFrom(db, study, runId);
  const unlessHeldOut = (item: (typeof items)[number]): Misfit | null =>
    heldOut?.has(rows.get(reportIds.get(item.id)![0]!)!.qid) ? 'held-out' : null;
  return { items: new Map(items.map((item) => [item.id, misfitOf(item) ?? unlessHeldOut(item)])), reports };
}

/** The study with the judges of another run of its project, on the items that this run judged unchanged; as it is for its own run. */
export function studyInRun(db: Db, study: StudyOfRun, runId: string | undefined, whole = false): StudyOfRun {
  if (runId === undefined || runId === study.runId) return study;
  const { items, reports } = itemFits(db, study, runId, whole);
  const fitting = [...items].flatMap(([id, misfit]) => (misfit === null ? [id] : []));
  return { ...study, runId, elsewhere: { items: new Set(fitting), reports } };
}

type Run = typeof schema.run.$inferSelect;

const runOf = (db: Db, projectId: string, runId: string): Run =>
  db
    .select()
    .from(schema.run)
    .where(and(eq(schema.run.id, runId), eq(schema.run.projectId, projectId), eq(schema.run.kind, 'scoring')))
    .get() ?? refuse.notFound('run');

const scores = (db: Db, runId: string, metric: string): boolean =>
  db
    .select({ metric: schema.runMetric.metric })
    .from(schema.runMetric)
    .where(and(eq(schema.runMetric.runId, runId), eq(schema.runMetric.metric, metric)))
    .get() !== undefined;

/**
 * The report of a run that has the text of each of these reports, on the same query by the same system; or why there is none.
 * `comparesWith` says whether the run compares other reports with one of the study's.
 */
function reportFits(
  db: Db,
  study: StudyOfRun,
  runId: string,
  ids: readonly string[]
): {
  fits: Map<string, string | { misfit: Misfit }>;
  rows: Map<string, { qid: string; queryId: string; sha256: string; collectedAt: string | null }>;
  comparesWith: (reportId: string) => boolean;
} {
  const { report, query, system, runReport, runMetric, verdict } = schema;
  const columns = {
    id: report.id,
    queryId: report.queryId,
    systemId: report.systemId,
    sha256: report.sha256,
    qid: query.qid,
    collectedAt: sql<string | null>`coalesce(${report.collectedAt}, ${system.collectedAt})`
  };
  const reports = () =>
    db
      .select(columns)
      .from(report)
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId));
  const own = reports()
    .where(inArray(report.id, [...ids]))
    .all();
  const ofRun = reports()
    .where(
      sql`${report.id} in (
        select ${runReport.reportId} from ${runReport} where ${runReport.runId} = ${runId}
        union select ${verdict.reportId} from ${verdict} where ${verdict.runId} = ${runId} and ${verdict.metric} = ${study.metric})`
    )
    .all();
  const rows = new Map([...own, ...ofRun].map((row) => [row.id, row]));
  const byPlace = Map.groupBy(ofRun, ({ queryId, systemId }) => `${queryId} ${systemId}`);
  const fits = new Map(
    own.map(({ id, queryId, systemId, sha256 }): [string, string | { misfit: Misfit }] => {
      const there = byPlace.get(`${queryId} ${systemId}`) ?? [];
      const same = there.find((one) => one.id === id && one.sha256 === sha256);
      const found = same ?? there.find((one) => one.sha256 === sha256);
      return [id, found?.id ?? { misfit: there.length > 0 ? 'report' : 'report-missing' }];
    })
  );
  const baseline = db
    .select({ settings: runMetric.settings })
    .from(runMetric)
    .where(and(eq(runMetric.runId, runId), eq(runMetric.metric, study.metric)))
    .get()?.settings.baseline;
  const compared = baseline === undefined ? [] : reports().where(eq(report.systemId, baseline)).all();
  return {
    fits,
    rows,
    comparesWith: (reportId) => {
      const { queryId, systemId, sha256 } = rows.get(reportId)!;
      return compared.some((one) => one.queryId === queryId && one.systemId === systemId && one.sha256 === sha256);
    }
  };
}

/** Wording of every unit of a kind that the judges of a run were asked about under a metric, by report and key. */
function verdictsByUnit(db: Db, runId: string, metric: string, kind: string): Map<string, { text: string | null }> {
  const { verdict } = schema;
  const rows = db
    .select({ reportId: verdict.reportId, item: verdict.item, text: sql<string | null>`max(${verdict.text})` })
    .from(verdict)
    .where(and(eq(verdict.runId, runId), eq(verdict.metric, metric), eq(verdict.repeat, 0), eq(verdict.kind, kind)))
    .groupBy(verdict.reportId, verdict.item)
    .all();
  return new Map(rows.map(({ reportId, item, text }) => [JSON.stringify([reportId, item]), { text }]));
}
