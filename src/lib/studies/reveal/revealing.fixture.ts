import { and, eq } from 'drizzle-orm';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import type { StudyInput } from '../planning/study-input.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { commitVerdict } from '../judging/verdicts.server.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';

/** One annotator with all units by default, so that every kind of unit comes up. */
export const setUp = (change: Partial<StudyInput> = {}) => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const [ana] = run.annotators;
  const study = createStudy(
    db,
    run.manage,
    run.input({ sample: { items: 60 }, people: [ana.id], overlap: 1, ...change })
  );
  return { db, study, ana, ...run };
};

let keys = 0;
export const key = () => `reveal-${++keys}`;
/** A blind verdict; null takes it back. */
export const commit = (db: Db, person: Person, assignmentId: string, studyItemId: string, label: 'yes' | 'no' | null) =>
  commitVerdict(db, annotating(person), {
    assignmentId,
    studyItemId,
    label,
    note: 'why',
    passages: [],
    seconds: 2,
    idempotencyKey: key()
  });
/** Says yes to all of the person's next report, and which assignment that was. */
export const judgeNext = (db: Db, person: Person): string => {
  const open = openAssignment(db, person)!;
  for (const { id } of open.items) commit(db, person, open.id, id, 'yes');
  return open.id;
};
/** The same for all of the person's reports. */
export const judgeEverything = (db: Db, person: Person): string[] => {
  const ids: string[] = [];
  while (nextStudyAssignment(db, person) !== null) ids.push(judgeNext(db, person));
  return ids;
};
/** Verdicts of the run's judges on a unit. */
export const verdictsOn = (db: Db, studyItemId: string) =>
  db
    .select({
      judgeId: schema.verdict.judgeId,
      state: schema.verdict.state,
      label: schema.verdict.label,
      rationale: schema.verdict.rationale
    })
    .from(schema.studyItem)
    .innerJoin(
      schema.verdict,
      and(
        eq(schema.verdict.reportId, schema.studyItem.reportId),
        eq(schema.verdict.item, schema.studyItem.item),
        eq(schema.verdict.metric, 'coverage')
      )
    )
    .where(eq(schema.studyItem.id, studyItemId))
    .all();
