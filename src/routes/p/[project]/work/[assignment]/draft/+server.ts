import type { RequestHandler } from './$types';
import { saveDraft } from '$lib/studies/verdicts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { readDraft } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() => {
    grantFor(event, 'annotate');
    saveDraft(event.locals.db, personOf(event.locals), { assignmentId: event.params.assignment, ...readDraft(body) });
    return Response.json({ saved: true });
  });
};
