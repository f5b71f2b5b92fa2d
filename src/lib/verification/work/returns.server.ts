import { and, desc, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

/** An inspection that sent a batch back. */
interface Return {
  inspection: number;
  /** What the lead said of it; empty where nothing. */
  note: string;
  /** When it came back, ms: what was committed before has not been looked at since. */
  at: number;
}

/** The last time that a batch came back; null where it never did. */
export function lastReturn(db: Db, batchId: string): Return | null {
  const { inspection } = schema;
  const last = db
    .select({ inspection: inspection.number, note: inspection.note, at: inspection.closedAt })
    .from(inspection)
    .where(and(eq(inspection.batchId, batchId), eq(inspection.status, 'returned')))
    .orderBy(desc(inspection.number))
    .limit(1)
    .get();
  return last ? { ...last, at: last.at ?? 0 } : null;
}
