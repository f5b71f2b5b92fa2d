import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { refuse } from '$lib/errors.ts';
import { authorize, may } from '$lib/server/auth/authorize.ts';
import { studyByNumber } from '$lib/studies/planning/studies.server.ts';
import { grantFor, personOf } from '../../../../../grants.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
}

/**
 * The adjudicator of the study in the address. An adjudicator who also leads the project unblinds the study's figures first, which is
 * recorded: labels seen here one by one would open them unrecorded. Viewers cannot unblind, and read no open study.
 */
export function adjudicatorOf(event: Asked) {
  const { project, grant } = grantFor(event, 'adjudicate');
  const number = /^[1-9]\d{0,8}$/.test(event.params.study ?? '')
    ? Number(event.params.study)
    : refuse.notFound('study');
  const person = personOf(event.locals);
  if (may(person, grant.resource, 'manage')) {
    const { db } = event.locals;
    const reading = authorize(person, grant.resource, 'read-results');
    requireLiftedEmbargo(db, reading, studyByNumber(db, reading, number).id);
  }
  return { project, grant, number };
}
