import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { talkFormats, type TalkFormat, type TalkPassage } from '../../../verification/proposals/talks/talk.ts';
import { project } from './benchmark.ts';
import { json } from './kept-json.ts';
import { user } from './people.ts';
import { makingUnit } from './runs.ts';

/** The transcript of a talk, from which inspirations and tasks are made. Only its title and its place in the archive change (trigger). */
export const talk = sqliteTable(
  'talk',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    /** The title without regard to capitals and Unicode form (`nameKey`). */
    titleKey: text('title_key').notNull(),
    /** Keys of a discipline and of a language. */
    discipline: text('discipline').notNull(),
    language: text('language').notNull(),
    format: text('format', { enum: Object.keys(talkFormats) as [TalkFormat, ...TalkFormat[]] }).notNull(),
    passages: json<TalkPassage[]>('talk', 'passages').notNull(),
    lines: integer('lines').notNull(),
    words: integer('words').notNull(),
    /** SHA-256 of the passages. */
    hash: text('hash').notNull(),
    importedBy: text('imported_by').references(() => user.id),
    importedAt: integer('imported_at').notNull(),
    /** When a lead put it into the archive. */
    archivedAt: integer('archived_at')
  },
  (t) => [
    uniqueIndex('talk_number').on(t.projectId, t.number),
    uniqueIndex('talk_title').on(t.projectId, t.titleKey),
    uniqueIndex('talk_hash').on(t.projectId, t.hash)
  ]
);

/** The better of two tasks as a person picked it, blind to the models' picks. A later revision replaces an earlier one. */
export const taskPick = sqliteTable(
  'task_pick',
  {
    id: text('id').primaryKey(),
    /** The pair: a unit of the making run that ranks the tasks. */
    unitId: text('unit_id')
      .notNull()
      .references(() => makingUnit.id),
    personId: text('person_id')
      .notNull()
      .references(() => user.id),
    revision: integer('revision').notNull(),
    /** Of the pair as stored, whatever the order on the page. */
    pick: text('pick', { enum: ['a', 'b'] }).notNull(),
    /** The page showed the second task on the left. */
    swapped: integer('swapped', { mode: 'boolean' }).notNull(),
    at: integer('at').notNull()
  },
  (t) => [uniqueIndex('task_pick_once').on(t.unitId, t.personId, t.revision)]
);
