import { eq, max } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';

/** The number of the project's next study, whatever kind it is; ask within the transaction that makes it. */
export function nextNumber(db: Db, projectId: string): number {
  const { study } = schema;
  const last = db
    .select({ number: max(study.number) })
    .from(study)
    .where(eq(study.projectId, projectId))
    .get();
  return (last?.number ?? 0) + 1;
}
