import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { sqliteOf, type Db } from './db/client.ts';
import { sha256 } from './db/id.ts';

export interface SigningKey {
  privateKey: KeyObject;
  /** DER of the public key (SPKI) in base64. */
  publicKey: string;
  fingerprint: string;
}

/** By which people compare keys: SHA-256 of the public key's DER, in hexadecimal. */
export const fingerprintOf = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64'));

const known = new WeakMap<object, SigningKey>();

/**
 * The Ed25519 key pair of this instance. It is made when it is first needed and kept in a file beside the database that only its
 * owner can read, `voirdire.db-signing-key`; a database in memory has one of its own for as long as it lives.
 */
export function signingKey(db: Db): SigningKey {
  const connection = sqliteOf(db);
  const before = known.get(connection);
  if (before) return before;
  const file = keyFileOf(db);
  const privateKey = createPrivateKey(file === null ? newKey() : readOrMake(file));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const made = { privateKey, publicKey, fingerprint: fingerprintOf(publicKey) };
  known.set(connection, made);
  return made;
}

function keyFileOf(db: Db): string | null {
  const files = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`);
  const { file = '' } = files.find(({ name }) => name === 'main') ?? {};
  return file === '' ? null : `${file}-signing-key`;
}

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw e;
  }
};

/** Of two processes that make the key at once, one is first: a link is never made over a file that is there. */
function readOrMake(file: string): string {
  const before = read(file);
  if (before !== null) return before;
  const written = `${file}.${randomUUID()}`;
  writeFileSync(written, newKey(), { mode: 0o600, flush: true });
  try {
    linkSync(written, file);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e;
  } finally {
    rmSync(written);
  }
  return read(file)!;
}
