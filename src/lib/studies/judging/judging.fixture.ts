import { eq } from 'drizzle-orm';
import type { VerdictLabel } from '../../scorer/verdict.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import type { VerdictInput } from './blind/blind.ts';
import { exampleRun } from '../planning/example-run.fixture.ts';
import type { StudyInput } from '../planning/study-input.ts';
import { readAssignment } from './queue.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { commitVerdict } from './verdicts.server.ts';
import { annotating } from './annotating.fixture.ts';

/** A study of the example's run, planned as usual but for what is given. */
export const setUp = (change: Partial<StudyInput> = {}) => {
  const { db } = memoryDatabase();
  const run = exampleRun(db);
  const study = createStudy(db, run.manage, run.input(change));
  return { db, study, ...run };
};

let keys = 0;
/** Entry of a form, under a key of its own. */
export const entry = (label: VerdictLabel | null, change: Partial<VerdictInput> = {}): VerdictInput => ({
  label,
  note: '',
  passages: [],
  seconds: 4,
  idempotencyKey: `key-${++keys}`,
  ...change
});
/** Gives all items of an assignment the same label. */
export const judgeAll = (db: Db, person: Person, assignmentId: string, label: VerdictLabel = 'yes') => {
  for (const { id } of readAssignment(db, person, assignmentId).items)
    commitVerdict(db, annotating(person), { assignmentId, studyItemId: id, ...entry(label) });
};
/** Everything that was ever committed on an item. */
export const rowsOf = (db: Db, studyItemId: string) =>
  db.select().from(schema.humanVerdict).where(eq(schema.humanVerdict.studyItemId, studyItemId)).all();
