import { and, eq, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { inOrderOfWork } from './own-queues.server.ts';
import { freeFor } from './free-queries.server.ts';
import { isAskedFor } from '../rounds/asked-for.server.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import {
  accessTo,
  blindWorkerOf,
  ownRoundSeat,
  workerOf,
  type Assignment,
  type RoundSeat,
  type WorkGrant
} from './seat.server.ts';
import { assign } from './slots.server.ts';
import type { Stage, WorkStage } from '../vocabulary/stages.ts';

/**
 * The person's next assignment in a stage: one already in hand, else one taken now. Taking happens in one transaction that
 * holds the write lock, and an index forbids a slot twice: a query never gets more people than the overlap. Null if there
 * is nothing to do.
 *
 * @param except an assignment to pass over (the one just left)
 */
export function nextAssignment(
  db: Db,
  grant: WorkGrant,
  round: { id: string },
  stage: Exclude<WorkStage, 'adjudication'>,
  except?: string
): string | null {
  if (accessTo[stage] !== grant.access) throw new Error(`nextAssignment requires ${accessTo[stage]} for ${stage}`);
  const person = blindWorkerOf(grant);
  const held = inHand(db, grant, round.id, stage, except);
  if (held && !held.putOff) return held.id;
  return write(db, (tx) => {
    const again = inHand(tx, grant, round.id, stage, except);
    if (again && !again.putOff) return again.id;
    // A query that was put off comes after all that the person could take.
    const later = again?.id ?? null;
    const standing = roundOf(tx, grant, round.id);
    if (standing.status !== 'open') return later;
    const [best] = freeFor(tx, standing, stage, person.id);
    if (!best) return later;
    const made = assign(tx, best, stage, person.id);
    record(tx, person, {
      projectId: grant.resource.id,
      action: 'verification-assignment.take',
      entity: 'verification-assignment',
      entityId: made.id,
      detail: { round: standing.number, qid: best.qid, stage, slot: made.slot }
    });
    return made.id;
  });
}

/** The assignment of the person that comes next: those that were put off come last, in the order in which they were. */
export function inHand(
  db: Db,
  grant: WorkGrant,
  roundId: string,
  stage: WorkStage,
  except?: string
): { id: string; putOff: boolean } | null {
  const { verificationAssignment: assignment, roundQuery } = schema;
  const found = db
    .select({ id: assignment.id, putOffAt: assignment.putOffAt })
    .from(assignment)
    .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
    .where(
      and(
        eq(assignment.userId, workerOf(grant).id),
        eq(assignment.status, 'open'),
        eq(assignment.stage, stage),
        eq(roundQuery.roundId, roundId),
        eq(roundQuery.stage, stage),
        stage === 'inspection' ? undefined : isAskedFor(),
        except === undefined ? undefined : sql`${assignment.id} <> ${except}`
      )
    )
    .orderBy(...inOrderOfWork)
    .limit(1)
    .get();
  return found ? { id: found.id, putOff: found.putOffAt !== null } : null;
}

/**
 * The adjudicator's assignment on a query, made when they open it or act on it first: several adjudicators may work on the same
 * query. On a settled query it is done from the start.
 */
export function adjudicatorsAssignment(
  tx: Db,
  grant: WorkGrant,
  roundQuery: { id: string; queryId: string; stage: Stage }
): Assignment {
  const mine = ownAdjudication(tx, grant, roundQuery.id);
  if (mine) return mine;
  const seat = { roundQueryId: roundQuery.id, queryId: roundQuery.queryId, cycle: 1 };
  const made = assign(tx, seat, 'adjudication', workerOf(grant).id);
  if (roundQuery.stage === 'done') markDone(tx, made.id);
  return made;
}

const adjudicationBy = builtOnce((db) => {
  const { verificationAssignment: assignment } = schema;
  return db
    .select()
    .from(assignment)
    .where(
      and(
        eq(assignment.roundQueryId, sql.placeholder('query')),
        eq(assignment.stage, 'adjudication'),
        eq(assignment.userId, sql.placeholder('user'))
      )
    )
    .prepare();
});

/** The person's assignment to adjudicate a query, if it has been made. */
export const ownAdjudication = (db: Db, grant: WorkGrant, roundQueryId: string): Assignment | undefined =>
  adjudicationBy(db).get({ query: roundQueryId, user: workerOf(grant).id });

/** Notes that the person has their assignment open; see `markOpened`. */
export const noteOpened = (db: Db, grant: WorkGrant, assignmentId: string): void =>
  markOpened(db, grant, ownRoundSeat(db, grant, assignmentId));

/**
 * Notes that a person has opened an assignment or begun to work on it; the first time counts, and is in the audit trail. In a
 * round that is not open nothing is noted.
 */
export function markOpened(db: Db, grant: WorkGrant, { assignment, round }: RoundSeat): void {
  if (assignment.openedAt !== null || assignment.status === 'withdrawn' || round.status !== 'open') return;
  write(db, (tx) => {
    const table = schema.verificationAssignment;
    const marked = tx
      .update(table)
      .set({ openedAt: Date.now() })
      .where(and(eq(table.id, assignment.id), sql`${table.openedAt} is null`))
      .run();
    if (marked.changes === 0) return;
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.open',
      entity: 'verification-assignment',
      entityId: assignment.id,
      detail: { stage: assignment.stage }
    });
  });
}

/** Marks an assignment as done. */
export function markDone(tx: Db, assignmentId: string): void {
  const { verificationAssignment: assignment } = schema;
  tx.update(assignment).set({ status: 'done', doneAt: Date.now() }).where(eq(assignment.id, assignmentId)).run();
}
