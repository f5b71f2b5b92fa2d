import type { RequestHandler } from './$types';
import { exportPerson } from '$lib/server/managing/person-export.ts';
import { answer } from '../../../answer.ts';
import { adminGrant } from '../../../grants.ts';

/** Everything that is stored about a person, as one file. */
export const GET: RequestHandler = ({ locals, params }) =>
  answer(() => {
    const content = exportPerson(locals.db, adminGrant(locals), params.account);
    return new Response(`${JSON.stringify(content, null, 2)}\n`, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="account-${params.account}.json"`
      }
    });
  });
