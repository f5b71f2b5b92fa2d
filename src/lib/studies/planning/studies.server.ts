import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { quantile } from '../../stats/numbers/quantile.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertBatch } from './batches.server.ts';
import { shownTo } from '../judging/leases/lease-rules.server.ts';
import { blindLabel, isLastBlind } from '../study/blind-label.server.ts';
import { startGuideline } from './guideline.server.ts';
import type { RevealPolicy, StudyInput } from './study-input.ts';
import { importedSizes } from '../labels/imported-studies.server.ts';
import { drawStudy } from './planning.server.ts';
import { inSample } from './purposes/purposes.server.ts';
import { nextNumber } from '../study/study-number.server.ts';
import { studySettings } from './study-settings.ts';
import { loadRubrics } from '../../scorer/suites/rubrics/rubrics.server.ts';
import { usualKind } from '../kinds/index.ts';

const leadSays = sayingsOf('leadRefusals');

export type Study = typeof schema.study.$inferSelect;

/** Samples the units, hands them out and opens the study. */
export function createStudy(db: Db, grant: ProjectGrant<'manage'>, input: StudyInput): Study {
  return write(db, (tx) => {
    const drawn = drawStudy(tx, grant, input);
    const { plan } = drawn;
    if (plan.problems.length > 0) refuse.invalid(leadSays('studyNotMade'), plan.problems);
    const projectId = grant.resource.id;
    const study: Study = {
      id: newId(),
      projectId,
      runId: input.runId,
      number: nextNumber(tx, projectId),
      name: input.name.trim(),
      metric: input.metric,
      kind: input.kind ?? usualKind,
      settings: studySettings(input.settings ?? {}),
      seed: input.seed,
      overlap: input.overlap,
      reveal: input.reveal,
      guideline: input.guideline?.trim() ?? '',
      status: 'open',
      pausedAt: null,
      resumedAt: null,
      leases: null,
      createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
      createdAt: Date.now(),
      closedAt: null,
      archivedAt: null
    };
    tx.insert(schema.study).values(study).run();
    const { id: studyId, seed, createdBy, createdAt } = study;
    startGuideline(tx, grant, study, input);
    insertBatch(tx, { studyId, number: 1, seed, sample: input.sample, createdBy, createdAt }, drawn);
    record(tx, grant.actor, {
      projectId,
      action: 'study.create',
      entity: 'study',
      entityId: study.id,
      detail: {
        number: study.number,
        name: study.name,
        runId: study.runId,
        metric: study.metric,
        kind: study.kind,
        settings: study.settings,
        sample: input.sample,
        people: plan.people.map((one) => one.userId),
        overlap: study.overlap,
        seed: study.seed,
        reveal: study.reveal,
        available: plan.available,
        // The text itself is the first version of the guideline.
        guidelineLanguage: input.guidelinePage?.trim() ? null : (input.language ?? 'en')
      }
    });
    return study;
  });
}

export interface StudyRow {
  id: string;
  number: number;
  name: string;
  metric: string;
  /** Kind of question to annotators; null if the labels were imported. */
  kind: string | null;
  reveal: RevealPolicy;
  status: Study['status'];
  createdAt: number;
  closedAt: number | null;
  /** Null for labels that were given elsewhere; `file` is where they came from then. */
  run: { id: string; number: number; name: string } | null;
  file: string | null;
  items: number;
  people: number;
  /** Verdicts asked for: items × overlap. */
  total: number;
  /** Verdicts committed. */
  done: number;
}

