import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/client.ts';
import { isStandingRating, isStandingReview } from '../records/standing.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { workersIn } from '../rounds/workers.server.ts';
import { roleOfStage, workStages, type WorkStage } from '../vocabulary/stages.ts';

export interface BoardAssignment {
  assignmentId: string;
  stage: WorkStage;
  userId: string;
  name: string;
  status: 'open' | 'done';
  opened: boolean;
  /** Subjects (in review: ratings) that the person has committed on. */
  committed: number;
}

export const stageOrder = (stage: WorkStage): number => workStages.indexOf(stage);

/** The standing assignments of a round: in inspection only those of each batch's newest one. */
export function assignmentsOf(db: Db, roundId: string): (BoardAssignment & { roundQueryId: string })[] {
  const rows = db.all<{
    id: string;
    roundQueryId: string;
    stage: WorkStage;
    userId: string;
    name: string;
    status: 'open' | 'done';
    openedAt: number | null;
    rated: number;
    reviewed: number;
    decided: number;
  }>(sql`
    select a.id as id, a.round_query_id as roundQueryId, a.stage as stage, a.user_id as userId, u.name as name,
      a.status as status, a.opened_at as openedAt,
      (select count(*) from rating r where r.assignment_id = a.id and ${isStandingRating}) as rated,
      (select count(*) from review v where v.assignment_id = a.id and ${isStandingReview}) as reviewed,
      (select count(distinct d.subject_id) from adjudication d join subject s on s.id = d.subject_id
        where s.round_query_id = a.round_query_id and d.user_id = a.user_id) as decided
    from verification_assignment a
    join round_query rq on rq.id = a.round_query_id
    join user u on u.id = a.user_id
    where rq.round_id = ${roundId} and a.status <> 'withdrawn'
      and (a.stage <> 'inspection' or a.cycle = (select max(i.number) from inspection i where i.batch_id = rq.batch_id))
    order by a.slot`);
  return rows
    .map(({ id, openedAt, rated, reviewed, decided, ...rest }) => ({
      ...rest,
      assignmentId: id,
      opened: openedAt !== null,
      committed: rest.stage === 'review' ? reviewed : rest.stage === 'adjudication' ? decided : rated
    }))
    .sort((a, b) => stageOrder(a.stage) - stageOrder(b.stage));
}

/** Queries drawn for the open inspections of a round that no reviewer has taken. */
export const untakenDrawn = (db: Db, roundId: string): number =>
  db.get<{ n: number }>(sql`
    select count(distinct s.round_query_id) as n
    from inspection i join inspection_batch b on b.id = i.batch_id
    join inspection_unit unit on unit.inspection_id = i.id
    join subject s on s.id = unit.subject_id
    where b.round_id = ${roundId} and i.status = 'open' and not exists (
      select 1 from verification_assignment a
      where a.round_query_id = s.round_query_id and a.stage = 'inspection' and a.cycle = i.number and a.status <> 'withdrawn'
    )`)!.n;

/**
 * Queries that wait in a stage for a person, and that no person of the project can take: each person with the role has worked on the
 * query before, or had it in this stage already.
 */
export function queriesWithoutTakers(
  db: Db,
  round: VerificationRound,
  stage: Exclude<WorkStage, 'inspection'>
): number {
  const able = JSON.stringify(workersIn(db, round.projectId, roleOfStage[stage]));
  const wanted = stage === 'annotation' ? round.settings.overlap : 1;
  const isFree =
    stage === 'adjudication'
      ? sql`true`
      : sql`(
          select count(*) from verification_assignment a
          where a.round_query_id = rq.id and a.stage = ${stage} and a.status <> 'withdrawn'
        ) < ${wanted}`;
  const hadIt =
    stage === 'adjudication'
      ? sql`false`
      : sql`exists (
          select 1 from verification_assignment a
          where a.round_query_id = rq.id and a.stage = ${stage} and a.user_id = person.value
        )`;
  return db.get<{ n: number }>(sql`
    select count(*) as n from round_query rq
    where rq.round_id = ${round.id} and rq.stage = ${stage} and ${isAskedFor('rq')} and ${isFree} and not exists (
      select 1 from json_each(${able}) person
      where not ${hadIt} and not exists (
        select 1 from query_involvement h
        where h.query_id = rq.query_id and h.user_id = person.value and h.stage <> ${stage}
      )
    )`)!.n;
}

interface Spent {
  stage: WorkStage;
  userId: string;
  seconds: number | null;
  at: number;
}

/** The last revision of everything committed in a round and not taken back, with its time. */
export function timesOf(db: Db, roundId: string): Spent[] {
  return db.all<Spent>(sql`
    select a.stage as stage, r.user_id as userId, r.seconds as seconds, r.committed_at as at
      from rating r join verification_assignment a on a.id = r.assignment_id join round_query rq on rq.id = a.round_query_id
      where rq.round_id = ${roundId} and ${isStandingRating}
    union all
    select 'review', v.user_id, v.seconds, v.committed_at
      from review v join subject s on s.id = v.subject_id join round_query rq on rq.id = s.round_query_id
      where rq.round_id = ${roundId} and ${isStandingReview}
    union all
    select 'adjudication', d.user_id, d.seconds, d.decided_at
      from adjudication d join subject s on s.id = d.subject_id join round_query rq on rq.id = s.round_query_id
      where rq.round_id = ${roundId}
        and d.revision = (select max(l.revision) from adjudication l where l.subject_id = d.subject_id)`);
}
