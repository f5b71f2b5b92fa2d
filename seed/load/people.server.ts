import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorize, instance, operator, type Role } from '../../src/lib/server/auth/authorize.ts';
import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { generatePassword } from '../../src/lib/server/auth/sign-in/passwords.ts';
import { refuse } from '../../src/lib/errors.ts';
import { schema, type Db } from '../../src/lib/server/db/client.ts';
import { findPerson } from '../../src/lib/server/people.ts';
import { readPeople } from './content.ts';

export interface DemoPerson {
  role: Role;
  name: string;
  email: string;
  /** As the first start made it; null if the file with the sign-ins is gone. */
  password: string | null;
}

const fileIn = (data: string): string => join(data, 'demo-sign-ins.json');

/** The people of the demo. Their passwords are kept beside the database, in a file that only its owner can read. */
export function demoPeople(data: string): DemoPerson[] {
  const file = fileIn(data);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoPerson[]) : [];
  return readPeople().map(({ name, email, role }) => ({
    role,
    name,
    email,
    password: kept.find((one) => one.email === email)?.password ?? null
  }));
}

/**
 * Makes the people who have no account yet. Their passwords are on disk before the accounts are.
 *
 * @throws Refusal if other people have accounts and none of the demo's: one of these is an admin, whose password is printed
 */
export async function addDemoPeople(db: Db, data: string): Promise<void> {
  const grant = authorize(operator, instance, 'administer');
  const missing = readPeople().filter(({ email }) => findPerson(db, grant, email) === null);
  if (missing.length === 0) return;
  if (missing.length === readPeople().length && db.select().from(schema.user).limit(1).get())
    refuse.conflict(
      `${data} contains accounts of an instance of your own. Load the demo into another folder with --data.`
    );
  const people = demoPeople(data).map((person) => ({
    ...person,
    password: person.password ?? (missing.some(({ email }) => email === person.email) ? generatePassword() : null)
  }));
  mkdirSync(data, { recursive: true });
  const file = fileIn(data);
  writeFileSync(`${file}.new`, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  await Promise.all(
    missing.map(({ name, email, admin }) => {
      const password = people.find((person) => person.email === email)?.password;
      if (!password) throw new Error(`addDemoPeople requires a password for ${email}`);
      return addUser(db, { name, email, admin, password });
    })
  );
}
