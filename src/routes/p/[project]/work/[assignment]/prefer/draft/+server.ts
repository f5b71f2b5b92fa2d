import type { RequestHandler } from './$types';
import { savePreferenceDraft } from '$lib/studies/reveal/reveal.server.ts';
import { answer } from '../../../../../../answer.ts';
import { grantFor } from '../../../../../../grants.ts';
import { orWhatStands } from '../../../../../../overtaken.ts';
import { readPreferenceDraft, standingPreference } from '../../preference-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  const { db } = event.locals;
  return answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const input = readPreferenceDraft(body);
    return orWhatStands(
      () => Response.json({ saved: true, basis: savePreferenceDraft(db, grant, input) }),
      () => standingPreference(db, grant, event.params.assignment, input.studyItemId)
    );
  });
};
