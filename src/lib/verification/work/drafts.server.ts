import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { problemAt, refuse, worded } from '../../errors.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { markOpened } from '../assignments/assignments.server.ts';
import { draftBasis, isOvertaken, type Read, type StoredDraft } from './draft-basis.ts';
import { ownRoundSeat, type RoundSeat, type WorkGrant } from '../assignments/seat.server.ts';

export type DraftContent = Record<string, unknown>;

const LARGEST = 60_000;

/** The entry in which an annotator writes an item that the checklist lacks. */
const NEW_ITEM = 'new-item';

/**
 * Keeps what a person has typed: `about` is the id of a subject or rating of the query, or `new-item`. Not an act that counts,
 * hence no audit row. Taken also while the round is paused; refused if it would overwrite another page's words.
 *
 * @returns the entry's basis from now on, for what the page sends next
 */
export function saveWorkDraft(
  db: Db,
  grant: WorkGrant,
  input: { assignmentId: string; about: string; content: DraftContent } & Read
): string {
  if (JSON.stringify(input.content).length > LARGEST)
    refuse.invalid(worded('draftNotSaved'), [problemAt('content', worded('atMostCharacters', { most: LARGEST }))]);
  return write(db, (tx) => {
    const { assignmentId, about, content } = input;
    const seat = ownRoundSeat(tx, grant, assignmentId, 'or-taken-away');
    if (about !== NEW_ITEM && !isOfQuery(tx, seat, about)) refuse.notFound('item');
    markOpened(tx, grant, seat);
    const how = compareWorkDraft(tx, assignmentId, about, input, content);
    if (how === 'stale') refuse.overtaken();
    if (how === 'new') keepWorkDraft(tx, assignmentId, about, content, input.writers?.[0]);
    return draftBasis(lastKey(tx, assignmentId, about), storedDraft(tx, assignmentId, about));
  });
}

/** Whether an entry is a subject of the query or a rating of one, also one that was changed later. */
export const isOfQuery = (tx: Db, { roundQuery }: RoundSeat, about: string): boolean =>
  entryOfQuery(tx).get({ about, roundQueryId: roundQuery.id }) !== undefined;

const entryOfQuery = builtOnce((db) => {
  const { subject, rating } = schema;
  const about = sql.placeholder('about');
  const rated = db.select({ id: rating.subjectId }).from(rating).where(eq(rating.id, about));
  return db
    .select({ id: subject.id })
    .from(subject)
    .where(
      and(
        eq(subject.roundQueryId, sql.placeholder('roundQueryId')),
        or(eq(subject.id, about), inArray(subject.id, rated))
      )
    )
    .prepare();
});

export function keepWorkDraft(
  tx: Db,
  assignmentId: string,
  about: string,
  content: DraftContent,
  writer: string | null = null
): void {
  const { verificationDraft: draft } = schema;
  const savedAt = Date.now();
  tx.insert(draft)
    .values({ assignmentId, about, content, writer, savedAt })
    .onConflictDoUpdate({
      target: [draft.assignmentId, draft.about],
      set: { content, writer, savedAt: sql`max(${savedAt}, ${draft.savedAt} + 1)` }
    })
    .run();
}

/**
 * How an entry relates to what stands: `stale` if another page has committed or drafted on the same subject or rating since its
 * page read it, `same` if the draft holds these very words already.
 */
export function compareWorkDraft(
  tx: Db,
  assignmentId: string,
  about: string,
  read: Read,
  content: DraftContent
): 'stale' | 'same' | 'new' {
  const draft = storedDraft(tx, assignmentId, about);
  const same = draft !== null && isDeepStrictEqual(draft.content, content);
  if (isOvertaken(read, lastKey(tx, assignmentId, about), same ? null : draft)) return 'stale';
  return same ? 'same' : 'new';
}

function storedDraft(tx: Db, assignmentId: string, about: string): (StoredDraft & { content: DraftContent }) | null {
  return draftAbout(tx).get({ assignmentId, about }) ?? null;
}

const isDraftAbout = () => {
  const { verificationDraft: draft } = schema;
  return and(eq(draft.assignmentId, sql.placeholder('assignmentId')), eq(draft.about, sql.placeholder('about')));
};
const draftAbout = builtOnce((db) => db.select().from(schema.verificationDraft).where(isDraftAbout()).prepare());
const droppedDraft = builtOnce((db) => db.delete(schema.verificationDraft).where(isDraftAbout()).prepare());

const lastRatingKey = builtOnce((db) => {
  const { rating } = schema;
  return db
    .select({ key: rating.idempotencyKey })
    .from(rating)
    .where(
      and(eq(rating.assignmentId, sql.placeholder('assignmentId')), eq(rating.subjectId, sql.placeholder('about')))
    )
    .orderBy(sql`${rating.revision} desc`)
    .limit(1)
    .prepare();
});

const lastReviewKey = builtOnce((db) => {
  const { review } = schema;
  return db
    .select({ key: review.idempotencyKey })
    .from(review)
    .where(and(eq(review.assignmentId, sql.placeholder('assignmentId')), eq(review.ratingId, sql.placeholder('about'))))
    .orderBy(sql`${review.revision} desc`)
    .limit(1)
    .prepare();
});

/** Idempotency key of the assignment's last word on a subject (a rating) or on a rating (a review); null before the first. */
function lastKey(tx: Db, assignmentId: string, about: string): string | null {
  const of = { assignmentId, about };
  return (lastRatingKey(tx).get(of) ?? lastReviewKey(tx).get(of))?.key ?? null;
}

/** The basis of each entry of an assignment that has a commit or a draft, by what it is about. */
export function basesOf(db: Db, assignmentId: string): (about: string) => string {
  const drafts = new Map(
    db
      .select()
      .from(schema.verificationDraft)
      .where(eq(schema.verificationDraft.assignmentId, assignmentId))
      .all()
      .map((draft) => [draft.about, draft])
  );
  const { rating, review } = schema;
  const keys = new Map([
    ...db
      .select({ about: rating.subjectId, key: rating.idempotencyKey })
      .from(rating)
      .where(eq(rating.assignmentId, assignmentId))
      .orderBy(rating.revision)
      .all()
      .map(({ about, key }) => [about, key] as const),
    ...db
      .select({ about: review.ratingId, key: review.idempotencyKey })
      .from(review)
      .where(eq(review.assignmentId, assignmentId))
      .orderBy(review.revision)
      .all()
      .map(({ about, key }) => [about, key] as const)
  ]);
  return (about) => draftBasis(keys.get(about), drafts.get(about));
}

export function dropDraft(tx: Db, assignmentId: string, about: string): void {
  droppedDraft(tx).run({ assignmentId, about });
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
