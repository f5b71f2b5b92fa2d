import { and, asc, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ComparisonOrder, Verdict } from '../../scorer/verdict.ts';
import { metricIn } from '../../scorer/runs/runs.server.ts';
import { verdictOf } from '../../scorer/units/stored-verdict.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { groupByKey } from './grouped.ts';
import type { StudyKind } from '../kinds/index.ts';
import { mergedIssueOf, runIssues } from './run-issues.server.ts';
import { kindOf, type StudyOfRun } from '../study/study-of-run.server.ts';

/** Label of one judge on one unit, in the labels of the study's kind. */
export interface JudgeSaid {
  judgeId: string;
  state: Verdict['state'];
  /** As people's labels are kept. */
  label: string | null;
  rationale: string;
  quotes: string[];
  /** Of a comparison: what the judge said with the one or the other report as its text A. */
  byFirst?: Partial<Record<'report' | 'baseline', string>>;
  /** Why it is unscored. */
  reason: string | null;
}

/**
 * Labels of the run's judges on a study's units, by unit, in the run's order of judges. From another run (`elsewhere`): only
 * the units that fit, and every judge on each.
 */
export function saidByJudges(db: Db, study: StudyOfRun, studyItemIds?: readonly string[]): Map<string, JudgeSaid[]> {
  const said = saidInRun(db, study, studyItemIds);
  if (!study.elsewhere || !hasJudges(kindOf(study))) return said;
  const judges = judgeIdsOf(db, study.runId);
  const fitting = studyItemIds ? studyItemIds.filter((id) => study.elsewhere!.items.has(id)) : study.elsewhere.items;
  return new Map(
    [...fitting].map((id) => {
      const given = new Map(said.get(id)?.map((one) => [one.judgeId, one]));
      return [id, judges.map((judgeId) => given.get(judgeId) ?? unaskedJudge(judgeId))];
    })
  );
}

/** Of a judge that has no verdict on a unit. */
export const unaskedJudge = (judgeId: string): JudgeSaid => ({
  ...{ judgeId, state: 'unscored', label: null, rationale: '', quotes: [] },
  reason: 'The run has no answer of this judge.'
});

function saidInRun(db: Db, study: StudyOfRun, studyItemIds: readonly string[] | undefined): Map<string, JudgeSaid[]> {
  const kind = kindOf(study);
  if (kind.judges.from === 'label') return verdictsOn(db, study, kind.judges.read, studyItemIds);
  if (kind.judges.from === 'issues') return listedIssues(db, study, kind.judges, studyItemIds);
  return kind.judges.from === 'scores' ? ordersOn(db, study, kind, studyItemIds) : new Map<string, JudgeSaid[]>();
}

/** Whether a report of the run is the one that an item of the study is about: by its text, if another run is asked. */
export function isReportOfItem({ elsewhere }: Pick<StudyOfRun, 'elsewhere'>, reportId: SQLWrapper): SQL {
  const { studyItem } = schema;
  const moved = [...(elsewhere?.reports ?? [])].some(([own, there]) => own !== there);
  return moved
    ? sql`${reportId} in (
        select there.id from report own join report there
          on there.query_id = own.query_id and there.system_id = own.system_id and there.sha256 = own.sha256
        where own.id = ${studyItem.reportId})`
    : sql`${reportId} = ${studyItem.reportId}`;
}

function verdictsOn(
  db: Db,
  study: StudyOfRun,
  read: (label: string) => string | null,
  studyItemIds: readonly string[] | undefined
): Map<string, JudgeSaid[]> {
  const { studyItem, verdict, runJudge } = schema;
  const rows = db
    .select({ studyItemId: studyItem.id, said: verdict })
    .from(studyItem)
    .innerJoin(
      verdict,
      and(
        eq(verdict.runId, study.runId),
        isReportOfItem(study, verdict.reportId),
        eq(verdict.metric, study.metric),
        eq(verdict.item, sql`coalesce(${studyItem.unitKey}, ${studyItem.item})`),
        eq(verdict.repeat, 0)
      )
    )
    .leftJoin(runJudge, and(eq(runJudge.runId, verdict.runId), eq(runJudge.judgeId, verdict.judgeId)))
    .where(and(eq(studyItem.studyId, study.id), studyItemIds && inArray(studyItem.id, [...studyItemIds])))
    .orderBy(asc(runJudge.position))
    .all();
  return groupByKey(
    rows.map(({ studyItemId, said: { judgeId, state, label, rationale, evidence, detail, reason } }) => [
      studyItemId,
      {
        judgeId,
        ...readLabel(state, label, read),
        rationale,
        quotes: evidence.map(({ quote }) => quote),
        ...(detail?.kind === 'comparison' && {
          byFirst: Object.fromEntries(detail.orders.map((one) => [one.first, wordsOf(one)]))
        }),
        reason
      }
    ])
  );
}

