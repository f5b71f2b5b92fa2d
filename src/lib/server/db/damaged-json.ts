import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { schema, type Db } from './client.ts';
import { DamagedJson, named } from './schema/kept-json.ts';

export { DamagedJson };

/** Names the row whose JSON cannot be read, as people know it: "The options of run 12 cannot be read". */
export function damageWords(db: Db, { table: name, column, text }: DamagedJson): string {
  const table = Object.values(schema).find((one) => is(one, SQLiteTable) && getTableName(one) === name) as SQLiteTable;
  const places = keysOf(table).map((key) => sql.identifier(key));
  const row = db.get<Record<string, unknown> | undefined>(
    sql`select ${sql.join(places, sql`, `)} from ${sql.identifier(name)} where ${sql.identifier(column)} = ${text} limit 1`
  );
  const which = row ? ` ${Object.values(row).join(', ')}` : '';
  return `The ${named(column)} of ${named(name)}${which} cannot be read: the record in the database is damaged. Ask the operator to restore it from a backup.`;
}

/** Columns by which people name a row: its number, else its primary key. */
function keysOf(table: SQLiteTable): string[] {
  const columns = Object.values(getTableColumns(table));
  if (columns.some(({ name }) => name === 'number')) return ['number'];
  const single = columns.filter(({ primary }) => primary);
  const several = getTableConfig(table).primaryKeys.flatMap(({ columns: together }) => together);
  return (single.length > 0 ? single : several).map(({ name }) => name);
}
