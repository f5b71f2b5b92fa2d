import { eq, gt, inArray, lt, or } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { schema, write, type Db } from '../../db/client.ts';
import { sha256 } from '../../db/id.ts';

/** How long a try counts, in milliseconds. */
const window = 15 * 60 * 1000;

/** Tries that count together, and how many of them there may be within a quarter of an hour. */
export interface Allowance {
  /** Common feature of the counted tries, e.g. an account at an address. Only its hash is stored. */
  of: readonly string[];
  limit: number;
}

const subjectOf = ({ of }: Allowance): string => sha256(JSON.stringify(of));

/**
 * Reserves one try under every allowance, before anything is hashed: tries that arrive at the same time cannot pass a limit
 * together. Rows that no longer count are deleted.
 *
 * @returns how many tries are left under the tightest allowance
 * @throws a refusal with the seconds to wait, if an allowance is used up; nothing is reserved then
 */
export function reserveTry(db: Db, allowances: readonly Allowance[], now: number): number {
  return write(db, (tx) => {
    // Tries with a time in the future were counted before the clock was set back.
    tx.delete(schema.signInTry)
      .where(or(lt(schema.signInTry.since, now - window + 1), gt(schema.signInTry.since, now)))
      .run();
    const subjects = allowances.map(subjectOf);
    const rows = tx.select().from(schema.signInTry).where(inArray(schema.signInTry.subject, subjects)).all();
    const countOf = (subject: string): number => rows.find((row) => row.subject === subject)?.count ?? 0;
    const used = rows.filter(({ subject, count }) => count >= allowances[subjects.indexOf(subject)]!.limit);
    if (used.length > 0)
      refuse.tooManyTries(Math.ceil((Math.max(...used.map(({ since }) => since)) + window - now) / 1000));
    for (const subject of subjects)
      tx.insert(schema.signInTry)
        .values({ subject, count: 1, since: now })
        .onConflictDoUpdate({ target: schema.signInTry.subject, set: { count: countOf(subject) + 1 } })
        .run();
    return Math.min(...allowances.map(({ limit }, i) => limit - countOf(subjects[i]!) - 1));
  });
}

/** Gives a reserved try back, after the right password: those who sign in do not use up what others may try. */
export function returnTry(tx: Db, allowances: readonly Allowance[]): void {
  for (const subject of allowances.map(subjectOf)) {
    const row = tx.select().from(schema.signInTry).where(eq(schema.signInTry.subject, subject)).get();
    if (!row) continue;
    if (row.count <= 1) tx.delete(schema.signInTry).where(eq(schema.signInTry.subject, subject)).run();
    else
      tx.update(schema.signInTry)
        .set({ count: row.count - 1 })
        .where(eq(schema.signInTry.subject, subject))
        .run();
  }
}

/** Forgets the tries under an allowance. */
export function forgetTries(tx: Db, allowance: Allowance): void {
  tx.delete(schema.signInTry)
    .where(eq(schema.signInTry.subject, subjectOf(allowance)))
    .run();
}
