import { and, eq, sql } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { Free } from './free-queries.server.ts';
import { recordInvolvement } from '../rounds/involvement.server.ts';
import type { Assignment } from './seat.server.ts';
import type { WorkStage } from '../vocabulary/stages.ts';

/** The lowest free slot of a query in a stage. */
export function freeSlot(
  tx: Db,
  { roundQueryId, stage, cycle }: { roundQueryId: string; stage: WorkStage; cycle: number }
): number {
  const { verificationAssignment: assignment } = schema;
  const taken = new Set(
    tx
      .select({ slot: assignment.slot })
      .from(assignment)
      .where(
        and(
          eq(assignment.roundQueryId, roundQueryId),
          eq(assignment.stage, stage),
          eq(assignment.cycle, cycle),
          sql`${assignment.status} <> 'withdrawn'`
        )
      )
      .all()
      .map(({ slot }) => slot)
  );
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return slot;
}

/** Gives the lowest free slot of a query to a person and records the involvement. */
export function assign(
  tx: Db,
  { roundQueryId, queryId, cycle }: Pick<Free, 'roundQueryId' | 'queryId' | 'cycle'>,
  stage: WorkStage,
  userId: string
): Assignment {
  recordInvolvement(tx, queryId, userId, stage);
  const made: Assignment = {
    id: newId(),
    roundQueryId,
    stage,
    cycle,
    slot: freeSlot(tx, { roundQueryId, stage, cycle }),
    userId,
    status: 'open',
    assignedAt: Date.now(),
    openedAt: null,
    doneAt: null,
    putOffAt: null
  };
  tx.insert(schema.verificationAssignment).values(made).run();
  return made;
}
