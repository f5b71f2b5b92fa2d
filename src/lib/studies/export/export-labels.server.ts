import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { RawLabel } from './export-labels.ts';
import { raterName } from './export-raters.server.ts';
import { guidelineHistory } from '../planning/guideline.server.ts';
import { reportsOfItems } from '../units/judge-labels.server.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import { isOfRun } from '../study/study-of-run.server.ts';
import { namesOfReports } from '../study/system-names.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Every revision of every label of a study, by item, rater, phase and revision. Callers check the embargo and the blinding
 * first (`exchange/export/study/study-files.server.ts`).
 *
 * @throws Refusal `invalid-input` for labels that were given elsewhere: their revisions are not known here
 */
export function rawLabels(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): RawLabel[] {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) return refuse.invalid(leadSays('elsewhereRaw', { number: String(study.number) }));
  const { studyItem, assignment, humanVerdict, report, query, goldAnswer, run } = schema;
  const rows = db
    .select({
      item: studyItem,
      qid: query.qid,
      text: query.text,
      known: goldAnswer.label,
      run: run.number,
      verdict: humanVerdict
    })
    .from(assignment)
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .innerJoin(studyItem, eq(studyItem.id, humanVerdict.studyItemId))
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(run, eq(run.id, study.runId))
    .leftJoin(goldAnswer, eq(goldAnswer.studyItemId, studyItem.id))
    .where(and(eq(assignment.studyId, studyId), eq(studyItem.studyId, studyId)))
    .orderBy(asc(studyItem.position), asc(humanVerdict.userId), asc(humanVerdict.phase), asc(humanVerdict.revision))
    .all();
  const scored = scoredTexts(db, study.runId);
  const reports = reportsOfItems(db, studyId);
  const systemOf = new Map(
    namesOfReports(db, [...new Set([...reports.values()].flat())]).map(({ reportId, system }) => [reportId, system])
  );
  const guidelines = guidelineHistory(db, studyId);
  const last = new Map<string, number>();
  for (const { verdict } of rows) last.set(runOf(verdict), Math.max(last.get(runOf(verdict)) ?? 0, verdict.revision));
  return rows.map(({ item, qid, text, known, run, verdict }): RawLabel => {
    const reportIds = reports.get(item.id) ?? [item.reportId];
    return {
      study: study.number,
      run,
      metric: study.metric,
      itemId: item.id,
      labelId: verdict.id,
      qid,
      query: scored.get(qid) ?? text,
      reportIds,
      systems: reportIds.map((id) => systemOf.get(id) ?? ''),
      system: systemOf.get(item.reportId) ?? '',
      item: item.item,
      itemText: item.text,
      rater: raterName(studyId, verdict.userId),
      phase: verdict.phase,
      revision: verdict.revision,
      standing: last.get(runOf(verdict)) === verdict.revision,
      label: verdict.label,
      acceptable: verdict.acceptable,
      points: verdict.points,
      reason: verdict.reason,
      note: verdict.note,
      passages: verdict.passages,
      seconds: verdict.seconds,
      purpose: item.purpose,
      goldAnswer: known,
      batch: item.batch,
      stratum: item.stratum,
      inclusionProbability: item.inclusionProbability,
      overallProbability: item.overallProbability ?? item.inclusionProbability,
      guideline: guidelines.findLast(({ createdAt }) => createdAt <= verdict.committedAt)?.number ?? null,
      committedAt: verdict.committedAt
    };
  });
}

/** The revisions that supersede one another. */
const runOf = ({ studyItemId, userId, phase }: typeof schema.humanVerdict.$inferSelect): string =>
  `${studyItemId} ${userId} ${phase}`;

function scoredTexts(db: Db, runId: string): Map<string, string> {
  const { run, datasetVersion } = schema;
  const version = db
    .select({ content: datasetVersion.content })
    .from(run)
    .innerJoin(datasetVersion, eq(datasetVersion.id, run.versionId))
    .where(eq(run.id, runId))
    .get();
  return new Map(version?.content.queries.map(({ qid, text }) => [qid, text]));
}
