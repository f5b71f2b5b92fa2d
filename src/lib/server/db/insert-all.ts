import { getTableColumns, sql, type InferInsertModel } from 'drizzle-orm';
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';

/**
 * Inserts many whole rows by one prepared statement. Building the statement anew for each batch of rows takes five times as long
 * as SQLite itself.
 */
export function insertAll<Table extends SQLiteTable>(
  tx: Db,
  table: Table,
  rows: Iterable<Required<InferInsertModel<Table>>>
): void {
  const names = Object.keys(getTableColumns(table));
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const statement = tx
    .insert(table)
    .values(placeholders as SQLiteInsertValue<Table>)
    .prepare();
  for (const row of rows) statement.run(row as Record<string, unknown>);
}
