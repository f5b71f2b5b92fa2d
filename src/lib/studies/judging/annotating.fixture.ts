import { authorize, type Person } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import type { Blind, BlindAssignment } from './blind/blind.ts';
import type { AnnotatorGrant } from './leases/seat.server.ts';
import { nextStudyAssignment, noteStudyAssignmentOpened, readAssignment } from './queue.server.ts';

/** The grant of a person to annotate in their only project; refused if they may not. */
export const annotating = (person: Person): AnnotatorGrant =>
  authorize(person, { kind: 'project', id: [...person.roles.keys()][0] ?? 'none' }, 'annotate');

/** Acts as a page does: reads the person's given assignment, or the next one, and reports it as open. Null if there is none. */
export function openAssignment(db: Db, person: Person, assignmentId: string): Blind<BlindAssignment>;
export function openAssignment(db: Db, person: Person, assignmentId?: string): Blind<BlindAssignment> | null;
export function openAssignment(db: Db, person: Person, assignmentId?: string): Blind<BlindAssignment> | null {
  const id = assignmentId ?? nextStudyAssignment(db, person);
  if (id === null) return null;
  noteStudyAssignmentOpened(db, annotating(person), id);
  return readAssignment(db, person, id);
}
