import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isLastRevision } from '../study/blind-label.server.ts';
import { studyOf } from '../judging/leases/lease-rules.server.ts';
import { explanationOf } from '../judging/cannot-judge.ts';
import { groupByKey } from '../units/grouped.ts';
import { importedUnitsInRun } from './imported-in-run.server.ts';
import { importedRaters, importedScale, importedUnits } from './imported-studies.server.ts';
import { studyInRun } from '../units/fitting-items.server.ts';
import { hasJudges, reportsOfItems, saidByJudges } from '../units/judge-labels.server.ts';
import type { LabelScale } from './label-scale.ts';
import type { HumanLabel, LabelledUnit } from './labels.ts';
import { isLastPreference } from './preferences.server.ts';
import { inPairs } from '../reveal/ranked-pairs.ts';
import { isOfRun, kindOf } from '../study/study-of-run.server.ts';

/** By which judges the items of a study are answered. */
interface LabelsIn {
  /** Another run of the project; only the items that it judged unchanged are left then. Default: the study's own run. */
  runId?: string | undefined;
  /** Also the labels that an improvement of the run's prompt holds out: for its held-out test alone. */
  whole?: boolean;
}

/**
 * Everything that was said in a study, unit by unit, in the order of the sample.
 *
 * @throws Refusal `not-found` for a run that is not of the project
 */
export function studyLabels(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  { runId, whole }: LabelsIn = {}
): LabelledUnit[] {
  const found = studyOf(db, grant, studyId);
  if (!isOfRun(found)) return runId === undefined ? importedUnits(db, studyId) : importedUnitsInRun(db, found, runId);
  const study = studyInRun(db, found, runId, whole);
  const humans = humanLabels(db, studyId);
  const judges = saidByJudges(db, study);
  const preferences = lastPreferences(db, studyId);
  const { studyItem, report, query, system } = schema;
  const units: LabelledUnit[] = db
    .select({
      itemId: studyItem.id,
      reportId: report.id,
      queryId: query.id,
      qid: query.qid,
      category: query.category,
      systemName: system.name,
      item: studyItem.item,
      text: studyItem.text,
      stratum: studyItem.stratum,
      inclusionProbability: sql<number>`coalesce(${studyItem.overallProbability}, ${studyItem.inclusionProbability})`
    })
    .from(studyItem)
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample')))
    .orderBy(asc(studyItem.position))
    .all()
    .filter(({ itemId }) => study.elsewhere?.items.has(itemId) ?? true)
    .map((unit) => ({
      ...unit,
      humans: humans.get(unit.itemId) ?? [],
      judges: judges.get(unit.itemId) ?? [],
      // People preferred reasons of the judges that they were shown, not of others.
      preferences: study.elsewhere ? [] : (preferences.get(unit.itemId) ?? [])
    }));
  const { places } = kindOf(study);
  if (places === undefined) return units;
  const reports = reportsOfItems(db, studyId);
  return units.flatMap((unit) => inPairs(unit, reports.get(unit.itemId)!, places));
}

/** Possible labels of a study. */
export function studyScale(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): LabelScale {
  const study = studyOf(db, grant, studyId);
  return isOfRun(study) ? kindOf(study).scale : importedScale(db, studyId);
}

/** The judges and people of a study, in the run's order and by name: what the ids in `studyLabels` stand for. */
export function studyRaters(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  { runId }: LabelsIn = {}
): { judges: { judgeId: string; spec: string; fingerprint: string }[]; people: { userId: string; name: string }[] } {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) {
    const elsewhere = importedRaters(db, studyId);
    return runId === undefined ? elsewhere : { ...elsewhere, judges: ratersOfRun(db, runId) };
  }
  const { assignment, user } = schema;
  return {
    judges: hasJudges(kindOf(study)) ? ratersOfRun(db, runId ?? study.runId) : [],
    people: db
      .selectDistinct({ userId: user.id, name: user.name })
      .from(assignment)
      .innerJoin(user, eq(user.id, assignment.userId))
      .where(eq(assignment.studyId, studyId))
      .orderBy(asc(user.name))
      .all()
  };
}

function ratersOfRun(db: Db, runId: string): { judgeId: string; spec: string; fingerprint: string }[] {
  const { judge, runJudge } = schema;
  return db
    .select({ judgeId: judge.id, spec: judge.spec, fingerprint: judge.fingerprint })
    .from(runJudge)
    .innerJoin(judge, eq(judge.id, runJudge.judgeId))
    .where(eq(runJudge.runId, runId))
    .orderBy(asc(runJudge.position))
    .all();
}

function humanLabels(db: Db, studyId: string): Map<string, HumanLabel[]> {
  const { humanVerdict, assignment, user } = schema;
  const rows = db
    .select({ row: humanVerdict })
    .from(assignment)
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .innerJoin(user, eq(user.id, humanVerdict.userId))
    .where(and(eq(assignment.studyId, studyId), isLastRevision))
    .orderBy(asc(user.name), asc(user.id))
    .all()
    .map(({ row }) => row);
  const revised = new Map(
    rows.flatMap((row) => (row.phase === 'post-reveal' ? [[`${row.studyItemId} ${row.userId}`, row.label]] : []))
  );
  return groupByKey(
    rows.flatMap(({ studyItemId, userId, phase, label, reason, acceptable, points, note: written, seconds }) => {
      if (phase !== 'blind' || label === null) return [];
      const note = explanationOf(reason, written);
      const changed = revised.get(`${studyItemId} ${userId}`) ?? null;
      return [[studyItemId, { userId, label, acceptable, points, note, seconds, revised: changed }]];
    })
  );
}

function lastPreferences(db: Db, studyId: string): Map<string, LabelledUnit['preferences']> {
  const { preference, studyItem, user } = schema;
  const rows = db
    .select({
      studyItemId: preference.studyItemId,
      userId: preference.userId,
      choice: preference.choice,
      judgeIds: preference.judgeIds,
      reasons: preference.reasons,
      note: preference.note
    })
    .from(studyItem)
    .innerJoin(preference, eq(preference.studyItemId, studyItem.id))
    .innerJoin(user, eq(user.id, preference.userId))
    .where(and(eq(studyItem.studyId, studyId), isLastPreference))
    .orderBy(asc(user.name), asc(user.id))
    .all();
  return groupByKey(rows.map(({ studyItemId, ...row }) => [studyItemId, row]));
}
