import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { saidByJudges } from '../units/judge-labels.server.ts';
import { draftBasis, isOvertaken } from '../../verification/work/draft-basis.ts';
import { dropPreferenceDraft } from './kept-preferences.server.ts';
import { preferenceProblems, type PreferenceInput } from './preference.ts';
import {
  annotatorOf,
  grantedSeatOfItem,
  requireOpenStudy,
  type AnnotatorGrant,
  type StudySeat
} from '../judging/leases/seat.server.ts';

const leadSays = sayingsOf('leadRefusals');

type PreferenceRow = typeof schema.preference.$inferSelect;
type Aliases = (typeof schema.reveal.$inferSelect)['aliases'];

/** A person's own preference, in the aliases under which they saw the judges. */
export interface OwnPreference {
  choice: 'judges' | 'tie' | 'none';
  aliases: string[];
  reasons: string[];
  /** With `none`: what kind of mistake the judges made. */
  error: string | null;
  note: string;
  revision: number;
  /** To be sent back with the next one (`verification/work/draft-basis.ts`). */
  basis: string;
}

/**
 * Commits or changes a preference, each time as a further row. Aliases become judges here and nowhere else. The same
 * idempotency key is answered with the same row.
 */
export function commitPreference(db: Db, grant: AnnotatorGrant, input: PreferenceInput): OwnPreference {
  const person = annotatorOf(grant);
  return write(db, (tx) => {
    const { preference } = schema;
    const seat = grantedSeatOfItem(tx, grant, input.studyItemId);
    const aliases = shownAliases(tx, person, seat, input.studyItemId);
    const problems = preferenceProblems(input, withStates(tx, seat, input.studyItemId, aliases));
    if (problems.length > 0) refuse.invalid(worded('preferenceNotTaken'), problems);
    const content = contentOf(input, aliases);
    const before = tx.select().from(preference).where(eq(preference.idempotencyKey, input.idempotencyKey)).get();
    if (before) {
      const { userId, studyItemId, choice, judgeIds, reasons, error, note } = before;
      const same = isDeepStrictEqual({ choice, judgeIds, reasons, error, note }, content);
      if (userId !== person.id || studyItemId !== input.studyItemId || !same) refuse.conflict(leadSays('keyOfCommit'));
      return inAliases(before, aliases);
    }
    requireOpenStudy(seat);
    const last = lastPreference(tx, person, input.studyItemId);
    if (isOvertaken(input, last?.key ?? null, null)) refuse.overtaken();
    const row: PreferenceRow = {
      id: newId(),
      studyItemId: input.studyItemId,
      userId: person.id,
      revision: (last?.revision ?? 0) + 1,
      ...content,
      idempotencyKey: input.idempotencyKey,
      committedAt: Date.now()
    };
    tx.insert(preference).values(row).run();
    dropPreferenceDraft(tx, person, input.studyItemId);
    record(tx, person, {
      projectId: seat.project.id,
      action: 'preference.commit',
      entity: 'preference',
      entityId: row.id,
      detail: { study: seat.study.number, item: input.studyItemId, revision: row.revision }
    });
    return inAliases(row, aliases);
  });
}

/** The person's preferences on these items so far; for use after the reveal. */
export function ownPreferences(
  tx: Db,
  person: Person,
  items: readonly { id: string; aliases: Aliases | null }[]
): Map<string, OwnPreference> {
  const { preference } = schema;
  const ids = items.map((one) => one.id);
  const rows = tx
    .select()
    .from(preference)
    .where(and(eq(preference.userId, person.id), inArray(preference.studyItemId, ids), isLastPreference))
    .all();
  return new Map(
    rows.map((row) => [row.studyItemId, inAliases(row, items.find((one) => one.id === row.studyItemId)?.aliases ?? [])])
  );
}

/** Whether a row of `preference` is the last of its person and unit. */
export const isLastPreference = sql`${schema.preference.revision} = (
  select max(p.revision) from preference p
  where p.study_item_id = ${schema.preference.studyItemId} and p.user_id = ${schema.preference.userId}
)`;

/** The judges that the person saw under aliases; code is shown apart and is no choice. */
export function shownAliases(tx: Db, person: Person, seat: StudySeat, studyItemId: string): Aliases {
  if (seat.assignment.revealedAt === null) refuse.conflict(leadSays('judgesNotShownYet'));
  const { reveal } = schema;
  const shown = tx
    .select({ aliases: reveal.aliases })
    .from(reveal)
    .where(and(eq(reveal.userId, person.id), eq(reveal.studyItemId, studyItemId)))
    .get();
  const aliases = shown?.aliases ?? refuse.conflict(leadSays('judgesAgree'));
  const code = codeJudges(tx, seat.study.runId);
  return aliases.filter(({ judgeId }) => !code.has(judgeId));
}

/** Whether each judge shown has a verdict to prefer; what it says is not read. */
function withStates(tx: Db, seat: StudySeat, studyItemId: string, aliases: Aliases) {
  const said = saidByJudges(tx, seat.study, [studyItemId]).get(studyItemId) ?? [];
  const stateOf = new Map(said.map((one) => [one.judgeId, one.state]));
  return aliases.map(({ alias, judgeId }) => ({ alias, state: stateOf.get(judgeId) ?? ('unscored' as const) }));
}

function contentOf(
  { choice, reasons, error = null, note }: PreferenceInput,
  aliases: Aliases
): Pick<PreferenceRow, 'choice' | 'judgeIds' | 'reasons' | 'error' | 'note'> {
  const rest = { reasons: [...reasons].sort(), error, note };
  if (choice === 'tie' || choice === 'none') return { choice, judgeIds: [], ...rest };
  const chosen = aliases.filter(({ alias }) => choice.aliases.includes(alias));
  return { choice: 'judges', judgeIds: chosen.map((one) => one.judgeId), ...rest };
}

const inAliases = (
  { choice, judgeIds, reasons, error, note, revision, idempotencyKey }: PreferenceRow,
  aliases: Aliases
): OwnPreference => ({
  choice,
  aliases: aliases.filter((one) => judgeIds.includes(one.judgeId)).map((one) => one.alias),
  reasons,
  error,
  note,
  revision,
  basis: draftBasis(idempotencyKey, null)
});

/** Revision and key of a person's last preference on an item. */
export const lastPreference = (
  tx: Db,
  person: Person,
  studyItemId: string
): { revision: number; key: string } | undefined => {
  const { preference } = schema;
  return tx
    .select({ revision: preference.revision, key: preference.idempotencyKey })
    .from(preference)
    .where(and(eq(preference.studyItemId, studyItemId), eq(preference.userId, person.id)))
    .orderBy(desc(preference.revision))
    .limit(1)
    .get();
};
