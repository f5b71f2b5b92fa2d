import type { RequestEvent } from '@sveltejs/kit';
import type { ProjectAccess, ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { answer } from './answer.ts';
import { grantFor } from './grants.ts';

/**
 * Takes the notice of a page that it is open (`components/shared/drafts/open-work.ts`). Reading an address changes nothing, so
 * that browsers may fetch pages ahead.
 */
export const opened = <A extends ProjectAccess>(
  event: Pick<RequestEvent<{ project: string }>, 'locals' | 'params'>,
  access: A,
  note: (db: Db, grant: ProjectGrant<A>) => void
): Promise<Response> =>
  answer(async () => {
    const { grant } = grantFor(event, access);
    const { db } = event.locals;
    await onDisk(db, () => note(db, grant));
    return new Response(null, { status: 204 });
  });
