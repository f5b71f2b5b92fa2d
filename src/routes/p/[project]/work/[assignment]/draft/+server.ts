import type { RequestHandler } from './$types';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { saveVerdictDraft } from '$lib/studies/judging/verdicts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { standsOf } from '../given-answer.ts';
import { orWhatStands } from '../../../../../overtaken.ts';
import { readVerdictDraft } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  const { db } = event.locals;
  const { assignment: assignmentId } = event.params;
  return answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const input = readVerdictDraft(body);
    return orWhatStands(
      () => Response.json({ saved: true, basis: saveVerdictDraft(db, grant, { assignmentId, ...input }) }),
      () => standsOf(readAssignment(db, person, assignmentId), input.studyItemId)
    );
  });
};
