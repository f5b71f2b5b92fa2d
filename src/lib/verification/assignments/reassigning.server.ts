import { sayingsOf } from '../../messages/sayings.ts';
import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { workersIn } from '../rounds/workers.server.ts';
import { assign, freeSlot } from './slots.server.ts';
import { roleOfStage, type WorkStage } from '../vocabulary/stages.ts';

const leadSays = sayingsOf('leadRefusals');

/** Whether work can go to another person: its query is in the stage, and an inspection has not ended, whose findings are inspectors' own. */
export const isReassignable = (db: Db, assignmentId: string): boolean =>
  db.get(sql`
    select 1 from verification_assignment a join round_query rq on rq.id = a.round_query_id
    where a.id = ${assignmentId} and a.stage = rq.stage and (a.stage <> 'inspection' or exists (
      select 1 from inspection i where i.batch_id = rq.batch_id and i.number = a.cycle and i.status = 'open'
    ))`) !== undefined;

/**
 * Withdraws an assignment from a person and gives its slot to another, or (`to` null) to the next free person. Commits and
 * drafts of the first person stay stored; items that they found missing stay in the round; their ratings count again as soon as
 * the assignment is given back. Their involvement stays recorded too: they cannot work on the query in another stage.
 */
export function reassign(
  db: Db,
  grant: ProjectGrant<'manage'>,
  assignmentId: string,
  to: string | null
): { assignmentId: string | null } {
  return write(db, (tx) => {
    const { verificationAssignment: assignment, roundQuery, verificationRound: round, query } = schema;
    const found =
      tx
        .select({ assignment, roundQuery, round, qid: query.qid })
        .from(assignment)
        .innerJoin(roundQuery, eq(roundQuery.id, assignment.roundQueryId))
        .innerJoin(round, eq(round.id, roundQuery.roundId))
        .innerJoin(query, eq(query.id, roundQuery.queryId))
        .where(and(eq(assignment.id, assignmentId), eq(round.projectId, grant.resource.id)))
        .get() ?? refuse.notFound('assignment');
    const { stage, userId, status, cycle } = found.assignment;
    if (status === 'withdrawn') refuse.conflict(leadSays('withdrawn'));
    if (!isReassignable(tx, assignmentId)) refuse.conflict(leadSays('notInStage', { qid: found.qid }));
    if (to === userId) refuse.invalid(leadSays('assignedAlready'));
    if (to !== null) {
      const role = roleOfStage[stage];
      if (!workersIn(tx, grant.resource.id, role).includes(to)) refuse.invalid(leadSays('notInRole', { role }));
    }
    tx.update(assignment).set({ status: 'withdrawn' }).where(eq(assignment.id, assignmentId)).run();
    const given = to === null ? null : giveTo(tx, found.roundQuery, stage, cycle, to);
    record(tx, grant.actor, {
      projectId: grant.resource.id,
      action: 'verification-assignment.reassign',
      entity: 'verification-assignment',
      entityId: assignmentId,
      detail: { round: found.round.number, qid: found.qid, stage, from: userId, to, was: status }
    });
    return { assignmentId: given };
  });
}

/** Hands a query to a person; one who had it before gets their own assignment back, with all that they did. */
function giveTo(
  tx: Db,
  roundQuery: { id: string; queryId: string },
  stage: WorkStage,
  cycle: number,
  userId: string
): string {
  const { verificationAssignment: assignment } = schema;
  const before = tx
    .select()
    .from(assignment)
    .where(
      and(
        eq(assignment.roundQueryId, roundQuery.id),
        eq(assignment.stage, stage),
        eq(assignment.cycle, cycle),
        eq(assignment.userId, userId)
      )
    )
    .get();
  if (!before) return assign(tx, { roundQueryId: roundQuery.id, queryId: roundQuery.queryId, cycle }, stage, userId).id;
  if (before.status !== 'withdrawn') refuse.conflict(leadSays('worksAlready'));
  const slot = freeSlot(tx, { roundQueryId: roundQuery.id, stage, cycle });
  tx.update(assignment).set({ status: 'open', slot, doneAt: null }).where(eq(assignment.id, before.id)).run();
  return before.id;
}
