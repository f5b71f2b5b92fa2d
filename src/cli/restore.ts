import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { inWords, keyOf, withBackupOptions, type BackupOptions } from './backup-options.ts';
import { printJson } from './outcome.ts';
import { databaseFile, dataFolder, home } from './place.ts';

export function addRestore(program: Command): void {
  withBackupOptions(program.command('restore'))
    .description('Put a backup in the place of the database. All sessions and open links end.')
    .argument('<file>', 'file of the backup')
    .option('--check', 'only read the backup in full and check it')
    .option('--replace', 'replace the database that is there, and keep it beside')
    .addHelpText(
      'after',
      `
Examples:
  $ voirdire restore backups/voirdire-20270104-030000.db --check
  $ voirdire restore monday.sealed --key-file backup.key --data ./data --replace`
    )
    .action(async (given: string, options: BackupOptions & { check?: boolean; replace?: boolean }) => {
      const { checkBackup, restore } = await import('../lib/server/backup/backup.ts');
      const file = resolve(given);
      const how = { key: keyOf(options), migrations: join(home, 'drizzle') };
      if (options.check) {
        const content = await checkBackup(file, how);
        if (options.json) return printJson({ file, sound: true, ...content });
        return console.log(`${file} is sound: ${inWords(content)}.`);
      }
      const to = databaseFile(dataFolder(options.data));
      const restored = await restore(file, to, { ...how, replace: options.replace === true, now: Date.now() });
      if (options.json) return printJson({ file, database: to, ...restored });
      console.log(`${to} is restored: ${inWords(restored)}. All sessions and open links have ended.`);
      if (restored.replaced) console.log(`The database that was there is kept: ${restored.replaced}`);
      if (restored.replacedKey) console.log(`The signing key that was there is kept: ${restored.replacedKey}`);
      if (restored.signingKey === null)
        console.log('The signing key stays as it is in this folder: the backup holds none.');
    });
}
