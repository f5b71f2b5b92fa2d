import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { listRounds } from '$lib/verification/rounds/rounds.server.ts';

/** How far the verification of a benchmark is: its newest dataset version, and its rounds. */
export function verified(db: Db, manage: ProjectGrant<'manage'>) {
  const rounds = listRounds(db, manage);
  const finalised = rounds.filter(({ status }) => status === 'finalised').length;
  const versions = listVersions(db, manage).map(({ number }) => number);
  return {
    version: versions.length === 0 ? null : Math.max(...versions),
    rounds: { open: rounds.length - finalised, finalised }
  };
}
