import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { problemAt, refuse, worded } from '../../../errors.ts';
import { whyCommon } from './common-passwords.ts';

/**
 * Lets at most `atOnce` pieces of work run at the same time; others wait in the order in which they came. A piece that fails
 * makes room like one that succeeds.
 */
export function inTurn(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // takes over the place of the one that ends
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const shortest = 10;
export const longestPassword = 500;
/** Hashing takes a thread of the pool in which commits are flushed and files read: half of its four are left to them. */
const hashing = inTurn(2);

/**
 * argon2id with the library's defaults (19 MiB, 2 passes, as OWASP recommends).
 *
 * @param person whose password it will be: their name and e-mail are refused
 * @throws a refusal of a password that is too short, too long or commonly used
 */
export async function hashPassword(password: string, person: { name?: string; email?: string }): Promise<string> {
  if (password.length < shortest)
    refuse.invalid(worded('passwordShort', { n: shortest }), [
      problemAt('password', worded('passwordAtLeast', { n: shortest }))
    ]);
  if (password.length > longestPassword)
    refuse.invalid(worded('passwordLong', { n: longestPassword }), [
      problemAt('password', worded('passwordAtMost', { n: longestPassword }))
    ]);
  const common = whyCommon(password, person);
  if (common) refuse.invalid(worded('passwordGuessed'), [problemAt('password', worded(common))]);
  return hashing(() => hash(password));
}

/** Takes the same time whether or not the person exists. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await nobody());
  const right = await hashing(() => verify(known, password));
  return right && stored !== null;
}

let dummy: Promise<string> | undefined;
const nobody = (): Promise<string> => (dummy ??= hashing(() => hash('nobody has this password')));

/** A password that can be read aloud: 12 syllables of 75 each, 74 bits. */
export function generatePassword(): string {
  const one = (letters: string): string => letters[randomInt(letters.length)]!;
  const word = (): string => Array.from({ length: 3 }, () => one('bdfghjklmnprstz') + one('aeiou')).join('');
  return Array.from({ length: 4 }, word).join('-');
}
