import { and, eq } from 'drizzle-orm';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';

/** Forgets what a person left half given: it is committed. */
export function dropPreferenceDraft(tx: Db, person: Person, studyItemId: string): void {
  const { preferenceDraft: draft } = schema;
  tx.delete(draft)
    .where(and(eq(draft.userId, person.id), eq(draft.studyItemId, studyItemId)))
    .run();
}
