import type { RequestHandler } from './$types';
import { commitPreference, reviseVerdict } from '$lib/studies/reveal.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { preferenceIn, readPreference } from '../preference-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  return answer(() => {
    grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const input = readPreference(body);
    if ('revise' in input)
      reviseVerdict(event.locals.db, person, {
        assignmentId: event.params.assignment,
        studyItemId: input.studyItemId,
        label: input.revise,
        note: input.note,
        passages: [],
        seconds: null,
        idempotencyKey: input.idempotencyKey
      });
    else commitPreference(event.locals.db, person, preferenceIn(input));
    return Response.json({ saved: true });
  });
};
