import { makingRunByNumber, makingRuns } from '../lib/scorer/making/making-runs.server.ts';
import type { Run } from '../lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { newestFirst } from './numbered-things.ts';
import { orListing } from './project-named.ts';

/** Returns the making run of that number; a refusal lists the others, the newest first. */
export const makingNumbered = (db: Db, grant: ProjectGrant<'manage'>, number: number): Run =>
  orListing(
    () => makingRunByNumber(db, grant, number),
    'Making runs of the project',
    () => newestFirst(makingRuns(db, grant))
  );
