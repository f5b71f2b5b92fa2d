import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { raterName } from './export-raters.server.ts';
import type { RevealOpinion } from './judge-errors.ts';
import { reportsOfItems, saidByJudges } from '../units/judge-labels.server.ts';
import { studyRaters, studyLabels } from '../labels/labels.server.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import type { JudgeError } from '../labels/preference.ts';
import { judgeErrors } from '../labels/preference.ts';
import { isLastPreference } from '../labels/preferences.server.ts';
import { isOfRun } from '../study/study-of-run.server.ts';
import { namesOfReports } from '../study/system-names.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Everything that people said of the judges of a study after the reveal, and the judges and prompt that it is about. */
export interface StudyOpinions {
  study: { number: number; name: string };
  metric: string;
  prompt: { name: string; version: string; hash: string };
  judges: { judgeId: string; spec: string; fingerprint: string }[];
  /** The last word of each person on each unit of the sample. */
  opinions: RevealOpinion[];
}

/**
 * Reads people's opinions of the judges, with the judges' own reasons. It shows single units with labels and verdicts: callers
 * check the embargo and the blinding first.
 *
 * @throws Refusal `invalid-input` for imported labels: their annotators saw no judge
 */
export function studyOpinions(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): StudyOpinions {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) return refuse.invalid(leadSays('elsewhereNoJudge'));
  const { preference, studyItem, report, query, runMetric } = schema;
  const rows = db
    .select({ preference, item: studyItem, qid: query.qid })
    .from(studyItem)
    .innerJoin(preference, eq(preference.studyItemId, studyItem.id))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample'), isLastPreference))
    .orderBy(asc(studyItem.position), asc(preference.committedAt))
    .all();
  const said = saidByJudges(db, study);
  const own = new Map(
    studyLabels(db, grant, studyId).flatMap(({ itemId, humans }) =>
      humans.map(({ userId, label }) => [`${itemId} ${userId}`, label] as const)
    )
  );
  const reports = reportsOfItems(db, studyId);
  const systems = new Map(
    namesOfReports(db, [...new Set(rows.flatMap(({ item }) => reports.get(item.id) ?? []))]).map((one) => [
      one.reportId,
      one.system
    ])
  );
  const prompt = db
    .select({ name: runMetric.promptName, version: runMetric.promptVersion, hash: runMetric.promptHash })
    .from(runMetric)
    .where(and(eq(runMetric.runId, study.runId), eq(runMetric.metric, study.metric)))
    .get();
  return {
    study: { number: study.number, name: study.name },
    metric: study.metric,
    prompt: prompt ?? { name: study.metric, version: '', hash: '' },
    judges: studyRaters(db, grant, studyId).judges,
    opinions: rows.map(({ preference: { userId, choice, error, note, committedAt }, item, qid }): RevealOpinion => ({
      itemId: item.id,
      qid,
      reportId: item.reportId,
      systems: (reports.get(item.id) ?? []).map((id) => systems.get(id) ?? ''),
      item: item.item,
      itemText: item.text,
      rater: raterName(studyId, userId),
      label: own.get(`${item.id} ${userId}`) ?? null,
      wrong: choice === 'none',
      error: choice === 'none' && isError(error) ? error : null,
      note,
      at: committedAt,
      judges: (said.get(item.id) ?? []).map(({ judgeId, state, label, rationale, quotes, reason }) => ({
        ...{ judgeId, state, label, rationale, quotes, reason }
      }))
    }))
  };
}

const isError = (error: string | null): error is JudgeError => error !== null && Object.hasOwn(judgeErrors, error);
