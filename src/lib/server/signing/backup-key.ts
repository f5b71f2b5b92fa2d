import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fingerprintOf } from './fingerprint.ts';
import { giveToFolderOwner } from '../db/private-files.ts';
import { partOf, putInPlace } from '../files/whole-files.ts';

/** The file of an instance's signing key, beside its database. */
export const signingKeyFile = (database: string): string => `${database}-signing-key`;

/** Only in encrypted backups, and gone from a database that was restored. */
const TABLE = 'backup_signing_key';

function within<T>(file: string, work: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(file, { fileMustExist: true });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** SHA-256 of the public half; null if a text is no private key. */
const fingerprintOfPem = (pem: string): string | null => {
  try {
    const made = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' });
    return fingerprintOf(made.toString('base64'));
  } catch {
    return null;
  }
};

/**
 * Puts the signing key of an instance into a backup that is about to be encrypted.
 *
 * @param copy the backup, not yet encrypted: no other user can read it, and it is removed
 * @returns the key's fingerprint; null if the instance has not made one yet
 */
export function packSigningKey(database: string, copy: string): string | null {
  const file = signingKeyFile(database);
  if (!existsSync(file)) return null;
  const pem = readFileSync(file, 'utf8');
  const fingerprint = fingerprintOfPem(pem);
  if (fingerprint === null) return null;
  within(copy, (sqlite) => {
    sqlite.exec(`CREATE TABLE ${TABLE} (pem TEXT NOT NULL) STRICT`);
    sqlite.prepare(`INSERT INTO ${TABLE} (pem) VALUES (?)`).run(pem);
  });
  return fingerprint;
}

export interface PackedKey {
  pem: string;
  fingerprint: string;
}

/** Takes the signing key out of an unpacked backup, which holds none afterwards; null if it held none. */
export const unpackSigningKey = (copy: string): PackedKey | null =>
  within(copy, (sqlite) => {
    if (!sqlite.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(TABLE)) return null;
    const pem = sqlite.prepare(`SELECT pem FROM ${TABLE}`).pluck().get() as string | undefined;
    // The pages on which the key was stored are overwritten with zeros.
    sqlite.pragma('secure_delete = ON');
    sqlite.exec(`DROP TABLE ${TABLE}`);
    const fingerprint = pem === undefined ? null : fingerprintOfPem(pem);
    return pem === undefined || fingerprint === null ? null : { pem, fingerprint };
  });

/**
 * Puts a signing key beside a database.
 *
 * @param kept name for another key that is there
 * @returns that name if there was another key
 */
export function putSigningKey(database: string, { pem }: PackedKey, kept: string): string | null {
  const file = signingKeyFile(database);
  const another = existsSync(file) && readFileSync(file, 'utf8') !== pem;
  if (existsSync(file) && !another) return null;
  if (another) linkSync(file, kept);
  const part = partOf(file);
  writeFileSync(part, pem, { mode: 0o600, flag: 'wx' });
  giveToFolderOwner(part);
  putInPlace(part, file);
  return another ? kept : null;
}
