import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { json } from './kept-json.ts';

/**
 * Append-only (triggers refuse updates, deletes, and rows that do not follow from the last). Written in the transaction of what
 * it records.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** Person's id; null for the command line and the system itself. */
    actorId: text('actor_id'),
    /** `command line`, `system`, or `person` for a person, whose name is that of the account (`nameOfActor`). */
    actorName: text('actor_name').notNull(),
    projectId: text('project_id'),
    /** Verb phrase, e.g. `report.import`, `blind-verdict.commit`. */
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    detail: json<Record<string, unknown>>('audit', 'detail').notNull(),
    /** `hash` of the row before, 64 zeros for the first. */
    previous: text('previous').notNull(),
    /** See `hashOfRow` in `server/audit/audit-chain.ts`. */
    hash: text('hash').notNull()
  },
  (t) => [index('audit_project').on(t.projectId, t.id)]
);
