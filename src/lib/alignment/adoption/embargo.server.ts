import { sayingsOf } from '../../messages/sayings.ts';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { isBlinded } from '../../studies/labels/unblinding.server.ts';
import { procedureState } from '../preregistration/preregistrations.server.ts';

const leadSays = sayingsOf('leadRefusals');

/**
 * Refuses if annotators have labelled and the labels have not been unblinded. Each page, export and command that takes figures or labels out of
 * a study passes here. Unblinding is an act of its own that is recorded (`liftEmbargo`).
 *
 * @param how to unblind them at a command line, as a sentence
 */
export function requireLiftedEmbargo(db: Db, grant: ProjectGrant<'read-results'>, studyId: string, how?: string): void {
  if (!procedureState(db, grant, studyId).embargoed) return;
  if (how === undefined) refuse.isClosed(leadSays('figuresEmbargoed'));
  refuse.closed(`The figures of the study are under embargo: its labels have not been unblinded. ${how}.`);
}

/**
 * The obstacle to reading the labels of a study. `embargoed`: there are labels, and they have not been unblinded;
 * `blinded`: labels are still to come, and no reason for an interim look is recorded. Null without one.
 */
export function closedLabels(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): 'embargoed' | 'blinded' | null {
  if (procedureState(db, grant, studyId).embargoed) return 'embargoed';
  return isBlinded(db, grant, studyId) ? 'blinded' : null;
}
