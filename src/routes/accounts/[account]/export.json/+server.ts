import type { RequestHandler } from './$types';
import { thingOf } from '$lib/server/managing/managed-thing.ts';
import { exportPerson } from '$lib/server/managing/person-export.ts';
import { answer } from '../../../answer.ts';
import { adminGrant } from '../../../grants.ts';

const headersOf = (account: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': `attachment; filename="account-${account}.json"`
});

/** Everything that is stored about a person, as one file. */
export const GET: RequestHandler = ({ locals, params }) =>
  answer(() => {
    const content = exportPerson(locals.db, adminGrant(locals), params.account);
    return new Response(`${JSON.stringify(content, null, 2)}\n`, { headers: headersOf(params.account) });
  });

/** Headers alone: nothing is exported, so that the audit trail records nothing. */
export const HEAD: RequestHandler = ({ locals, params }) =>
  answer(() => {
    const { id } = thingOf(locals.db, adminGrant(locals), 'account', params.account);
    return new Response(null, { headers: headersOf(id) });
  });
