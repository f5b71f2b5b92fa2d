import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { reopenedAdoptions } from '../../alignment/monitoring/reopened.server.ts';
import { authorize, systemActor, type Role } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { listStudies } from '../../studies/planning/studies.server.ts';
import { blindLabel } from '../../studies/study/blind-label.server.ts';
import type { ProjectEvent } from './project-events.ts';

/** A state of a project that is worth an event while it lasts. */
export interface LastingState {
  event: ProjectEvent;
  /** Names it within project and event. */
  key: string;
  /** Numbers and names of metrics only: nothing that an annotator must not read. */
  data: Record<string, string | number>;
  /** Ids of the accounts that it concerns: those whose work or question it is; else the leads. */
  concerns: (db: Db) => string[];
}

/** All such states of a project now. */
export function lastingStates(db: Db, projectId: string): LastingState[] {
  const grant = authorize(systemActor, { kind: 'project', id: projectId }, 'read-results');
  const studies = listStudies(db, grant).filter(({ run }) => run !== null);
  const concerns = (from: Db): string[] => membersWith(from, projectId, ['lead']);
  return [
    ...studies.map(({ id, number, total }): LastingState => ({
      ...{ event: 'work.waiting', key: `${id}:${total}`, data: { study: number, verdicts: total } },
      concerns: (from) => peopleWithWork(from, id)
    })),
    ...openRounds(db, projectId),
    ...studies
      .filter(({ done, total }) => total > 0 && done === total)
      .map(({ id, number, total }): LastingState => ({
        ...{ event: 'study.complete', key: id, data: { study: number, verdicts: total }, concerns }
      })),
    ...pausedRuns(db, projectId).map((one): LastingState => ({ ...one, event: 'run.paused', concerns })),
    ...reopenedAdoptions(db, grant, 'en').map(({ metric, study }): LastingState => ({
      ...{ event: 'adoption.reopened', key: metric, data: { metric, study }, concerns }
    })),
    ...answeredQuestions(db, projectId)
  ];
}

function openRounds(db: Db, projectId: string): LastingState[] {
  const { verificationRound: round } = schema;
  return db
    .select({ id: round.id, number: round.number })
    .from(round)
    .where(and(eq(round.projectId, projectId), ne(round.status, 'finalised')))
    .all()
    .map(({ id, number }): LastingState => ({
      ...{ event: 'work.waiting', key: id, data: { round: number } },
      concerns: (from) => membersWith(from, projectId, ['annotator', 'reviewer', 'adjudicator'])
    }));
}

const membersWith = (db: Db, projectId: string, roles: readonly Role[]): string[] => {
  const { membership } = schema;
  return db
    .selectDistinct({ id: membership.userId })
    .from(membership)
    .where(and(eq(membership.projectId, projectId), inArray(membership.role, roles)))
    .all()
    .map(({ id }) => id);
};

/** People with an item of an open study that they have not judged. */
function peopleWithWork(db: Db, studyId: string): string[] {
  const { assignment, assignmentItem, study } = schema;
  return db
    .selectDistinct({ id: assignment.userId })
    .from(assignment)
    .innerJoin(study, eq(study.id, assignment.studyId))
    .innerJoin(assignmentItem, eq(assignmentItem.assignmentId, assignment.id))
    .where(
      and(
        eq(assignment.studyId, studyId),
        eq(study.status, 'open'),
        isNull(blindLabel(assignmentItem.studyItemId, assignment.userId))
      )
    )
    .all()
    .flatMap(({ id }) => (id === null ? [] : [id]));
}

function pausedRuns(db: Db, projectId: string): Pick<LastingState, 'key' | 'data'>[] {
  const { run } = schema;
  return db
    .select({ id: run.id, number: run.number })
    .from(run)
    .where(and(eq(run.projectId, projectId), eq(run.kind, 'scoring'), eq(run.status, 'paused'), isNull(run.archivedAt)))
    .all()
    .map(({ id, number }) => ({ key: id, data: { run: number } }));
}

function answeredQuestions(db: Db, projectId: string): LastingState[] {
  const { leadFlag, roundQuery, study, studyItem, studyQuestion, verificationRound } = schema;
  const inStudies = db
    .select({ id: studyQuestion.id, number: study.number, askedBy: studyQuestion.userId })
    .from(studyQuestion)
    .innerJoin(studyItem, eq(studyItem.id, studyQuestion.studyItemId))
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(and(eq(study.projectId, projectId), isNotNull(studyQuestion.answeredAt)))
    .all();
  const inRounds = db
    .select({ id: leadFlag.id, number: verificationRound.number, askedBy: leadFlag.userId })
    .from(leadFlag)
    .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
    .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
    .where(and(eq(verificationRound.projectId, projectId), isNotNull(leadFlag.answeredAt)))
    .all();
  return [
    ...inStudies.map(({ id, number, askedBy }): LastingState => ({
      ...{ event: 'question.answered', key: id, data: { study: number }, concerns: () => [askedBy] }
    })),
    ...inRounds.map(({ id, number, askedBy }): LastingState => ({
      ...{ event: 'question.answered', key: id, data: { round: number }, concerns: () => [askedBy] }
    }))
  ];
}
