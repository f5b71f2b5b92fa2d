import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './people.ts';
import { assignment } from './studies-assignments.ts';
import { json } from './kept-json.ts';

/** Where a person left off reading the texts of an assignment, so that they can continue there, on another device as well. */
export const readingPlace = sqliteTable(
  'reading_place',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    assignmentId: text('assignment_id')
      .notNull()
      .references(() => assignment.id),
    /** Number of the block that was being read, by text as shown; null if a text was not begun. */
    blocks: json<(number | null)[]>('reading_place', 'blocks').notNull(),
    /** Passages that stay in view. */
    pins: json<Pin[]>('reading_place', 'pins').notNull(),
    savedAt: integer('saved_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.userId, t.assignmentId] })]
);

/** A passage by its text, from left to right, and the number of its block. */
export interface Pin {
  text: number;
  block: number;
}
