import { and, eq, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import type { Manager } from '../../server/managing/managed-thing.ts';
import type { ThingKindName } from '../../server/managing/things.ts';
import { closeInspection, settleQueries } from '../inspection/gate.server.ts';
import { changeableIn, isHandedOut } from '../rounds/asked-for.server.ts';
import { moveTo, roundOf } from '../rounds/rounds.server.ts';
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

/** Brings queries in line after a thing was archived, restored or deleted; kinds other than items and queries change nothing. */
export function settleAfter(db: Db, grant: Manager, kind: ThingKindName): void {
  if ((kind === 'item' || kind === 'query') && grant.access === 'manage') settleAnew(db, grant);
}

/**
 * Brings the queries of a project's unfinished rounds in line with their items and settings: annotators who lack a rating have their
 * work back, and a query is done if nothing of it is open.
 */
export function settleAnew(db: Db, grant: ProjectGrant<'manage'>): void {
  write(db, (tx) => {
    const { verificationAssignment: assignment, subject, rating } = schema;
    const queries = changeableIn(tx, grant.resource.id);
    const annotated = queries.filter(({ stage }) => stage === 'annotation').map(({ id }) => id);
    tx.update(assignment)
      .set({ status: 'open', doneAt: null })
      .where(
        and(
          sql`${assignment.roundQueryId} in (select value from json_each(${JSON.stringify(annotated)}))`,
          eq(assignment.stage, 'annotation'),
          eq(assignment.status, 'done'),
          sql`exists (
            select 1 from ${subject} where ${subject.roundQueryId} = ${assignment.roundQueryId} and ${subject.origin} = 'benchmark'
              and ${isHandedOut} and not exists (
                select 1 from ${rating} where ${rating.assignmentId} = ${assignment.id} and ${rating.subjectId} = ${subject.id}
              )
          )`
        )
      )
      .run();
    const settled = queries.filter(({ stage }) => stage === 'adjudication' || stage === 'done');
    for (const [roundId, own] of Map.groupBy(settled, (one) => one.roundId))
      settleQueries(
        tx,
        roundOf(tx, grant, roundId),
        own.map(({ id }) => id)
      );
  });
}
