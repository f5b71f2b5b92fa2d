import type { Command } from 'commander';
import type { BackupContent } from '../lib/server/backup/backup.ts';
import { count } from '../lib/stats/writing/figures.ts';
import { readNamedFile } from './read-file.ts';

/** Options that `backup` and `restore` share. */
export interface BackupOptions {
  data?: string;
  keyFile?: string;
  json?: boolean;
}

/** The key of backups: from a file, else VOIRDIRE_BACKUP_KEY, else none. Never from the command line, which others can read. */
export function backupKey({ keyFile }: BackupOptions): string | null {
  if (keyFile !== undefined)
    return readNamedFile(keyFile)
      .toString('utf8')
      .replace(/[\r\n]+$/, '');
  return process.env.VOIRDIRE_BACKUP_KEY || null;
}

export const withBackupOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .option('--key-file <file>', 'file with the key of an encrypted backup (default: VOIRDIRE_BACKUP_KEY, else none)')
    .option('--json', 'print the outcome as JSON');

/** Contents of a backup, as part of a sentence. */
export const backupInWords = ({
  projects,
  people,
  schema,
  lastEntry,
  encrypted,
  signingKey
}: BackupContent): string => {
  const last = lastEntry === null ? 'no entry in the audit trail' : `last entry ${new Date(lastEntry).toISOString()}`;
  const some = (n: number, one: string, more: string): string => `${count(n)} ${n === 1 ? one : more}`;
  return [
    some(projects, 'project', 'projects'),
    some(people, 'person', 'people'),
    last,
    `schema ${schema}`,
    encrypted ? 'encrypted' : 'not encrypted',
    signingKey === null ? 'without a signing key' : `with the signing key ${signingKey.slice(0, 16)}…`
  ].join(', ');
};
