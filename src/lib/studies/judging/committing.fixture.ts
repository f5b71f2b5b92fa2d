/**
 * One browser tab as a process of its own: judges everything in a person's queue, twice over, and reveals each report as
 * soon as it may. Prints each idempotency key once its commit has been acknowledged.
 *
 * Arguments: database file, migrations folder, the person as JSON, name of the tab. Tabs of one person send some commits under
 * the same key and some under their own. With `wait` it says `ready` once it has read the queue and begins when input arrives,
 * so that tabs work at the same time however long each takes to start. With a number after that it stops working once it has
 * printed so many keys, so that a test has time to kill it in the middle.
 */
import { once } from 'node:events';
import { isRefusal } from '../../errors.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { openDatabase } from '../../server/db/client.ts';
import { nextStudyAssignment, readAssignment } from './queue.server.ts';
import { revealAssignment } from '../reveal/reveal.server.ts';
import { commitVerdict } from './verdicts.server.ts';
import { annotating } from './annotating.fixture.ts';

const [file = '', migrations = '', who = '', tab = '', wait, last = 'Infinity'] = process.argv.slice(2);
const sent = JSON.parse(who) as Omit<Person, 'roles'> & { projectId: string };
const person: Person = { ...sent, roles: new Map([[sent.projectId, ['annotator']]]) };
const { db } = openDatabase(file, migrations);

const unlessRefused = (act: () => void): void => {
  try {
    act();
  } catch (e) {
    if (!isRefusal(e)) throw e;
  }
};

const first = nextStudyAssignment(db, person);
if (first === null) throw new Error('nothing is left to judge');
const { seats } = readAssignment(db, person, first).queue;
if (wait === 'wait') {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  process.stdin.pause();
}
let acknowledged = 0;
for (const { assignmentId, id } of seats) {
  for (const [key, label] of [
    [`${person.id}/${id}`, 'yes'],
    [`${person.id}/${id}/${tab}`, tab === 'left' ? 'no' : 'yes']
  ] as const)
    unlessRefused(() => {
      const entry = { label, note: '', passages: [], seconds: 1, idempotencyKey: key };
      commitVerdict(db, annotating(person), { assignmentId, studyItemId: id, ...entry });
      process.stdout.write(`${key}\n`);
      acknowledged += 1;
    });
  unlessRefused(() => revealAssignment(db, annotating(person), assignmentId));
  if (acknowledged >= Number(last)) await new Promise((resolve) => setTimeout(resolve, 600_000));
}
