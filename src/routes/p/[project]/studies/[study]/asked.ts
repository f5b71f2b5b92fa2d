import { refuse } from '$lib/errors.ts';
import type { ProjectAccess } from '$lib/server/auth/authorize.ts';
import { studyByNumber } from '$lib/studies/planning/studies.server.ts';
import { grantFor } from '../../../../grants.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
}

/** The study of the address, for who may read results and has the access asked for. */
export function askedStudy<A extends ProjectAccess>(event: Asked, access: A) {
  const { project, grant } = grantFor(event, access);
  const reading = grantFor(event, 'read-results').grant;
  const number = /^[1-9]\d{0,8}$/.test(event.params.study ?? '')
    ? Number(event.params.study)
    : refuse.notFound('study');
  return { project, grant, reading, study: studyByNumber(event.locals.db, reading, number) };
}
