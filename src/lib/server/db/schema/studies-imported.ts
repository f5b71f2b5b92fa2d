import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LabelScale } from '../../../studies/labels/label-scale.ts';
import { study } from './studies.ts';
import { json } from './kept-json.ts';

/** Labels that were given elsewhere, brought in as a study without a run. Immutable (trigger), as are its items. */
export const importedStudy = sqliteTable('imported_study', {
  studyId: text('study_id')
    .primaryKey()
    .references(() => study.id),
  /** Name of the file, and the columns that were read as what. */
  file: text('file').notNull(),
  columns: json<ImportedColumns>('imported_study', 'columns').notNull(),
  scale: json<LabelScale>('imported_study', 'scale').notNull(),
  /** In the order of the labels of each item. */
  raters: json<ImportedRater[]>('imported_study', 'raters').notNull(),
  /** Labels given by people. */
  labels: integer('labels').notNull(),
  /** Of scale, raters and items. */
  sha256: text('sha256').notNull()
});

interface ImportedRater {
  name: string;
  judge: boolean;
}

/** The file's name for each thing that was read; absent if it has no such column. */
interface ImportedColumns {
  item?: string;
  label?: string;
  cluster?: string;
  system?: string;
  category?: string;
  stratum?: string;
  probability?: string;
}

export const importedItem = sqliteTable(
  'imported_item',
  {
    studyId: text('study_id')
      .notNull()
      .references(() => importedStudy.studyId),
    position: integer('position').notNull(),
    item: text('item').notNull(),
    /** Items of one cluster resemble each other; without clusters each item is its own. */
    cluster: text('cluster').notNull(),
    system: text('system'),
    category: text('category'),
    stratum: text('stratum'),
    inclusionProbability: real('inclusion_probability').notNull(),
    /** By rater; null if a rater gave none. */
    labels: json<(string | null)[]>('imported_item', 'labels').notNull()
  },
  (t) => [primaryKey({ columns: [t.studyId, t.position] })]
);
