import { eq, max } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import type { Drawn } from './planning.server.ts';

type BatchRow = typeof schema.studyBatch.$inferSelect;

/**
 * Stores a draw in one step: the items, their annotators, and the batch itself. Items and assignments follow those of earlier
 * batches, in the study and in every person's queue.
 */
export function insertBatch(
  tx: Db,
  batch: Omit<BatchRow, 'available' | 'drawn'>,
  { plan, items, assignments, orders }: Drawn
): void {
  const { studyId, number } = batch;
  const { studyItem, studyItemReport, studyBatch, assignment, assignmentItem } = schema;
  const first = firstFree(tx, studyId);
  insertAll(
    tx,
    studyItem,
    items.map(({ id, reportId, ...unit }, position) => ({
      id,
      studyId,
      reportId,
      item: unit.item,
      unitKind: unit.unitKind,
      unitKey: unit.unitKey,
      judgeId: unit.judgeId,
      text: unit.text,
      material: unit.material,
      batch: number,
      purpose: unit.purpose,
      stratum: unit.stratum,
      inclusionProbability: unit.inclusionProbability,
      overallProbability: null,
      position: first.item + position
    }))
  );
  insertAll(
    tx,
    studyItemReport,
    items.flatMap(({ id, beside }) => beside.map((reportId, i) => ({ studyItemId: id, place: i + 1, reportId })))
  );
  insertAll(
    tx,
    schema.goldAnswer,
    items.flatMap(({ id, answer }) => (answer ? [{ studyItemId: id, ...answer }] : []))
  );
  tx.insert(studyBatch)
    .values({ ...batch, available: plan.available.units, drawn: plan.sampled.units })
    .run();
  const seats = assignments.map((one) => ({ id: newId(), ...one }));
  insertAll(
    tx,
    assignment,
    seats.map(({ id, person, reportId, position }) => ({
      id,
      studyId,
      userId: person,
      reportId,
      batch: number,
      position: first.seat + position,
      givenAt: number === 1 ? null : batch.createdAt,
      openedAt: null,
      heldUntil: null,
      revealedAt: null,
      returnedAt: null,
      putOffAt: null
    }))
  );
  insertAll(
    tx,
    assignmentItem,
    seats.flatMap((seat) =>
      seat.items.map((studyItemId, position) => ({
        assignmentId: seat.id,
        studyItemId,
        position,
        order: orders.get(studyItemId)?.get(seat.person) ?? null
      }))
    )
  );
}

function firstFree(tx: Db, studyId: string): { item: number; seat: number } {
  const { studyItem, assignment } = schema;
  const lastItem = tx
    .select({ at: max(studyItem.position) })
    .from(studyItem)
    .where(eq(studyItem.studyId, studyId))
    .get();
  const lastSeat = tx
    .select({ at: max(assignment.position) })
    .from(assignment)
    .where(eq(assignment.studyId, studyId))
    .get();
  return { item: (lastItem?.at ?? -1) + 1, seat: (lastSeat?.at ?? -1) + 1 };
}