/** The project's studies, newest first, without those in the archive unless they are asked for as well. */
export function listStudies(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  { archived = false }: { archived?: boolean } = {}
): StudyRow[] {
  const { study, run, importedStudy, assignment, assignmentItem } = schema;
  const imported = importedSizes(db, grant.resource.id);
  return db
    .select({
      id: study.id,
      number: study.number,
      name: study.name,
      metric: study.metric,
      kind: study.kind,
      reveal: study.reveal,
      status: study.status,
      createdAt: study.createdAt,
      closedAt: study.closedAt,
      run: { id: run.id, number: run.number, name: run.name },
      file: importedStudy.file,
      items: sql<number>`count(distinct ${assignmentItem.studyItemId})`,
      people: sql<number>`count(distinct ${assignment.userId})`,
      total: sql<number>`count(${assignmentItem.studyItemId})`,
      done: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`
    })
    .from(study)
    .leftJoin(run, eq(run.id, study.runId))
    .leftJoin(importedStudy, eq(importedStudy.studyId, study.id))
    .leftJoin(assignment, eq(assignment.studyId, study.id))
    .leftJoin(assignmentItem, and(eq(assignmentItem.assignmentId, assignment.id), inSample(assignmentItem.studyItemId)))
    .where(and(eq(study.projectId, grant.resource.id), archived ? undefined : isNull(study.archivedAt), shownTo(grant)))
    .groupBy(study.id)
    .orderBy(desc(study.number))
    .all()
    .map((row) => ({ ...row, ...imported.get(row.id) }));
}

/** A study of the project by its number, as in addresses. */
export function studyByNumber(db: Db, grant: ProjectGrant<'read-results'>, number: number): Study {
  loadRubrics(db);
  return (
    db
      .select()
      .from(schema.study)
      .where(and(eq(schema.study.projectId, grant.resource.id), eq(schema.study.number, number), shownTo(grant)))
      .get() ?? refuse.notFound('study')
  );
}

export interface PersonProgress {
  userId: string;
  name: string;
  done: number;
  total: number;
  /** Median time per item in seconds; null if no time is known. */
  medianSeconds: number | null;
}

/** How far each person is. Says nothing of what they answered. */
export function studyProgress(db: Db, grant: ProjectGrant<'read-results'>, studyId: string): PersonProgress[] {
  const people = progressIn(db, grant, and(eq(schema.study.id, studyId), shownTo(grant)));
  return people.length === 0 ? refuse.notFound('study') : people;
}

/** The same over all studies of the project that are not closed, in the sum. */
export const openStudiesProgress = (db: Db, grant: ProjectGrant<'read-results'>): PersonProgress[] =>
  progressIn(db, grant, and(ne(schema.study.status, 'closed'), isNull(schema.study.archivedAt), shownTo(grant)));

function progressIn(db: Db, grant: ProjectGrant<'read-results'>, which: SQL | undefined): PersonProgress[] {
  const { study, assignment, assignmentItem, humanVerdict, user } = schema;
  const mine = and(which, eq(study.projectId, grant.resource.id));
  const people = db
    .select({
      userId: user.id,
      name: user.name,
      total: sql<number>`count(*)`,
      done: sql<number>`count(${blindLabel(assignmentItem.studyItemId, assignment.userId)})`
    })
    .from(study)
    .innerJoin(assignment, eq(assignment.studyId, study.id))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .innerJoin(user, eq(user.id, assignment.userId))
    .where(and(mine, inSample(assignmentItem.studyItemId)))
    .groupBy(user.id)
    .orderBy(asc(user.name))
    .all();
  const times = db
    .select({ userId: humanVerdict.userId, seconds: humanVerdict.seconds })
    .from(study)
    .innerJoin(assignment, eq(assignment.studyId, study.id))
    .innerJoin(humanVerdict, eq(humanVerdict.assignmentId, assignment.id))
    .where(
      and(
        mine,
        isLastBlind,
        isNotNull(humanVerdict.label),
        isNotNull(humanVerdict.seconds),
        inSample(humanVerdict.studyItemId)
      )
    )
    .all();
  return people.map((person) => {
    const own = times.flatMap(({ userId, seconds }) => (userId === person.userId && seconds !== null ? [seconds] : []));
    return { ...person, medianSeconds: quantile(own, 0.5).value };
  });
}

/** Ends the judging. What was committed stays; what was typed stays as a draft. */
export function closeStudy(db: Db, grant: ProjectGrant<'manage'>, studyId: string): void {
  write(db, (tx) => {
    const { study } = schema;
    const found =
      tx
        .select()
        .from(study)
        .where(and(eq(study.id, studyId), eq(study.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('study');
    if (found.status === 'closed') return;
    tx.update(study).set({ status: 'closed', closedAt: Date.now() }).where(eq(study.id, studyId)).run();
    record(tx, grant.actor, {
      projectId: found.projectId,
      action: 'study.close',
      entity: 'study',
      entityId: studyId,
      detail: { number: found.number }
    });
  });
}
