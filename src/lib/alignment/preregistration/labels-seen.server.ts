import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { schema, type Db } from '../../server/db/client.ts';
import { importedSource } from '../../studies/labels/imported-studies.server.ts';

/**
 * Number of another imported study, whose labels were unblinded and are in this study as well; null if there is none. Who imports
 * labels again, corrected or without an annotator, can know them although no figure of the new study was seen.
 *
 * Studies of one metric share labels if an annotator gave the same label in both on every item that has a label of this
 * annotator in both.
 */
export function labelsSeenIn(db: Db, studyId: string): number | null {
  const { study, importedStudy, embargoLift } = schema;
  const own = importedSource(db, studyId);
  if (own === null) return null;
  const { projectId, metric } = db.select().from(study).where(eq(study.id, studyId)).get()!;
  const unblinded = db
    .select({ id: study.id, number: study.number, raters: importedStudy.raters })
    .from(study)
    .innerJoin(importedStudy, eq(importedStudy.studyId, study.id))
    .innerJoin(embargoLift, eq(embargoLift.studyId, study.id))
    .where(and(eq(study.projectId, projectId), eq(study.metric, metric), ne(study.id, studyId)))
    .orderBy(asc(study.number))
    .all();
  const seen = unblinded.find(({ id, raters }) =>
    own.raters.some(({ name, judge }, place) => {
      const there = judge ? -1 : raters.findIndex((rater) => !rater.judge && rater.name === name);
      return there !== -1 && areTheSame(db, { studyId, place }, { studyId: id, place: there });
    })
  );
  return seen?.number ?? null;
}

/** One rater of an imported study, by place among its raters. */
interface Labels {
  studyId: string;
  place: number;
}

function areTheSame(db: Db, one: Labels, other: Labels): boolean {
  const [a, b] = [schema.importedItem, alias(schema.importedItem, 'seen_item')];
  const ofOne = sql`json_extract(${a.labels}, ${`$[${one.place}]`})`;
  const ofOther = sql`json_extract(${b.labels}, ${`$[${other.place}]`})`;
  const { common, differing } = db
    .select({
      common: sql<number>`count(*)`,
      differing: sql<number>`coalesce(sum(${ofOne} <> ${ofOther}), 0)`
    })
    .from(a)
    .innerJoin(b, and(eq(b.studyId, other.studyId), eq(b.item, a.item), eq(b.cluster, a.cluster)))
    .where(and(eq(a.studyId, one.studyId), sql`${ofOne} is not null`, sql`${ofOther} is not null`))
    .get()!;
  return common > 0 && differing === 0;
}
