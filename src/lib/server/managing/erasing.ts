import { sayingsOf } from '../../messages/sayings.ts';
import { sql } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Db } from '../db/client.ts';
import type { HangingCount } from './hanging.ts';

const leadSays = sayingsOf('leadRefusals');

/** Work of a person that stays under a pseudonym when the account is erased. */
export function leftOf(db: Db, userId: string): HangingCount[] {
  const counted: [table: string, of: keyof Messages['hanging'], one: string, many: string][] = [
    ['human_verdict', 'studyLabel', 'label of a study', 'labels of studies'],
    ['rating', 'rating', 'rating', 'ratings'],
    ['review', 'review', 'review', 'reviews'],
    ['adjudication', 'adjudication', 'adjudicated label', 'adjudicated labels']
  ];
  return counted.flatMap(([table, of, one, many]) => {
    const { n } = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.raw(table)} WHERE user_id = ${userId}`)!;
    return n > 0 ? [{ n, words: n === 1 ? one : many, of }] : [];
  });
}

/**
 * Removes name, e-mail, password, sessions, roles and drafts of a closed account. The row stays under a pseudonym, because
 * every label has an author, and statistics count people; it cannot be used to sign in, and it cannot be opened again.
 */
export function eraseAccount(tx: Db, userId: string): HangingCount[] {
  const { erased } =
    tx.get<{ erased: number | null }>(sql`SELECT erased_at AS erased FROM user WHERE id = ${userId}`) ??
    refuse.notFound('account');
  if (erased !== null) refuse.conflict(leadSays('accountDeletedBefore'));
  const left = leftOf(tx, userId);
  const { n } = tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM user WHERE erased_at IS NOT NULL`)!;
  tx.run(
    sql`DELETE FROM verification_draft WHERE assignment_id IN (SELECT id FROM verification_assignment WHERE user_id = ${userId})`
  );
  for (const table of [
    'session',
    'api_token',
    'api_answer',
    'known_place',
    'membership',
    'inbox_read',
    'draft',
    'preference_draft',
    'reading_place',
    'crowd_participant',
    'oidc_identity',
    'second_factor',
    'recovery_code',
    'mail_choice',
    'mail'
  ])
    tx.run(sql`DELETE FROM ${sql.raw(table)} WHERE user_id = ${userId}`);
  // Leads note there for whom an invitation is.
  tx.run(
    sql`UPDATE invitation SET note = '', name = '', email = NULL WHERE user_id = ${userId} OR used_by = ${userId}
      OR email = (SELECT email FROM user WHERE id = ${userId})`
  );
  tx.run(
    sql`UPDATE user SET name = ${`Former member ${n + 1}`}, email = ${`former-member-${userId}@invalid`}, password_hash = NULL,
      admin = 0, erased_at = ${Date.now()} WHERE id = ${userId}`
  );
  return left;
}
