import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { backupInWords, backupKey, withBackupOptions, type BackupOptions } from './backup-options.ts';
import { printJson } from './outcome.ts';
import { databaseFile, dataFolder, hasDatabase, home } from './place.ts';
import { checkReadable } from './read-file.ts';

const stamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

export function addBackup(program: Command): void {
  withBackupOptions(program.command('backup'))
    .description(
      'Back up the database, also while the server is running. The backup is checked and written atomically. With a key it is encrypted and includes the signing key.'
    )
    .argument('[file]', 'file of the backup (default: backups/voirdire-DATE-TIME.db in the data folder)')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire backup --data ./data
  $ voirdire backup monday.sealed --key-file backup.key`
    )
    .action(async (given: string | undefined, options: BackupOptions) => {
      const { backUp } = await import('../lib/server/backup/backup.ts');
      const { signingKeyFile } = await import('../lib/server/signing/backup-key.ts');
      const folder = dataFolder(options.data);
      const database = databaseFile(folder);
      if (!hasDatabase(folder))
        refuse.unavailable(`A database in ${folder}`, 'specify its folder with --data or VOIRDIRE_DATA');
      const key = backupKey(options);
      const file = resolve(
        given ?? join(folder, 'backups', `voirdire-${stamp(Date.now())}.${key === null ? 'db' : 'sealed'}`)
      );
      const content = await backUp(database, file, key);
      if (options.json) return printJson({ file, bytes: statSync(file).size, ...content });
      console.log(`${file}: ${backupInWords(content)}.`);
      const ownKey = signingKeyFile(database);
      if (!content.encrypted)
        console.error(
          'This backup is not encrypted: it contains reports, names and password hashes. Encrypt it with --key-file.' +
            (existsSync(ownKey)
              ? ` It does not contain the signing key: keep a copy of ${ownKey}, or encrypt the backup.`
              : '')
        );
    });
}

export function addRestore(program: Command): void {
  withBackupOptions(program.command('restore'))
    .description('Restore the database from a backup. All sessions and open links end.')
    .argument('<file>', 'file of the backup')
    .option('--check', 'check the whole backup and restore nothing')
    .option('--replace', 'replace the existing database; the old one is kept beside it')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire restore backups/voirdire-20270104-030000.db --check
  $ voirdire restore monday.sealed --key-file backup.key --data ./data --replace`
    )
    .action(async (given: string, options: BackupOptions & { check?: boolean; replace?: boolean }) => {
      const { checkBackup, restore } = await import('../lib/server/backup/backup.ts');
      const { signingKeyFile } = await import('../lib/server/signing/backup-key.ts');
      if (existsSync(given)) checkReadable(given);
      const file = resolve(given);
      const how = { key: backupKey(options), migrations: join(home, 'drizzle') };
      if (options.check) {
        const content = await checkBackup(file, how);
        if (options.json) return printJson({ file, sound: true, ...content });
        return console.log(`${file} is valid: ${backupInWords(content)}.`);
      }
      const { reserveFolder } = await import('./served-folder.ts');
      const folder = dataFolder(options.data);
      const to = databaseFile(folder);
      // A server that starts meanwhile would open the database that is replaced, and lose what it writes.
      const release = reserveFolder(folder, 0);
      const replacing = { ...how, replace: options.replace === true, now: Date.now() };
      const restored = await restore(file, to, replacing).finally(release);
      if (options.json) return printJson({ file, database: to, ...restored });
      console.log(`${to} is restored: ${backupInWords(restored)}. All sessions and open links have ended.`);
      if (restored.replaced) console.log(`The previous database is kept: ${restored.replaced}`);
      if (restored.replacedKey) console.log(`The previous signing key is kept: ${restored.replacedKey}`);
      const ownKey = signingKeyFile(to);
      if (restored.signingKey === null)
        console.log(
          existsSync(ownKey)
            ? 'The signing key of this folder is unchanged: the backup does not contain one.'
            : `The backup does not contain a signing key, and this folder has none. If the instance had one, copy it to ${ownKey} before the server starts; otherwise a new key is created when it is needed.`
        );
    });
}
