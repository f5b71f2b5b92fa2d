import { and, eq, ne } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../audit.ts';
import { schema, write, type Db } from '../db/client.ts';
import { newId, sha256 } from '../db/id.ts';
import { systemActor, type Person } from './authorize.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** Makes a person directly: the command line and the demo use it. */
export async function addUser(
  db: Db,
  input: { name: string; email: string; password: string; admin: boolean }
): Promise<string> {
  const hashed = await hashPassword(input.password);
  return write(db, (tx) => {
    const id = newUser(tx, input, hashed, input.admin);
    record(tx, systemActor, {
      projectId: null,
      action: 'user.add',
      entity: 'user',
      entityId: id,
      detail: { admin: input.admin }
    });
    return id;
  });
}

/** Makes an account, or refuses a name or an e-mail. */
export function newUser(tx: Db, input: { name: string; email: string }, hashed: string, admin: boolean): string {
  const email = input.email.trim().toLowerCase();
  const name = input.name.trim();
  const problems = [
    ...(name === '' ? [{ row: null, column: 'name', reason: 'Write the name by which others know you.' }] : []),
    ...(/^[^\s@]+@[^\s@]+$/.test(email)
      ? []
      : [{ row: null, column: 'email', reason: 'Write an e-mail address, like name@lab.example.' }])
  ];
  if (problems.length > 0) refuse.invalid('The account was not made.', problems);
  if (tx.select().from(schema.user).where(eq(schema.user.email, email)).get())
    refuse.invalid('The account was not made.', [
      {
        row: null,
        column: 'email',
        reason: 'There is an account with this e-mail. Sign in with it, then open the link again.'
      }
    ]);
  const id = newId();
  tx.insert(schema.user).values({ id, email, name, passwordHash: hashed, admin, createdAt: Date.now() }).run();
  return id;
}

/** Sets a password and ends all sessions of the person. Part of a transaction, as is `newUser`. */
export function setPassword(tx: Db, userId: string, hashed: string): string {
  tx.update(schema.user).set({ passwordHash: hashed }).where(eq(schema.user.id, userId)).run();
  tx.delete(schema.session).where(eq(schema.session.userId, userId)).run();
  return userId;
}

/** Changes one's own password; every other session of the person ends. */
export async function changePassword(
  db: Db,
  person: Person,
  input: { current: string; next: string; keep: string }
): Promise<void> {
  const user = db.select().from(schema.user).where(eq(schema.user.id, person.id)).get();
  if (!(await passwordMatches(user?.passwordHash ?? null, input.current)))
    refuse.invalid('The password was not changed.', [
      { row: null, column: 'current', reason: 'This is not your current password.' }
    ]);
  const hashed = await hashPassword(input.next);
  write(db, (tx) => {
    tx.update(schema.user).set({ passwordHash: hashed }).where(eq(schema.user.id, person.id)).run();
    tx.delete(schema.session)
      .where(and(eq(schema.session.userId, person.id), ne(schema.session.id, sha256(input.keep))))
      .run();
    record(tx, person, { projectId: null, action: 'password.change', entity: 'user', entityId: person.id });
  });
}
