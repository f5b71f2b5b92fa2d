/**
 * One annotator as a process of its own who takes over all available work, judges it and takes again until nothing is left.
 * Prints how many labels were committed; work that another annotator has taken meanwhile is skipped.
 *
 * Arguments: database file, migrations folder, id of the study, the person as JSON, milliseconds by which the clock is ahead.
 * Prints `ready` and begins when input arrives, so that all work at the same time however long each takes to start.
 */
import { once } from 'node:events';
import { isRefusal } from '../../../errors.ts';
import type { Person } from '../../../server/auth/authorize.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { takeWork } from './leases.server.ts';
import { nextStudyAssignment } from '../queue.server.ts';
import { commitVerdict } from '../verdicts.server.ts';
import { annotating, openAssignment } from '../annotating.fixture.ts';

const [file = '', migrations = '', studyId = '', who = '', ahead = '0'] = process.argv.slice(2);
const sent = JSON.parse(who) as Omit<Person, 'roles'> & { projectId: string };
const person: Person = { ...sent, roles: new Map([[sent.projectId, ['annotator']]]) };
const { db } = openDatabase(file, migrations);

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.pause();
let committed = 0;
const next = (): string | null =>
  nextStudyAssignment(db, person, studyId) ?? takeWork(db, annotating(person), studyId, Date.now() + Number(ahead));
const judge = (assignmentId: string): void => {
  for (const { id: studyItemId, verdict } of openAssignment(db, person, assignmentId).items) {
    if (verdict) continue;
    const entry = { label: 'yes', note: '', passages: [], seconds: 1, idempotencyKey: `${person.id} ${studyItemId}` };
    commitVerdict(db, annotating(person), { assignmentId, studyItemId, ...entry });
    committed += 1;
  }
};
for (let id = next(); id !== null; id = next())
  try {
    judge(id);
  } catch (e) {
    // Another annotator has taken it, before it was opened or while it was judged.
    if (!isRefusal(e) || e.code !== 'conflict') throw e;
  }
process.stdout.write(`${committed}\n`);
