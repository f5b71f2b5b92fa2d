import { sayingsOf } from '../../../messages/sayings.ts';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { canonicalJson } from '../../../canonical-json.ts';
import { refuse, type Problem, fieldSays, worded, problemAt } from '../../../errors.ts';
import { nameKey, oneForm } from '../../../names.ts';
import { record } from '../../../server/audit/audit.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../../server/db/client.ts';
import { newId, sha256 } from '../../../server/db/id.ts';
import { wordingFault } from '../../vocabulary/wording.ts';
import type { ReadTalk, TalkFacts } from './talk.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;
export type Talk = typeof schema.talk.$inferSelect;

/** Disciplines and languages that a talk can have, by key. */
interface TalkChoices {
  disciplines: readonly string[];
  languages: readonly string[];
}

/** Faults of the facts of a talk; empty if there are none. */
function factProblems({ title, discipline, language }: TalkFacts, choices: TalkChoices): Problem[] {
  const name = oneForm(title);
  const fault = wordingFault(name) ?? (name.length > 200 ? worded('atMostCharacters', { most: 200 }) : null);
  const oneOf = (column: string, value: string, known: readonly string[]): Problem[] =>
    known.includes(value) ? [] : [problemAt(column, fieldSays('oneOf', { options: known }), value)];
  return [
    ...(fault ? [problemAt('title', fault)] : []),
    ...oneOf('discipline', discipline, choices.disciplines),
    ...oneOf('language', language, choices.languages)
  ];
}

/** Keeps a transcript in the project. The same one again, and a title that is there, are refused. */
export function importTalk(db: Db, grant: Lead, facts: TalkFacts, read: ReadTalk, choices: TalkChoices): Talk {
  const problems = factProblems(facts, choices);
  if (problems.length > 0) refuse.invalid(leadSays('talkNotImported'), problems);
  const title = oneForm(facts.title);
  const [titleKey, hash, projectId] = [nameKey(title), sha256(canonicalJson(read.passages)), grant.resource.id];
  return write(db, (tx) => {
    const { talk } = schema;
    const all = tx.select({ number: talk.number, title: talk.title, titleKey: talk.titleKey, hash: talk.hash, archivedAt: talk.archivedAt }).from(talk).where(eq(talk.projectId, projectId)).all(); // prettier-ignore
    const same = all.find((one) => one.hash === hash);
    const placeOf = (one: { number: number; archivedAt: number | null }) => ({
      ...{ number: one.number, archived: one.archivedAt === null ? 'no' : 'yes' }
    });
    if (same) refuse.conflict(leadSays('sameTranscript', { ...placeOf(same), title: same.title }));
    const named = all.find((one) => one.titleKey === titleKey);
    if (named) refuse.conflict(leadSays('sameTitle', placeOf(named)));
    const number =
      1 +
      (tx
        .select({ last: max(talk.number) })
        .from(talk)
        .where(eq(talk.projectId, projectId))
        .get()?.last ?? 0);
    const { discipline, language } = facts;
    const row = tx
      .insert(talk)
      .values({
        ...{ id: newId(), projectId, number, title, titleKey, discipline, language, hash },
        ...{ format: read.format, passages: read.passages, lines: read.lines, words: read.words },
        importedBy: grant.actor.kind === 'person' ? grant.actor.id : null,
        importedAt: Date.now()
      })
      .returning()
      .get();
    record(tx, grant.actor, {
      ...{ projectId, action: 'talk.import', entity: 'talk', entityId: row.id },
      detail: { number, title, discipline, language, format: read.format, words: read.words, hash }
    });
    return row;
  });
}

/** The project's talks in the order in which they came, without those in the archive. */
export const talksOf = (db: Db, grant: Lead): Talk[] =>
  db
    .select()
    .from(schema.talk)
    .where(and(eq(schema.talk.projectId, grant.resource.id), isNull(schema.talk.archivedAt)))
    .orderBy(asc(schema.talk.number))
    .all();

/** Numbers of the talks that are not in the archive, by their ids. */
export const shownTalkNumbers = (db: Db, grant: Lead): Map<string, number> =>
  new Map(
    db
      .select({ id: schema.talk.id, number: schema.talk.number })
      .from(schema.talk)
      .where(and(eq(schema.talk.projectId, grant.resource.id), isNull(schema.talk.archivedAt)))
      .all()
      .map(({ id, number }) => [id, number])
  );

/** The project's talk of that number, also from the archive, or a refusal. */
export const talkByNumber = (db: Db, grant: Lead, number: number): Talk =>
  db
    .select()
    .from(schema.talk)
    .where(and(eq(schema.talk.projectId, grant.resource.id), eq(schema.talk.number, number)))
    .get() ?? refuse.notFound('talk');

/** Inspirations and tasks of a talk that code dropped, with the reason and the run. */
export function droppedOfTalk(db: Db, grant: Lead, talkId: string): { run: number; text: string; reason: string }[] {
  const { made, makingUnit, run } = schema;
  return db
    .select({ run: run.number, text: made.text, reason: made.reason })
    .from(made)
    .innerJoin(makingUnit, eq(makingUnit.id, made.unitId))
    .innerJoin(run, eq(run.id, made.runId))
    .where(
      and(
        ...[eq(run.projectId, grant.resource.id), eq(makingUnit.source, 'talk'), eq(makingUnit.sourceId, talkId)],
        eq(made.state, 'dropped')
      )
    )
    .orderBy(asc(run.number), asc(made.item))
    .all()
    .map(({ reason, ...row }) => ({ ...row, reason: reason ?? '' }));
}