/** A judge's words on one order, with the flaws that it names in each text; its text A is the one that stood first. */
function wordsOf({ first, rationale, flaws }: ComparisonOrder): string {
  if (!flaws) return rationale;
  const [a, b] = first === 'report' ? [flaws.report, flaws.baseline] : [flaws.baseline, flaws.report];
  const listed = (name: string, of: readonly string[]) =>
    of.length === 0 ? [] : [`Major flaws of ${name}: ${of.join(' ')}`];
  return [rationale, ...listed('A', a), ...listed('B', b)].join('\n\n');
}

/**
 * Which judges report each merged issue. A judge answers for every issue of a report whose issues it counted; one that lists
 * issues without claiming that these are all abstains, and its words are shown if it has some.
 */
function listedIssues(
  db: Db,
  study: StudyOfRun,
  labels: { reported: string; notReported: string },
  studyItemIds: readonly string[] | undefined
): Map<string, JudgeSaid[]> {
  const { studyItem } = schema;
  const items = db
    .select()
    .from(studyItem)
    .where(and(eq(studyItem.studyId, study.id), studyItemIds && inArray(studyItem.id, [...studyItemIds])))
    .all();
  const issues = runIssues(db, study, studyItemIds && [...new Set(items.map(({ reportId }) => reportId))]);
  return new Map(
    items.map((item) => {
      const ofReport = issues.get(item.reportId);
      const issue = ofReport && mergedIssueOf(item, ofReport.pool);
      if (!issue) return [item.id, []];
      return [
        item.id,
        [...ofReport.lists].map(([judgeId, list]): JudgeSaid => {
          const own = issue.members.filter(({ by }) => by === judgeId);
          const words = {
            judgeId,
            rationale: own.map(({ text }) => text).join('\n'),
            quotes: [...new Set(own.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)))]
          };
          if (list.state === 'unscored') return { ...words, state: 'unscored', label: null, reason: list.reason };
          if (list.state === 'abstained')
            return {
              ...words,
              rationale: words.rationale || list.rationale,
              state: 'abstained',
              label: null,
              reason: null
            };
          return own.length > 0
            ? { ...words, state: 'judged', label: labels.reported, reason: null }
            : { ...words, state: 'judged', label: labels.notReported, rationale: NOT_LISTED, reason: null };
        })
      ];
    })
  );
}

/** Whether a judge gave reasons of its own: words that another could be preferred to. */
export const hasReasons = ({ state, rationale }: Pick<JudgeSaid, 'state' | 'rationale'>): boolean =>
  state !== 'unscored' && rationale.trim() !== '' && rationale !== NOT_LISTED;

const NOT_LISTED = 'The judge does not report this issue.';

/** A label that people are not asked for is an answer without one. */
export function readLabel(
  state: Verdict['state'],
  label: string | null,
  read: (label: string) => string | null
): Pick<JudgeSaid, 'state' | 'label'> {
  const known = state === 'judged' && label !== null ? read(label) : null;
  return { state: state === 'judged' && known === null ? 'abstained' : state, label: known };
}

/** The order in which a judge's scores put the reports of each unit; abstained if one of them has none. */
function ordersOn(
  db: Db,
  study: StudyOfRun,
  kind: StudyKind,
  studyItemIds: readonly string[] | undefined
): Map<string, JudgeSaid[]> {
  const scores = reportValues(db, study.runId, study.metric);
  const judges = judgeIdsOf(db, study.runId);
  return new Map(
    [...reportsOfItems(db, study.id, studyItemIds)].map(([studyItemId, reportIds]) => [
      studyItemId,
      judges.map((judgeId): JudgeSaid => {
        const said = orderSaid(
          kind,
          reportIds.map(
            (reportId) => scores.get(study.elsewhere?.reports.get(reportId) ?? reportId)?.get(judgeId) ?? null
          )
        );
        return { judgeId, rationale: '', quotes: [], ...said };
      })
    ])
  );
}

