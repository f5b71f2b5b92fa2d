import { sayingsOf } from '../../messages/sayings.ts';
import { and, desc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { currentDecision } from '../adoption/decisions.server.ts';
import type { CardStatus, StoredCard } from './stored-card.ts';
import { readCardBundle, verifyCard, type CardCheck } from './verify-card.server.ts';

const leadSays = sayingsOf('leadRefusals');

/** Every card of a project, newest first. */
export function listCards(db: Db, grant: ProjectGrant<'read-results'>): StoredCard[] {
  const { judgeCard } = schema;
  return db
    .select()
    .from(judgeCard)
    .where(eq(judgeCard.projectId, grant.resource.id))
    .orderBy(desc(judgeCard.number))
    .all()
    .map((row) => storedCard(db, grant, row));
}

/** The signed text of a card and what is known of it; refused if there is none of that number. */
export function cardByNumber(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  number: number
): StoredCard & { bundle: string } {
  const row = rowOf(db, grant, number);
  return { ...storedCard(db, grant, row), bundle: row.bundle };
}

/** Verifies a stored card as a stranger would, from its text alone. */
export const verifyStored = (db: Db, grant: ProjectGrant<'read-results'>, number: number): CardCheck =>
  verifyCard(Buffer.from(rowOf(db, grant, number).bundle, 'utf8'));

/**
 * Keeps when and how the verification of a stored card came out.
 *
 * @param check by `verifyStored`, if another thread did it
 */
export function checkCard(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  number: number,
  check: CardCheck = verifyStored(db, grant, number)
): CardCheck {
  const row = rowOf(db, grant, number);
  write(db, (tx) => {
    tx.update(schema.judgeCard)
      .set({ checkedAt: Date.now(), checkedOutcome: checkInWords(check), checkedValid: check.valid })
      .where(eq(schema.judgeCard.id, row.id))
      .run();
  });
  return check;
}

/** The outcome of a check in one sentence. */
export const checkInWords = ({ valid, problems, recomputed, notRecomputed }: CardCheck): string =>
  !valid
    ? problems.join(' ')
    : notRecomputed.length > 0
      ? `Signature valid; the card contains only a commitment to its labels; ${notRecomputed.length} figures could not be recomputed.`
      : `Signature valid, ${recomputed} of ${recomputed} figures recomputed.`;

type Row = typeof schema.judgeCard.$inferSelect;

const rowOf = (db: Db, grant: ProjectGrant<'read-results'>, number: number): Row =>
  db
    .select()
    .from(schema.judgeCard)
    .where(and(eq(schema.judgeCard.projectId, grant.resource.id), eq(schema.judgeCard.number, number)))
    .get() ?? refuse.notFound('card');

function storedCard(db: Db, grant: ProjectGrant<'read-results'>, row: Row): StoredCard {
  const { id, number, adoptionId, sha256, madeByName, madeAt, checkedAt, checkedOutcome, checkedValid } = row;
  const signed = readCardBundle(row.bundle);
  if (signed === null) return refuse.conflict(leadSays('cardDamaged', { number }));
  return {
    ...{ id, number, adoptionId, sha256, madeByName, madeAt, bytes: Buffer.byteLength(row.bundle) },
    check: checkedAt === null ? null : { at: checkedAt, outcome: checkedOutcome ?? '', valid: checkedValid === true },
    card: signed.content,
    signed: { at: signed.signedAt, fingerprint: signed.fingerprint },
    status: statusOf(db, grant, adoptionId, signed.content.adoption.metric)
  };
}

function statusOf(db: Db, grant: ProjectGrant<'read-results'>, adoptionId: string, metric: string): CardStatus {
  const decision = currentDecision(db, grant, metric);
  if (decision?.id !== adoptionId) return { state: 'superseded', changed: [] };
  const { valid, changed } = decision.validity;
  return valid ? { state: 'in-force', changed: [] } : { state: 'reopened', changed };
}
