import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { messagesIn } from '../../messages/words.ts';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { VerificationReader } from './round.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Guideline = typeof schema.guideline.$inferSelect;

const guidelinesOf = builtOnce((db) => {
  const { guideline } = schema;
  return db
    .select()
    .from(guideline)
    .where(eq(guideline.projectId, sql.placeholder('project')))
    .orderBy(desc(guideline.number))
    .prepare();
});

const guidelineWith = builtOnce((db) => {
  const { guideline } = schema;
  const isAsked = and(
    eq(guideline.projectId, sql.placeholder('project')),
    eq(guideline.number, sql.placeholder('number'))
  );
  return db.select().from(guideline).where(isAsked).prepare();
});

/** The project's guidelines, newest first. Empty until the first round opens or a lead writes one. */
export const listGuidelines = (db: Db, grant: VerificationReader): Guideline[] =>
  guidelinesOf(db).all({ project: grant.resource.id });

/** One version of the guideline; the newest if no number is given; null if there is none yet. */
export function readGuideline(db: Db, grant: VerificationReader, number?: number): Guideline | null {
  if (number === undefined) return listGuidelines(db, grant)[0] ?? null;
  return guidelineWith(db).get({ project: grant.resource.id, number }) ?? refuse.notFound('guideline');
}

/**
 * Writes a new version of the guideline; the same text is no new version. Open rounds go by it from now on: every rating says
 * by which version it was given. Refused if a version was written that the writer has not seen.
 *
 * @param seen number of the newest version when the writer began; null if there was none
 */
export function writeGuideline(
  db: Db,
  grant: ProjectGrant<'manage'>,
  markdown: string,
  seen: number | null
): Guideline {
  const text = markdown.replace(/\r\n?/g, '\n').trim();
  if (text === '' || text.length > 100_000)
    refuse.invalid(leadSays('guidelineNotChanged'), [problemAt('markdown', fieldSays('textUpTo', { most: 100_000 }))]);
  return write(db, (tx) => {
    const last = listGuidelines(tx, grant)[0];
    if (last?.markdown === text) return last;
    if (last && last.number !== seen) refuse.conflict(leadSays('guidelineSince', { number: last.number }));
    const made = addGuideline(tx, grant, text, (last?.number ?? 0) + 1);
    tx.update(schema.verificationRound)
      .set({ guidelineId: made.id })
      .where(
        and(eq(schema.verificationRound.projectId, grant.resource.id), eq(schema.verificationRound.status, 'open'))
      )
      .run();
    return made;
  });
}

/**
 * The newest guideline; if there is none, the one that every project starts with is written: in our own words, after
 * LiveResearchBench, appendix J.
 *
 * @param language in which it is written
 */
export const standingGuideline = (tx: Db, grant: ProjectGrant<'manage'>, language = 'en'): Guideline =>
  listGuidelines(tx, grant)[0] ?? addGuideline(tx, grant, messagesIn(language, 'firstGuideline').markdown, 1);

function addGuideline(tx: Db, grant: ProjectGrant<'manage'>, markdown: string, number: number): Guideline {
  const made: Guideline = {
    id: newId(),
    projectId: grant.resource.id,
    number,
    markdown,
    createdBy: grant.actor.kind === 'person' ? grant.actor.id : null,
    createdAt: Date.now()
  };
  tx.insert(schema.guideline).values(made).run();
  record(tx, grant.actor, {
    projectId: grant.resource.id,
    action: 'guideline.write',
    entity: 'guideline',
    entityId: made.id,
    detail: { number, characters: markdown.length }
  });
  return made;
}
