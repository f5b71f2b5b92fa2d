import { and, eq, inArray, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { gate } from './inspection-plan.ts';
import type { RatingLabel } from '../vocabulary/labels.ts';
import { isLastRating, readSubjects } from '../records/records.server.ts';
import { moveTo } from '../rounds/rounds.server.ts';
import { type VerificationRound } from '../rounds/round.server.ts';
import type { WorkGrant } from '../assignments/seat.server.ts';
import { settleSubject } from '../records/settling.ts';

export type InspectionRow = typeof schema.inspection.$inferSelect;

/** A drawn rating, the label that it had after review, and the inspector's. */
interface InspectedUnit {
  ratingId: string;
  subjectId: string;
  label: RatingLabel;
  /** Null while it is not rated. */
  inspected: { label: RatingLabel; wording: string | null; comment: string; reasons: string[]; userId: string } | null;
}

export function inspectedUnits(db: Db, inspection: InspectionRow): InspectedUnit[] {
  const { inspectionUnit, rating, verificationAssignment: assignment } = schema;
  const given = new Map(
    db
      .select({ rating })
      .from(rating)
      .innerJoin(assignment, eq(assignment.id, rating.assignmentId))
      .innerJoin(schema.roundQuery, eq(schema.roundQuery.id, assignment.roundQueryId))
      .where(
        and(
          eq(schema.roundQuery.batchId, inspection.batchId),
          eq(assignment.stage, 'inspection'),
          eq(assignment.cycle, inspection.number),
          sql`${assignment.status} <> 'withdrawn'`,
          isLastRating
        )
      )
      .all()
      .map(({ rating: row }) => [row.subjectId, row])
  );
  return db
    .select()
    .from(inspectionUnit)
    .where(eq(inspectionUnit.inspectionId, inspection.id))
    .orderBy(inspectionUnit.position)
    .all()
    .map(({ ratingId, subjectId, label }) => {
      const row = given.get(subjectId);
      return {
        ratingId,
        subjectId,
        label,
        inspected: row?.label
          ? { label: row.label, wording: row.wording, comment: row.comment, reasons: row.reasons, userId: row.userId }
          : null
      };
    });
}

/** Lets the gate decide: the batch passes to adjudication, or goes back to the stage that the plan names. */
export function closeInspection(
  tx: Db,
  grant: WorkGrant | ProjectGrant<'manage'>,
  round: VerificationRound,
  inspectionId: string
): void {
  const { inspection, inspectionBatch, roundQuery, query } = schema;
  const row = tx.select().from(inspection).where(eq(inspection.id, inspectionId)).get()!;
  const units = inspectedUnits(tx, row);
  const disagreements = units.filter((unit) => unit.inspected && unit.inspected.label !== unit.label).length;
  const verdict = gate(row.plan, disagreements);
  tx.update(inspection)
    .set({ status: verdict.passes ? 'passed' : 'returned', verdict, closedAt: Date.now() })
    .where(eq(inspection.id, inspectionId))
    .run();
  const queries = tx
    .select({ id: roundQuery.id, archivedAt: query.archivedAt })
    .from(roundQuery)
    .innerJoin(query, eq(query.id, roundQuery.queryId))
    .where(and(eq(roundQuery.batchId, row.batchId), eq(roundQuery.stage, 'inspection')))
    .all();
  const idsOf = (some: typeof queries): string[] => some.map(({ id }) => id);
  if (verdict.passes) {
    // The lot was drawn without what was in the archive then, so the verdict says nothing of it.
    const passed = idsOf(queries.filter(({ archivedAt }) => archivedAt === null || archivedAt >= row.drawnAt));
    moveTo(tx, passed, 'adjudication');
    settleQueries(tx, round, passed);
  } else sendBack(tx, idsOf(queries), row.plan.onReturn);
  const batch = tx.select().from(inspectionBatch).where(eq(inspectionBatch.id, row.batchId)).get()!;
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: verdict.passes ? 'inspection.pass' : 'inspection.return',
    entity: 'inspection',
    entityId: inspectionId,
    detail: { round: round.number, batch: batch.number, number: row.number, ...verdict, to: row.plan.onReturn }
  });
}

/** Opens queries for a stage again; each person who had them gets them back with all their work. */
export function sendBack(tx: Db, roundQueryIds: readonly string[], to: 'annotation' | 'review'): void {
  const { verificationAssignment: assignment } = schema;
  moveTo(tx, roundQueryIds, to);
  const stages = to === 'annotation' ? (['annotation', 'review'] as const) : (['review'] as const);
  for (let from = 0; from < roundQueryIds.length; from += 1000)
    tx.update(assignment)
      .set({ status: 'open', doneAt: null })
      .where(
        and(
          inArray(assignment.roundQueryId, roundQueryIds.slice(from, from + 1000)),
          inArray(assignment.stage, [...stages]),
          eq(assignment.status, 'done')
        )
      )
      .run();
}

/**
 * Queries in adjudication of which nothing is open are done; those that are done and of which something is open, such as a restored
 * item, return to adjudication. Archived items are left out; archived queries stay where they are.
 */
export function settleQueries(tx: Db, round: VerificationRound, roundQueryIds: readonly string[]): void {
  const moves: Record<'adjudication' | 'done', string[]> = { adjudication: [], done: [] };
  for (const [id, own] of Map.groupBy(readSubjects(tx, { roundQueryIds }), (subject) => subject.roundQueryId)) {
    const { stage } = own[0]!;
    const counted = own.filter(({ isHandedOut }) => isHandedOut);
    if (counted.some(({ archived }) => archived) || (stage !== 'adjudication' && stage !== 'done')) continue;
    const isOpen = counted.some((subject) => settleSubject(subject, round.settings).state === 'open');
    if (isOpen !== (stage === 'adjudication')) moves[isOpen ? 'adjudication' : 'done'].push(id);
  }
  moveTo(tx, moves.done, 'done');
  setAdjudicators(tx, moves.done, { from: 'open', to: 'done' });
  moveTo(tx, moves.adjudication, 'adjudication');
  setAdjudicators(tx, moves.adjudication, { from: 'done', to: 'open' });
}

/** Sets the state of adjudicators' assignments: done once their query is settled, open once it is open again. */
export function setAdjudicators(
  tx: Db,
  roundQueryIds: readonly string[],
  { from, to }: Record<'from' | 'to', 'open' | 'done'>
): void {
  const { verificationAssignment: assignment } = schema;
  for (let at = 0; at < roundQueryIds.length; at += 1000)
    tx.update(assignment)
      .set({ status: to, doneAt: to === 'done' ? Date.now() : null })
      .where(
        and(
          inArray(assignment.roundQueryId, roundQueryIds.slice(at, at + 1000)),
          eq(assignment.stage, 'adjudication'),
          eq(assignment.status, from)
        )
      )
      .run();
}
