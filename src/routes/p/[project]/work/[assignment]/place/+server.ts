import type { RequestHandler } from './$types';
import { keepReadingPlace } from '$lib/studies/judging/reading-place.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { readPlace } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() => {
    const { grant } = grantFor(event, 'annotate');
    keepReadingPlace(event.locals.db, grant, event.params.assignment, readPlace(body));
    return Response.json({ saved: true });
  });
};
