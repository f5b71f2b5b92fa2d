import type { RequestHandler } from './$types';
import { onDisk } from '$lib/server/db/on-disk.ts';
import { readAssignment } from '$lib/studies/judging/queue.server.ts';
import { commitVerdict } from '$lib/studies/judging/verdicts.server.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { standsOf } from '../given-answer.ts';
import { listedPassages } from '../listed-passages.ts';
import { orWhatStands } from '../../../../../overtaken.ts';
import { readVerdict } from '../verdict-input.ts';

export const POST: RequestHandler = async (event) => {
  const body: unknown = await event.request.json().catch(() => null);
  const { db } = event.locals;
  const { assignment: assignmentId } = event.params;
  return answer(async () => {
    const { grant } = grantFor(event, 'annotate');
    const person = personOf(event.locals);
    const input = readVerdict(body);
    const locate = await listedPassages(event.locals, grant, { assignmentId, note: input.note });
    return onDisk(db, () =>
      orWhatStands(
        () => {
          const { left, feedback } = commitVerdict(db, grant, { assignmentId, ...input }, locate);
          return Response.json({ left, ...(feedback && { feedback }) });
        },
        () => standsOf(readAssignment(db, person, assignmentId), input.studyItemId)
      )
    );
  });
};