/** Meaning of a judge's scores of the texts in the labels of a kind that reads scores. */
export function orderSaid(
  { judges, name }: StudyKind,
  values: readonly (number | null)[]
): Pick<JudgeSaid, 'state' | 'label' | 'reason'> {
  if (judges.from !== 'scores') throw new Error(`orderSaid requires a kind that reads scores, not ${name}`);
  return values.some((value) => value === null)
    ? { state: 'unscored', label: null, reason: 'One of the reports has no score by this judge.' }
    : { state: 'judged', label: judges.read(values.flatMap((value) => value ?? [])), reason: null };
}

const judgeIdsOf = (db: Db, runId: string): string[] =>
  db
    .select({ judgeId: schema.runJudge.judgeId })
    .from(schema.runJudge)
    .where(eq(schema.runJudge.runId, runId))
    .orderBy(asc(schema.runJudge.position))
    .all()
    .map(({ judgeId }) => judgeId);

const reportsOf = (some: boolean) =>
  builtOnce((db) => {
    const { studyItem, studyItemReport } = schema;
    const ofStudy = eq(studyItem.studyId, sql.placeholder('studyId'));
    const listed = sql`${studyItem.id} in (select value from json_each(${sql.placeholder('ids')}))`;
    const which = some ? and(ofStudy, listed) : ofStudy;
    return {
      own: db
        .select({ id: studyItem.id, reportId: studyItem.reportId })
        .from(studyItem)
        .where(which)
        .orderBy(asc(studyItem.position))
        .prepare(),
      further: db
        .select({ id: studyItem.id, reportId: studyItemReport.reportId })
        .from(studyItem)
        .innerJoin(studyItemReport, eq(studyItemReport.studyItemId, studyItem.id))
        .where(which)
        .orderBy(asc(studyItemReport.place))
        .prepare()
    };
  });
const [reportsOfAll, reportsOfSome] = [reportsOf(false), reportsOf(true)];

/** The reports of each unit, the unit's own first. */
export function reportsOfItems(
  db: Db,
  studyId: string,
  studyItemIds?: readonly string[]
): Map<string, [string, ...string[]]> {
  const { own, further } = (studyItemIds ? reportsOfSome : reportsOfAll)(db);
  const which = { studyId, ids: JSON.stringify(studyItemIds) };
  const reports = new Map<string, [string, ...string[]]>(own.all(which).map(({ id, reportId }) => [id, [reportId]]));
  for (const { id, reportId } of further.all(which)) reports.get(id)!.push(reportId);
  return reports;
}

/**
 * Scores of each report of a run under a metric, by report and judge, from each judge's verdicts; null if undefined. The
 * baseline of a comparison equals itself: 0.
 */
export function reportValues(db: Db, runId: string, metric: string): Map<string, Map<string, number | null>> {
  const row = db
    .select()
    .from(schema.runMetric)
    .where(and(eq(schema.runMetric.runId, runId), eq(schema.runMetric.metric, metric)))
    .get();
  if (!row) return new Map();
  const { protocol, settings } = metricIn(row);
  const { verdict } = schema;
  const byTask = new Map<string, Map<string, Verdict[]>>();
  const rows = db
    .select()
    .from(verdict)
    .where(and(eq(verdict.runId, runId), eq(verdict.metric, metric), eq(verdict.repeat, 0)))
    .orderBy(sql`${verdict}.rowid`)
    .all();
  for (const { reportId, judgeId, ...said } of rows) {
    const ofReport = byTask.get(reportId) ?? new Map<string, Verdict[]>();
    byTask.set(reportId, ofReport.set(judgeId, [...(ofReport.get(judgeId) ?? []), verdictOf(said)]));
  }
  const values = new Map(
    [...byTask].map(([reportId, ofReport]) => [
      reportId,
      new Map([...ofReport].map(([judgeId, said]) => [judgeId, protocol.combine(said, settings).value]))
    ])
  );
  if (protocol.compares && settings.baseline !== undefined) {
    const same = new Map(judgeIdsOf(db, runId).map((judgeId) => [judgeId, 0 as number | null]));
    for (const reportId of reportsOfSystem(db, settings.baseline)) values.set(reportId, same);
  }
  return values;
}

const reportsOfSystem = (db: Db, systemId: string): string[] =>
  db
    .select({ id: schema.report.id })
    .from(schema.report)
    .where(eq(schema.report.systemId, systemId))
    .all()
    .map(({ id }) => id);

/** Whether the kind's judges are the judges of the run; if they give nothing comparable there are none. */
export const hasJudges = (kind: StudyKind): boolean => kind.judges.from !== 'nothing';
