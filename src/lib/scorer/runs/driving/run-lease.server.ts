import { eq } from 'drizzle-orm';
import { schema, type Db } from '../../../server/db/client.ts';
import { defaultLimits } from '../../engine/contract.ts';
import { holdsLease } from '../../store/lease-time.ts';
import { isGone } from './process-name.server.ts';

/** The process that works on a run, by its name (see `processName`); null if none does. */
export function leaseHolder(db: Db, runId: string): string | null {
  const { leaseOwner, leaseUntil } = schema.run;
  const lease = db.select({ leaseOwner, leaseUntil }).from(schema.run).where(eq(schema.run.id, runId)).get();
  if (!lease || lease.leaseOwner === null) return null;
  return holdsLease(lease.leaseUntil ?? 0, Date.now(), defaultLimits.leaseMs) && !isGone(lease.leaseOwner)
    ? lease.leaseOwner
    : null;
}
