import type { RequestHandler } from './$types';
import { commitPreference, reviseVerdict } from '$lib/studies/reveal/reveal.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { orWhatStands } from '../../../../../overtaken.ts';
import { preferenceIn, readPreference, standingPreference } from '../preference-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  const { db } = event.locals;
  const { assignment: assignmentId } = event.params;
  return answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const input = readPreference(body);
    return orWhatStands(
      () => {
        if ('revise' in input) {
          const { revise: label, ...rest } = input;
          reviseVerdict(db, grant, { assignmentId, label, passages: [], seconds: null, ...rest });
        } else commitPreference(db, grant, preferenceIn(input));
        return Response.json({ saved: true });
      },
      () => standingPreference(db, grant, assignmentId, input.studyItemId)
    );
  });
};
