import { record } from '../../server/audit/audit.ts';
import type { Actor } from '../../server/auth/authorize.ts';
import { write, type Db } from '../../server/db/client.ts';

/** An image that a person asked for, with the result: the hash of its bytes, or the fault. */
export interface ImageLoad {
  address: string;
  hash: string | null;
  fault: string | null;
}

/** Characters of an address that are recorded; for an image within the report only its type is recorded. */
const LONGEST = 2_000;

/** Records in the audit trail that a person loaded an image of a report, because annotators judged the report with it. */
export function noteImageLoaded(
  db: Db,
  actor: Actor,
  at: { projectId: string; entity: 'report' | 'assignment'; entityId: string; detail?: Record<string, unknown> },
  { address, hash, fault }: ImageLoad
): void {
  const image = /^data:[^;,]{0,60}/i.exec(address)?.[0] ?? address.slice(0, LONGEST);
  const { detail, ...where } = at;
  write(db, (tx) =>
    record(tx, actor, { ...where, action: 'report.load-image', detail: { ...detail, image, hash, fault } })
  );
}
