import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import { systemActor } from '../../server/auth/authorize.ts';
import { type Db, schema, write } from '../../server/db/client.ts';

const { run, verdict } = schema;

/** Why a verdict is unscored whose row could not be read. */
const DAMAGED = 'Its record in the database was damaged.';

const isDamaged = sql`(not json_valid(${verdict.evidence}) or not coalesce(json_valid(${verdict.detail}), 1))`;

/**
 * Marks verdicts whose passages or details are no JSON any more as unscored, with that as the reason, so that no page and no
 * figure takes the rest of the row for a verdict. Written to the audit trail of the project.
 *
 * @param of A run, or null for all
 * @returns How many verdicts that were
 */
export function unscoreDamaged(db: Db, of: string | null): number {
  const where = of === null ? isDamaged : and(eq(verdict.runId, of), isDamaged);
  const damaged = db
    .select({ runId: verdict.runId, units: count() })
    .from(verdict)
    .where(where)
    .groupBy(verdict.runId)
    .all();
  if (damaged.length === 0) return 0;
  write(db, (tx) => {
    tx.update(verdict)
      .set({ state: 'unscored', label: null, rationale: '', evidence: [], detail: null, reason: DAMAGED })
      .where(where)
      .run();
    const ids = damaged.map(({ runId }) => runId);
    for (const { id, projectId, number } of tx.select().from(run).where(inArray(run.id, ids)).all())
      record(tx, systemActor, {
        ...{ projectId, action: 'run.verdicts-damaged', entity: 'run', entityId: id },
        detail: { number, units: damaged.find(({ runId }) => runId === id)?.units }
      });
  });
  return damaged.reduce((sum, { units }) => sum + units, 0);
}

/** Forgets the verdicts of every task with a damaged one, so that a run makes them again: what judges answered is in its journal. */
export function reopenDamaged(db: Db, runId: string): void {
  unscoreDamaged(db, runId);
  db.run(sql`
    DELETE FROM verdict WHERE run_id = ${runId} AND (report_id, metric, judge_id, repeat) IN (
      SELECT report_id, metric, judge_id, repeat FROM verdict WHERE run_id = ${runId} AND reason = ${DAMAGED})`);
}
