import { isRefusal } from '../../../errors.ts';
import { noteRepeatable } from '../../audit/audit-counts.ts';
import type { Actor } from '../authorize.ts';
import type { Db } from '../../db/client.ts';

interface Try {
  action: 'sign-in.refuse' | 'password.refuse' | 'second-factor.refuse';
  /** Whose account it is. */
  userId: string;
  detail?: Record<string, unknown>;
}

/** Records in the audit trail that a try at a password or a code of an account was refused. */
export function noteRefusedTry(
  db: Db,
  actor: Actor,
  { action, userId, detail }: Try,
  error: unknown,
  now: number
): void {
  if (!isRefusal(error)) return;
  const entry = { projectId: null, action, entity: 'user', entityId: userId };
  noteRepeatable(db, actor, { ...entry, detail: { ...detail, reason: error.code } }, now);
}
