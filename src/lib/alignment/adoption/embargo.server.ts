import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { isBlinded } from '../../studies/labels/unblinding.server.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';

/**
 * Refuses where people have judged and nobody has looked at what they said: whoever takes figures or labels out of a study
 * passes here, on a page, by an export or in a shell. Looking is an act of its own that is recorded (`liftEmbargo`).
 *
 * @param what would leave: `The report`, `The labels`.
 * @param how to look, for whoever is refused.
 */
export function requireLiftedEmbargo(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string,
  what: string,
  how = 'open the study’s alignment page and unblind its figures first'
): void {
  if (procedureState(db, grant, studyId).embargoed)
    refuse.closed(what, `annotators have labelled and their labels have not been unblinded; ${how}`);
}

/**
 * What keeps the labels of a study from whoever may read results. `embargoed`: people have judged and nobody has looked yet;
 * `blinded`: labels are still to come, and nobody has given a reason to look before. Null if nothing does.
 */
export function closedLabels(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): 'embargoed' | 'blinded' | null {
  if (procedureState(db, grant, studyId).embargoed) return 'embargoed';
  return isBlinded(db, grant, studyId) ? 'blinded' : null;
}
