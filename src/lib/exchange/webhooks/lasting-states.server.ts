import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { reopenedAdoptions } from '../../alignment/monitoring/reopened.server.ts';
import { authorize, systemActor } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { listStudies } from '../../studies/planning/studies.server.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** A state of a project that is worth an event while it lasts. */
export interface LastingState {
  event: WebhookEvent;
  /** Names it within project and event. */
  key: string;
  /** Numbers and names of metrics only: nothing that an annotator must not read. */
  data: Record<string, string | number>;
}

/** All such states of a project now. */
export function lastingStates(db: Db, projectId: string): LastingState[] {
  const grant = authorize(systemActor, { kind: 'project', id: projectId }, 'read-results');
  const studies = listStudies(db, grant).filter(({ run }) => run !== null);
  return [
    ...studies.map(({ id, number, total }): LastingState => ({
      event: 'work.waiting',
      key: `${id}:${total}`,
      data: { study: number, verdicts: total }
    })),
    ...openRounds(db, projectId),
    ...studies
      .filter(({ done, total }) => total > 0 && done === total)
      .map(({ id, number, total }): LastingState => ({
        ...{ event: 'study.complete', key: id, data: { study: number, verdicts: total } }
      })),
    ...pausedRuns(db, projectId),
    ...reopenedAdoptions(db, grant, 'en').map(({ metric, study }): LastingState => ({
      ...{ event: 'adoption.reopened', key: metric, data: { metric, study } }
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
    .map(({ id, number }) => ({ event: 'work.waiting', key: id, data: { round: number } }));
}

function pausedRuns(db: Db, projectId: string): LastingState[] {
  const { run } = schema;
  return db
    .select({ id: run.id, number: run.number })
    .from(run)
    .where(and(eq(run.projectId, projectId), eq(run.kind, 'scoring'), eq(run.status, 'paused'), isNull(run.archivedAt)))
    .all()
    .map(({ id, number }) => ({ event: 'run.paused', key: id, data: { run: number } }));
}

function answeredQuestions(db: Db, projectId: string): LastingState[] {
  const { leadFlag, roundQuery, study, studyItem, studyQuestion, verificationRound } = schema;
  const inStudies = db
    .select({ id: studyQuestion.id, number: study.number })
    .from(studyQuestion)
    .innerJoin(studyItem, eq(studyItem.id, studyQuestion.studyItemId))
    .innerJoin(study, eq(study.id, studyItem.studyId))
    .where(and(eq(study.projectId, projectId), isNotNull(studyQuestion.answeredAt)))
    .all();
  const inRounds = db
    .select({ id: leadFlag.id, number: verificationRound.number })
    .from(leadFlag)
    .innerJoin(roundQuery, eq(roundQuery.id, leadFlag.roundQueryId))
    .innerJoin(verificationRound, eq(verificationRound.id, roundQuery.roundId))
    .where(and(eq(verificationRound.projectId, projectId), isNotNull(leadFlag.answeredAt)))
    .all();
  return [
    ...inStudies.map(({ id, number }): LastingState => ({
      ...{ event: 'question.answered', key: id, data: { study: number } }
    })),
    ...inRounds.map(({ id, number }): LastingState => ({
      ...{ event: 'question.answered', key: id, data: { round: number } }
    }))
  ];
}
