import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import type { ProjectGrant } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import { isLastRevision } from './blind-label.server.ts';
import { asLabel } from './blind.ts';
import { importedRaters, importedScale, importedUnits } from './imported-studies.server.ts';
import { yesNo, type LabelScale } from './label-scale.ts';
import type { HumanLabel, JudgeLabel, LabelledUnit } from './labels.ts';
import { isLastPreference } from './preferences.server.ts';
import { isOfRun, type StudyOfRun } from './study-of-run.server.ts';

/** Everything that was said in a study, unit by unit, in the order of the sample. */
export function studyLabels(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): LabelledUnit[] {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) return importedUnits(db, studyId);
  const humans = humanLabels(db, studyId);
  const judges = judgeLabels(db, study);
  const preferences = lastPreferences(db, studyId);
  const { studyItem, report, query, system } = schema;
  return db
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
      inclusionProbability: studyItem.inclusionProbability
    })
    .from(studyItem)
    .innerJoin(report, eq(report.id, studyItem.reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .innerJoin(system, eq(system.id, report.systemId))
    .where(eq(studyItem.studyId, studyId))
    .orderBy(asc(studyItem.position))
    .all()
    .map((unit) => ({
      ...unit,
      humans: humans.get(unit.itemId) ?? [],
      judges: judges.get(unit.itemId) ?? [],
      preferences: preferences.get(unit.itemId) ?? []
    }));
}

/** What the labels of a study may be. */
export function studyScale(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): LabelScale {
  return isOfRun(studyOf(db, grant, studyId)) ? yesNo : importedScale(db, studyId);
}

/** The judges and people of a study, in the run's order and by name: what the ids in `studyLabels` stand for. */
export function studyRaters(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): { judges: { judgeId: string; spec: string; fingerprint: string }[]; people: { userId: string; name: string }[] } {
  const study = studyOf(db, grant, studyId);
  if (!isOfRun(study)) return importedRaters(db, studyId);
  const { judge, runJudge, assignment, user } = schema;
  return {
    judges: db
      .select({ judgeId: judge.id, spec: judge.spec, fingerprint: judge.fingerprint })
      .from(runJudge)
      .innerJoin(judge, eq(judge.id, runJudge.judgeId))
      .where(eq(runJudge.runId, study.runId))
      .orderBy(asc(runJudge.position))
      .all(),
    people: db
      .selectDistinct({ userId: user.id, name: user.name })
      .from(assignment)
      .innerJoin(user, eq(user.id, assignment.userId))
      .where(eq(assignment.studyId, studyId))
      .orderBy(asc(user.name))
      .all()
  };
}

type Study = typeof schema.study.$inferSelect;

const studyOf = (db: Db, grant: ProjectGrant<'read-results'>, studyId: string): Study =>
  db
    .select()
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
    .get() ?? refuse.notFound('study');

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
    rows.flatMap((row) =>
      row.phase === 'post-reveal' ? [[`${row.studyItemId} ${row.userId}`, asLabel(row.label)]] : []
    )
  );
  return grouped(
    rows.flatMap(({ studyItemId, userId, phase, label: stored, note, seconds }) => {
      const label = asLabel(stored);
      if (phase !== 'blind' || label === null) return [];
      return [
        [studyItemId, { userId, label, note, seconds, revised: revised.get(`${studyItemId} ${userId}`) ?? null }]
      ];
    })
  );
}

function judgeLabels(db: Db, study: StudyOfRun): Map<string, JudgeLabel[]> {
  const { studyItem, verdict, runJudge } = schema;
  const rows = db
    .select({
      studyItemId: studyItem.id,
      judgeId: verdict.judgeId,
      state: verdict.state,
      label: verdict.label,
      rationale: verdict.rationale,
      reason: verdict.reason
    })
    .from(studyItem)
    .innerJoin(
      verdict,
      and(
        eq(verdict.runId, study.runId),
        eq(verdict.reportId, studyItem.reportId),
        eq(verdict.metric, study.metric),
        eq(verdict.item, studyItem.item),
        eq(verdict.repeat, 0)
      )
    )
    .leftJoin(runJudge, and(eq(runJudge.runId, verdict.runId), eq(runJudge.judgeId, verdict.judgeId)))
    .where(eq(studyItem.studyId, study.id))
    .orderBy(asc(runJudge.position))
    .all();
  return grouped(rows.map(({ studyItemId, label, ...row }) => [studyItemId, { ...row, label: asLabel(label) }]));
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
  return grouped(rows.map(({ studyItemId, ...row }) => [studyItemId, row]));
}

function grouped<T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
