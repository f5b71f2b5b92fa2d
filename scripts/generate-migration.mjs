// npm run db:generate [-- --fresh]
// Writes a migration for what changed in src/lib/server/db/schema, with every table STRICT (which drizzle-kit can't say).
// --fresh starts over with a single migration, as long as none is released, and ends it with drizzle/triggers.sql.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot, run, script, Stop } from './process.mjs';

const fresh = process.argv.includes('--fresh');
const folder = inRoot('drizzle');
const migrations = () => (existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name)) : []);

/**
 * Rows that a deletion under way names (`deletion_row`) pass the triggers that forbid deleting; rows of the audit trail and of
 * deletions themselves never do.
 *
 * @param {string} sql
 */
const deletable = (sql) =>
  sql.replace(/^(CREATE TRIGGER `\w+` BEFORE DELETE ON `(\w+)`) BEGIN/gm, (all, head, table) =>
    ['audit', 'deletion'].includes(table)
      ? all
      : `${head} WHEN NOT EXISTS (SELECT 1 FROM \`deletion_row\` WHERE \`of_table\` = '${table}' AND \`row\` = OLD.rowid) BEGIN`
  );

/** @param {string} sql */
const strict = (sql) => sql.replace(/^(CREATE TABLE [^;]*\n\))(?=;)/gm, '$1 STRICT');

await script(async () => {
  if (fresh) {
    const later = migrations().filter((name) => !name.startsWith('0000_'));
    if (later.length > 0) throw new Stop(`--fresh would leave ${later.join(', ')} without the migration before it.`);
    for (const name of [...migrations(), 'meta']) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
  const before = migrations();
  const tool = inRoot('node_modules', 'drizzle-kit', 'bin.cjs');
  const name = fresh ? ['--name', 'voirdire'] : [];
  const result = await run(process.execPath, [tool, 'generate', ...name]);
  const added = migrations().filter((file) => !before.includes(file));
  if (result.code !== 0) throw new Stop('drizzle-kit generate failed, as shown above.');
  for (const file of added) {
    const path = `${folder}/${file}`;
    const triggers = fresh
      ? `\n--> statement-breakpoint\n${deletable(readFileSync(`${folder}/triggers.sql`, 'utf8'))}`
      : '';
    const sql = strict(readFileSync(path, 'utf8')).trimEnd() + triggers;
    const lax = sql.match(/^CREATE TABLE .*$/gm)?.length !== sql.match(/^\) STRICT;/gm)?.length;
    if (lax) throw new Stop(`Some table of drizzle/${file} could not be made STRICT. Look at it before you commit it.`);
    writeFileSync(path, sql);
    console.log(`drizzle/${file}${fresh ? ', with the triggers of drizzle/triggers.sql' : ''}`);
  }
});
