import { and, eq, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { closeInspection } from '../inspection/gate.server.ts';
import { moveTo } from '../rounds/rounds.server.ts';
import type { RoundSeat, WorkGrant } from '../assignments/seat.server.ts';
import type { Stage } from '../vocabulary/stages.ts';

/** How many standing assignments of a query are done in a stage. */
function doneIn(tx: Db, { assignment, roundQuery }: RoundSeat): number {
  const { verificationAssignment: table } = schema;
  const row = tx
    .select({ n: sql<number>`count(*)` })
    .from(table)
    .where(
      and(
        eq(table.roundQueryId, roundQuery.id),
        eq(table.stage, assignment.stage),
        eq(table.cycle, assignment.cycle),
        eq(table.status, 'done')
      )
    )
    .get();
  return row?.n ?? 0;
}

function enterStage(
  tx: Db,
  grant: WorkGrant | ProjectGrant<'manage'>,
  { roundQuery, round, query }: Pick<RoundSeat, 'roundQuery' | 'round' | 'query'>,
  stage: Stage
): Stage {
  moveTo(tx, [roundQuery.id], stage);
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: 'round-query.stage',
    entity: 'round-query',
    entityId: roundQuery.id,
    detail: { round: round.number, qid: query.qid, from: roundQuery.stage, to: stage }
  });
  return stage;
}

/** A query that as many people as wanted have annotated goes to review. */
export function afterAnnotation(tx: Db, grant: WorkGrant, seat: RoundSeat): Stage {
  return doneIn(tx, seat) >= seat.round.settings.overlap ? enterStage(tx, grant, seat, 'review') : 'annotation';
}

/** A reviewed query waits for the inspection of its batch. */
export const afterReview = (tx: Db, grant: WorkGrant, seat: RoundSeat): Stage =>
  enterStage(tx, grant, seat, 'inspection');

/** Once every query of which something was drawn is done, the gate decides over the batch. */
export function afterInspection(tx: Db, grant: WorkGrant, seat: RoundSeat): Stage {
  const open = tx.get<{ id: string }>(sql`
    select i.id from inspection i where i.batch_id = ${seat.roundQuery.batchId} and i.status = 'open'
      and not exists (
        select 1 from inspection_unit unit join subject s on s.id = unit.subject_id
        where unit.inspection_id = i.id and not exists (
          select 1 from verification_assignment a
          where a.round_query_id = s.round_query_id and a.stage = 'inspection' and a.cycle = i.number and a.status = 'done'
        )
      )`);
  if (open) closeInspection(tx, grant, seat.round, open.id);
  return (
    tx
      .select({ stage: schema.roundQuery.stage })
      .from(schema.roundQuery)
      .where(eq(schema.roundQuery.id, seat.roundQuery.id))
      .get()?.stage ?? seat.roundQuery.stage
  );
}
