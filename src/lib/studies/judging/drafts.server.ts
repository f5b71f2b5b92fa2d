import { and, desc, eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { Person } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { draftBasis, isOvertaken, type Read } from '../../verification/work/draft-basis.ts';
import type { VerdictDraftContent } from './drafts.ts';

export type { VerdictDraftInput } from './drafts.ts';

type Phase = (typeof schema.humanVerdict.$inferSelect)['phase'];

/** State of an item: the key of the person's last blind commit, and their draft. */
function standing(tx: Db, person: Person, studyItemId: string) {
  const typed = ownDraft(tx).get({ studyItemId, userId: person.id });
  return { commit: lastKey(tx, person, studyItemId, 'blind'), draft: typed ?? null };
}

/** Idempotency key of the last commit on an item; null before the first. */
export function lastKey(tx: Db, person: Person, studyItemId: string, phase: Phase): string | null {
  return keyOfLast(tx).get({ studyItemId, userId: person.id, phase })?.key ?? null;
}

const ownDraft = builtOnce((db) => {
  const { draft } = schema;
  return db
    .select()
    .from(draft)
    .where(and(eq(draft.studyItemId, sql.placeholder('studyItemId')), eq(draft.userId, sql.placeholder('userId'))))
    .prepare();
});

const keyOfLast = builtOnce((db) => {
  const { humanVerdict: row } = schema;
  return db
    .select({ key: row.idempotencyKey })
    .from(row)
    .where(
      and(
        eq(row.studyItemId, sql.placeholder('studyItemId')),
        eq(row.userId, sql.placeholder('userId')),
        eq(row.phase, sql.placeholder('phase'))
      )
    )
    .orderBy(desc(row.revision))
    .limit(1)
    .prepare();
});

export const basisOfItem = (tx: Db, person: Person, studyItemId: string): string => {
  const { commit, draft } = standing(tx, person, studyItemId);
  return draftBasis(commit, draft);
};

/**
 * How an entry relates to what stands: `stale` if another page of the same person has committed or drafted since its page read
 * the item, `same` if the draft holds these very words already.
 */
export function compareVerdictDraft(
  tx: Db,
  person: Person,
  studyItemId: string,
  read: Read,
  content: VerdictDraftContent
): 'stale' | 'same' | 'new' {
  const { commit, draft } = standing(tx, person, studyItemId);
  const same = draft !== null && isDeepStrictEqual(draft.content, content);
  if (isOvertaken(read, commit, same ? null : draft)) return 'stale';
  return same ? 'same' : 'new';
}

/** A verdict as kept, as the draft of the next one. */
export const draftOfVerdict = ({
  label,
  reason,
  acceptable,
  points,
  note,
  passages
}: Required<Pick<VerdictDraftContent, 'acceptable' | 'points' | 'note'>> & {
  label: string | null;
  reason: string | null;
  passages: readonly number[];
}): VerdictDraftContent => ({ label, reason, acceptable, points, note, passages: [...passages] });

/** Keeps a draft in place of the one before. */
export function keepVerdictDraft(
  tx: Db,
  person: Person,
  studyItemId: string,
  content: VerdictDraftContent,
  writer: string | null = null
): void {
  const { draft } = schema;
  const savedAt = Date.now();
  tx.insert(draft)
    .values({ userId: person.id, studyItemId, content, writer, savedAt })
    .onConflictDoUpdate({
      target: [draft.userId, draft.studyItemId],
      set: { content, writer, savedAt: sql`max(${savedAt}, ${draft.savedAt} + 1)` }
    })
    .run();
}
