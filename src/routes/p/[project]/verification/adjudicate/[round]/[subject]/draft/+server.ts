import type { RequestHandler } from './$types';
import { saveDecisionDraft } from '$lib/verification/adjudication/adjudication.server.ts';
import { answer } from '../../../../../../../answer.ts';
import { grantFor } from '../../../../../../../grants.ts';
import { readWorkDraft } from '../../../../work-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() => {
    const { grant } = grantFor(event, 'adjudicate');
    saveDecisionDraft(event.locals.db, grant, event.params.subject, readWorkDraft(body).content);
    return Response.json({ saved: true });
  });
};
