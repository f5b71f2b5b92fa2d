import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import type { WorkStage } from '../vocabulary/stages.ts';
import { inHand } from './assignments.server.ts';
import { freeFor } from './free-queries.server.ts';
import { blindWorkerOf, ownRoundSeat, seatClosed, type RoundSeat, type WorkGrant } from './seat.server.ts';

/** So many queries at most can be put off at once in a stage of a round: others wait for them as well. */
const MOST_PUT_OFF = 3;

/**
 * Puts one's query at the end of one's queue. What was committed and typed stays, and the query stays the person's.
 *
 * @throws Refusal if it is done, the round does not run, nothing else could be done before it, or as many are put off as may be
 */
export function putOffQuery(db: Db, grant: WorkGrant, assignmentId: string): RoundSeat {
  const person = blindWorkerOf(grant);
  return write(db, (tx) => {
    const seat = ownRoundSeat(tx, grant, assignmentId);
    const stage = ratedOrReviewed(seat.assignment.stage);
    seatClosed(seat)?.();
    if (seat.assignment.status !== 'open') refuse.conflict(worded('finishedNotPostponed'));
    const round = roundOf(tx, grant, seat.round.id);
    if (!inHand(tx, grant, round.id, stage, assignmentId) && freeFor(tx, round, stage, person.id).length === 0)
      refuse.conflict(worded('lastNotPostponed'));
    if (othersPutOff(tx, seat) >= MOST_PUT_OFF) refuse.conflict(worded('postponedMost', { most: MOST_PUT_OFF }));
    tx.update(schema.verificationAssignment)
      .set({ putOffAt: Date.now() })
      .where(eq(schema.verificationAssignment.id, assignmentId))
      .run();
    record(tx, person, {
      projectId: grant.resource.id,
      action: 'verification-assignment.put-off',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: seat.round.number, qid: seat.query.qid, stage }
    });
    return seat;
  });
}

const ratedOrReviewed = (stage: WorkStage): Exclude<WorkStage, 'adjudication'> =>
  stage === 'adjudication' ? refuse.conflict(worded('conflictsNotPostponed')) : stage;

/** How many other queries the person has put off in the same stage of the round. */
function othersPutOff(tx: Db, seat: RoundSeat): number {
  const { verificationAssignment: assignment, roundQuery } = schema;
  return tx
    .select({ id: assignment.id })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .where(
      and(
        eq(assignment.userId, seat.assignment.userId),
        eq(assignment.status, 'open'),
        eq(assignment.stage, seat.assignment.stage),
        eq(roundQuery.roundId, seat.round.id),
        isNotNull(assignment.putOffAt),
        ne(assignment.id, seat.assignment.id)
      )
    )
    .all().length;
}
