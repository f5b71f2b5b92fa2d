import { listRuns } from '../lib/scorer/runs/run-progress.server.ts';
import { runByNumber, type Run } from '../lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { nameableThings, thingNamed, type Manager, type Thing } from '../lib/server/managing/managed-thing.ts';
import { thingKinds, type ThingKindName } from '../lib/server/managing/things.ts';
import { listStudies, studyByNumber, type Study } from '../lib/studies/planning/studies.server.ts';
import { orListing } from './project-named.ts';

/** Returns the scoring run of that number; a refusal lists the others, the newest first. */
export const runNumbered = (db: Db, grant: ProjectGrant<'read-results'>, number: number): Run =>
  orListing(
    () => runByNumber(db, grant, number),
    'Runs of the project',
    () => newestFirst(listRuns(db, grant))
  );

/** Returns the study of that number; a refusal lists the others, the newest first. */
export const studyNumbered = (db: Db, grant: ProjectGrant<'read-results'>, number: number): Study =>
  orListing(
    () => studyByNumber(db, grant, number),
    'Studies of the project',
    () => newestFirst(listStudies(db, grant))
  );

/** Returns the thing of that number or name; a refusal lists the others. */
export function thingListed(db: Db, grant: Manager, kind: ThingKindName, text: string): Thing {
  const { plural } = thingKinds[kind];
  return orListing(
    () => thingNamed(db, grant, kind, text),
    plural.slice(0, 1).toUpperCase() + plural.slice(1),
    () => nameableThings(db, grant, kind)
  );
}

export const newestFirst = (rows: readonly { number: number }[]): number[] =>
  rows.map(({ number }) => number).toSorted((a, b) => b - a);
