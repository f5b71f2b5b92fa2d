import { asc, eq, sql } from 'drizzle-orm';
import { record } from '../../server/audit/audit.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { fingerprintOfLabels, raterId, type ImportedStudy } from './imported.ts';
import type { LabelScale } from './label-scale.ts';
import type { LabelledUnit } from './labels.ts';
import { nextNumber } from '../study/study-number.server.ts';

type Study = typeof schema.study.$inferSelect;

/** Figures of imported studies are resampled from one seed, so that the same file gives the same intervals. */
const seed = 1;

/**
 * Stores labels that were given elsewhere as studies of the project, all or none. No annotator judges in them here; their
 * labels are as final as committed verdicts are.
 */
export function importStudies(db: Db, grant: ProjectGrant<'manage'>, studies: readonly ImportedStudy[]): Study[] {
  return write(db, (tx) => studies.map((one) => importStudy(tx, grant, one)));
}

/** The rows of items one by one, so that a second copy of all is never held. */
function* itemRows(studyId: string, items: ImportedStudy['items']): Generator<typeof schema.importedItem.$inferSelect> {
  let position = 0;
  for (const item of items) yield { ...item, studyId, position: position++, labels: [...item.labels] };
}

function importStudy(tx: Db, grant: ProjectGrant<'manage'>, imported: ImportedStudy): Study {
  const projectId = grant.resource.id;
  const { name, metric, file, columns, scale, raters, items } = imported;
  const people = raters.flatMap(({ judge }, i) => (judge ? [] : [i]));
  let [count, labels, overlap] = [0, 0, 0];
  for (const { labels: of } of items) {
    const given = people.filter((i) => of[i] !== null).length;
    count += 1;
    labels += given;
    overlap = Math.max(overlap, given);
  }
  const now = Date.now();
  const sha256 = imported.sha256 ?? fingerprintOfLabels(imported);
  const study = tx
    .insert(schema.study)
    .values({
      ...{ id: newId(), projectId, runId: null, number: nextNumber(tx, projectId), name, metric, seed },
      ...{ overlap, reveal: 'never', guideline: '', status: 'closed' },
      ...{ createdBy: grant.actor.kind === 'person' ? grant.actor.id : null, createdAt: now, closedAt: now }
    })
    .returning()
    .get();
  tx.insert(schema.importedStudy)
    .values({ studyId: study.id, file, columns, scale, raters: [...raters], labels, sha256 })
    .run();
  insertAll(tx, schema.importedItem, itemRows(study.id, items));
  record(tx, grant.actor, {
    projectId,
    action: 'study.import',
    entity: 'study',
    entityId: study.id,
    detail: {
      ...{ number: study.number, name, metric, file, sha256, items: count, labels },
      ...{ people: people.length, judges: raters.filter(({ judge }) => judge).map((rater) => rater.name) }
    }
  });
  return study;
}

const sourceOf = (db: Db, studyId: string): typeof schema.importedStudy.$inferSelect => {
  const found = db.select().from(schema.importedStudy).where(eq(schema.importedStudy.studyId, studyId)).get();
  if (!found) throw new Error(`study ${studyId} has neither a run nor imported labels`);
  return found;
};

/** Where the labels of a study came from and on which scale they are; null for a study of a run. */
export function importedSource(db: Db, studyId: string): typeof schema.importedStudy.$inferSelect | null {
  return db.select().from(schema.importedStudy).where(eq(schema.importedStudy.studyId, studyId)).get() ?? null;
}

/** The scale on which an imported study was labelled. */
export const importedScale = (db: Db, studyId: string): LabelScale => sourceOf(db, studyId).scale;

/** The items of an imported study with what was said of them, in the order of the file. */
export function importedUnits(db: Db, studyId: string): LabelledUnit[] {
  const { raters } = sourceOf(db, studyId);
  const rows = db
    .select()
    .from(schema.importedItem)
    .where(eq(schema.importedItem.studyId, studyId))
    .orderBy(asc(schema.importedItem.position))
    .all();
  return rows.map(({ position, item, cluster, category, system, stratum, inclusionProbability, labels }) => ({
    ...{ itemId: `i${position + 1}`, reportId: `i${position + 1}`, queryId: cluster, qid: cluster, category },
    ...{ systemName: system ?? '', item, text: item, stratum: stratum ?? 'all', inclusionProbability },
    humans: raters.flatMap(({ judge }, i) => {
      const label = labels[i] ?? null;
      return judge || label === null ? [] : [{ userId: raterId(i), label, note: '', seconds: null, revised: null }];
    }),
    judges: raters.flatMap(({ judge }, i) => {
      const label = labels[i] ?? null;
      if (!judge) return [];
      const state = label === null ? ('unscored' as const) : ('judged' as const);
      return [{ judgeId: raterId(i), state, label, rationale: '', reason: label === null ? absent : null }];
    }),
    preferences: []
  }));
}

const absent = 'The file has no label of this rater here.';

/** Those who judged in an imported study. They are names in a file: no judge and no person of this instance. */
export function importedRaters(
  db: Db,
  studyId: string
): { judges: { judgeId: string; spec: string; fingerprint: string }[]; people: { userId: string; name: string }[] } {
  const { raters } = sourceOf(db, studyId);
  return {
    judges: raters.flatMap(({ judge, name }, i) =>
      judge ? [{ judgeId: raterId(i), spec: name, fingerprint: '' }] : []
    ),
    people: raters.flatMap(({ judge, name }, i) => (judge ? [] : [{ userId: raterId(i), name }]))
  };
}

/** How much the imported studies of a project hold: every label is there from the start. */
export function importedSizes(
  db: Db,
  projectId: string
): Map<string, { items: number; people: number; total: number; done: number }> {
  const { study, importedStudy, importedItem } = schema;
  const rows = db
    .select({
      id: study.id,
      raters: importedStudy.raters,
      labels: importedStudy.labels,
      items: sql<number>`(select count(*) from ${importedItem} where ${importedItem.studyId} = ${study.id})`
    })
    .from(study)
    .innerJoin(importedStudy, eq(importedStudy.studyId, study.id))
    .where(eq(study.projectId, projectId))
    .all();
  return new Map(
    rows.map(({ id, raters, labels, items }) => [
      id,
      { items, people: raters.filter(({ judge }) => !judge).length, total: labels, done: labels }
    ])
  );
}
