import { and, asc, eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { freeFor } from './free-queries.server.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { accessTo, isBlind, workerOf, type WorkGrant } from './seat.server.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

/** A person's open and waiting queries in one stage of one round. */
export interface OwnQueue {
  round: { id: string; number: number; name: string; status: VerificationRound['status']; deadline: string | null };
  stage: WorkStage;
  /** The person's assignments that can be worked on now, in the order in which they were handed out. */
  open: { assignmentId: string; qid: string; opened: boolean }[];
  done: number;
  /** Queries that are not assigned yet and that this person could take. */
  free: number;
}

/**
 * The person's queues over all unfinished rounds of the project, in the stages of their role; for "things to do". None for leads
 * and admins, who are not blind.
 */
export function ownQueues(db: Db, grant: WorkGrant): OwnQueue[] {
  if (!isBlind(grant)) return [];
  const { verificationRound } = schema;
  const rounds = db
    .select()
    .from(verificationRound)
    .where(and(eq(verificationRound.projectId, grant.resource.id), sql`${verificationRound.status} <> 'finalised'`))
    .orderBy(asc(verificationRound.number))
    .all();
  return rounds.flatMap((round) => stagesOf(grant).map((stage) => ownQueue(db, grant, round, stage)));
}

/** The order in which a person is given their assignments: what was put off last, in the order in which it was. */
export const inOrderOfWork = [
  sql`coalesce(${schema.verificationAssignment.putOffAt}, 0)`,
  asc(schema.verificationAssignment.assignedAt),
  asc(schema.roundQuery.position)
];

const stagesOf = (grant: WorkGrant): WorkStage[] =>
  (Object.keys(accessTo) as WorkStage[]).filter((stage) => accessTo[stage] === grant.access);

export function ownQueue(db: Db, grant: WorkGrant, round: VerificationRound, stage: WorkStage): OwnQueue {
  const person = workerOf(grant);
  const { verificationAssignment: assignment, roundQuery, query } = schema;
  const rows = db
    .select({ assignment, qid: query.qid, queryStage: roundQuery.stage, isAskedFor: isAskedFor() })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(
      and(
        eq(roundQuery.roundId, round.id),
        eq(assignment.userId, person.id),
        eq(assignment.stage, stage),
        sql`${assignment.status} <> 'withdrawn'`
      )
    )
    .orderBy(...inOrderOfWork)
    .all();
  return {
    round: {
      id: round.id,
      number: round.number,
      name: round.name,
      status: round.status,
      deadline: round.settings.deadline
    },
    stage,
    open: rows
      .filter(
        (row) =>
          row.assignment.status === 'open' && row.queryStage === stage && (stage === 'inspection' || row.isAskedFor)
      )
      .map((row) => ({
        assignmentId: row.assignment.id,
        qid: row.qid,
        opened: row.assignment.openedAt !== null
      })),
    done: rows.filter((row) => row.assignment.status === 'done').length,
    free: stage === 'adjudication' ? 0 : freeFor(db, round, stage, person.id).length
  };
}
