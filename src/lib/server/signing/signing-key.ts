import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { signingKeyFile } from './backup-key.ts';
import { sqliteOf, type Db } from '../db/client.ts';
import { giveToFolderOwner } from '../db/private-files.ts';
import { fingerprintOf } from './fingerprint.ts';

export interface SigningKey {
  privateKey: KeyObject;
  /** DER of the public key (SPKI) in base64. */
  publicKey: string;
  fingerprint: string;
}

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
  const made = keyOfPem(file === null ? newKey() : readOrMake(file));
  known.set(connection, made);
  return made;
}

/** The key pair of the instance whose database is a file; made there if there is none. */
export const signingKeyOf = (database: string): SigningKey => keyOfPem(readOrMake(signingKeyFile(database)));

function keyOfPem(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { privateKey, publicKey, fingerprint: fingerprintOf(publicKey) };
}

function keyFileOf(db: Db): string | null {
  const files = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`);
  const { file = '' } = files.find(({ name }) => name === 'main') ?? {};
  return file === '' ? null : signingKeyFile(file);
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
  giveToFolderOwner(written);
  try {
    linkSync(written, file);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e;
  } finally {
    rmSync(written);
  }
  return read(file)!;
}
