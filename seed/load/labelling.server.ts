import { authorize, type Person } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import {
  nextStudyAssignment,
  noteStudyAssignmentOpened,
  readAssignment
} from '../../src/lib/studies/judging/queue.server.ts';
import { commitVerdict } from '../../src/lib/studies/judging/verdicts.server.ts';
import type { Study } from '../../src/lib/studies/planning/studies.server.ts';

/** Has a person judge all their items, blind. `chance` from 0 to 1 sets how long an item took. */
export function labelItems(
  db: Db,
  person: Person,
  study: Study,
  said: (studyItemId: string) => { label: string; chance: number }
): void {
  const own = authorize(person, { kind: 'project', id: study.projectId }, 'annotate');
  for (let id = nextStudyAssignment(db, person, study.id); id; id = nextStudyAssignment(db, person, study.id)) {
    noteStudyAssignmentOpened(db, own, id);
    for (const { id: studyItemId } of readAssignment(db, person, id).items) {
      const { label, chance } = said(studyItemId);
      commitVerdict(db, own, {
        ...{ assignmentId: id, studyItemId, label, note: '', passages: [] },
        seconds: Math.round(15 + 40 * chance),
        idempotencyKey: `demo ${studyItemId} ${person.id}`
      });
    }
  }
}
