import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { metricByName } from '../../scorer/suites/index.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { listingKinds } from '../kinds/index.ts';
import { isAbout, poolIssues, type PooledIssue, type ReportedIssue } from './pooled-issues.ts';

/** The reporter of an issue that a person lists; see `issue-search`. */
const probeBy = (userId: string): string => `probe ${userId}`;
export const isProbe = (by: string): boolean => by.startsWith('probe ');

/** Issues that people list in closed studies of the same run and metric, by report: of each person the list that stands. */
function probedIssues(db: Db, { runId, metric }: { runId: string; metric: string }): Map<string, ReportedIssue[]> {
  const { study, studyItem, assignment, humanVerdict, report } = schema;
  const lists = db
    .select({
      reportId: report.id,
      id: humanVerdict.id,
      userId: humanVerdict.userId,
      listed: humanVerdict.listed
    })
    .from(study)
    .innerJoin(assignment, eq(assignment.studyId, study.id))
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, humanVerdict.studyItemId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .where(
      and(
        eq(study.runId, runId),
        eq(study.metric, metric),
        or(...listingKinds().map(({ name, lists }) => and(eq(study.kind, name), eq(humanVerdict.label, lists)))),
        eq(study.status, 'closed'),
        eq(studyItem.purpose, 'sample'),
        isLastBlind
      )
    )
    .orderBy(asc(humanVerdict.committedAt))
    .all();
  return new Map(
    [...Map.groupBy(lists, ({ reportId }) => reportId)].map(([reportId, ofReport]) => [
      reportId,
      ofReport.flatMap(({ id, userId, listed }) =>
        (listed ?? []).map((issue, i) => ({ by: probeBy(userId), key: `${id} ${i + 1}`, ...issue }))
      )
    ])
  );
}

/** How far a judge stands by its list of issues in a report. */
type IssueListState =
  | { state: 'judged' }
  /** It lists what it sees and does not claim that this is all (judges made of code). */
  | { state: 'abstained'; rationale: string }
  | { state: 'unscored'; reason: string };

/** The issues of one report, merged over those who report them. */
interface ReportIssues {
  pool: PooledIssue[];
  /** By judge of the run, in the run's order. */
  lists: Map<string, IssueListState>;
}

const NO_LIST = 'The judge has no list of issues for this report.';

/** How many passages make up one issue of a metric; see `poolIssues`. */
export const passagesPerIssue = (metric: string): 1 | 2 => metricByName(metric).protocol.unit.passages ?? 1;

/**
 * The issues that the judges of a run report under a metric, by report; of repeated questions the first counts.
 *
 * @param reportIds only these reports; all by default
 */
export function runIssues(
  db: Db,
  { runId, metric }: { runId: string; metric: string },
  reportIds?: readonly string[]
): Map<string, ReportIssues> {
  const { verdict, report, runJudge } = schema;
  const judges = db
    .select({ id: runJudge.judgeId })
    .from(runJudge)
    .where(eq(runJudge.runId, runId))
    .orderBy(asc(runJudge.position))
    .all();
  const rows = db
    .select({ said: verdict, sha256: report.sha256 })
    .from(verdict)
    .innerJoin(report, eq(report.id, verdict.reportId))
    .where(
      and(
        eq(verdict.runId, runId),
        eq(verdict.metric, metric),
        eq(verdict.repeat, 0),
        inArray(verdict.kind, ['issue', 'count']),
        reportIds && inArray(verdict.reportId, [...reportIds])
      )
    )
    .all();
  const passages = passagesPerIssue(metric);
  const probed = probedIssues(db, { runId, metric });
  return new Map(
    [...Map.groupBy(rows, ({ said }) => said.reportId)].map(([reportId, ofReport]) => {
      const issues = [
        ...ofReport.flatMap(({ said }) => (isIssue(said) ? [reportedIssue(said)] : [])),
        ...(probed.get(reportId) ?? [])
      ];
      const counts = new Map(ofReport.flatMap(({ said }) => (said.kind === 'count' ? [[said.judgeId, said]] : [])));
      return [
        reportId,
        {
          pool: poolIssues(issues, { report: ofReport[0]!.sha256, metric, passages }),
          lists: new Map(judges.map(({ id }) => [id, listState(counts.get(id))]))
        }
      ];
    })
  );
}

