import type { RequestHandler } from './$types';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { saveDraft } from '$lib/studies/judging/verdicts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { standsOf } from '../bench-item.ts';
import { orWhatStands } from '../../../../../overtaken.ts';
import { readDraft } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  const { db } = event.locals;
  const { assignment: assignmentId } = event.params;
  return answer(() => {
    const { grant } = grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const input = readDraft(body);
    return orWhatStands(
      () => Response.json({ saved: true, basis: saveDraft(db, grant, { assignmentId, ...input }) }),
      () => standsOf(readAssignment(db, person, assignmentId), input.studyItemId)
    );
  });
};
