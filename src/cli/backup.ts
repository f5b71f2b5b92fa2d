import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { refuse } from '../lib/errors.ts';
import { inWords, keyOf, withBackupOptions, type BackupOptions } from './backup-options.ts';
import { printJson } from './outcome.ts';
import { databaseFile, dataFolder } from './place.ts';

const stamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

export function addBackup(program: Command): void {
  withBackupOptions(program.command('backup'))
    .description(
      'Back up the database while it is in use: checked, written whole or not at all, encrypted if there is a key, and then with the signing key.'
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
      if (!existsSync(database))
        refuse.unavailable(`A database in ${folder}`, 'name its folder with --data or VOIRDIRE_DATA');
      const key = keyOf(options);
      const file = resolve(
        given ?? join(folder, 'backups', `voirdire-${stamp(Date.now())}.${key === null ? 'db' : 'sealed'}`)
      );
      const content = await backUp(database, file, key);
      if (options.json) return printJson({ file, bytes: statSync(file).size, ...content });
      console.log(`${file}: ${inWords(content)}.`);
      if (!content.encrypted)
        console.error(
          'This backup holds everything in clear: reports, names, password hashes. Give a key to encrypt it. The signing key is not in it: ' +
            `keep a copy of ${signingKeyFile(database)}, or encrypt the backup.`
        );
    });
}