type ItemRow = Pick<typeof schema.studyItem.$inferSelect, 'item' | 'judgeId' | 'unitKey'>;

/**
 * The merged issue that an item of a study is about: by its id; else, if further judges have answered since or the study is
 * older than the merging, the one that holds the very report of an issue with which the item was drawn.
 */
export const mergedIssueOf = ({ item, judgeId, unitKey }: ItemRow, pool: readonly PooledIssue[]): PooledIssue | null =>
  pool.find(({ id }) => id === item) ??
  pool.find(({ members }) =>
    members.some(({ by, key }) => key === unitKey && (isProbe(by) ? judgeId === null : by === judgeId))
  ) ??
  null;

/** Whether a judge lists an issue of the sample, each time that it was asked, in that order. */
interface RepeatedIssue {
  studyItemId: string;
  judgeId: string;
  state: IssueListState['state'];
  listed: boolean;
}

/**
 * Report of each judge on each merged issue of a study, in every repeat: an issue of a later list is the same if it would have
 * been merged with it.
 */
export function repeatedIssues(db: Db, study: { id: string; runId: string; metric: string }): RepeatedIssue[] {
  const { studyItem, verdict } = schema;
  const items = db
    .select()
    .from(studyItem)
    .where(and(eq(studyItem.studyId, study.id), eq(studyItem.purpose, 'sample')))
    .orderBy(asc(studyItem.position))
    .all();
  const reportIds = [...new Set(items.map(({ reportId }) => reportId))];
  const first = runIssues(db, study, reportIds);
  const rows = db
    .select()
    .from(verdict)
    .where(
      and(
        eq(verdict.runId, study.runId),
        eq(verdict.metric, study.metric),
        inArray(verdict.kind, ['issue', 'count']),
        inArray(verdict.reportId, reportIds)
      )
    )
    .orderBy(asc(verdict.repeat))
    .all();
  const lists = Map.groupBy(rows, ({ reportId, judgeId }) => `${reportId} ${judgeId}`);
  const passages = passagesPerIssue(study.metric);
  return items.flatMap((item) => {
    const ofReport = first.get(item.reportId);
    const issue = ofReport && mergedIssueOf(item, ofReport.pool);
    if (!issue) return [];
    return [...ofReport.lists.keys()].flatMap((judgeId) =>
      [...Map.groupBy(lists.get(`${item.reportId} ${judgeId}`) ?? [], ({ repeat }) => repeat).values()].map(
        (said): RepeatedIssue => ({
          studyItemId: item.id,
          judgeId,
          state: listState(said.find(({ kind }) => kind === 'count')).state,
          listed: said.some((one) => isIssue(one) && isAbout(reportedIssue(one), issue, passages))
        })
      )
    );
  });
}

type VerdictRow = typeof schema.verdict.$inferSelect;

const isIssue = ({ kind, state }: VerdictRow): boolean => kind === 'issue' && state === 'judged';

const reportedIssue = ({ judgeId, item, text, rationale, evidence }: VerdictRow): ReportedIssue => ({
  by: judgeId,
  key: item,
  text: text ?? rationale,
  evidence
});

function listState(count: VerdictRow | undefined): IssueListState {
  if (!count) return { state: 'unscored', reason: NO_LIST };
  if (count.state === 'judged') return { state: 'judged' };
  return count.state === 'abstained'
    ? { state: 'abstained', rationale: count.rationale }
    : { state: 'unscored', reason: count.reason ?? NO_LIST };
}
