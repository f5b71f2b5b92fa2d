import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { json } from './kept-json.ts';

/** A thing that was deleted for good, with what hung on it. Append-only (triggers), apart from `finishedAt`, which is set once. */
export const deletion = sqliteTable('deletion', {
  id: text('id').primaryKey(),
  /** Kind of thing, e.g. `run`; see `server/managing/kinds.ts`. */
  kind: text('kind').notNull(),
  entityId: text('entity_id').notNull(),
  /** Deleted rows by table. */
  rows: json<Record<string, number>>('deletion', 'rows').notNull(),
  startedAt: integer('started_at').notNull(),
  /** Null while it is under way, within one transaction. */
  finishedAt: integer('finished_at')
});

/**
 * Rows that a deletion under way may delete: triggers that forbid deletion let these pass and no others. Empty between
 * transactions.
 */
export const deletionRow = sqliteTable(
  'deletion_row',
  {
    deletionId: text('deletion_id')
      .notNull()
      .references(() => deletion.id),
    /** Name of the table, and the row's `rowid` there. */
    ofTable: text('of_table').notNull(),
    row: integer('row').notNull()
  },
  (t) => [primaryKey({ columns: [t.ofTable, t.row] }), index('deletion_row_deletion').on(t.deletionId)]
);
