import { eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { schema, write, type Db } from '../db/client.ts';
import { passwordMatches } from './passwords.ts';
import { startSession } from './sessions.ts';

const window = 15 * 60 * 1000;
const triesPerEmail = 5;
const triesPerAddress = 50;

/**
 * Checks e-mail and password and starts a session.
 * @param address where the request came from; many failures from one address pause it, too
 */
export async function signIn(
  db: Db,
  input: { email: string; password: string; address: string },
  now = Date.now()
): Promise<{ token: string; expiresAt: number; userId: string }> {
  const email = input.email.trim().toLowerCase();
  const subjects = [
    { subject: `email:${email}`, limit: triesPerEmail },
    { subject: `address:${input.address}`, limit: triesPerAddress }
  ];
  for (const { subject, limit } of subjects) if (failures(db, subject, now) >= limit) refuse.tooManyTries(15);

  const user = db.select().from(schema.user).where(eq(schema.user.email, email)).get();
  const right = await passwordMatches(user?.passwordHash ?? null, input.password);
  if (!user || !right || user.disabledAt !== null) {
    for (const { subject } of subjects) countFailure(db, subject, now);
    const left = triesPerEmail - failures(db, `email:${email}`, now);
    if (left <= 0) refuse.tooManyTries(15);
    refuse.invalid(
      `E-mail and password do not match. ${left === 1 ? 'One more try' : `${left} more tries`}, then a pause of 15 minutes.`
    );
  }
  db.delete(schema.signInFailure)
    .where(eq(schema.signInFailure.subject, `email:${email}`))
    .run();
  return { ...startSession(db, user!.id, now), userId: user!.id };
}

function failures(db: Db, subject: string, now: number): number {
  const row = db.select().from(schema.signInFailure).where(eq(schema.signInFailure.subject, subject)).get();
  return row && now - row.since < window ? row.count : 0;
}

function countFailure(db: Db, subject: string, now: number): void {
  write(db, (tx) => {
    const count = failures(tx, subject, now) + 1;
    tx.insert(schema.signInFailure)
      .values({ subject, count, since: now })
      .onConflictDoUpdate({
        target: schema.signInFailure.subject,
        set: count === 1 ? { count, since: now } : { count }
      })
      .run();
  });
}
