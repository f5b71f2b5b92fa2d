import { and, eq, gt } from 'drizzle-orm';
import type { Person } from '../server/auth/authorize.ts';
import { schema, type Db } from '../server/db/client.ts';
import type { DraftContent, DraftInput } from './drafts.ts';

export type { DraftInput } from './drafts.ts';

/** Whether a verdict was committed after what the page knew: its draft would stand over newer words of the same person. */
export function isOvertaken(
  tx: Db,
  person: Person,
  { studyItemId, revision }: DraftInput & { studyItemId: string }
): boolean {
  if (revision === undefined) return false;
  const { humanVerdict } = schema;
  const newer = tx
    .select({ id: humanVerdict.id })
    .from(humanVerdict)
    .where(
      and(
        eq(humanVerdict.studyItemId, studyItemId),
        eq(humanVerdict.userId, person.id),
        eq(humanVerdict.phase, 'blind'),
        gt(humanVerdict.revision, revision)
      )
    )
    .get();
  return newer !== undefined;
}

/** A verdict as kept, as the draft of the next one. */
export const contentOf = ({
  label,
  reason,
  acceptable,
  points,
  note,
  passages
}: Required<Pick<DraftContent, 'acceptable' | 'points' | 'note'>> & {
  label: string | null;
  reason: string | null;
  passages: readonly number[];
}): DraftContent => ({ label, reason, acceptable, points, note, passages: [...passages] });

/** Keeps a draft in place of the one before. */
export function keepDraft(tx: Db, person: Person, studyItemId: string, content: DraftContent): void {
  const savedAt = Date.now();
  tx.insert(schema.draft)
    .values({ userId: person.id, studyItemId, content, savedAt })
    .onConflictDoUpdate({ target: [schema.draft.userId, schema.draft.studyItemId], set: { content, savedAt } })
    .run();
}
