import { and, eq } from 'drizzle-orm';
import { refuse } from '../errors.ts';
import { schema, write, type Db } from '../server/db/client.ts';
import { ownSeat, type WorkGrant } from './seat.server.ts';

export type DraftContent = Record<string, unknown>;

const LARGEST = 60_000;

/**
 * Keeps what a person has typed: `about` is the id of the subject or rating that it is about, or `new-item`. Not an act that
 * counts, hence no audit row. Taken also while the round is paused.
 */
export function saveDraft(
  db: Db,
  grant: WorkGrant,
  input: { assignmentId: string; about: string; content: DraftContent }
): void {
  if (input.about === '' || input.about.length > 100 || JSON.stringify(input.content).length > LARGEST)
    refuse.invalid('The draft was not kept.', [
      { row: null, column: 'content', reason: `Write at most ${LARGEST} characters.` }
    ]);
  write(db, (tx) => {
    ownSeat(tx, grant, input.assignmentId, 'or-taken-away');
    keepDraft(tx, input.assignmentId, input.about, input.content);
  });
}

export function keepDraft(tx: Db, assignmentId: string, about: string, content: DraftContent): void {
  const savedAt = Date.now();
  tx.insert(schema.verificationDraft)
    .values({ assignmentId, about, content, savedAt })
    .onConflictDoUpdate({
      target: [schema.verificationDraft.assignmentId, schema.verificationDraft.about],
      set: { content, savedAt }
    })
    .run();
}

export function dropDraft(tx: Db, assignmentId: string, about: string): void {
  const { verificationDraft: draft } = schema;
  tx.delete(draft)
    .where(and(eq(draft.assignmentId, assignmentId), eq(draft.about, about)))
    .run();
}

/** The drafts of an assignment by what they are about. */
export const draftsOf = (db: Db, assignmentId: string): Map<string, DraftContent> =>
  new Map(
    db
      .select()
      .from(schema.verificationDraft)
      .where(eq(schema.verificationDraft.assignmentId, assignmentId))
      .all()
      .map(({ about, content }) => [about, content])
  );
