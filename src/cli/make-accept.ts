import { letterPlace } from '../lib/exchange/import/collected/collected-reports.server.ts';
import { makerOf } from '../lib/scorer/making/making-runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { acceptWaiting } from '../lib/verification/proposals/made-acceptance.server.ts';
import { makingNumbered } from './making-numbered.ts';
import { printJson } from './outcome.ts';

/** Accepts what waits in a making run; returns whether nothing was refused. */
export function acceptMade(
  db: Db,
  grant: ProjectGrant<'manage'>,
  number: number,
  { qid, json }: { qid?: string[]; json?: boolean }
): boolean {
  const run = makingNumbered(db, grant, number);
  const done = acceptWaiting(db, grant, run.id, qid, letterPlace(makerOf(db, run).maker));
  if (json) printJson({ run: run.number, ...done });
  else {
    console.log(`Making run ${run.number}: ${done.accepted} accepted, ${done.refused.length} refused.`);
    for (const { label, reason } of done.refused) console.error(`  ${label}: ${reason}`);
  }
  return done.refused.length === 0;
}
