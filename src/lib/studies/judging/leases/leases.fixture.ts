import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import type { Person } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { exampleRun, type ExampleRun } from '../../planning/example-run.fixture.ts';
import { openWork } from './lease-work.server.ts';
import { nextStudyAssignment } from '../queue.server.ts';
import type { Study } from '../../planning/studies.server.ts';
import { commitVerdict } from '../verdicts.server.ts';
import { annotating, openAssignment } from '../annotating.fixture.ts';

/** Of the test that is running; see `newForEach`. */
export let db: Db;
export let run: ExampleRun;
let key = 0;

/** Gives each test of the file a database and a run of its own. */
export const newForEach = (): void =>
  beforeEach(() => {
    db = memoryDatabase().db;
    run = exampleRun(db);
  });

/** Commits a label, under a key of its own unless one is given. */
export const judge = (
  person: Person,
  assignmentId: string,
  studyItemId: string,
  label: string | null = 'yes',
  idem = ''
) =>
  commitVerdict(db, annotating(person), {
    ...{ assignmentId, studyItemId, label, note: 'typed', passages: [1], seconds: 3 },
    idempotencyKey: idem || `key-${(key += 1)}`
  });
/** Says yes to all that the person has in the study and has not judged. */
export const judgeAll = (person: Person, studyId: string): void => {
  for (let id = nextStudyAssignment(db, person, studyId); id; id = nextStudyAssignment(db, person, studyId))
    for (const item of openAssignment(db, person, id).items) if (!item.verdict) judge(person, id, item.id);
};
/** Opens the person's next report. */
export const begin = (person: Person, studyId: string) =>
  openAssignment(db, person, nextStudyAssignment(db, person, studyId)!);
const studyNow = (id: string): Study => db.select().from(schema.study).where(eq(schema.study.id, id)).get()!;
/** Open work of the study as it now is in the database. */
export const work = (study: Study, now = Date.now()) => openWork(db, studyNow(study.id), now);
/** Every place that an item has, and whose it is. */
export const slots = (studyId: string) =>
  db
    .select({ item: schema.assignmentItem.studyItemId, user: schema.assignment.userId })
    .from(schema.assignment)
    .innerJoin(schema.assignmentItem, eq(schema.assignmentItem.assignmentId, schema.assignment.id))
    .where(eq(schema.assignment.studyId, studyId))
    .all();

/** Every item stands in exactly `overlap` places, and in no person's hands twice. */
export function expectExact(study: Study): void {
  const byItem = Map.groupBy(slots(study.id), ({ item }) => item);
  for (const own of byItem.values()) {
    expect(own).toHaveLength(study.overlap);
    const people = own.flatMap(({ user }) => user ?? []);
    expect(new Set(people).size).toBe(people.length);
  }
}
