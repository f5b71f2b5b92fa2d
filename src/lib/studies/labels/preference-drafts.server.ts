import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { draftBasis, isOvertaken, type Read } from '../../verification/work/draft-basis.ts';
import { annotatorOf, grantedSeatOfItem, type AnnotatorGrant } from '../judging/leases/seat.server.ts';
import { dropPreferenceDraft } from './kept-preferences.server.ts';
import { judgeErrors, preferenceReasons, type PreferenceDraftContent } from './preference.ts';
import { lastPreference, shownAliases } from './preferences.server.ts';

export interface PreferenceDraftInput extends PreferenceDraftContent, Read {
  studyItemId: string;
}

/**
 * Keeps a preference that is half given, for another browser of the same person. The last page to write wins; a page that has not
 * seen a preference committed since is refused. An empty draft forgets the one before.
 *
 * @returns the basis of what the page sends next (`verification/work/draft-basis.ts`)
 */
export function savePreferenceDraft(db: Db, grant: AnnotatorGrant, input: PreferenceDraftInput): string {
  const person = annotatorOf(grant);
  return write(db, (tx) => {
    const { studyItemId } = input;
    const seat = grantedSeatOfItem(tx, grant, studyItemId);
    const shown = shownAliases(tx, person, seat, studyItemId);
    const committed = lastPreference(tx, person, studyItemId)?.key ?? null;
    if (isOvertaken(input, committed, null)) refuse.overtaken();
    const content = keptContent(input, new Set(shown.map(({ alias }) => alias)));
    if (isEmpty(content)) dropPreferenceDraft(tx, person, studyItemId);
    else {
      const savedAt = Date.now();
      tx.insert(schema.preferenceDraft)
        .values({ userId: person.id, studyItemId, content, savedAt })
        .onConflictDoUpdate({
          target: [schema.preferenceDraft.userId, schema.preferenceDraft.studyItemId],
          set: { content, savedAt }
        })
        .run();
    }
    return draftBasis(committed, null);
  });
}

/** Incomplete preferences of the person on these items. */
export function preferenceDrafts(
  db: Db,
  person: Person,
  studyItemIds: readonly string[]
): Map<string, PreferenceDraftContent> {
  const { preferenceDraft: draft } = schema;
  const rows = db
    .select({ id: draft.studyItemId, content: draft.content })
    .from(draft)
    .where(and(eq(draft.userId, person.id), inArray(draft.studyItemId, [...studyItemIds])))
    .all();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** A draft is never refused for what is no choice of the form: that is left out. */
const keptContent = (
  { choice, aliases, reasons, error, note }: PreferenceDraftContent,
  shown: ReadonlySet<string>
): PreferenceDraftContent => ({
  choice,
  aliases: aliases.filter((alias) => shown.has(alias)),
  reasons: reasons.filter((reason) => Object.hasOwn(preferenceReasons, reason)),
  error: choice === 'none' && error !== null && Object.hasOwn(judgeErrors, error) ? error : null,
  note
});

const isEmpty = ({ choice, aliases, reasons, note }: PreferenceDraftContent): boolean =>
  choice === 'judges' && aliases.length === 0 && reasons.length === 0 && note === '';
