import { and, eq, sql } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { may, type Person, type ProjectAccess, type ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import type { VerificationRound } from '../rounds/round.server.ts';
import { stageNames, type WorkStage } from '../vocabulary/stages.ts';

/** The access that a stage asks for. Inspectors are reviewers who did not review the query. */
export type WorkGrant = ProjectGrant<'annotate' | 'review' | 'adjudicate'>;

export const accessTo = {
  annotation: 'annotate',
  review: 'review',
  inspection: 'review',
  adjudication: 'adjudicate'
} as const satisfies Record<WorkStage, ProjectAccess>;

export type Assignment = typeof schema.verificationAssignment.$inferSelect;

/** An assignment in its round, for the person whose it is. Holds more than the person may see: it stays on the server. */
export interface RoundSeat {
  assignment: Assignment;
  roundQuery: typeof schema.roundQuery.$inferSelect;
  round: VerificationRound;
  query: { qid: string; domain: string | null; category: string | null };
}

/** The person who works; work is not done from the command line. */
export function workerOf(grant: WorkGrant): Person {
  const { actor } = grant;
  return actor.kind === 'person' ? actor : refuse.notPermitted(worded('needsUser'));
}

/** Leads and admins can read who rated what. They can adjudicate, but not rate, review or inspect blind. */
export const isBlind = ({ actor, resource, access }: WorkGrant): boolean =>
  access === 'adjudicate' || !may(actor, resource, 'manage');

/** The person who works, if they work blind. */
export function blindWorkerOf(grant: WorkGrant): Person {
  if (!isBlind(grant)) refuse.notPermitted(worded('ratingsNotBlind'));
  return workerOf(grant);
}

const seatOf = builtOnce((db) => {
  const { verificationAssignment: assignment, roundQuery, verificationRound: round, query } = schema;
  return db
    .select({
      assignment,
      roundQuery,
      round,
      query: { qid: query.qid, domain: query.domain, category: query.category }
    })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .innerJoin(round, eq(round.id, roundQuery.roundId))
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(
      and(
        eq(assignment.id, sql.placeholder('assignmentId')),
        eq(assignment.userId, sql.placeholder('userId')),
        eq(round.projectId, sql.placeholder('projectId'))
      )
    )
    .prepare();
});

/**
 * The person's own assignment; another person's is treated as absent. One that was withdrawn is refused as such.
 *
 * @param taken also returns one that was withdrawn: for writes that keep the text as a draft and are refused then (`seatClosed`)
 */
export function ownRoundSeat(
  db: Db,
  grant: WorkGrant,
  assignmentId: string,
  taken: 'or-taken-away' | null = null
): RoundSeat {
  const person = blindWorkerOf(grant);
  const seat = seatOf(db).get({ assignmentId, userId: person.id, projectId: grant.resource.id });
  if (!seat || accessTo[seat.assignment.stage] !== grant.access) return refuse.notFound('assignment');
  return seat.assignment.status === 'withdrawn' && taken === null ? reassigned(seat) : seat;
}

const reassigned = ({ query: { qid } }: RoundSeat): never => refuse.isClosed(worded('queryReassigned', { qid }));

/** Why nothing can be committed at this seat now, as a refusal to be made; null if it can. */
export function seatClosed(seat: RoundSeat): (() => never) | null {
  const { assignment, round, roundQuery, query } = seat;
  if (assignment.status === 'withdrawn') return () => reassigned(seat);
  if (round.status !== 'open') return () => refuse.roundClosed(round.name, round.status);
  const inStage =
    roundQuery.stage === assignment.stage || (assignment.stage === 'adjudication' && roundQuery.stage === 'done');
  if (!inStage) return () => refuse.stageOrder(query.qid, stageNames[roundQuery.stage].toLowerCase());
  return null;
}
